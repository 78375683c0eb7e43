/** Attention weights in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "Attention weight against lag",
  logit: "softmax of q̂ᵀA(τ)k with q̂ = {scale}·q over {window} keys",
  weight: "weight",
  scale: "Logit scale",
  root: "1/√d",
  rootTitle: "As models do: divide by the square root of the dimension",
  window: "Keys seen",
  weights: "scale of weights",
  reach: "half ≤ {half} · 95 % ≤ {most} · H = {entropy} · eᴴ = {effective}",
  describe:
    "{name}: half of the weight lies within lag {half}, 95 % within {most}; entropy {entropy} nats, as {effective} equal keys.",
  words: "lag {lag}: {weights}",
  logits: "{name}: logit",
  weightsOf: "{name}: weight",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "注意力权重与距离",
  logit: "对 {window} 个键的 q̂ᵀA(τ)k 取 softmax，q̂ = {scale}·q",
  weight: "权重",
  scale: "logit 尺度",
  root: "1/√d",
  rootTitle: "与模型一致：除以维度的平方根",
  window: "可见的键",
  weights: "权重的刻度",
  reach: "一半 ≤ {half} · 95 % ≤ {most} · H = {entropy} · eᴴ = {effective}",
  describe:
    "{name}：一半权重在距离 {half} 以内，95 % 在 {most} 以内；熵 {entropy} nat，相当于 {effective} 个等权的键。",
  words: "距离 {lag}：{weights}",
  logits: "{name}：logit",
  weightsOf: "{name}：权重",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
