/**
 * Positions counted by gates: a key is at p = Σ σ(q·k_m) over the keys from it to the query, cut at maxPosition - 1, and its
 * score gains q·e_p, between two embeddings. With one key everywhere p = σ(q·k)·(τ + 1). Embeddings are drawn from N(0, 1/d).
 * (Golovneva et al. 2024)
 */
import { type Spec, seed } from "./spec.ts";

export const cope: Spec = {
  kind: "cope",
  dimension: { default: 64, step: 1 },
  whole: true,
  positional: true,
  parameters: {
    maxPosition: { type: "integer", default: 16, min: 1, max: 65536, to: 1024, scale: "log" },
    seed,
  },
};
