/** Encodings side by side in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "Side by side",
  note: "as score, and as softmax weight",
  score: "S(τ) / S(0)",
  weight: "weight",
  words: "lag {lag}: {weights}",
  describe: "{name}: at lag {last} the score is {score} of what it was, and the weight {weight}.",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "并列对照",
  note: "一为得分，一为 softmax 权重",
  score: "S(τ) / S(0)",
  weight: "权重",
  words: "距离 {lag}：{weights}",
  describe: "{name}：在距离 {last} 处，得分为起初的 {score}，权重为 {weight}。",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
