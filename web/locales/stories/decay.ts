/** Why scores fade with distance. **bold** and blank lines are all the markup there is. */
import type { StoryWords, Translated } from "./types.ts";

const en = {
  interference: {
    title: "Why an isometry forgets",
    lead: "RoPE shortens no vector, yet its score fades: its clocks fall out of step.",
    text: `RoPE's X is skew-symmetric: e^{τX} turns pairs of coordinates and keeps every length. Nothing in it decays. Give query and key the same mean in every pair, and S(τ)/S(0) is the average of cos(ω_i τ) over the ladder of frequencies: at first all clocks agree, then the fast ones scatter, then the slower ones.

The fall is **logarithmic**: close to 1 − (ln τ + γ)/ln base, the thin line, because each factor e of distance scatters the same share of a geometric ladder. The law ends at τ ≈ πd/ln base, here 262. Beyond it the sum is almost periodic and never dies.

Where do the bumps come from? The second figure shows who makes the score at lag 1107, where it is 0.217 and not the law's 0.176: each pair as a dot, bands of neighbours as bars. Slow pairs still agree, and the middle is where they part; the fast ones should cancel. They do, **except where neighbours differ by whole turns** (2π, 4π, …) and so point the same way: four bands near ω = 2πm·(d/2)/(τ ln base) make the excess. No single pair could: it is worth 1/384.

Move over the curve to look at other lags, play k to add the pairs one by one, change base and dimension, and watch the end of the law move.`,
  },
  mechanisms: {
    title: "Three ways to fade",
    lead: "Damped rotation, interference, a straight line: where distance enters differs, and softmax tells them apart.",
    text: `Three curves that begin at 1 and fall. **Damped RoPE** has a real part in every eigenvalue, −0.001 a token: it forgets whatever the queries and keys are. **RoPE** has none: what falls is the agreement of its clocks, and only where q and k have means that agree, here 1 in every component. **ALiBi** subtracts a slope: 1 − 0.0005τ, blind to q and k. The published plot stops it at −0.5; here the axis ends there and the line goes on.

Fading scores are not fading attention. Softmax turns a logit of 0 into a weight of 1 part, and the first two curves tend to **logit 0**: however far a key lies, it keeps its part, and a negative logit that fades even rises. Only ALiBi's logit goes to −∞. With a logit of 8 at lag 0 and 5000 keys the three look alike: they attend to as many as 338, 714 and 680 keys of equal weight. Drag **keys seen** to 50 000: now it is 15 562, 14 008 and still 680.

Then drag the **logit scale**. It multiplies the query, as 1/√d does, and moves the first two; ALiBi's slope is added beside it and stays.`,
    table: {
      header: ["", "where distance enters", "shape", "robust", "flexible", "generator"],
      rows: [
        [
          "Damped RoPE",
          "the real part of each eigenvalue",
          "e^{−0.001τ} times interference; tends to 0",
          "it forgets whatever q and k are",
          "one rate for all pairs, or one each",
          "pairs a ± iω, a < 0: complex, size 1",
        ],
        [
          "RoPE with a bias",
          "means of q and k that agree",
          "a logarithm up to lag πd/ln base, then revivals; never dies",
          "lives and dies with the means: opposite ones grow",
          "a model learns it, pair by pair",
          "pairs ± iω: imaginary, size 1",
        ],
        [
          "ALiBi",
          "a slope added to the score",
          "a straight line to −∞",
          "blind to q and k",
          "one number a head, set before training",
          "one block at 0 of size 2, in a lift",
        ],
      ],
    },
  },
  relatives: {
    title: "Relatives: RetNet, xPos, Mamba, GRAPE",
    lead: "Damped rotations that differ in who is damped how fast.",
    text: `All three turn and fade. **RetNet** gives a head one rate for all its pairs; **xPos** gives each pair its own, least for the slow ones, so that the far past is told by slow clocks alone; a **Mamba-style** layer damps everything on the clock of its data, Δt, and turns a part of its state.

On the plane they are three shapes: an upright line, a curve, and a line with coordinates that do not turn. Drag one and see which of its numbers moves.

**GRAPE** names the two ends by what spans them. Its multiplicative form, L = abᵀ − baᵀ, turns the one plane of a and b, however it lies among the coordinates, and leaves all else alone; many planes that commute are RoPE again, up to its direction. Its additive form is ALiBi with a slope that query and key set themselves: the same nilpotent block on two coordinates more.`,
    variants: { damped: "damped rotations", grape: "GRAPE" },
  },
  means: {
    title: "Same, opposite, mixed means",
    lead: "Whether attention fades or grows with distance is up to the means of q and k.",
    text: `The same RoPE, three keys. With **equal** means the score falls with distance. With **opposite** means it starts at its lowest and rises: the head looks away from its neighbours. With means that agree in the fast pairs and disagree in the slow ones the curve bends in between.

So decay is not a property of RoPE, but of RoPE together with the means of its queries and keys. Where do those come from? With q = Wx + b the mean of q is W·mean(x) + b. A **bias** on W_Q and W_K sets it directly: watch z grow as the mean goes from 0 to 1 with the same noise.

Without a bias **weights alone** can do two things. They pass on what the tokens share: a common mean of x, turned by W. And they pass on how tokens vary together: where x at the key and x at the query are correlated, so are k and q, and a covariance that is the same in all pairs draws the same curve as means do. Only where tokens share nothing is there nothing systematic to see.`,
    variants: {
      same: "equal",
      opposite: "opposite",
      mixed: "mixed",
      bias: "a bias",
      weights: "weights alone",
    },
  },
} as const satisfies Record<string, StoryWords>;

const zhHans: Translated<typeof en> = {
  interference: {
    title: "等距变换为何会遗忘",
    lead: "RoPE 不缩短任何向量，得分却会衰减：它的时钟渐渐走散。",
    text: `RoPE 的 X 是反对称矩阵：e^{τX} 成对地旋转坐标，保持一切长度，其中没有任何衰减。若查询与键在每一对上均值相同，S(τ)/S(0) 就是 cos(ω_i τ) 在频率阶梯上的平均：起初所有时钟一致，随后快的先走散，慢的后走散。

下降是**对数式**的：接近细线 1 − (ln τ + γ)/ln base，因为距离每增大 e 倍，等比阶梯中走散的份额相同。这一规律止于 τ ≈ πd/ln base，此处为 262。此后总和几乎周期，永不消失。

隆起从何而来？第二幅图显示距离 1107 处的得分由谁构成，那里是 0.217，而规律给出 0.176：每一对是一个点，相邻的若干对合成一根柱。慢的对仍然一致，中间的正在走散，快的理应相互抵消。确实如此，**除非相邻的对恰好相差整圈**（2π、4π……）而指向相同：ω = 2πm·(d/2)/(τ ln base) 附近的四个频带造成了超出的部分。单独一对做不到：它只值 1/384。

在曲线上移动可看其他距离；播放 k 可逐对相加；改变底数与维度，看规律的终点如何移动。`,
  },
  mechanisms: {
    title: "三种衰减方式",
    lead: "带阻尼的旋转、干涉、直线：距离进入得分的方式各不相同，softmax 会把它们分开。",
    text: `三条曲线都从 1 开始下降。**带阻尼的 RoPE** 的每个特征值都有负实部，每词元 −0.001：无论查询和键是什么都会遗忘。**RoPE** 没有：下降的是各时钟的一致性，且仅当 q 与 k 的均值一致，此处每个分量均为 1。**ALiBi** 减去一个斜率：1 − 0.0005τ，与 q、k 无关。已发表的图把它截在 −0.5；这里只是坐标轴到此为止，直线仍在继续。

得分衰减不等于注意力衰减。softmax 把 logit 0 变成一份权重，而前两条曲线趋于 **logit 0**：键再远也保有这一份，负的 logit 衰减时反而上升。只有 ALiBi 的 logit 趋于 −∞。距离 0 处的 logit 为 8、共有 5000 个键时三者相似：分别相当于 338、714 和 680 个等权的键。把**可见的键**拖到 50 000：如今是 15 562、14 008，而 ALiBi 仍是 680。

再拖动 **logit 尺度**。它与 1/√d 一样乘在查询上，移动前两者；ALiBi 的斜率加在一旁，纹丝不动。`,
    table: {
      header: ["", "距离从何处进入", "形状", "稳健性", "灵活性", "生成元"],
      rows: [
        [
          "带阻尼的 RoPE",
          "每个特征值的实部",
          "e^{−0.001τ} 乘以干涉；趋于 0",
          "无论 q、k 是什么都会遗忘",
          "所有对共用一个衰减率，或各有其率",
          "a ± iω（a < 0）的对：复数，大小 1",
        ],
        [
          "带偏置的 RoPE",
          "q 与 k 一致的均值",
          "到距离 πd/ln base 为止是对数，之后复现；永不消失",
          "与均值共存亡：均值相反则增长",
          "由模型逐对学得",
          "± iω 的对：虚数，大小 1",
        ],
        [
          "ALiBi",
          "加在得分上的斜率",
          "直线，趋于 −∞",
          "与 q、k 无关",
          "每个头一个数，训练前就定下",
          "提升后位于 0 的一个大小为 2 的块",
        ],
      ],
    },
  },
  relatives: {
    title: "亲族：RetNet、xPos、Mamba、GRAPE",
    lead: "都是带阻尼的旋转，区别在于谁衰减得多快。",
    text: `三者都旋转并衰减。**RetNet** 让一个头的所有对共用一个衰减率；**xPos** 让每一对各有其率，慢的衰减最少，于是遥远的过去只由慢时钟报出；**Mamba 式**的层在数据的时钟 Δt 上让一切衰减，并旋转一部分状态。

在平面上它们是三种形状：一条竖线、一条曲线，以及带有不旋转坐标的一条线。拖动其中一个，看哪个数在变。

**GRAPE** 以张成它们的向量来命名两端。其乘性形式 L = abᵀ − baᵀ 只旋转 a 与 b 张成的那一个平面，无论它在坐标之间如何放置，其余一概不动；许多可交换的平面就又成了 RoPE，只是方向可能相反。其加性形式是斜率由查询与键自己决定的 ALiBi：多出的两个坐标上，同一个幂零块。`,
    variants: { damped: "带阻尼的旋转", grape: "GRAPE" },
  },
  means: {
    title: "均值相同、相反与混合",
    lead: "注意力随距离衰减还是增长，取决于 q 与 k 的均值。",
    text: `同一个 RoPE，三种键。均值**相同**时得分随距离下降；均值**相反**时起点最低而后上升：该注意力头避开邻近的词元；快的对一致、慢的对相反时，曲线介于两者之间。

所以衰减并非 RoPE 的性质，而是 RoPE 与查询、键的均值共同的性质。均值从何而来？若 q = Wx + b，则 q 的均值为 W·mean(x) + b。W_Q 与 W_K 上的**偏置**直接设定它：噪声不变，均值从 0 到 1，看 z 如何增长。

没有偏置时，**仅凭权重**也能做两件事。它们传递词元共有的部分：x 的共同均值，经 W 变换。它们也传递词元如何一起变化：若键处的 x 与查询处的 x 相关，k 与 q 也相关，而在所有对上相同的协方差画出与均值相同的曲线。只有当词元毫无共同之处，才没有系统性的趋势。`,
    variants: {
      same: "相同",
      opposite: "相反",
      mixed: "混合",
      bias: "偏置",
      weights: "仅凭权重",
    },
  },
};

export const decay = { en, "zh-Hans": zhHans };
