/** One exponential for every coordinate: A(τ) = e^{rate·τ} I. */
import * as v from "valibot";
import { dimension, maxDimension, number, truth } from "../checks.ts";
import type { EncodingKind } from "./kind.ts";
import { sharedRate } from "./shared-rate.ts";

type Decay = { kind: "decay"; dimension: number; rate: number; bidirectional?: boolean };

export const decay: EncodingKind<Decay> = {
  kind: "decay",
  name: () => "encoding.decay",
  defaults: { kind: "decay", dimension: 4, rate: -0.01 },
  parameters: [
    {
      path: "rate",
      name: "parameter.rate",
      unit: "unit.perToken",
      type: "number",
      min: -1,
      max: 0,
      step: 1e-5,
      scale: "symlog",
    },
    {
      path: "dimension",
      name: "parameter.dimension",
      type: "integer",
      min: 1,
      max: maxDimension,
      step: 1,
      scale: "log",
    },
  ],
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
