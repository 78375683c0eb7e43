/** ALiBi's lift in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "ALiBi, lifted",
  note: "three ways to write −mτ; drag q̂ and k̂ in the first",
  none: "the bench holds no causal ALiBi to be lifted",
  offsets: "q̂ = (−m, 0), k̂ = (0, 1), X = J₂",
  roots: "q̂ = (√m, 0), k̂ = (0, −√m), X = J₂",
  scaled: "q̂ = (1, 0), k̂ = (0, 1), X = −mE",
  defective: "one Jordan block of size 2: defective",
  still: "two zeros, no block: NoPE",
  slope: "slope m",
  form: "form",
  sentence:
    "The content's score is {content}, with the lift {whole}. The three ways differ by {spread}.",
  flat: "At m = 0 all three give 0, but they are not the same: the third X is 0, which is NoPE, while J₂ stays defective and nobody looks at it.",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "提升后的 ALiBi",
  note: "−mτ 的三种写法；在第一种中拖动 q̂ 与 k̂",
  none: "实验台上没有可提升的因果 ALiBi",
  offsets: "q̂ = (−m, 0)，k̂ = (0, 1)，X = J₂",
  roots: "q̂ = (√m, 0)，k̂ = (0, −√m)，X = J₂",
  scaled: "q̂ = (1, 0)，k̂ = (0, 1)，X = −mE",
  defective: "一个大小为 2 的若尔当块：亏损",
  still: "两个零，没有块：NoPE",
  slope: "斜率 m",
  form: "写法",
  sentence: "内容的得分为 {content}，加上提升后为 {whole}。三种写法相差 {spread}。",
  flat: "m = 0 时三者都给出 0，却并不相同：第三个 X 为 0，即 NoPE；而 J₂ 依旧亏损，只是没有谁去看它。",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
