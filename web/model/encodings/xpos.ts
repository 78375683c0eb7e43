/** RoPE whose pairs fade by ζ_i^{τ/512}, ζ_i = (2i + 0.4d)/(1.4d). (Sun et al. 2023) */
import { layout, type Spec } from "./spec.ts";

export const xpos: Spec = {
  kind: "xpos",
  dimension: { default: 64, step: 2 },
  parameters: { layout },
};
