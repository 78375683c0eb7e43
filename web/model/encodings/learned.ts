/**
 * A row of a trained table added at each position; it ends with its last row. Here the rows are drawn from N(0, 0.02²), as
 * GPT-2's begin. (Radford et al. 2019)
 */
import { type Spec, seed } from "./spec.ts";

export const learned: Spec = {
  kind: "learned",
  dimension: { default: 64, step: 1 },
  whole: true,
  positional: true,
  parameters: {
    rows: {
      type: "integer",
      default: 1024,
      min: 1,
      max: 2 ** 27,
      from: 16,
      to: 65536,
      scale: "log",
    },
    seed,
  },
};
