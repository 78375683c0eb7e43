/** Signal and noise in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "Signal and noise",
  note: "last query of {length} against all keys, seed {seed}; d = {dimension}; bands are ±2 deviations",
  panel: "μ = {mean}, σ = {deviation}",
  atZero: "z(0) = {z}",
  tooFar: "no such q and k: γ > σ²",
  row: "sampled row",
  all: "all draws",
  given: "given this q",
  byRow: "score ÷ row's maximum",
  byBand: "score ÷ band's top",
  byDeviation: "score ÷ its deviation: the mean is z",
  unit: "what scores are divided by",
  "unit.row": "÷ maximum",
  "unit.deviation": "÷ deviation (z)",
  reading: "lag {lag}: z = {z}",
  words: "lag {lag}: mean {mean} ± {deviation}, z = {z}",
  pick: "enlarge",
  band: "band",
  mean: "Mean μ",
  deviation: "Deviation σ",
  covariance: "Covariance γ",
  describe:
    "Mean {mean}, deviation {deviation}: the score at lag 0 is {score} ± {spread} over all draws, z = {z}.",
  inside:
    "Of this row {all} % lie within two deviations of all draws, {given} % within two given its query.",
  means:
    "With γ = {covariance} in every pair the mean is μ² + γ = {times} times the curve that means of 1 draw: nowhere further from it than {apart} of its S(0).",
  score: "score",
  meanAll: "mean, all draws",
  deviationAll: "deviation, all draws",
  meanGiven: "mean, given q",
  deviationGiven: "deviation, given q",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "信号与噪声",
  note: "{length} 个查询中的最后一个对所有键，种子 {seed}；d = {dimension}；带宽为 ±2 个标准差",
  panel: "μ = {mean}，σ = {deviation}",
  atZero: "z(0) = {z}",
  tooFar: "没有这样的 q 与 k：γ > σ²",
  row: "抽样的一行",
  all: "所有抽样",
  given: "给定此 q",
  byRow: "得分 ÷ 行的最大值",
  byBand: "得分 ÷ 带的顶端",
  byDeviation: "得分 ÷ 其标准差：均值即 z",
  unit: "得分除以什么",
  "unit.row": "÷ 最大值",
  "unit.deviation": "÷ 标准差（z）",
  reading: "距离 {lag}：z = {z}",
  words: "距离 {lag}：均值 {mean} ± {deviation}，z = {z}",
  pick: "放大",
  band: "带",
  mean: "均值 μ",
  deviation: "标准差 σ",
  covariance: "协方差 γ",
  describe:
    "均值 {mean}，标准差 {deviation}：距离 0 处得分对所有抽样为 {score} ± {spread}，z = {z}。",
  inside:
    "这一行有 {all} % 落在所有抽样的两个标准差之内，{given} % 落在给定其查询的两个标准差之内。",
  means:
    "每一对都有 γ = {covariance} 时，均值是均值 1 所画曲线的 μ² + γ = {times} 倍：处处相差不超过其 S(0) 的 {apart}。",
  score: "得分",
  meanAll: "均值（所有抽样）",
  deviationAll: "标准差（所有抽样）",
  meanGiven: "均值（给定 q）",
  deviationGiven: "标准差（给定 q）",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
