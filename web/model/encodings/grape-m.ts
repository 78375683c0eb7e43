/**
 * Rotations e^{nL} of planes. With a and b one plane, L = abᵀ - baᵀ; without them the d/2 planes that training starts from:
 * RoPE's angles, (i, i + d/2), turning the other way than RoPE. (Zhang et al. 2025)
 */
import type { Spec } from "./spec.ts";

export const grapeM: Spec = {
  kind: "grape-m",
  dimension: { default: 64, step: 1 },
  parameters: { a: { type: "numbers" }, b: { type: "numbers" } },
  conflict({ a, b, dimension }) {
    if ((a === undefined) !== (b === undefined))
      return [a === undefined ? "a" : "b", "both a and b"];
    if (a === undefined && dimension % 2 !== 0) return ["dimension", "an even number, or a and b"];
    for (const name of ["a", "b"] as const) {
      const given = { a, b }[name] as ArrayLike<number> | undefined;
      if (given && given.length !== dimension) return [name, `a list of ${dimension} numbers`];
    }
    return undefined;
  },
};
