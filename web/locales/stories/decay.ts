/** Why scores fade with distance. **bold** and blank lines are all the markup there is. */
import type { StoryWords, Translated } from "./types.ts";

const en = {
  interference: {
    title: "Why an isometry forgets",
    lead: "RoPE shortens no vector, yet its score fades: its clocks fall out of step.",
    text: `RoPE's X is skew-symmetric: e^{τX} turns pairs of coordinates and keeps every length. Nothing in it decays. Give query and key the same mean in every pair, and S(τ)/S(0) is the average of cos(ω_i τ) over the ladder of frequencies: at first all clocks agree, then the fast ones scatter, then the slower ones.

The fall is **logarithmic**: close to 1 − (ln τ + γ)/ln base, the thin line, because each factor e of distance scatters the same share of a geometric ladder. The law ends at τ ≈ πd/ln base, here 262. Beyond it the sum is almost periodic and never dies: the bumps are neighbouring clocks that differ by whole turns.

Change base and dimension, and watch the end of the law move.`,
  },
  mechanisms: {
    title: "Three ways to fade",
    lead: "Damped rotation, interference, a straight line: where distance enters differs.",
    text: `Three curves that begin at 1 and fall. **Damped RoPE** has a real part in every eigenvalue: it forgets whatever the queries and keys are. **RoPE** has none: what falls is the agreement of its clocks, and only where q and k have means that agree. **ALiBi** subtracts a slope: a Jordan block at zero in two extra coordinates, blind to q and k, and the only one whose logit goes to −∞.

Under softmax they differ more than here: a damped score tends to logit 0, which is no small weight among negative logits; only the line silences the far past for good.`,
  },
  relatives: {
    title: "Relatives: RetNet, xPos, Mamba",
    lead: "Damped rotations that differ in who is damped how fast.",
    text: `All three turn and fade. **RetNet** gives a head one rate for all its pairs; **xPos** gives each pair its own, least for the slow ones, so that the far past is told by slow clocks alone; a **Mamba-style** layer damps everything on the clock of its data, Δt, and turns a part of its state.

On the plane they are three shapes: an upright line, a curve, and a line with coordinates that do not turn. Drag one and see which of its numbers moves.`,
  },
  means: {
    title: "Same, opposite, mixed means",
    lead: "Whether attention fades or grows with distance is up to the means of q and k.",
    text: `The same RoPE, three keys. With **equal** means the score falls with distance. With **opposite** means it starts at its lowest and rises: the head looks away from its neighbours. With means that agree in the fast pairs and disagree in the slow ones the curve bends in between.

So decay is not a property of RoPE. It is a property of RoPE together with the bias that a model adds to its queries and keys; without such means there is nothing systematic to see.`,
    variants: { same: "equal", opposite: "opposite", mixed: "mixed" },
  },
} as const satisfies Record<string, StoryWords>;

const zhHans: Translated<typeof en> = {
  interference: {
    title: "等距变换为何会遗忘",
    lead: "RoPE 不缩短任何向量，得分却会衰减：它的时钟渐渐走散。",
    text: `RoPE 的 X 是反对称矩阵：e^{τX} 成对地旋转坐标，保持一切长度，其中没有任何衰减。若查询与键在每一对上均值相同，S(τ)/S(0) 就是 cos(ω_i τ) 在频率阶梯上的平均：起初所有时钟一致，随后快的先走散，慢的后走散。

下降是**对数式**的：接近细线 1 − (ln τ + γ)/ln base，因为距离每增大 e 倍，等比阶梯中走散的份额相同。这一规律止于 τ ≈ πd/ln base，此处为 262。此后总和几乎周期，永不消失：那些隆起来自相邻时钟恰好相差整圈。

改变底数与维度，看规律的终点如何移动。`,
  },
  mechanisms: {
    title: "三种衰减方式",
    lead: "带阻尼的旋转、干涉、直线：距离进入得分的方式各不相同。",
    text: `三条曲线都从 1 开始下降。**带阻尼的 RoPE** 的每个特征值都有负实部：无论查询和键是什么都会遗忘。**RoPE** 没有：下降的是各时钟的一致性，且仅当 q 与 k 的均值一致。**ALiBi** 减去一个斜率：它是两个额外坐标中位于零的若尔当块，与 q、k 无关，也是唯一 logit 趋于 −∞ 的。

在 softmax 之下差别更大：带阻尼的得分趋于 logit 0，在负 logit 之中这并非小权重；只有直线能让遥远的过去永远沉默。`,
  },
  relatives: {
    title: "亲族：RetNet、xPos、Mamba",
    lead: "都是带阻尼的旋转，区别在于谁衰减得多快。",
    text: `三者都旋转并衰减。**RetNet** 让一个头的所有对共用一个衰减率；**xPos** 让每一对各有其率，慢的衰减最少，于是遥远的过去只由慢时钟报出；**Mamba 式**的层在数据的时钟 Δt 上让一切衰减，并旋转一部分状态。

在平面上它们是三种形状：一条竖线、一条曲线，以及带有不旋转坐标的一条线。拖动其中一个，看哪个数在变。`,
  },
  means: {
    title: "均值相同、相反与混合",
    lead: "注意力随距离衰减还是增长，取决于 q 与 k 的均值。",
    text: `同一个 RoPE，三种键。均值**相同**时得分随距离下降；均值**相反**时起点最低而后上升：该注意力头避开邻近的词元；快的对一致、慢的对相反时，曲线介于两者之间。

所以衰减并非 RoPE 的性质，而是 RoPE 与模型加在查询和键上的偏置共同的性质；没有这样的均值，就没有系统性的趋势。`,
    variants: { same: "相同", opposite: "相反", mixed: "混合" },
  },
};

export const decay = { en, "zh-Hans": zhHans };
