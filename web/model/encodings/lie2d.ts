/**
 * Any two generators in the plane, A(x, y) = e^{xX + yY}, each by its blocks or as a matrix. Without them two dense
 * skew-symmetric ones, entries above the diagonal drawn from (0, 2π) for positions scaled to [0, 1]: they do not commute, and so
 * the score depends on more than the difference of positions. `coupling` scales their entries outside the pairs (2i, 2i + 1),
 * from RoPE-Mixed with drawn frequencies at 0, which commutes, to LieRE at 1. (Ostmeier et al. 2025, LieRE)
 */
import { type Spec, seed } from "./spec.ts";

export const lie2d: Spec = {
  kind: "lie2d",
  dimension: { default: 8, step: 1 },
  parameters: {
    generators: { type: "generators" },
    coupling: { type: "number", default: 1, min: 0, max: 1, unless: "generators" },
    seed: { ...seed, unless: "generators" },
  },
};
