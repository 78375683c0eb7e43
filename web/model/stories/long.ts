/** What only many positions show. */
import type { Experiment, Vector } from "../types.ts";
import { experiment, rope, upTo, type Variant } from "./build.ts";

const against = (
  last: number,
  options: Record<string, unknown>,
  count: number,
  query: Vector = "ones",
): Experiment =>
  experiment(
    [rope(128)],
    [
      {
        kind: "heatmap",
        options: {
          parameter: "base",
          values: { from: 100, to: 1e8, count, scale: "log" },
          ...options,
        },
      },
    ],
    { query, lags: upTo(last) },
  );

/** Logits as a head of 128 dimensions has them. */
const scaled: Vector = { values: [1 / Math.sqrt(128)] };

export const long = {
  million: [
    { id: "near", document: against(4095, { quantity: "score" }, 64) },
    { id: "far", document: against(2 ** 20 - 1, { quantity: "score" }, 128) },
    { id: "effective", document: against(2 ** 20 - 1, { quantity: "effective" }, 128, scaled) },
  ],
} as const satisfies Record<string, readonly Variant[]>;
