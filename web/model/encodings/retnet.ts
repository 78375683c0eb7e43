/** Retention: RoPE times γ^τ, γ = 1 - 2^(-5-head); heads count from 0. The score is the weight, without softmax. (Sun et al. 2023) */
import { layout, type Spec } from "./spec.ts";

export const retnet: Spec = {
  kind: "retnet",
  dimension: { default: 64, step: 2 },
  parameters: {
    head: { type: "integer", min: 0, max: 31, to: 15 },
    angles: { type: "choice", default: "rope", choices: ["rope", "linspace"] },
    layout,
  },
  begin: { head: 0 },
  conflict: ({ head }) => (head === undefined ? ["head", "a head from 0 to 31"] : undefined),
};
