/** What is sure about a score, and what is chance. */
import type { StoryWords, Translated } from "./types.ts";

const en = {
  signal: {
    title: "Signal and noise",
    lead: "Sampled queries and keys: what of a score is their means, what is chance, and how far apart the two are.",
    text: `Draw 5000 queries and 5000 keys, every component with mean μ and deviation σ, and score the last query against all keys, RoPE's rotation included. The means make the curve, the deviations the noise around it. What counts is **z**, the mean over the deviation of the score, at each lag: at lag 0 it is 195, 37, 16, 2.79, 0 and 57 in these six panels. The shorthand "μ²/σ²" leaves out that z grows with √d: for (1, 1) it is 16 at d = 768 and 4.6 at d = 64. Divide the scores by their deviation, and the curve is z itself, with a band as wide everywhere.

There are two bands, of two deviations to either side. The first holds 95.4 % of **all draws** pooled. But a row shares one query, and that query is up to half of the chance, so a single row lies in it too often or too seldom. The other band is exact for **this query**, and this row's keys scatter around its middle.

With μ = 0 nothing systematic is left. That is not because the vectors are small: at σ = 1 and d = 768 they are about 27.7 long, they only have no common direction. Nor does noise meet a fate of its own: it vanishes from the mean because q and k are **independent**. Give them a covariance γ, the same in every pair, and the mean at μ = 0 is the very curve that means draw: the line under the panels says how nearly.`,
    variants: { published: "six panels", covariance: "with a covariance" },
  },
} as const satisfies Record<string, StoryWords>;

const zhHans: Translated<typeof en> = {
  signal: {
    title: "信号与噪声",
    lead: "抽样的查询与键：得分中哪些来自均值，哪些是偶然，两者相距多远。",
    text: `抽取 5000 个查询与 5000 个键，每个分量的均值为 μ、标准差为 σ，再让最后一个查询对所有键计分，包括 RoPE 的旋转。均值画出曲线，标准差是曲线周围的噪声。要紧的是 **z**，即每个距离上得分的均值与标准差之比：在这六幅图中，距离 0 处依次为 195、37、16、2.79、0 和 57。“μ²/σ²”这一简写漏掉了 z 随 √d 增长：对 (1, 1)，d = 768 时为 16，d = 64 时为 4.6。把得分除以其标准差，曲线就是 z 本身，带处处同宽。

带有两条，上下各两个标准差。第一条包含**所有抽样**合起来的 95.4 %。但一行共用一个查询，而这个查询最多占偶然的一半，所以单独一行落在其中的比例会过高或过低。另一条对**此查询**是精确的，这一行的键就散布在它的中线周围。

μ = 0 时没有任何系统性的东西。这并非因为向量很小：σ = 1、d = 768 时其长度约为 27.7，只是没有共同的方向。噪声也没有自己独特的命运：它在均值中消失，是因为 q 与 k **独立**。给它们一个在每一对上都相同的协方差 γ，μ = 0 时的均值就正是均值所画的那条曲线：各图之下的一行说明二者有多接近。`,
    variants: { published: "六幅图", covariance: "有协方差" },
  },
};

export const signal = { en, "zh-Hans": zhHans };
