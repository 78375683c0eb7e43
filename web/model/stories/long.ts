/** What only many positions show. */
import type { Experiment, Vector } from "../types.ts";
import { experiment, named, rope, upTo, type Variant } from "./build.ts";

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

/** Llama 3.1's pairs under one of three rules, its factor down (eight rows a doubling), the context across. */
const stretched = (scaling: Record<string, unknown>, quantity: "score" | "effective"): Experiment =>
  experiment(
    [{ kind: "rope", dimension: 128, base: 500000, scaling: { factor: 8, ...scaling } }],
    [
      {
        kind: "heatmap",
        options: {
          parameter: "scaling.factor",
          values: { from: 1, to: 64, count: 49, scale: "log" },
          quantity,
        },
      },
    ],
    { query: quantity === "score" ? "ones" : scaled, lags: upTo(2 ** 20 - 1) },
  );

const trained = { original_max_position_embeddings: 8192 };
const llama3 = { rope_type: "llama3", low_freq_factor: 1, high_freq_factor: 4, ...trained };

/** Four ways to see the same 64 numbers a position; scores at lag 0 lie around 4.5 ± 1.5. */
const over = (length: number, measure: string): Experiment => {
  const gaussian = { mean: 0.75, variance: 1 };
  return experiment(
    [
      named("rope", "RoPE", rope(64)),
      named("nope", "NoPE", { kind: "nope", dimension: 64 }),
      named("decay", "decay 0.02", { kind: "decay", dimension: 64, rate: -0.02 }),
      named("alibi", "ALiBi 1/16", { kind: "alibi", heads: 8, head: 4, dimension: 64 }),
    ],
    [{ kind: "statistics", options: { length, measure } }],
    { query: { gaussian }, key: { gaussian }, lags: upTo(length - 1) },
  );
};

export const long = {
  sequence: [
    { id: "effective", document: over(1024, "effective") },
    { id: "lags", document: over(1024, "lags") },
    { id: "longer", document: over(8192, "effective") },
  ],
  million: [
    { id: "near", document: against(4095, { quantity: "score" }, 64) },
    { id: "far", document: against(2 ** 20 - 1, { quantity: "score" }, 128) },
    { id: "effective", document: against(2 ** 20 - 1, { quantity: "effective" }, 128, scaled) },
  ],
  context: [
    { id: "llama3", document: stretched(llama3, "effective") },
    { id: "linear", document: stretched({ rope_type: "linear" }, "effective") },
    { id: "yarn", document: stretched({ rope_type: "yarn", ...trained }, "effective") },
    { id: "score", document: stretched(llama3, "score") },
  ],
} as const satisfies Record<string, readonly Variant[]>;
