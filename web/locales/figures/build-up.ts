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
  sumOfMost: "sum ÷ Σ max |termᵢ|",
  undivided: "the whole score, with no parts to add",
  outsider:
    "{name} is no exp(tX): what it makes of a distance is not a sum over eigenvalues, so there are no parts to add one by one.",
  plane: "Position has two axes here, and this figure adds along one only.",
  clock:
    "Data drive the clock of {name}: its pairs are waves along that clock's time, not along the lag, so none of them can be drawn here.",
  lags: "These lags do not lie on an even, rising grid of at most a million: only the whole is drawn.",
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
  sumOfMost: "和 ÷ Σ max |项ᵢ|",
  undivided: "完整的得分，没有可逐个相加的部分",
  outsider: "{name} 不是 exp(tX)：它对距离的作用不是对特征值求和，所以没有可以逐个相加的部分。",
  plane: "这里的位置有两个轴，而本图只沿一个轴相加。",
  clock: "{name} 的时钟由数据驱动：它的各对是沿那个时钟、而非沿距离的波，所以无法在此画出。",
  lags: "这些距离不在均匀递增、至多一百万格的网格上，因此只画出整体。",
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
