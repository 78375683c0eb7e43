/** The derivation in words. **bold** and blank lines are all the markup there is. */
import type { StoryWords, Translated } from "./types.ts";

const en = {
  factors: {
    title: "Where the two factors come from",
    lead: "F encodes the query, G the key. Any invertible M may stand between them.",
    text: `An encoding has to write positions into queries and keys **apart**, before it knows which query will meet which key. So A(t − s) comes in two factors: F(t)ᵀ = e^{tX}M at the query, G(s) = M⁻¹e^{−sX} at the key. Drag the columns of **M**: both factors change, their product does not. M need be no rotation; any matrix with an inverse will do.

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
} as const satisfies Readonly<Record<string, StoryWords>>;

const zhHans: Translated<typeof en> = {
  factors: {
    title: "两个因子从何而来",
    lead: "F 编码查询，G 编码键，两者之间可以放任何可逆矩阵 M。",
    text: `编码必须把位置**分别**写入查询和键，那时还不知道哪个查询会遇到哪个键。于是 A(t − s) 分为两个因子：查询处的 F(t)ᵀ = e^{tX}M，键处的 G(s) = M⁻¹e^{−sX}。拖动 **M** 的列：两个因子都变，乘积不变。M 不必是旋转，任何可逆矩阵都行。

因子是一种算法，而且并不安全。在衰减的例子中把 t 与 s 推到远处：e^{tX} 沉到 0，e^{−sX} 超出数的范围，0 · ∞ 没有意义。而乘积 e^{(t−s)X} 从未有过危险。`,
    variants: { turning: "带阻尼的旋转", overflow: "远处的衰减" },
  },
  composition: {
    title: "为何是指数",
    lead: "平移两个参数，消去中间：A(s)A(t) = A(s + t)，用活的数字演示。",
    text: `只要求得分取决于 t − s，且 F 与 G 为方阵。那么 A(s) 可以写在平移了 t 的位置上，G(t) 与 F(t)ᵀ 在中间相遇并抵消，因为 A(0) = I。剩下的说明间隔可以**复合**；连续的解只有 A(τ) = e^{τX}。一步步看，并移动 s 与 t：每个矩阵都跟着变。

KERPLE 给得分加上 −ln(1 + τ)。像 ALiBi 那样提升之后，A(s)A(t) 的角上是两个对数之和，而 A(s + t) 的角上是和的对数。按 |τ| 衰减也是平移不变的，但当两个间隔符号不同时失败：镜像不是群。`,
    variants: { proof: "证明", outsider: "KERPLE 失败", mirrored: "镜像衰减失败" },
  },
  integers: {
    title: "只有整数",
    lead: "在整数上允许负特征值，却没有指数函数穿过它。",
    text: `词元是数出来的。若 A 只需在整数间隔上存在，则 A(n) = A(1)^{n}，仅此而已：A(1) = −0.9 给出每个词元变号的得分，复合毫无差错。

但是没有实的 A(½)，因此没有一维的 X。把它排除在外的正是定理中的**连续**二字。给 −0.9 再配一份，这一对就能每词元转半圈：细线是这一旋转的一个坐标，θ = π 的 RoPE 也是如此。`,
  },
};

export const laws = { en, "zh-Hans": zhHans };
