/** What only many positions show. **bold** and blank lines are all the markup there is. */
import type { StoryWords, Translated } from "./types.ts";

const en = {
  sequence: {
    title: "A whole sequence",
    lead: "The same sampled queries and keys under four encodings: where attention goes, position by position.",
    text: `Each query of the sequence attends to itself and to every key before it. The pictures are the N×N tables of weights, averaged over bands of 1/128 of the sequence: queries down, keys across, bright is much. The curves say what becomes of it as the sequence grows; choose above them what they show. All four encodings get the same sampled queries and keys, and **the last variant is eight times longer**.

**Effective context**, e^{H}, is how many equal keys would share the weight alike. Under **NoPE** it is a fixed share of all keys, so the curve is a straight line; under **RoPE** nearly so, with bright diagonals where many hands of the ladder come round together. **ALiBi** stays level: its logits go to −∞, and however long the sequence, a query sees about the same few keys.

The **decay** is the surprise. Its scores fade to 0, and in a short sequence near keys win. But a score of 0 is a weight too, and far keys grow in number: in the long sequence the decay catches up with no encoding at all. **A decay of the score is no decay of attention.**

**By lag** counts the same weight in bins, each twice as wide as the one before. **First key** shows no sink: the first key was sampled like the others. Where a trained model attends to it, the model has learned to; the encoding alone does not make it.

At 65 536 positions a table would hold 2.1 billion weights. It is never stored: the weights are summed up tile by tile, on the graphics card where there is one. **Stop** ends that at once.`,
    variants: { effective: "effective context", lags: "by lag", longer: "8192 positions" },
  },
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
  context: {
    title: "What scaling does to a context",
    lead: "One model, stretched up to 64 times by three rules, down to the last of a million lags.",
    text: `Llama 3.1's rotary pairs (128 dimensions, base 500 000, trained to 8192 positions); down runs the factor of their scaling, and its first row, 1, is the model without. Across runs the context, to a million tokens. The colour is e^{H}: how many keys a head attends to when it sees them all, where queries and keys have equal means.

**Llama 3's rule** leaves the fast hands alone and slows the slow ones, which then agree for longer: more far keys stay in play. At 131 072 tokens the head attends to 12 503 of them without scaling and to 50 784 with factor 8. **Linear** slows every hand, the near ones too, and comes to 19 089. **YaRN** slows them along a ramp like Llama's and multiplies each score by (0.1 ln s + 1)^{2} besides, 1.46 at s = 8. That sharpens the softmax: 2520 keys are left.

The last picture shows Llama 3's scores themselves. The first column whose mean is not above 0 lies at 116 736 lags without scaling, at 757 760 with factor 8. Scaling moves the border; whether a model finds anything beyond it is a matter of training.`,
    variants: {
      llama3: "Llama 3",
      linear: "linear",
      yarn: "YaRN",
      score: "Llama 3, scores",
    },
  },
} as const satisfies Record<string, StoryWords>;

const zhHans: Translated<typeof en> = {
  sequence: {
    title: "整段序列",
    lead: "同一批抽样的查询与键，四种编码：注意力逐个位置去往何处。",
    text: `序列中的每个查询关注自己以及之前的每个键。下方图片是 N×N 的权重表，按序列的 1/128 分带取平均：纵向是查询，横向是键，越亮权重越大。曲线说明序列变长时的变化；画什么可在上方选择。四种编码用的是同一批抽样的查询与键，**最后一个变体长八倍**。

**有效上下文** e^{H} 是多少个等权的键会同样分摊权重。**NoPE** 之下它占全部键的固定份额，曲线是一条直线；**RoPE** 之下大致如此，频率阶梯上许多指针同时转回之处有亮的对角线。**ALiBi** 保持水平：它的 logit 趋向 −∞，序列再长，一个查询看到的还是差不多那几个键。

**衰减**出人意料。它的得分衰减到 0，短序列里近处的键胜出。但得分 0 也是一份权重，而远处的键越来越多：在长序列里，衰减最终追上了没有编码的情形。**得分的衰减不是注意力的衰减。**

**按距离**把同样的权重分入区间，每个区间比前一个宽一倍。**首个键**并没有形成汇：它和其他键一样是抽样得来的。训练好的模型若关注它，那是学来的；单凭编码不会如此。

在 65 536 个位置上，一张表会有 21 亿个权重。它从不被存下来：权重逐块累加，有显卡时在显卡上完成。按**停止**立即结束。`,
    variants: { effective: "有效上下文", lags: "按距离", longer: "8192 个位置" },
  },
  million: {
    title: "一百万个位置",
    lead: "RoPE 的底数与距离：远到足以看见一个底数在哪里用尽。",
    text: `纵向是底数，从 100 到 10^{8}；横向是距离；颜色是键与相同查询的得分，在一列的距离上取平均。触碰图面即可读出一格。

从左往右看一行。指针一根接一根走开，得分随之下降；全部转过之后，它只在 0 附近徘徊。红色结束的边界随底数增大而右移：**底数越大，慢针越慢**，尚未走完四分之一圈的指针仍然一致。它既不增加衰减，也不减少衰减：每根指针的长度永远不变，最快的那根无论底数多大都是每词元一弧度。

在边界左侧，内容相同的键平均得分高于 0；在右侧则不再如此。这是某一上下文长度对底数的下界，并不保证模型真的用到它。

**有效上下文**展示 softmax 的结果：对能看到该列及之前所有距离的头，取 e^{H}。底数小时，上下文尚短，近处的几个键胜出；上下文一长，它们便淹没在其余键的数量里。沿着边界有一条暗带：那里远处的键得分低于噪声。`,
    variants: { near: "4096 个距离", far: "一百万个距离", effective: "有效上下文" },
  },
  context: {
    title: "缩放如何改变上下文",
    lead: "同一个模型，按三种规则最多拉长到 64 倍，直到一百万个距离的最后一个。",
    text: `Llama 3.1 的旋转对（128 维，底数 500 000，训练长度 8192）；纵向是缩放因子，第一行为 1，即不缩放的模型。横向是上下文长度，直到一百万词元。颜色是 e^{H}：当查询与键均值相同、头能看到全部键时，它实际关注多少个键。

**Llama 3 的规则**不动快针，只放慢慢针；慢针一致得更久，于是更多远处的键仍然有份。在 131 072 个词元处，不缩放时头关注其中 12 503 个，因子为 8 时关注 50 784 个。**线性缩放**放慢每一根针，连近处的也不例外，得 19 089 个。**YaRN** 沿着与 Llama 相似的斜坡放慢，另外还把每个得分乘以 (0.1 ln s + 1)^{2}，s = 8 时为 1.46。softmax 因此变尖：只剩 2520 个键。

最后一幅图是 Llama 3 规则下的得分本身。均值不再大于 0 的第一列，不缩放时在 116 736 个距离处，因子为 8 时在 757 760 处。缩放移动了边界；模型在边界之外能否找到什么，取决于训练。`,
    variants: { llama3: "Llama 3", linear: "线性", yarn: "YaRN", score: "Llama 3，得分" },
  },
};

export const long = { en, "zh-Hans": zhHans };
