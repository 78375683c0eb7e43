/** Sequences whose causal statistics every backend must answer, each against brute force over all pairs. */
import type { SequenceStatistics } from "../../web/model/statistics.ts";
import type { Encoding, Matrix } from "../../web/model/types.ts";

export interface SequenceCase {
  name: string;
  encoding: Encoding & { dimension: number };
  length: number;
  /** Queries and keys that no 32-bit rows can tell; what the GPU then says. */
  wasmOnly?: RegExp;
}

export const cases: SequenceCase[] = [
  { name: "RoPE, 2048 positions", encoding: { kind: "rope", dimension: 32 }, length: 2048 },
  {
    name: "RoPE scaled by an attention factor",
    encoding: { kind: "rope", dimension: 6, attentionFactor: 1.2 },
    length: 130,
  },
  {
    name: "interleaved RoPE, d = 256",
    encoding: { kind: "rope", dimension: 256, layout: "interleaved" },
    length: 300,
  },
  { name: "damped RoPE", encoding: { kind: "rope", dimension: 8, rate: -0.01 }, length: 700 },
  {
    name: "RoPE of which every pair is damped in its own way",
    encoding: { kind: "rope", dimension: 8, rate: [0, -0.001, -0.02, -0.05] },
    length: 1000,
  },
  {
    name: "decay, fewer positions than columns",
    encoding: { kind: "decay", dimension: 4, rate: -0.3 },
    length: 50,
  },
  {
    name: "a decay that leaves the range",
    encoding: { kind: "decay", dimension: 4, rate: -0.3 },
    length: 400,
    wasmOnly: /leaves the range of 32-bit numbers/,
  },
  {
    name: "ALiBi, a bias by lag",
    encoding: { kind: "alibi", slope: 0.05, dimension: 10 },
    length: 1500,
  },
  { name: "NoPE, one position", encoding: { kind: "nope", dimension: 2 }, length: 1 },
  { name: "NoPE, no multiple of anything", encoding: { kind: "nope", dimension: 5 }, length: 515 },
];

/** Rows of normals, by Box and Muller from a linear congruence, scaled so that scores are a softmax's usual ones. */
export function sampled(seed: number, rows: number, cols: number): Matrix {
  let state = seed;
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const data = Float64Array.from({ length: rows * cols }, () => (0.1 + normal()) / cols ** 0.25);
  return { rows, cols, data };
}

export const sequenceOf = ({
  encoding: { dimension },
  length,
}: SequenceCase): { query: Matrix; key: Matrix } => ({
  query: sampled(1, length, dimension),
  key: sampled(2, length, dimension),
});

/** Largest error of the answer, as a share of 1e-5; the effective context's is relative. */
export function worst(one: SequenceCase, found: SequenceStatistics): number {
  const expected = expectedOf(one);
  const pairs: [ArrayLike<number>, ArrayLike<number>][] = [
    [found.entropy, expected.entropy],
    [Array.from(found.effective, Math.log), expected.entropy],
    [found.sink, expected.sink],
    [found.massByLag, expected.massByLag],
    [found.thumbnail.data, expected.thumbnail],
  ];
  let most = 0;
  for (const [some, others] of pairs) {
    if (some.length !== others.length) return Number.POSITIVE_INFINITY;
    for (let i = 0; i < some.length; i++) {
      const share = Math.abs((some[i] as number) - (others[i] as number)) / 1e-5;
      if (!(share <= most)) most = share; // NaN too
    }
  }
  return most;
}

/** Worked out once a case: several backends answer it. */
const expectations = new Map<SequenceCase, ReturnType<typeof bruteForce>>();
function expectedOf(one: SequenceCase): ReturnType<typeof bruteForce> {
  const expected = expectations.get(one) ?? bruteForce(one);
  expectations.set(one, expected);
  return expected;
}

/** All pairs, by the plain definition of each statistic. */
function bruteForce(one: SequenceCase) {
  const n = one.length;
  const scoresOf = scorer(one);
  const bands = Math.min(n, 128);
  const band = (i: number): number => Math.ceil(((i + 1) * bands) / n) - 1;
  const held = new Float64Array(bands);
  const entropy = new Float64Array(n);
  const sink = new Float64Array(n);
  const massByLag = new Float64Array(Math.floor(Math.log2(n)) + 1);
  const thumbnail = new Float64Array(bands * bands);
  const add = (to: Float64Array, at: number, x: number): void => {
    to[at] = (to[at] as number) + x;
  };
  for (let t = 0; t < n; t++) {
    const scores = scoresOf(t);
    const top = Math.max(...scores);
    const Z = scores.reduce((sum, s) => sum + Math.exp(s - top), 0);
    add(held, band(t), 1);
    scores.forEach((s, j) => {
      const w = Math.exp(s - top) / Z;
      if (w > 0) add(entropy, t, -w * Math.log(w));
      add(massByLag, Math.floor(Math.log2(t - j + 1)), w / n);
      add(thumbnail, band(t) * bands + band(j), w);
    });
    sink[t] = Math.exp((scores[0] as number) - top) / Z;
  }
  for (let c = 0; c < thumbnail.length; c++)
    thumbnail[c] = (thumbnail[c] as number) / (held[Math.floor(c / bands)] as number);
  return { entropy, sink, massByLag, thumbnail };
}

/** A query's scores by the definition: pairs turned and damped lag by lag, and the bias. */
function scorer(one: SequenceCase): (t: number) => Float64Array {
  const { query, key } = sequenceOf(one);
  const {
    kind,
    rate = 0,
    layout = "half",
    attentionFactor = 1,
    slope = 0,
  } = one.encoding as {
    kind: string;
    rate?: number | number[];
    layout?: string;
    attentionFactor?: number;
    slope?: number;
  };
  const d = key.cols;
  const pairs = Math.ceil(d / 2); // an odd last coordinate has no partner
  const [step, apart] = layout === "half" ? [1, pairs] : [2, 1];
  const cosines = new Float64Array(key.rows * pairs);
  const sines = new Float64Array(key.rows * pairs);
  for (let lag = 0, at = 0; lag < key.rows; lag++) {
    for (let i = 0; i < pairs; i++, at++) {
      const angle = kind === "rope" ? lag * 10000 ** ((-2 * i) / d) : 0;
      const own = typeof rate === "number" ? rate : (rate[i] as number);
      cosines[at] = attentionFactor ** 2 * Math.cos(angle) * Math.exp(own * lag);
      sines[at] = attentionFactor ** 2 * Math.sin(angle) * Math.exp(own * lag);
    }
  }
  return (t) =>
    Float64Array.from({ length: t + 1 }, (_, s) => {
      const [w, q, k] = [(t - s) * pairs, t * d, s * d];
      let sum = 0;
      for (let i = 0; i < pairs; i++) {
        const [re, im] = [i * step, i * step + apart];
        const [a, c] = [query.data[q + re] as number, key.data[k + re] as number];
        const partner = im < d;
        const b = partner ? (query.data[q + im] as number) : 0;
        const e = partner ? (key.data[k + im] as number) : 0;
        sum += (a * c + b * e) * (cosines[w + i] as number);
        sum += (a * e - b * c) * (sines[w + i] as number);
      }
      return sum - slope * (t - s);
    });
}
