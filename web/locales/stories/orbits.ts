/** What e^{tX} does to one key. **bold** and blank lines are all the markup there is. */
import type { StoryWords, Translated } from "./types.ts";

const en = {
  orbits: {
    title: "Five orbits",
    lead: "A circle, a spiral, a cloud, a straight line, a damped Jordan block: what e^{tX} does to a key.",
    text: `A key k moves along A(t)k as the distance t grows, and the score is the shadow that it throws on q. A pair of imaginary eigenvalues makes a **circle**; a negative real part turns it into a **spiral**; a Jordan block at 0 moves it along a **straight line** at constant speed, which is how ALiBi's slope arises; damp that block and the key runs out and comes home.

Read the two numbers in the corner while it moves: what this block adds to the score, and ‖A(t)k‖. On the circle the length never changes: **RoPE is an isometry**, and what fades under it is agreement, not size. The spiral shortens the key. The straight line is a **shear**, which keeps no length at all.

No model has one key. In the **cloud** each component of k has noise of deviation σ, and all of it turns together: the score gets a spread, exact in the read-out, that a rotation leaves alone and a shear widens.`,
    variants: {
      circle: "circle",
      spiral: "spiral",
      cloud: "cloud",
      line: "straight line",
      jordan: "damped block",
    },
  },
  animations: {
    title: "Moving pictures",
    lead: "An orbit, noise that drowns a signal, frequencies one by one, a blur: press play, or take the film with you.",
    text: `Each of these plays: scrub it, change its speed, let it loop. Motion starts only when you ask for it, and stops when you look elsewhere.

**The orbit** is one key under e^{tX}, running in. **Signal and noise** raises the deviation σ of q's and k's components from 0.1 to 3.5 around a mean of 1, with one set of samples: the mean's curve stays, and drowns. **One by one** adds RoPE's pairs, fastest first: each is a plain cosine, shown beneath, and their sum is the slow logarithm. **The blur** lets the noise around the key grow from nothing, until where it points is anyone's guess, while its mean turns on.

**Export** films what is played, frame by frame: as WebM where the browser has an encoder, and as PNG frames.`,
    variants: {
      orbit: "the orbit",
      deviation: "signal and noise",
      "build-up": "one by one",
      blur: "the blur",
    },
  },
  clocks: {
    title: "A position told by many clocks",
    lead: "Fast hands tell near positions apart, slow hands far ones.",
    text: `RoPE writes a position as the hands of d/2 clocks, whose periods grow from 2π tokens to almost 2π·base. With d = 768 and base 10000 the pairs 0, 96, 192 and 288 turn at exactly 1, 0.1, 0.01 and 0.001 radians a token: the ladder is **not** incommensurable.

How far apart are two positions, told by these hands? The tips of one hand are |1 − e^{iωδ}| apart, so all of them together, in the root mean square, √(2 − 2S(δ)/S(0)) radii: **the score curve is the distance, upside down**. Next neighbours are hard to tell apart: 0.23 radii at one token. And far away one distance is hard to tell from another: from some thousand tokens on all of them come to about √2.

Nor do all hands help: at a distance δ those slower than 0.1/δ have hardly moved, and are hollow here. Play time and see which hands a text of that length ever uses.`,
  },
} as const satisfies Record<string, StoryWords>;

const zhHans: Translated<typeof en> = {
  orbits: {
    title: "五种轨道",
    lead: "圆、螺线、云、直线、带阻尼的若尔当块：e^{tX} 对键做了什么。",
    text: `随着距离 t 增大，键 k 沿 A(t)k 运动，得分是它在 q 上的投影。一对虚特征值画出**圆**；实部为负则成为**螺线**；位于 0 的若尔当块让它沿**直线**匀速运动，ALiBi 的斜率由此而来；给这一块加上阻尼，键会先离开再归来。

运动时请看角上的两个数：此块对得分的贡献，以及 ‖A(t)k‖。在圆上长度始终不变：**RoPE 是等距变换**，在它之下消退的是一致性，而不是大小。螺线使键变短。直线是**剪切**，根本不保持长度。

没有哪个模型只有一个键。在**云**中，k 的每个分量都带有标准差为 σ 的噪声，并且一起旋转：得分因此有了离散度（读数是精确值），旋转不改变它，剪切则使它变宽。`,
    variants: { circle: "圆", spiral: "螺线", cloud: "云", line: "直线", jordan: "带阻尼的块" },
  },
  animations: {
    title: "动画",
    lead: "轨道、淹没信号的噪声、逐个相加的频率、渐强的模糊：按下播放，或把影片带走。",
    text: `每一幅都能播放：可以拖动，可以变速，可以循环。只有在你要求时才会动，移出屏幕便停下。

**轨道**是一个键在 e^{tX} 下向内旋转。**信号与噪声**以同一组样本，让 q 与 k 各分量的标准差 σ 在均值 1 周围从 0.1 升到 3.5：均值的曲线仍在，却被淹没。**逐个相加**从快到慢加入 RoPE 的各对：每一对都只是下方所示的余弦，它们的和却是缓慢的对数。**模糊**让键周围的噪声从零增大，直到它的指向无从得知，而均值仍在旋转。

“导出”会逐帧拍下所播放的内容：浏览器有编码器时为 WebM，也可为逐帧 PNG。`,
    variants: { orbit: "轨道", deviation: "信号与噪声", "build-up": "逐个相加", blur: "模糊" },
  },
  clocks: {
    title: "由许多时钟报出的位置",
    lead: "快针分辨近处的位置，慢针分辨远处的位置。",
    text: `RoPE 把位置写成 d/2 个时钟的指针，周期从 2π 个词元增长到将近 2π·base。当 d = 768、底数为 10000 时，第 0、96、192、288 对的转速恰为每词元 1、0.1、0.01、0.001 弧度：这些频率**并非**不可公度。

用这些指针来看，两个位置相距多远？一根指针的两个尖端相距 |1 − e^{iωδ}|，全部指针的均方根为半径的 √(2 − 2S(δ)/S(0)) 倍：**得分曲线就是倒过来的距离**。近邻难以分辨：相距一个词元时只有 0.23 倍半径。而在远处，距离与距离之间难以分辨：从几千个词元起，都约为 √2 倍。

也不是所有指针都有用：距离为 δ 时，慢于 0.1/δ 的指针几乎没有动，此处画成空心。播放时间，看这样长的文本究竟用到哪些指针。`,
  },
};

export const orbits = { en, "zh-Hans": zhHans };
