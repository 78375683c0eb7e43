/**
 * Any two generators in the plane, A(x, y) = e^{xX + yY}. Without them two dense skew-symmetric matrices, entries above the
 * diagonal drawn from (0, 2π) for positions scaled to [0, 1]: they do not commute, and so the score depends on more than the
 * difference of positions. (Ostmeier et al. 2025, LieRE)
 */
import { type Spec, seed } from "./spec.ts";

export const lie2d: Spec = {
  kind: "lie2d",
  dimension: { default: 8, step: 1 },
  parameters: { generators: { type: "matrices" }, seed },
};
