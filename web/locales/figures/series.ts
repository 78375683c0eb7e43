/** The series of the exponential in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "Partial sums of exp(tX)",
  note: "I + tX + t²X²/2 + …, step by step; drag v",
  none: "the selected encoding has no X that could be drawn",
  handle: "the vector v",
  terms: "terms after I",
  count: { one: "{count} term", other: "{count} terms" },
  error: "‖partial sum − exp(tX)‖₁",
  ends: "the series ends here",
  sentence:
    "At t = {time} the first step is ‖tX‖₁ = {size} long, and the partial sum misses exp(tX) by {error}.",
  ended: {
    one: "The series ends here: X to the power {power} is 0, and {count} term is exp(tX) to {error}, for every t.",
    other:
      "The series ends here: X to the power {power} is 0, and {count} terms are exp(tX) to {error}, for every t.",
  },
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "exp(tX) 的部分和",
  note: "I + tX + t²X²/2 + …，一步一步；拖动 v",
  none: "所选编码没有可画的 X",
  handle: "向量 v",
  terms: "I 之后的项数",
  count: "{count} 项",
  error: "‖部分和 − exp(tX)‖₁",
  ends: "级数到此终止",
  sentence: "在 t = {time}，第一步长 ‖tX‖₁ = {size}，部分和与 exp(tX) 相差 {error}。",
  ended: "级数到此终止：X 的 {power} 次幂为 0，对任何 t，{count} 项之和与 exp(tX) 相差 {error}。",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
