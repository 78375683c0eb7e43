/** Why scores fade with distance. */
import type { Vector } from "../types.ts";
import { experiment, linear, one, rope, upTo, type Variant } from "./build.ts";

/** Half the pairs of a d = 128 key point against their queries: coordinates i and i + 64 make a pair. */
const opposed: Vector = {
  values: Array.from({ length: 128 }, (_, i) => (i % 64 < 32 ? 1 : -1)),
};

export const decay = {
  interference: one(
    experiment([rope(768)], [{ kind: "curve", options: { law: true } }], {
      lags: upTo(4999),
      time: 100,
    }),
  ),
  // A slope of 0.064 beside a score of 128 at lag 0: 0.0005 of it a token.
  mechanisms: one(
    experiment(
      [
        { id: "damped", encoding: rope(128, { rate: -0.001 }) },
        { id: "bias", encoding: rope(128) },
        { id: "alibi", encoding: { kind: "alibi", slope: 0.064, dimension: 128 } },
      ],
      [linear(), "plane"],
      { lags: upTo(4000), time: 500 },
    ),
  ),
  relatives: one(
    experiment(
      [
        { id: "retnet", encoding: { kind: "retnet", dimension: 128, head: 2 } },
        { id: "xpos", encoding: { kind: "xpos", dimension: 128 } },
        { id: "mamba", encoding: { kind: "mamba", dimension: 128 } },
      ],
      ["curve", "plane"],
      { lags: upTo(1000), time: 20 },
    ),
  ),
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
  ],
} as const satisfies Record<string, readonly Variant[]>;
