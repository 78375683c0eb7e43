/** The sum of pairs as it grows, in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "Frequencies, one by one",
  note: "{count} of {all} pairs, fastest first",
  name: "Pairs added",
  words: "k = {count}",
  so: "first {count}",
  all: "all {all}",
  sum: "sum ÷ Σ‖qᵢ‖‖kᵢ‖",
  pair: "pair {number}, added last: ω = {frequency}, a turn in {period} tokens",
  real: "block {number}, added last: it does not turn, rate {rate}",
  terms: "lag {lag}: pairs (dots), means of neighbours (bars), sum (line)",
  ladder: "pairs by frequency ω, fast → slow",
  number: "pair",
  term: "term at lag {lag}",
  running: "sum at lag {lag}",
  describe:
    "The first {count} of {all} pairs add up to {sum} at lag {lag}, where all agreeing would give 1.",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "频率逐个相加",
  note: "{all} 对中的 {count} 对，由快到慢",
  name: "已加入的对",
  words: "k = {count}",
  so: "前 {count} 对",
  all: "全部 {all} 对",
  sum: "和 ÷ Σ‖qᵢ‖‖kᵢ‖",
  pair: "最后加入第 {number} 对：ω = {frequency}，{period} 词元一圈",
  real: "最后加入第 {number} 块：不旋转，衰减率 {rate}",
  terms: "距离 {lag}：各对（点）、相邻均值（柱）、和（线）",
  ladder: "各对按频率 ω，快 → 慢",
  number: "对",
  term: "距离 {lag} 处的项",
  running: "距离 {lag} 处的和",
  describe: "前 {count} 对（共 {all} 对）在距离 {lag} 处相加得 {sum}；若全部一致则为 1。",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
