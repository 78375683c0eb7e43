/**
 * A kernel of the distance: -p·ln(1 + a·|τ|), or -a·|τ|^p with 0 < p <= 2. Only the power p = 1 composes: it is ALiBi; and
 * a = 0, where it is NoPE. (Chi et al. 2022)
 */
import type { Spec } from "./spec.ts";

export const kerple: Spec = {
  kind: "kerple",
  dimension: { default: 64, step: 1 },
  parameters: {
    p: { type: "number", default: 1, above: 0, from: 0.01, to: 2, scale: "log" },
    a: { type: "number", default: 1, min: 0, from: 0.01, to: 1, scale: "log" },
    form: { type: "choice", default: "log", choices: ["log", "power"] },
  },
  conflict: ({ p, form }) =>
    form === "power" && (p as number) > 2 ? ["p", "a power above 0 and up to 2"] : undefined,
};
