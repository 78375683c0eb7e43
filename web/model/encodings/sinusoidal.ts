/**
 * Sines and cosines added to query and key: (q + PE_t)·(k + PE_s), PE_{2i} = sin(ω_i p), PE_{2i+1} = cos(ω_i p) with
 * ω_i = base^(-2i/d), or all sines before all cosines. It acts on the vectors, not on their product: neither linear nor
 * invariant, though PE_t·PE_s = Σ cos(ω_i τ) alone is. (Vaswani et al. 2017)
 */
import type { Spec } from "./spec.ts";

export const sinusoidal: Spec = {
  kind: "sinusoidal",
  dimension: { default: 64, step: 2 },
  positional: true,
  parameters: {
    base: { type: "number", default: 10000, above: 0, from: 2, to: 1e8, scale: "log" },
    layout: { type: "choice", default: "interleaved", choices: ["interleaved", "concatenated"] },
  },
};
