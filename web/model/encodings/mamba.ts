/**
 * A state space layer as attention sees it: e^{(Φ_t - Φ_s)X}, X = rate·I with interleaved pairs turning on a `fraction` of
 * the state, on the clock of Δt. Mamba-2 turns nothing (fraction 0); Mamba-3 adds the angles, which its data give within
 * ±π: the default is RoPE's ladder from π down. (Dao & Gu 2024; Mamba-3 2026)
 */
import type { Spec } from "./spec.ts";

export const mamba: Spec = {
  kind: "mamba",
  dimension: { default: 64, step: 2 },
  parameters: {
    rate: { type: "number", default: -1, max: 0, from: -16, to: 0, scale: "symlog" },
    fraction: { type: "number", default: 0.5, min: 0, max: 1 },
    angles: { type: "numbers" },
    clock: { type: "clock", default: 0.01, from: 1e-4, to: 1, scale: "log" },
  },
};
