/**
 * Gated linear attention: A = e^{-(Φ_t - Φ_s)} I, where the clock runs by -ln of a gate, σ(x)^(1/16). The default is the
 * gate at x = 0: ln 2/16. (Yang et al. 2024)
 */
import type { Spec } from "./spec.ts";

export const gla: Spec = {
  kind: "gla",
  dimension: { default: 64, step: 1 },
  parameters: {
    clock: { type: "clock", default: Math.LN2 / 16, from: 1e-4, to: 1, scale: "log" },
  },
};
