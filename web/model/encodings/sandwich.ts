/** The bias of sinusoids' own product: (Σ_{i=1}^{d/2} cos(10000^(-2i/d)·τ) - d/2)·heads/(8·head). (Chi et al. 2023) */
import { head, headFits, heads, type Spec } from "./spec.ts";

export const sandwich: Spec = {
  kind: "sandwich",
  dimension: { default: 64, step: 2 },
  parameters: { heads: heads(8), head: head(1) },
  conflict: headFits,
};
