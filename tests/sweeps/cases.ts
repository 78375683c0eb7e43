/** Sweeps that every backend must answer, each with what a slow sum over exact phases says. */
import type { SweepQuestion } from "../../web/model/sweep.ts";
import { sumAt, type Term } from "./exact.ts";

export interface SweepCase {
  name: string;
  question: SweepQuestion;
  /** The score's terms for one value of the parameter, or of its variance where a deviation is asked for. */
  terms(value: number): Term[];
  /** Samples that a GPU leaves to wasm. */
  wasmOnly?: true;
}

type Lags = SweepQuestion["lags"];

/** RoPE's pairs in half layout: pair i is coordinates i and i + d/2, turning by -θ. */
function rotary(query: ArrayLike<number>, key: ArrayLike<number>, base: number, rate = 0): Term[] {
  const half = query.length / 2;
  return Array.from({ length: half }, (_, i) => {
    const [a, b] = [query[i] as number, query[i + half] as number];
    const [c, d] = [key[i] as number, key[i + half] as number];
    const frequency = -(base ** ((-2 * i) / query.length));
    return { rate, frequency, re: a * c + b * d, im: a * d - b * c };
  });
}

const waves = (length: number, from: number): number[] =>
  Array.from({ length }, (_, i) => Math.sin(from + 1.7 * i) + 0.3);
const [query, key] = [waves(64, 0.2), waves(64, 1.1)];
const rope = { kind: "rope", dimension: 64 } as const;
const grid = { start: 0, step: 1, count: 1500 };
const bases = [500, 10000, 1.5e6];

const scattered = (count: number, span: number): number[] =>
  Array.from({ length: count }, (_, i) => ((i * 0.6180339887498949) % 1) * span - span / 8);

const bySum = (
  name: string,
  lags: Lags,
  quantity: SweepQuestion["quantity"] = "score",
  scale = 1,
): SweepCase => {
  const scaled = query.map((value) => scale * value);
  const question = { encoding: rope, parameter: "base", values: bases, lags, quantity, width: 37 };
  return {
    name,
    question: { ...question, query: scaled, key },
    terms: (base) => rotary(scaled, key, base),
  };
};

const within = (one: SweepCase, first: number, count: number): SweepCase => ({
  ...one,
  question: { ...one.question, within: { first, count } },
});

export const cases: SweepCase[] = [
  bySum("bases over a grid", grid),
  bySum("bases on both sides of zero", { start: -600, step: 0.75, count: 1500 }),
  bySum("bases at lags to 2^24", { start: 2 ** 24 - 1000, step: 1, count: 1000 }),
  bySum("bases at irregular lags to 2^23", scattered(1000, 2 ** 23)),
  bySum("one lag a column", { start: 3, step: 5, count: 37 }),
  within(bySum("some lags of a grid", grid), 700, 90),
  within(bySum("weights of some lags among all", grid, "weight", 0.5), 700, 90),
  within(bySum("weights of the first lags among all", grid, "weight", 0.5), 0, 300),
  within(bySum("entropy up to some of the lags", grid, "entropy", 0.5), 1100, 400),
  within(bySum("contexts of some irregular lags", scattered(1000, 4000), "effective", 0.3), 37, 37),
  bySum("softmax weights", grid, "weight", 0.5),
  bySum("entropy up to a lag", grid, "entropy", 0.5),
  bySum("effective context at irregular lags", scattered(1000, 4000), "effective", 0.3),
  {
    name: "damping",
    question: {
      encoding: rope,
      parameter: "rate",
      values: [0, -1e-4, -3e-3],
      lags: grid,
      query,
      key,
      quantity: "score",
      width: 50,
    },
    terms: (rate) => rotary(query, key, 10000, rate),
  },
  {
    name: "damping at irregular lags",
    question: {
      encoding: rope,
      parameter: "rate",
      values: [-1e-3],
      lags: scattered(1000, 4000),
      query,
      key,
      quantity: "score",
      width: 25,
    },
    terms: (rate) => rotary(query, key, 10000, rate),
  },
  {
    name: "the angle between means",
    question: {
      encoding: rope,
      parameter: "meanAngle",
      values: [0, 0.5, -2],
      lags: { ...grid, count: 700 },
      query,
      key,
      quantity: "mean",
      width: 100,
    },
    terms(angle) {
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const turned = key.map((value, i) =>
        i < 32
          ? cos * value - sin * (key[i + 32] as number)
          : sin * (key[i - 32] as number) + cos * value,
      );
      return rotary(query, turned, 10000);
    },
  },
  {
    // Orthogonal A: the variance is the same at every lag but for damping.
    name: "deviation with the query's variance",
    question: {
      encoding: { ...rope, rate: -2e-4 },
      parameter: "query.variance",
      values: [0, 0.5, 2],
      lags: grid,
      query: { mean: 0.5, variance: 1 },
      key: { mean: 1, variance: 0.25 },
      quantity: "deviation",
      width: 40,
    },
    terms: (variance) => [
      { rate: -4e-4, frequency: 0, re: 64 * (0.25 * 0.25 + variance + 0.25 * variance), im: 0 },
    ],
  },
  {
    name: "slopes of ALiBi, a Jordan chain",
    wasmOnly: true,
    question: {
      encoding: { kind: "alibi", slope: 1, dimension: 2 },
      parameter: "slope",
      values: [0.01, 0.25],
      lags: { ...grid, count: 400 },
      query: [1, 2],
      key: [3, 4],
      quantity: "weight",
      width: 40,
    },
    terms: () => [],
  },
];

export interface Columns {
  mean: ArrayLike<number>;
  min: ArrayLike<number>;
  max: ArrayLike<number>;
}

const lagsOf = (lags: Lags): number[] =>
  "count" in lags
    ? Array.from({ length: lags.count }, (_, j) => lags.start + j * lags.step)
    : Array.from(lags);

/** The samples of one row, and Σ|c|. */
function samplesOf({ question, terms }: SweepCase, value: number): [number[], number] {
  const lags = lagsOf(question.lags);
  if (question.encoding.kind === "alibi") return [lags.map((lag) => 11 - value * lag), 11];
  const all = terms(value);
  const size = all.reduce((sum, { re, im }) => sum + Math.hypot(re, im), 0);
  const sums = lags.map((lag) => sumAt(all, lag));
  return question.quantity === "deviation" ? [sums.map(Math.sqrt), size] : [sums, size];
}

/** Largest error of the answer, as a share of what it may be: |error| <= 6e-7·Σ|c| of the score, and what follows of it. */
export function worst(one: SweepCase, answer: Columns): number {
  const { quantity, values, width, within, lags } = one.question;
  const { first, count } = within ?? { first: 0, count: lagsOf(lags).length };
  let most = 0;
  Array.from(values).forEach((value, row) => {
    const [samples, size] = samplesOf(one, value);
    const bound = 6e-7 * size;
    const edge = (c: number): number => first + Math.floor((c * count) / width);
    const top = Math.max(...samples);
    const total = samples.reduce((sum, s) => sum + Math.exp(s - top), 0);
    const weighed = samples.map((s) => Math.exp(s - top) / total);
    for (let c = 0; c < width; c++) {
      const at = row * width + c;
      const column = (quantity === "weight" ? weighed : samples).slice(edge(c), edge(c + 1));
      let expected = [
        column.reduce((sum, s) => sum + s, 0) / column.length,
        Math.min(...column),
        Math.max(...column),
      ];
      // Two scores' errors come together in a weight; a weighed one is an error of as much times it, and 2^-23 of f32.
      let allowed = expected.map((value) =>
        quantity === "weight" ? (2 * bound + 2 ** -22) * value : bound + 2 ** -23 * Math.abs(value),
      );
      if (quantity === "deviation")
        // of a variance's error e: e/(2·deviation), at most √e
        allowed = expected.map(
          (value) => Math.min(bound / value, Math.sqrt(bound)) + 2 ** -23 * value,
        );
      if (quantity === "entropy" || quantity === "effective") {
        const upTo = samples.slice(0, edge(c + 1));
        const high = Math.max(...upTo);
        const Z = upTo.reduce((sum, s) => sum + Math.exp(s - high), 0);
        const T = upTo.reduce((sum, s) => sum + Math.exp(s - high) * (s - high), 0);
        const H = Math.log(Z) - T / Z;
        // dH = -Σ w·(ln w + H)·ds
        const slope = upTo.reduce((sum, s) => {
          const lnW = s - high - Math.log(Z);
          return sum + Math.exp(lnW) * Math.abs(lnW + H);
        }, 0);
        const error = slope * bound + 2 ** -21 * (1 + H);
        const value = quantity === "entropy" ? H : Math.exp(H);
        expected = [value, value, value];
        allowed = expected.map(() => (quantity === "entropy" ? error : 1.01 * error * value));
      }
      [answer.mean, answer.min, answer.max].forEach((found, i) => {
        const error = Math.abs((found[at] as number) - (expected[i] as number));
        const share = error / Math.max(allowed[i] as number, 1e-30);
        if (!(share <= most)) most = share; // NaN too
      });
    }
  });
  return most;
}
