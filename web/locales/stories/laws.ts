/** The derivation in words. **bold** and blank lines are all the markup there is. */
import type { StoryWords, Translated } from "./types.ts";

const en = {
  shuffle: {
    title: "Order matters",
    lead: "Without position, 我爱你 and 你爱我 are the same bag of scores.",
    text: `Attention compares vectors. Where a token stands is not in them: shuffle the row, and the last token gives each word **the very score it had**. The two rows of dots are the scores sorted, as written and as they lie. Drag a card, or focus one and use the arrow keys: without position the dots never move.

Now let the scores know positions, by the box at the right. Of **only she told him that she loved him** every order of "only" is another sentence, and the same words score otherwise in each, and a word that stands twice (she, him) no longer scores the same twice. That is all that a positional encoding is for.`,
    variants: { blind: "without position", placed: "with RoPE" },
  },
  invariance: {
    title: "n, not n²",
    lead: "Token 10 looking at 5 and token 110 looking at 105 see the same.",
    text: `For n tokens there are n² pairs of positions, and a transformation of its own for each would be n² of them: at n = 4096 almost 17 million. Ask that only the lag t − s count, and there are n: one for each diagonal of the table. Slide the table along its diagonal: query and key shift together, the numbers at its rim change, the colours do not. To the right all pairs of a diagonal fall on **one dot**.

Sinusoids and learned rows are added to q and k, so the score has cross terms that know t and s apart. There the dots scatter, the table flows as it is slid, and a learned table ends with its last row.`,
    variants: { relative: "damped RoPE", absolute: "sinusoidal", learned: "learned, 64 rows" },
  },
  factors: {
    title: "Where the two factors come from",
    lead: "F encodes the query, G the key. Any invertible M may stand between them.",
    text: `An encoding has to write positions into queries and keys **apart**, before it knows which query will meet which key. So A(t − s) comes in two factors: F(t)ᵀ = e^{tX}M at the query, G(s) = M⁻¹e^{−sX} at the key. Drag the columns of **M**: both factors change, their product does not. M need be no rotation; any matrix with an inverse will do. RoPE as engines compute it turns query and key forward alike, F(t) = R(θt) and G(s) = R(θs), so that A(τ) = F(t)ᵀG(s) = R(−θτ): the same pair of eigenvalues, turning the other way.

The factors are a way to compute, and not a safe one. Slide t and s far out with the decay: e^{tX} sinks to 0, e^{−sX} rises beyond the range of numbers, and 0 · ∞ is nothing. The product, e^{(t−s)X}, was never in danger.`,
    variants: { turning: "damped rotation", overflow: "decay, far out" },
  },
  composition: {
    title: "Why it is an exponential",
    lead: "Shift both arguments, cancel the middle: A(s)A(t) = A(s + t), in live numbers.",
    text: `Ask only that the score depend on t − s, and that F and G be square. Then A(s) may be written at positions shifted by t, G(t) meets F(t)ᵀ in the middle, and they cancel, because A(0) = I. What is left says that lags **compose**; the only continuous solutions are A(τ) = e^{τX}. Step through it, and move s and t: every matrix follows.

KERPLE adds −ln(1 + τ) to the score. Lifted as ALiBi is, its A(s)A(t) has the sum of two logarithms in its corner, and A(s + t) the logarithm of a sum. A decay of |τ| is invariant too, yet fails where the lags differ in sign: a mirror is no group.`,
    variants: { proof: "the proof", outsider: "KERPLE fails", mirrored: "a mirrored decay fails" },
  },
  integers: {
    title: "Integers only",
    lead: "On whole numbers a negative eigenvalue is allowed, and no exponential passes through it.",
    text: `Tokens are counted. If A need exist only at whole lags, then A(n) = A(1)^{n} and that is all: A(1) = −0.9 gives a score that changes sign at every token. It composes without a fault.

But there is no real A(½), so no X of one dimension. The theorem's word **continuous** is what rules it out. Give the number −0.9 a second copy, and the pair can turn by half a circle a token: the thin line is one coordinate of that rotation, and RoPE with θ = π does the same.`,
  },
  axioms: {
    title: "Which law does it break?",
    lead: "Five axioms, measured: who holds them all is an exponential, and each outsider has its own gap.",
    text: `Linear, invariant, trivial at lag 0, composing, continuous: whoever holds all five is e^{τX}. Each number is the largest miss found on a grid of lags and in random probes; each verdict names the first counterexample.

**ALiBi** holds them in a lift, with two constant coordinates beside q and k. A factor on the score, as YaRN's, breaks A(0) = I and **costs nothing**: a query can absorb it. A decay of |τ|, for attention in both directions, is invariant and yet no group. **KERPLE** and **T5** add a bias that does not add up: among additive biases that depend on the lag alone and continuously, only the straight line does. Sinusoids act on x, not on q and k. Add an encoding and see.`,
  },
} as const satisfies Readonly<Record<string, StoryWords>>;

const zhHans: Translated<typeof en> = {
  shuffle: {
    title: "顺序是要紧的",
    lead: "没有位置，“我爱你”与“你爱我”就是同一袋得分。",
    text: `注意力比较的是向量，词元站在哪里并不在其中：打乱这一行，最后的词元给每个词的得分**分毫不变**。两行圆点是排序后的得分，一行按原来的顺序，一行按现在的顺序。拖动一张卡片，或选中后用方向键移动：没有位置时圆点从不移动。

再勾选右边的方框，让得分知道位置。在 **only she told him that she loved him** 中，“only”每换一处就是另一句话，同样的词得分也随之不同，出现两次的词（she、him）也不再两次得分相同。位置编码要做的就是这件事。`,
    variants: { blind: "没有位置", placed: "用 RoPE" },
  },
  invariance: {
    title: "是 n，不是 n²",
    lead: "第 10 个词元看第 5 个，与第 110 个看第 105 个，所见相同。",
    text: `n 个词元有 n² 对位置，若每一对各有一个变换，就要 n² 个：n = 4096 时将近 1700 万。只要求距离 t − s 起作用，就只剩 n 个：表中每条对角线一个。沿对角线滑动这张表：查询与键一同平移，边上的数字在变，颜色不变。右边，同一对角线上的所有位置对落在**同一个点**上。

正弦编码与学习得到的行是加到 q 与 k 上的，得分因此有分别知道 t 和 s 的交叉项。那里的点是散开的，滑动时整张表在流动，而学习的表在最后一行之后就没有了。`,
    variants: { relative: "带阻尼的 RoPE", absolute: "正弦编码", learned: "学习的位置，64 行" },
  },
  factors: {
    title: "两个因子从何而来",
    lead: "F 编码查询，G 编码键，两者之间可以放任何可逆矩阵 M。",
    text: `编码必须把位置**分别**写入查询和键，那时还不知道哪个查询会遇到哪个键。于是 A(t − s) 分为两个因子：查询处的 F(t)ᵀ = e^{tX}M，键处的 G(s) = M⁻¹e^{−sX}。拖动 **M** 的列：两个因子都变，乘积不变。M 不必是旋转，任何可逆矩阵都行。引擎计算的 RoPE 把查询与键同样向前旋转，F(t) = R(θt)，G(s) = R(θs)，于是 A(τ) = F(t)ᵀG(s) = R(−θτ)：特征值是同一对，只是转向相反。

因子是一种算法，而且并不安全。在衰减的例子中把 t 与 s 推到远处：e^{tX} 沉到 0，e^{−sX} 超出数的范围，0 · ∞ 没有意义。而乘积 e^{(t−s)X} 从未有过危险。`,
    variants: { turning: "带阻尼的旋转", overflow: "远处的衰减" },
  },
  composition: {
    title: "为何是指数",
    lead: "平移两个参数，消去中间：A(s)A(t) = A(s + t)，用活的数字演示。",
    text: `只要求得分取决于 t − s，且 F 与 G 为方阵。那么 A(s) 可以写在平移了 t 的位置上，G(t) 与 F(t)ᵀ 在中间相遇并抵消，因为 A(0) = I。剩下的说明距离可以**复合**；连续的解只有 A(τ) = e^{τX}。一步步看，并移动 s 与 t：每个矩阵都跟着变。

KERPLE 给得分加上 −ln(1 + τ)。像 ALiBi 那样提升之后，A(s)A(t) 的角上是两个对数之和，而 A(s + t) 的角上是和的对数。按 |τ| 衰减也是平移不变的，但当 s 与 t 符号不同时失败：镜像不是群。`,
    variants: { proof: "证明", outsider: "KERPLE 失败", mirrored: "镜像衰减失败" },
  },
  integers: {
    title: "只有整数",
    lead: "在整数上允许负特征值，却没有指数函数穿过它。",
    text: `词元是数出来的。若 A 只需在整数距离上存在，则 A(n) = A(1)^{n}，仅此而已：A(1) = −0.9 给出每个词元变号的得分，复合毫无差错。

但是没有实的 A(½)，因此没有一维的 X。把它排除在外的正是定理中的**连续**二字。给 −0.9 再配一份，这一对就能每词元转半圈：细线是这一旋转的一个坐标，θ = π 的 RoPE 也是如此。`,
  },
  axioms: {
    title: "它违反哪条定律？",
    lead: "五条公理，逐一测量：全部满足者就是指数，每个局外者各有各的缺口。",
    text: `线性、平移不变、距离 0 不起作用、可复合、连续：五条全满足者就是 e^{τX}。每个数是在距离网格和随机探针中找到的最大偏差，每个结论都给出第一个反例。

**ALiBi** 在提升之后全部满足：在 q 与 k 旁边添上两个常数坐标。像 YaRN 那样给得分乘一个因子，违反 A(0) = I，但**不费任何代价**：查询可以吸收它。用于双向注意力的 |τ| 衰减是平移不变的，却不是群。**KERPLE** 与 **T5** 加上的偏置不可加：在只取决于距离且连续的加性偏置中，只有直线可加。正弦编码作用于 x，而不是 q 与 k。添加一种编码试试看。`,
  },
};

export const laws = { en, "zh-Hans": zhHans };
