/** From a curve back to the generator that comes nearest to it. */
import type { Encoding } from "../types.ts";
import { experiment, upTo, type Variant } from "./build.ts";

/** The bias alone: q and k of zeros. */
const biasOf = (encoding: Encoding, last: number) =>
  experiment([encoding], [{ kind: "fit", options: { order: 3 } }], {
    query: { values: [0] },
    key: { values: [0] },
    lags: upTo(last),
  });

export const backwards = {
  backwards: [
    { id: "kerple", document: biasOf({ kind: "kerple", dimension: 2 }, 255) },
    { id: "t5", document: biasOf({ kind: "t5", dimension: 2 }, 255) },
    { id: "fire", document: biasOf({ kind: "fire", dimension: 2 }, 255) },
    { id: "sandwich", document: biasOf({ kind: "sandwich", dimension: 64 }, 255) },
  ],
} as const satisfies Record<string, readonly Variant[]>;
