/** Jordan blocks: position, velocity, and what a nudge does to them. **bold** and blank lines are all the markup there is. */
import type { StoryWords, Translated } from "./types.ts";

const en = {
  "slow-pair": {
    title: "ALiBi as a very slow clock",
    lead: "sin(ωτ)/ω is τ as long as the hand has hardly moved.",
    text: `A Jordan block J₂ draws ALiBi's straight line, 1 − mτ. Take [[0, 1], [−ω², 0]] in its place: its eigenvalues are ±iω, and the curve is 1 − m sin(ωτ)/ω. For τ ≪ 1/ω the two are the same to the eye; then the hand has turned far enough to be seen, and the curve bends back. The block is the **limit** of the pair as its two eigenvalues meet at 0.

So ALiBi is no stranger among the rotations: it is RoPE's slowest clock, slowed down without end, with a key that is stretched as the clock slows. And "is this matrix defective?" has no yes or no in floating point, only "within ε of it".`,
  },
  nudge: {
    title: "Nudging a Jordan block",
    lead: "Move an entry by a millionth, and the eigenvalues move by a thousandth.",
    text: `Put ε into the corner of J₂: its double eigenvalue 0 splits into ±√ε. With ε = −10⁻⁶ they are ±0.001 i and the line becomes the start of a sine; with ε > 0 one of them is positive and the curve runs away exponentially. The block of size k splits by ε^{1/k}: its eigenvalues go to the k corners of a circle, and for J₃ a millionth becomes a hundredth.

The curve stays what it was only while τ·|ε|^{1/k} ≪ 1. At τ = 5000 the line would be at 5000; with ε = −10⁻⁶ it is at −959, with +10⁻⁶ at 74 203. Move ε and watch where the two curves part: a line under the eigenvalues says from which lag on. Rounding alone is such a nudge: that is why a library that promises Jordan blocks has to say **within which tolerance**.`,
    variants: { turning: "J₂, ε < 0", growing: "J₂, ε > 0", cube: "J₃" },
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
    lead: "Critically damped, damped Jordan waves, a quadratic lift: allowed by the theorem, hardly tried.",
    text: `That there are "no untried encodings" holds for linear ones without a lift that are diagonal. The theorem allows every matrix, and between the diagonal ones and ALiBi's one nilpotent block there is room.

**τe^{−aτ}**, a damped block of two, first rises and then falls: a head that looks by preference 1/a tokens back. With a pair in place of the real eigenvalue there is a wave inside: several favourite distances, a period apart. A block of three starts like a parabola. A **quadratic lift**, J₃ in three constant coordinates, subtracts cτ²: after softmax a Gaussian window, gentler than ALiBi near by and sterner far away.

Why does nobody use them? Probably because they cost what they promise: τ multiplies the gradient as well as the score; a damped block split between query and key overflows as any decay does; kernels are written for rotations and for one added line; and learned weights can imitate a preferred distance by means of several pairs. Whether a model would profit is an experiment, not a theorem. Drag a block and see what it offers.`,
    variants: { bumps: "rise and fall", lift: "quadratic lift" },
  },
} as const satisfies Record<string, StoryWords>;

const zhHans: Translated<typeof en> = {
  "slow-pair": {
    title: "ALiBi 是一只极慢的时钟",
    lead: "只要指针几乎没动，sin(ωτ)/ω 就是 τ。",
    text: `若尔当块 J₂ 画出 ALiBi 的直线 1 − mτ。换成 [[0, 1], [−ω², 0]]：它的特征值是 ±iω，曲线是 1 − m sin(ωτ)/ω。当 τ ≪ 1/ω 时肉眼看不出差别；之后指针转得够远，曲线便折返。块是两个特征值在 0 处相遇时这一对的**极限**。

所以 ALiBi 在旋转之中并非外人：它是 RoPE 最慢的时钟无止境地放慢，而键随之拉长。而“这个矩阵是否亏损”在浮点数中没有是与否，只有“在 ε 之内”。`,
  },
  nudge: {
    title: "轻推若尔当块",
    lead: "把一个元素移动百万分之一，特征值就移动千分之一。",
    text: `在 J₂ 的角上放入 ε：二重特征值 0 分裂为 ±√ε。ε = −10⁻⁶ 时为 ±0.001 i，直线成为正弦的开端；ε > 0 时其中一个为正，曲线按指数逃逸。大小为 k 的块按 ε^{1/k} 分裂：特征值移到圆上的 k 个等分点，对 J₃ 而言百万分之一变成百分之一。

只有当 τ·|ε|^{1/k} ≪ 1 时曲线才保持原样。在 τ = 5000 处直线应为 5000；ε = −10⁻⁶ 时是 −959，+10⁻⁶ 时是 74 203。移动 ε，看两条曲线在哪里分开：特征值下方的一行说出从哪个距离起。舍入本身就是这样的扰动：所以许诺若尔当块的程序必须说明**在多大的容差之内**。`,
    variants: { turning: "J₂，ε < 0", growing: "J₂，ε > 0", cube: "J₃" },
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
    lead: "临界阻尼、带阻尼的若尔当波、二次提升：定理允许，却少有人试。",
    text: `“没有未被尝试的编码”只对不带提升、可对角化的线性编码成立。定理允许一切矩阵，在对角阵与 ALiBi 的那一个幂零块之间还有余地。

**τe^{−aτ}**，大小为 2 的带阻尼的块，先升后降：一个偏爱往回看 1/a 个词元的注意力头。若把实特征值换成一对，其中便有波：几个相隔一个周期的偏爱距离。大小为 3 的块以抛物线开始。**二次提升**，即三个常数坐标中的 J₃，减去 cτ²：经过 softmax 就是高斯窗，近处比 ALiBi 温和，远处比它严厉。

为什么没有人用？大概因为它们的好处也就是代价：τ 不仅乘在得分上，也乘在梯度上；带阻尼的块分摊到查询与键上，会像任何衰减一样溢出；计算核是为旋转和一条附加的直线写的；而学到的权重也能用几个对来模仿偏爱的距离。模型能否从中受益，是实验问题而非定理。拖动这一块，看看它能给出什么。`,
    variants: { bumps: "先升后降", lift: "二次提升" },
  },
};

export const chains = { en, "zh-Hans": zhHans };
