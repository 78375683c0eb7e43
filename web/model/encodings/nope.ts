/** No positional encoding: A(τ) = I. */
import * as v from "valibot";
import { dimension } from "../checks.ts";
import type { EncodingKind } from "./kind.ts";
import { dimensionParameter } from "./parameters.ts";
import { sharedRate } from "./shared-rate.ts";

export const nope: EncodingKind<{ kind: "nope"; dimension: number }> = {
  kind: "nope",
  name: () => "encoding.nope",
  defaults: { kind: "nope", dimension: 4 },
  parameters: [dimensionParameter(1)],
  schema: v.looseObject({ kind: v.literal("nope"), dimension }),
  dimension: (encoding) => encoding.dimension,
  express(encoding, blocks) {
    const rate = sharedRate(blocks);
    if (rate === 0) return encoding;
    return rate === null ? null : { kind: "decay", dimension: encoding.dimension, rate };
  },
};
