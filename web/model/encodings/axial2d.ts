/**
 * RoPE in the plane, half of the pairs an axis: θ_i = base^(-4i/d) for i < d/4, pairs (2i, 2i + 1) for x and (d/2 + 2i,
 * d/2 + 2i + 1) for y. Its two generators act on disjoint planes, so they commute. (Heo et al. 2024, axial)
 */
import type { Spec } from "./spec.ts";

export const axial2d: Spec = {
  kind: "axial2d",
  dimension: { default: 64, step: 4 },
  parameters: {
    base: { type: "number", default: 100, above: 0, from: 2, to: 1e6, scale: "log" },
  },
};
