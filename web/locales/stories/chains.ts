/** Jordan blocks: position, velocity, and what a nudge does to them. **bold** and blank lines are all the markup there is. */
import type { StoryWords, Translated } from "./types.ts";

const en = {
  "slow-pair": {
    title: "ALiBi as a very slow clock",
    lead: "sin(ωτ)/ω is τ as long as the hand has hardly moved.",
    text: `A Jordan block J₂ draws ALiBi's straight line. A pair of eigenvalues ±iω with a small ω draws almost the same line for τ ≪ 1/ω and turns back later: the block is the **limit** of the pair as its two eigenvalues meet at 0.

That is why "is this matrix defective?" has no yes or no in floating point, only "within ε of it".`,
  },
  nudge: {
    title: "Nudging a Jordan block",
    lead: "Move an entry by a millionth, and the eigenvalues move by a thousandth.",
    text: `Put ε into the corner of J₂: its double eigenvalue 0 splits into ±√ε. With ε = −10⁻⁶ they are ±0.001 i and the line becomes the start of a sine; with ε > 0 one of them is positive and the curve runs away exponentially. The block of size k splits by ε^{1/k}.

The curve stays a line only while τ·√|ε| ≪ 1.`,
  },
  puck: {
    title: "The puck",
    lead: "Position, velocity, acceleration: nilpotent generators are Newton's first laws.",
    text: `A puck on ice has a position and a velocity. Time adds velocity to position and leaves velocity alone: that is e^{tJ₂} = I + tJ₂, a series that **stops**, since J₂² = 0. ALiBi is this puck in two extra coordinates: the query carries [q; −m; 0], the key [k; 0; 1], and the score gains −mτ.

With an acceleration as well, J₃ adds a term t²/2.`,
    variants: { velocity: "J₂", acceleration: "J₃" },
  },
  lift: {
    title: "ALiBi's two extra coordinates",
    lead: "A bias is no linear map of q and k; in two more dimensions it is.",
    text: `Acting on q and k alone, −mτ is **affine, not linear**: no matrix adds a constant. Give the query the coordinates (−m, 0) and the key (0, 1), the same for every token, and let J₂ act on them: the key's tail slides along the line, (τ, 1), and its shadow on the query is −mτ. So ALiBi is a one-parameter group after all, but only **in the lift**.

The two extra coordinates can be written in other ways: a share √m on either side, or m in the generator, X = −mE with offsets 1. Up to scaling they are the same group and the scores agree. Drag m to 0 and they part: the third has X = 0, which is **NoPE**; in the others J₂ stays a defective block that nobody looks at.`,
  },
  corners: {
    title: "Corners nobody lives in",
    lead: "Critically damped, and damped Jordan waves: allowed by the theorem, hardly tried.",
    text: `The theorem allows every matrix. Models use diagonal ones, rotations, and one nilpotent block. Between them lie curves like τe^{−aτ}, which **first rise and then fall**: attention that prefers a certain distance; the same with a wave inside; and a quadratic start with an exponential end.

Whether a model would profit from them is an experiment, not a theorem. Drag the block and see what it offers.`,
  },
} as const satisfies Record<string, StoryWords>;

const zhHans: Translated<typeof en> = {
  "slow-pair": {
    title: "ALiBi 是一只极慢的时钟",
    lead: "只要指针几乎没动，sin(ωτ)/ω 就是 τ。",
    text: `若尔当块 J₂ 画出 ALiBi 的直线。一对很小的特征值 ±iω 在 τ ≪ 1/ω 时画出几乎相同的直线，之后才折返：块是两个特征值在 0 处相遇时的**极限**。

因此在浮点数中，“这个矩阵是否亏损”没有是与否，只有“在 ε 之内”。`,
  },
  nudge: {
    title: "轻推若尔当块",
    lead: "把一个元素移动百万分之一，特征值就移动千分之一。",
    text: `在 J₂ 的角上放入 ε：二重特征值 0 分裂为 ±√ε。ε = −10⁻⁶ 时为 ±0.001 i，直线成为正弦的开端；ε > 0 时其中一个为正，曲线按指数逃逸。大小为 k 的块按 ε^{1/k} 分裂。

只有当 τ·√|ε| ≪ 1 时曲线才仍是直线。`,
  },
  puck: {
    title: "冰球",
    lead: "位置、速度、加速度：幂零生成元就是牛顿的运动定律。",
    text: `冰面上的冰球有位置和速度。时间把速度加到位置上而速度不变：这就是 e^{tJ₂} = I + tJ₂，级数到此**终止**，因为 J₂² = 0。ALiBi 就是两个额外坐标中的冰球：查询带 [q; −m; 0]，键带 [k; 0; 1]，得分增加 −mτ。

若再有加速度，J₃ 会加上 t²/2 一项。`,
    variants: { velocity: "J₂", acceleration: "J₃" },
  },
  lift: {
    title: "ALiBi 的两个额外坐标",
    lead: "偏置不是 q 与 k 的线性映射；多两个维度，它就是了。",
    text: `若只作用于 q 与 k，−mτ 是**仿射而非线性**的：没有矩阵能加上一个常数。给查询添上坐标 (−m, 0)，给键添上 (0, 1)，对每个词元都一样，再让 J₂ 作用其上：键的尾端沿直线滑到 (τ, 1)，它在查询上的投影就是 −mτ。所以 ALiBi 终究是单参数群，但只**在提升之中**。

这两个坐标还有别的写法：两边各担 √m；或者把 m 放进生成元，X = −mE，偏移皆为 1。除缩放之外它们是同一个群，得分一致。把 m 拖到 0，它们便分道扬镳：第三种的 X = 0，即 **NoPE**；在另外两种里，J₂ 仍是亏损的块，只是没有谁去看它。`,
  },
  corners: {
    title: "无人居住的角落",
    lead: "临界阻尼与带阻尼的若尔当波：定理允许，却少有人试。",
    text: `定理允许一切矩阵。模型只用对角阵、旋转和一个幂零块。其间还有 τe^{−aτ} 这样**先升后降**的曲线：偏爱某个距离的注意力；还有其中带波的，以及以二次开始、以指数结束的。

模型能否从中受益，是实验问题而非定理。拖动这一块，看看它能给出什么。`,
  },
};

export const chains = { en, "zh-Hans": zhHans };
