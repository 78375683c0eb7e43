/** Time that is not a counter. */
import { uniforms } from "../seeded.ts";
import type { Encoding, Experiment } from "../types.ts";
import { experiment, linear, named, upTo, type Variant } from "./build.ts";

const tokens = 160;

/** Draws of the seed, shaped: gaps between events, most of them in bursts. */
function gaps(seed: number, calm: number, burst: number): number[] {
  const draw = uniforms(seed);
  let left = 0; // events of the burst still to come
  return Array.from({ length: tokens }, () => {
    if (left === 0 && draw() < 0.08) left = 1 + Math.floor(24 * draw());
    const mean = left > 0 ? burst : calm;
    left = Math.max(0, left - 1);
    return -mean * Math.log(draw());
  });
}

/** Seconds from the last trade back to each before it, of a session made up from a seed. */
export function session(seed: number): number[] {
  let sum = 0;
  const back = [0, ...gaps(seed, 9, 0.4).slice(1)];
  return back.map((gap) => {
    sum += gap;
    return rounded(sum, 100);
  });
}

const rounded = (value: number, unit: number): number => Math.round(value * unit) / unit;

/** Mamba's Δt: mostly short, and long where something happens. */
const steps = (seed: number): number[] => {
  const draw = uniforms(seed);
  return Array.from({ length: tokens }, () => {
    const [where, size] = [draw(), draw()];
    return rounded(where < 0.1 ? 0.1 + 0.3 * size : 0.001 * 10 ** size, 1e4);
  });
};
/** -ln f of FoX's gates: near its initial 0.0067, but for a few tokens that close a topic. */
const gates = (seed: number): number[] => {
  const draw = uniforms(seed);
  return Array.from({ length: tokens }, () => {
    const [where, size] = [draw(), draw()];
    return rounded(where < 0.03 ? 2 + 2 * size : 0.0067 * (0.5 + size), 1e4);
  });
};

const halfLife = 60; // seconds
const forgetting: Encoding = { kind: "decay", dimension: 16, rate: -Math.LN2 / halfLife };
const turning: Encoding = { kind: "rope", dimension: 16, base: 1000 };
const sloping: Encoding = { kind: "alibi", slope: 16 / 600, dimension: 16 };

const trades = (lags: Experiment["lags"]): Experiment =>
  experiment(
    [
      { id: "decay", encoding: forgetting },
      { id: "rope", encoding: turning },
      { id: "alibi", encoding: sloping },
    ],
    ["time", linear()],
    { lags },
  );
const driven = (id: string, name: string, encoding: Encoding): Experiment =>
  experiment(
    [
      named(id, `${name}, Φ`, encoding),
      { id: "steady", encoding: { kind: encoding.kind, dimension: 16 } },
    ],
    ["time", linear()],
    { lags: upTo(tokens - 1) },
  );

export const time = {
  "not-a-counter": [
    { id: "timed", document: trades(session(7)) },
    { id: "counted", document: trades(upTo(tokens - 1)) },
  ],
  "data-clock": [
    {
      id: "mamba",
      document: driven("mamba", "Mamba", { kind: "mamba", dimension: 16, clock: steps(3) }),
    },
    {
      id: "fox",
      document: driven("fox", "FoX", { kind: "fox", dimension: 16, clock: gates(5) }),
    },
  ],
} as const satisfies Record<string, readonly Variant[]>;
