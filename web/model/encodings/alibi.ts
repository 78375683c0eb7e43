/** A bias of -slope a token of distance: score = qᵀk - slope·τ. (Press, Smith & Lewis 2022) */
import { head, headFits, heads, type Spec } from "./spec.ts";

export const alibi: Spec = {
  kind: "alibi",
  dimension: { default: 64, step: 1, optional: true },
  pinned: true,
  parameters: {
    heads: heads(),
    head: head(),
    slope: { type: "number", from: 0, to: 1, step: 1e-5, scale: "symlog", unit: "unit.perToken" },
    bidirectional: { type: "flag", default: false },
  },
  begin: { heads: 8, head: 4 },
  conflict(encoding) {
    const { slope, heads, head } = encoding;
    if ((heads === undefined) !== (head === undefined))
      return heads === undefined
        ? ["heads", "heads and head, or slope,"]
        : ["head", "heads and head, or slope,"];
    if ((slope === undefined) === (heads === undefined))
      return ["slope", "heads and head, or slope, not both,"];
    return headFits(encoding);
  },
};
