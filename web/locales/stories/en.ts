/** The experiments in words: **bold** and blank lines are all the markup there is. */
import type { StoryWords } from "./types.ts";

export const en = {
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
  means: {
    title: "Same, opposite, mixed means",
    lead: "Whether attention fades or grows with distance is up to the means of q and k.",
    text: `The same RoPE, three keys. With **equal** means the score falls with distance. With **opposite** means it starts at its lowest and rises: the head looks away from its neighbours. With means that agree in the fast pairs and disagree in the slow ones the curve bends in between.

So decay is not a property of RoPE. It is a property of RoPE together with the bias that a model adds to its queries and keys; without such means there is nothing systematic to see.`,
    variants: { same: "equal", opposite: "opposite", mixed: "mixed" },
  },
  relatives: {
    title: "Relatives: RetNet, xPos, Mamba",
    lead: "Damped rotations that differ in who is damped how fast.",
    text: `All three turn and fade. **RetNet** gives a head one rate for all its pairs; **xPos** gives each pair its own, least for the slow ones, so that the far past is told by slow clocks alone; a **Mamba-style** layer damps everything on the clock of its data, Δt, and turns a part of its state.

On the plane they are three shapes: an upright line, a curve, and a line with coordinates that do not turn. Drag one and see which of its numbers moves.`,
  },
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
  corners: {
    title: "Corners nobody lives in",
    lead: "Critically damped, and damped Jordan waves: allowed by the theorem, hardly tried.",
    text: `The theorem allows every matrix. Models use diagonal ones, rotations, and one nilpotent block. Between them lie curves like τe^{−aτ}, which **first rise and then fall**: attention that prefers a certain distance; the same with a wave inside; and a quadratic start with an exponential end.

Whether a model would profit from them is an experiment, not a theorem. Drag the block and see what it offers.`,
  },
} as const satisfies Readonly<Record<string, StoryWords>>;
