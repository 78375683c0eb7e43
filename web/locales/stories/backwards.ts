/** From a curve back to a generator. **bold** and blank lines are all the markup there is. */
import type { StoryWords, Translated } from "./types.ts";

const en = {
  backwards: {
    title: "The theorem backwards",
    lead: "Given a bias that is no exponential, which generator comes nearest?",
    text: `KERPLE's logarithm, T5's buckets, FIRE's learned ratio and Sandwich's sum of cosines are biases that form no group: no X has them. But every curve can be **imitated** by exponentials. The dots are the bias at each lag; the line is the exponential polynomial of the chosen order, found by a matrix pencil and held to rates that never grow.

Read the row of orders: how much of the largest score is still missed at the worst lag. A **logarithm** is a few slow decays beside each other: order 4 misses 1 %, order 6 a thirtieth of that. A **staircase** of buckets, here with drawn heights, does not give in at all: exponentials have no jumps. A sum of 32 cosines keeps a fifth: its waves far out, where many of them fall into step, are more than eight dimensions can make.

Bring a column of your own, a bias that a model has learned, say, and read off its blocks.`,
    variants: { kerple: "KERPLE", t5: "T5 buckets", fire: "FIRE", sandwich: "Sandwich" },
  },
} as const satisfies Record<string, StoryWords>;

const zhHans: Translated<typeof en> = {
  backwards: {
    title: "倒过来用定理",
    lead: "给定一种不是指数的偏置，哪个生成元离它最近？",
    text: `KERPLE 的对数、T5 的分桶、FIRE 的学得的比值、Sandwich 的余弦之和，都是不成群的偏置：没有哪个 X 拥有它们。但任何曲线都可以用指数来**模仿**。点是每个距离处的偏置；线是所选阶数的指数多项式，由矩阵束求得，且变化率从不增长。

看那一排阶数：在最差的距离处，还差最大得分的多少。**对数**就像几个并列的慢衰减：4 阶差 1 %，6 阶只差其三十分之一。分桶的**阶梯**（此处高度随机抽取）完全追不上：指数没有跳跃。32 个余弦之和总差五分之一：远处的起伏由许多余弦同步而成，八维造不出来。

带来你自己的一列数，比如某个模型学到的偏置，读出它的块。`,
    variants: { kerple: "KERPLE", t5: "T5 分桶", fire: "FIRE", sandwich: "Sandwich" },
  },
};

export const backwards = { en, "zh-Hans": zhHans };
