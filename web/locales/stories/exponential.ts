/** What it means that A(t) is the exponential of X. **bold** and blank lines are all the markup there is. */
import type { StoryWords, Translated } from "./types.ts";

const en = {
  derivative: {
    title: "Its own derivative",
    lead: "A′(0) = X, and ever after A′(t) = X·A(t): X is the velocity, wherever the vector stands.",
    text: `Composition makes it so: A(t + h) = A(h)A(t), and for a small h A(h) ≈ I + hX. So the velocity of A(t)v is **X applied to where it is now**, and it is as well A(t) applied to the first velocity Xv: X and A(t) commute.

The arrow is that velocity, kept for some tokens; the dotted gap is how far the orbit has turned away by then. Play time, drag v. On the circle the arrow is always at right angles, so no length is lost or won; on the spiral it leans inwards; for J₂ it **is** the orbit, and the gap is 0.`,
    variants: { circle: "circle", spiral: "spiral", chain: "J₂", fading: "two decays" },
  },
  series: {
    title: "A series that may end",
    lead: "e^{tX} is I + tX + t²X²/2 + …, and a chain is the one case that needs no dots.",
    text: `The exponential walks: from the tip of v one step tXv, from there a step t²X²v/2, and so on. For a **rotation** every step stands at right angles on the last one and, after a while, is shorter; the polygon winds itself into a point of the circle. With n terms it is as good as (‖tX‖)ⁿ/n!, so first ever worse, then suddenly right: drag the time to see how many terms it takes.

For **J₂** there is nothing to wait for. X² = 0, so I + tX is not an approximation but the exponential, at every t: that is why ALiBi's bias is exactly a line. J₃ stops one step later, with a parabola.`,
    variants: { circle: "circle", chain2: "J₂", chain3: "J₃", fading: "two decays" },
  },
  picture: {
    title: "X, read as a picture",
    lead: "A column of X is where it pushes an axis; everything else follows from that.",
    text: `X has a column for each axis: the velocity of a vector that stands there. For **J₂** the second axis is pushed along the first, and the first nowhere: what is in the second coordinate leaks into the first, and there it dies. J₃ is a chain of two leaks. For a rotation both axes are pushed sideways, for a damped one sideways and home.

A real block of a pair is a **complex number** in disguise: aI + ωJ adds and multiplies as a + iω does. In the basis (1, −i), (1, i) it is a diagonal of two conjugates; the basis is the same for all of them, which is why a model may write its rotations as complex multiplication.

And numbers commute, but matrices need not: e^{X+Y} is e^{X}e^{Y} where **XY = YX**. Two shears that add up to a rotation multiply to something else; the gap starts as t²/2 times XY − YX.`,
    variants: {
      chain2: "J₂",
      chain3: "J₃",
      spiral: "spiral",
      number: "a complex number",
      commuting: "two that commute",
      shears: "two shears",
    },
  },
} as const satisfies Record<string, StoryWords>;

const zhHans: Translated<typeof en> = {
  derivative: {
    title: "自己的导数",
    lead: "A′(0) = X，此后 A′(t) = X·A(t)：向量无论在哪里，X 就是它的速度。",
    text: `这是由复合决定的：A(t + h) = A(h)A(t)，而 h 很小时 A(h) ≈ I + hX。所以 A(t)v 的速度是**把 X 作用在它现在所处的位置上**，也等于把 A(t) 作用在最初的速度 Xv 上：X 与 A(t) 可交换。

箭头就是把这一速度保持若干词元；虚线是届时轨道已偏离多远。播放时间，拖动 v。在圆上箭头总与半径垂直，长度不增不减；在螺线上它向内倾斜；对 J₂ 而言它**就是**轨道，偏离为 0。`,
    variants: { circle: "圆", spiral: "螺线", chain: "J₂", fading: "两个衰减" },
  },
  series: {
    title: "也许会终止的级数",
    lead: "e^{tX} 即 I + tX + t²X²/2 + …，而只有链不需要省略号。",
    text: `指数是走出来的：从 v 的末端走一步 tXv，再走一步 t²X²v/2，如此继续。对**旋转**而言，每一步都与上一步垂直，走过一段之后便越来越短；折线卷成圆上的一点。n 项时的误差约为 (‖tX‖)ⁿ/n!，所以先是越来越差，然后忽然就对了：拖动时间，看需要多少项。

对 **J₂** 则无须等待。X² = 0，所以 I + tX 不是近似，而就是指数，对每个 t 都成立：ALiBi 的偏置恰为直线，原因在此。J₃ 晚一步终止，得到抛物线。`,
    variants: { circle: "圆", chain2: "J₂", chain3: "J₃", fading: "两个衰减" },
  },
  picture: {
    title: "把 X 看成图",
    lead: "X 的一列就是它把一根坐标轴推向何处；其余一切由此而来。",
    text: `X 为每根轴备有一列：站在那里的向量的速度。对 **J₂** 而言，第二根轴沿第一根被推动，第一根则不动：第二个坐标里的东西漏进第一个，到此消失。J₃ 是两次渗漏的链。旋转把两根轴都推向侧面，带阻尼的则推向侧面并拉回原点。

一对特征值的实的块是乔装的**复数**：aI + ωJ 的加法与乘法同 a + iω 一样。在基 (1, −i)、(1, i) 之下，它是对角线上的两个共轭数；所有这样的块共用同一组基，所以模型可以把旋转写成复数乘法。

数可以交换，矩阵却未必：只有当 **XY = YX** 时 e^{X+Y} 才是 e^{X}e^{Y}。两个剪切相加成为旋转，相乘却是别的东西；差距起初是 XY − YX 的 t²/2 倍。`,
    variants: {
      chain2: "J₂",
      chain3: "J₃",
      spiral: "螺线",
      number: "一个复数",
      commuting: "可交换的两个",
      shears: "两个剪切",
    },
  },
};

export const exponential = { en, "zh-Hans": zhHans };
