/**
 * A trained number for each bucket of distances, exact for the near half and logarithmic up to maxDistance. Without a table
 * of this head it is drawn from N(0, 1). T5 does not divide by √d. (Raffel et al. 2020)
 */
import { head, headFits, heads, type Spec, seed } from "./spec.ts";

export const t5: Spec = {
  kind: "t5",
  dimension: { default: 64, step: 1 },
  whole: true,
  parameters: {
    heads: heads(12),
    head: head(1),
    buckets: { type: "integer", default: 32, min: 2, max: 65536, from: 4, to: 256, scale: "log" },
    maxDistance: { type: "integer", default: 128, min: 2, max: 2 ** 27, to: 8192, scale: "log" },
    bidirectional: { type: "flag", default: false },
    table: { type: "numbers" },
    seed,
  },
  conflict(encoding) {
    const { buckets, maxDistance, bidirectional, table } = encoding;
    const least = bidirectional ? 4 : 2;
    if ((buckets as number) < least) return ["buckets", `at least ${least} buckets`];
    const exact = Math.floor((buckets as number) / least);
    if ((maxDistance as number) <= exact)
      return ["maxDistance", `a distance above the exact ones, ${exact},`];
    if (table && (table as ArrayLike<number>).length !== buckets)
      return ["table", `a list of ${buckets} numbers`];
    return headFits(encoding);
  },
};
