/**
 * An additive bias whose slope the content sets: -τ·slope·(softplus(v·q/√d) + softplus(u·k/√d)). Without u and v both are
 * zero, and the slope is 2·ln 2·slope. (Zhang et al. 2025)
 */
import type { Spec } from "./spec.ts";

export const grapeA: Spec = {
  kind: "grape-a",
  dimension: { default: 64, step: 1 },
  pinned: true,
  parameters: {
    slope: {
      type: "number",
      default: 0.0625,
      from: 0,
      to: 1,
      scale: "symlog",
      unit: "unit.perToken",
    },
    u: { type: "numbers" },
    v: { type: "numbers" },
  },
  conflict({ u, v, dimension }) {
    for (const name of ["u", "v"] as const) {
      const given = { u, v }[name] as ArrayLike<number> | undefined;
      if (given && given.length !== dimension) return [name, `a list of ${dimension} numbers`];
    }
    return undefined;
  },
};
