/** Why scores fade with distance. */
import type { Experiment, Vector } from "../types.ts";
import { experiment, linear, named, one, rope, upTo, type Variant } from "./build.ts";

/** Half the pairs of a d = 128 key point against their queries: coordinates i and i + 64 make a pair. */
const opposed: Vector = {
  values: Array.from({ length: 128 }, (_, i) => (i % 64 < 32 ? 1 : -1)),
};

/** Two vectors of 16 coordinates, neither along any of them, whose plane turns by so many radians a token. */
const spanned = (frequency: number): { a: number[]; b: number[] } => {
  const side = Math.sqrt(frequency / 8);
  const alternating = (odd: number): number[] =>
    Array.from({ length: 16 }, (_, i) => (i % 2 === odd ? side : 0));
  return { a: alternating(0), b: alternating(1) };
};

/** Sampled rows of a d = 128 head whose components have these means and deviation 1. */
const sampled = (means: readonly number[]): Experiment => {
  const panels = means.map((mean) => ({ mean, deviation: 1 }));
  const selected = panels.length - 1;
  return experiment(
    [rope(128)],
    [{ kind: "panels", options: { panels, length: 2000, selected } }],
    {
      lags: upTo(1999),
    },
  );
};

export const decay = {
  interference: one(
    experiment([rope(768)], [{ kind: "curve", options: { law: true } }, "build-up"], {
      lags: upTo(4999),
      time: 1107,
    }),
  ),
  // The query is short enough for scores to be logits: 8 at lag 0, and ALiBi's slope is 0.0005 of that a token.
  mechanisms: one(
    experiment(
      [
        { id: "damped", encoding: rope(768, { rate: -0.001 }) },
        { id: "bias", encoding: rope(768) },
        {
          id: "alibi",
          encoding: { kind: "alibi", slope: 0.004, dimension: 768 },
        },
      ],
      [
        linear({ limits: [-0.5, 1] }),
        "side-by-side",
        { kind: "attention", options: { scale: 1, lags: "linear" } },
        "plane",
      ],
      { query: { values: [8 / 768] }, lags: upTo(4999), time: 500 },
    ),
  ),
  relatives: [
    {
      id: "damped",
      document: experiment(
        [
          { id: "retnet", encoding: { kind: "retnet", dimension: 128, head: 2 } },
          { id: "xpos", encoding: { kind: "xpos", dimension: 128 } },
          { id: "mamba", encoding: { kind: "mamba", dimension: 128 } },
        ],
        ["curve", "plane"],
        { lags: upTo(1000), time: 20 },
      ),
    },
    {
      id: "grape",
      document: experiment(
        [
          named("planes", "GRAPE-M", { kind: "grape-m", dimension: 16 }),
          named("plane", "GRAPE-M, a ∧ b", { kind: "grape-m", dimension: 16, ...spanned(0.02) }),
          named("additive", "GRAPE-A", { kind: "grape-a", dimension: 16, slope: 0.0625 }),
        ],
        ["curve", "plane"],
        { lags: upTo(200), time: 20 },
      ),
    },
  ],
  means: [
    { id: "same", document: experiment([rope(128)], ["curve"], { lags: upTo(2000) }) },
    {
      id: "opposite",
      document: experiment([rope(128)], [{ kind: "curve", options: { normalise: false } }], {
        lags: upTo(2000),
        key: { values: [-1] },
      }),
    },
    {
      id: "mixed",
      document: experiment([rope(128)], [{ kind: "curve", options: { normalise: false } }], {
        lags: upTo(2000),
        key: opposed,
      }),
    },
    { id: "bias", document: sampled([0, 0.25, 0.5, 1]) },
    { id: "weights", document: { ...sampled([0]), cross: 0.5 } },
  ],
} as const satisfies Record<string, readonly Variant[]>;
