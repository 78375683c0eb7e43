/** What e^{tX} does to one key. **bold** and blank lines are all the markup there is. */
import type { StoryWords, Translated } from "./types.ts";

const en = {
  orbits: {
    title: "Four orbits",
    lead: "A circle, a spiral, a straight line, a damped Jordan block: what e^{tX} does to a key.",
    text: `A key k moves along A(t)k as the distance t grows, and the score is the shadow that it throws on q. A pair of imaginary eigenvalues makes a **circle**; a negative real part turns it into a **spiral**; a Jordan block at 0 moves it along a **straight line** at constant speed, which is how ALiBi's slope arises; damp that block and the key runs out and comes home.

A circle keeps ‖A(t)k‖. A shear does not.`,
    variants: { circle: "circle", spiral: "spiral", line: "line", jordan: "damped block" },
  },
  clocks: {
    title: "A position told by many clocks",
    lead: "Fast hands tell near positions apart, slow hands far ones.",
    text: `RoPE writes a position as the hands of d/2 clocks, whose periods grow from 2π tokens to almost 2π·base. With d = 768 and base 10000 the pairs 0, 96, 192 and 288 turn at exactly 1, 0.1, 0.01 and 0.001 radians a token: the ladder is **not** incommensurable.

Two positions are hard to tell apart where no hand has moved far: within a fraction of a radian of the fastest, or near whole turns of all the fast ones while the slow ones still sleep. Play time and see which hands are ever used.`,
  },
} as const satisfies Record<string, StoryWords>;

const zhHans: Translated<typeof en> = {
  orbits: {
    title: "四种轨道",
    lead: "圆、螺线、直线、带阻尼的若尔当块：e^{tX} 对键做了什么。",
    text: `随着距离 t 增大，键 k 沿 A(t)k 运动，得分是它在 q 上的投影。一对虚特征值画出**圆**；实部为负则成为**螺线**；位于 0 的若尔当块让它沿**直线**匀速运动，ALiBi 的斜率由此而来；给这一块加上阻尼，键会先离开再归来。

圆保持 ‖A(t)k‖，剪切则不然。`,
    variants: { circle: "圆", spiral: "螺线", line: "直线", jordan: "带阻尼的块" },
  },
  clocks: {
    title: "由许多时钟报出的位置",
    lead: "快针分辨近处的位置，慢针分辨远处的位置。",
    text: `RoPE 把位置写成 d/2 个时钟的指针，周期从 2π 个词元增长到将近 2π·base。当 d = 768、底数为 10000 时，第 0、96、192、288 对的转速恰为每词元 1、0.1、0.01、0.001 弧度：这些频率**并非**不可公度。

若没有一根指针走得够远，两个位置就难以分辨：或者距离不到最快指针的几分之一弧度，或者快针都恰好走了整圈而慢针尚未动。播放时间，看哪些指针真正被用到。`,
  },
};

export const orbits = { en, "zh-Hans": zhHans };
