/** One exponential for every coordinate: A(τ) = e^{rate·τ} I. */
import * as v from "valibot";
import { dimension, number, truth } from "../checks.ts";
import type { EncodingKind } from "./kind.ts";
import { dimensionParameter, rateParameter } from "./parameters.ts";
import { sharedRate } from "./shared-rate.ts";

type Decay = { kind: "decay"; dimension: number; rate: number; bidirectional?: boolean };

export const decay: EncodingKind<Decay> = {
  kind: "decay",
  name: () => "encoding.decay",
  defaults: { kind: "decay", dimension: 4, rate: -0.01 },
  parameters: [rateParameter, dimensionParameter(1)],
  schema: v.looseObject({
    kind: v.literal("decay"),
    dimension,
    rate: number,
    bidirectional: v.exactOptional(truth),
  }),
  dimension: (encoding) => encoding.dimension,
  express(encoding, blocks) {
    const rate = sharedRate(blocks);
    return rate === null ? null : { ...encoding, rate };
  },
};
