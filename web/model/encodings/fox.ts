/**
 * The forgetting transformer: ALiBi of slope 1 on the clock Σ -ln f, f = σ(w·x + b) the forget gate. The default is the
 * gate at w·x = 0, b = 5: ln(1 + e⁻⁵). (Lin et al. 2025)
 */
import type { Spec } from "./spec.ts";

export const fox: Spec = {
  kind: "fox",
  dimension: { default: 64, step: 1 },
  pinned: true,
  parameters: {
    clock: { type: "clock", default: Math.log1p(Math.exp(-5)), from: 1e-4, to: 1, scale: "log" },
  },
};
