/**
 * A small network of the distance in logarithms, over the query's own: f(ln(c|τ| + 1)/(ln(c·max(t, threshold) + 1) + 10⁻⁶)),
 * so the score depends on where the query stands beyond the threshold. Its 32 ReLUs are drawn as PyTorch initialises them.
 * (Li et al. 2024)
 */
import { type Spec, seed } from "./spec.ts";

export const fire: Spec = {
  kind: "fire",
  dimension: { default: 64, step: 1 },
  positional: true,
  parameters: {
    c: { type: "number", default: 0.1, above: 0, from: 1e-3, to: 10, scale: "log" },
    threshold: { type: "number", default: 512, min: 0, from: 1, to: 8000, scale: "log" },
    seed,
  },
};
