/** Time that is not a counter. **bold** and blank lines are all the markup there is. */
import type { StoryWords, Translated } from "./types.ts";

const en = {
  "not-a-counter": {
    title: "Time that is not a counter",
    lead: "Trades come in bursts. A position that is a timestamp sees them; a position that is a count does not.",
    text: `A made-up trading session: 160 trades, some nine seconds apart, others a dozen in a row within a few seconds. Counted, they stand evenly. By their timestamps they huddle, and e^{τX} takes any τ: **nothing in the theorem says that time is whole or even**, only that it adds up. Each dot below is one trade at its true distance in seconds from the last.

A **decay** with a half-life of a minute halves each minute, however much was traded in it. **RoPE** turns by seconds, so its clocks need periods that fit the session rather than a context length. **ALiBi** takes a fixed amount off for each second. Switch to the count: a burst of twenty trades takes as much room as three quiet minutes.`,
    variants: { timed: "timestamps", counted: "counted" },
  },
  "data-clock": {
    title: "A clock that the data drive",
    lead: "Mamba’s Δt and FoX’s forget gates: the tokens themselves say how much time has passed.",
    text: `Let each token say how long it lasts: Φ is the sum of those steps, and A = e^{ΔΦ·X} with ΔΦ = Φ_t − Φ_s. **Mamba** takes them from the data as Δt: a long step lets the state fade and turn much, a short one hardly at all. **FoX** takes −ln of its forget gates: a gate near 1 is almost no time, and a gate near 0 is an age, behind which everything weighs little. Over the rows stands what each token adds: point at one to see what made it. The curve falls in steps where the lower row has gaps; beside it is the same encoding on a steady clock.

**Composition stays**: from s to r and from r to t the clock has run as far as from s to t. **Translation goes**: move both tokens by one, and other steps lie between them. So this is a group along its own time, and no function of t − s.`,
    variants: { mamba: "Mamba", fox: "FoX" },
  },
} as const satisfies Record<string, StoryWords>;

const zhHans: Translated<typeof en> = {
  "not-a-counter": {
    title: "时间不是计数器",
    lead: "成交成群而来。以时间戳为位置能看见，以计数为位置则看不见。",
    text: `一个虚构的交易时段：160 笔成交，有的相隔约九秒，有的在几秒内接连十几笔。按计数，它们均匀排列；按时间戳，它们聚成一团，而 e^{τX} 接受任何 τ：**定理从未要求时间是整数或均匀的**，只要求时间可以相加。下图每一点是一笔成交，位于距最后一笔的真实秒数处。

半衰期一分钟的**衰减**每分钟减半，无论其间成交多少。**RoPE** 按秒转动，因此时钟的周期要适合交易时段而非上下文长度。**ALiBi** 每秒减去固定的量。切换到计数：一阵二十笔的成交所占的长度，与三分钟的平静相当。`,
    variants: { timed: "时间戳", counted: "计数" },
  },
  "data-clock": {
    title: "由数据驱动的时钟",
    lead: "Mamba 的 Δt 与 FoX 的遗忘门：词元自己说出过去了多少时间。",
    text: `让每个词元说出自己持续多久：Φ 是这些步长之和，A = e^{ΔΦ·X}，其中 ΔΦ = Φ_t − Φ_s。**Mamba** 从数据得到 Δt：步长大则状态衰减和转动得多，步长小则几乎不变。**FoX** 取遗忘门的 −ln：门接近 1 几乎没有时间流过，门接近 0 则恍如隔世，其后的一切权重都很小。两行之上是每个词元加上的步长：指向一个，看它由什么造成。下排有空隙之处，曲线陡降；旁边是同一编码在匀速时钟上的曲线。

**复合性保留**：从 s 到 r 再到 t，时钟走过的与从 s 到 t 相同。**平移不变性失去**：两个词元一起移动一位，其间的步长就不同了。所以它是沿自身时间的群，而不是 t − s 的函数。`,
    variants: { mamba: "Mamba", fox: "FoX" },
  },
};

export const time = { en, "zh-Hans": zhHans };
