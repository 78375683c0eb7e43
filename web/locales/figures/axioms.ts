/** The axioms, and who holds them, in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "Which law does it break?",
  note: "the largest miss of each axiom, by measurement",
  linear: "linear",
  invariant: "invariant",
  normalised: "A(0) = I",
  composes: "composes",
  continuous: "continuous",
  "linear.note": "in q and in k",
  "invariant.note": "t − s is all that counts",
  "normalised.note": "lag 0 does nothing",
  "composes.note": "A(s)A(t) = A(s + t)",
  "continuous.note": "small steps, small changes",
  group: "A one-parameter group: A(τ) = exp(τX).",
  lifted: "A one-parameter group once q and k are lifted by constant coordinates.",
  absorbed: "A group but for A(0), which is off I by {residual}: queries or keys absorb it.",
  noGroup: "Invariant, but no group: A(s)A(t) misses A(s + t) by up to {residual}.",
  clocked: "A group along the clock that data drive; the lag alone does not tell it.",
  breaks: "No one-parameter group. Broken: {names}.",
  counterexample: "{axiom}, at {at}: {left} against {right}",
  waiting: "to be measured",
  jump: "jumps",
  miss: "{axiom}: miss",
  verdict: "verdict",
  progress: "measured {done} of {count}",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "它违反哪条定律？",
  note: "每条公理的最大偏差，由测量得到",
  linear: "线性",
  invariant: "平移不变",
  normalised: "A(0) = I",
  composes: "可复合",
  continuous: "连续",
  "linear.note": "对 q 与 k",
  "invariant.note": "只看 t − s",
  "normalised.note": "距离 0 不起作用",
  "composes.note": "A(s)A(t) = A(s + t)",
  "continuous.note": "小步只有小变化",
  group: "单参数群：A(τ) = exp(τX)。",
  lifted: "为 q 与 k 添上常数坐标后成为单参数群。",
  absorbed: "除 A(0) 与 I 相差 {residual} 之外是群：查询或键可以吸收它。",
  noGroup: "平移不变，却不是群：A(s)A(t) 与 A(s + t) 之差可达 {residual}。",
  clocked: "沿数据驱动的时钟是群；仅凭距离无法得知。",
  breaks: "不是单参数群。违反：{names}。",
  counterexample: "{axiom}，在 {at}：{left} 对 {right}",
  waiting: "等待测量",
  jump: "跳跃",
  miss: "{axiom}：偏差",
  verdict: "结论",
  progress: "已测量 {done} / {count}",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
