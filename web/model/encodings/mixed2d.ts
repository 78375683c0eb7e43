/**
 * RoPE in the plane with each pair turning along a direction of its own: frequencies θ_i·(cos φ, sin φ) for the first d/4 pairs
 * (2i, 2i + 1) and θ_i·(-sin φ, cos φ) for the next, θ_i = base^(-4i/d). φ is one angle, or one for each θ_i; a head begins with
 * one at random, here 1/2. Both generators turn the same planes, so they commute. (Heo et al. 2024, RoPE-Mixed)
 */
import type { Spec } from "./spec.ts";

export const mixed2d: Spec = {
  kind: "mixed2d",
  dimension: { default: 64, step: 4 },
  parameters: {
    base: { type: "number", default: 10, above: 0, from: 2, to: 1e6, scale: "log" },
    angles: { type: "numbers" },
  },
  conflict({ angles, dimension }) {
    const given = (angles as ArrayLike<number> | undefined)?.length ?? 1;
    return given === 1 || given === dimension / 4
      ? undefined
      : ["angles", `one angle or ${dimension / 4}`];
  },
};
