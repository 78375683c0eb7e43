/** What only many positions show. **bold** and blank lines are all the markup there is. */
import type { StoryWords, Translated } from "./types.ts";

const en = {
  million: {
    title: "A million positions",
    lead: "RoPE's base against lag, far enough to see where a base ends.",
    text: `Down runs the base, from 100 to 10^{8}; across runs the lag; the colour is the score of a key with an equal query, averaged over the lags of a column. Touch the picture to read a cell.

Read a row from the left. The score falls as hand after hand leaves, and wanders about 0 once all have turned. The border where red ends moves right as the base grows: **a larger base slows the slow hands**, and those that have not made a quarter turn still agree. It adds no decay and takes none away: every hand keeps its length for ever, and the fastest still turns one radian a token, whatever the base.

Left of the border a key of the same content scores above 0 on average; right of it, it no longer does. That is a bound from below on the base for a context, not a promise that a model uses it.

**Effective context** shows what a softmax makes of it: e^{H} for a head that sees all lags up to the column's. Under a small base a few near keys win while the context is short and drown in the mere number of the others once it is long; a dark band follows the border, where far keys score below the noise.`,
    variants: {
      near: "4096 lags",
      far: "a million lags",
      effective: "effective context",
    },
  },
} as const satisfies Record<string, StoryWords>;

const zhHans: Translated<typeof en> = {
  million: {
    title: "一百万个位置",
    lead: "RoPE 的底数与间距：远到足以看见一个底数在哪里用尽。",
    text: `纵向是底数，从 100 到 10^{8}；横向是间距；颜色是键与相同查询的得分，在一列的间距上取平均。触碰图面即可读出一格。

从左往右看一行。指针一根接一根走开，得分随之下降；全部转过之后，它只在 0 附近徘徊。红色结束的边界随底数增大而右移：**底数越大，慢针越慢**，尚未走完四分之一圈的指针仍然一致。它既不增加衰减，也不减少衰减：每根指针的长度永远不变，最快的那根无论底数多大都是每词元一弧度。

在边界左侧，内容相同的键平均得分高于 0；在右侧则不再如此。这是某一上下文长度对底数的下界，并不保证模型真的用到它。

**有效上下文**展示 softmax 的结果：对能看到该列及之前所有间距的头，取 e^{H}。底数小时，上下文尚短，近处的几个键胜出；上下文一长，它们便淹没在其余键的数量里。沿着边界有一条暗带：那里远处的键得分低于噪声。`,
    variants: { near: "4096 个间距", far: "一百万个间距", effective: "有效上下文" },
  },
};

export const long = { en, "zh-Hans": zhHans };
