/**
 * Rotary encoding as engines compute it: A(τ) turns pair i by -θ_i·τ, with θ_i = base^(-2i/r) unless frequencies say
 * otherwise, and damps it by e^{rate·τ}; coordinates beyond the rotated prefix are left alone. (Su et al. 2021)
 */
import * as v from "valibot";
import {
  choice,
  dimension,
  integer,
  list,
  maxDimension,
  notPositive,
  number,
  positive,
  record,
} from "../checks.ts";
import type { Block, RopeEncoding } from "../types.ts";
import type { EncodingKind } from "./kind.ts";
import { dimensionParameter, rateParameter } from "./parameters.ts";

const maxPairs = maxDimension / 2;
const layouts = ["half", "interleaved"] as const;

const rotated = (rope: { dimension: number; rotaryDimension?: number }) =>
  rope.rotaryDimension ?? rope.dimension;
const onePerPair = (rope: { dimension: number; rotaryDimension?: number }, values: unknown) =>
  !Array.isArray(values) || 2 * values.length === rotated(rope);

const schema = v.pipe(
  v.looseObject({
    kind: v.literal("rope"),
    dimension,
    base: v.exactOptional(positive),
    rotaryDimension: v.exactOptional(integer(2, maxDimension)),
    layout: v.exactOptional(choice(layouts)),
    rate: v.exactOptional(
      v.lazy((input) => (Array.isArray(input) ? list(notPositive, 1, maxPairs) : notPositive)),
    ),
    frequencies: v.exactOptional(list(number, 1, maxPairs)),
    scaling: v.exactOptional(record),
    attentionFactor: v.exactOptional(positive),
  }),
  v.forward(
    v.check((rope) => rotated(rope) % 2 === 0, "an even number, or an even rotaryDimension,"),
    ["dimension"],
  ),
  v.forward(
    v.check((rope) => rotated(rope) <= rope.dimension, "at most the dimension"),
    ["rotaryDimension"],
  ),
  v.forward(
    v.check((rope) => onePerPair(rope, rope.rate), "one rate, or one a rotated pair,"),
    ["rate"],
  ),
  v.forward(
    v.check((rope) => onePerPair(rope, rope.frequencies), "one frequency a rotated pair"),
    ["frequencies"],
  ),
);

/** Whether dimension alone says how many pairs there are. */
const fromBase = ({ frequencies, rotaryDimension, rate }: RopeEncoding): boolean =>
  !frequencies && rotaryDimension === undefined && (rate === undefined || typeof rate === "number");

/** The pairs, where the blocks are undamped or damped pairs followed by coordinates left alone; null where they are not. */
function pairsOf(
  rope: RopeEncoding,
  blocks: readonly Block[],
): { rate: number; frequency: number }[] | null {
  const count = rotated(rope) / 2;
  const pairs: { rate: number; frequency: number }[] = [];
  for (const [i, block] of blocks.entries()) {
    if ((block.size ?? 1) !== 1) return null;
    if (i >= count) {
      if (block.kind !== "real" || block.rate !== 0) return null;
    } else {
      if (block.kind !== "pair" || block.rate > 0 || block.frequency > 0) return null;
      pairs.push(block);
    }
  }
  return pairs.length === count ? pairs : null;
}

export const rope: EncodingKind<RopeEncoding> = {
  kind: "rope",
  name: ({ rate = 0 }) =>
    (typeof rate === "number" ? rate === 0 : rate.every((one) => one === 0))
      ? "encoding.rope"
      : "encoding.damped-rope",
  defaults: {
    kind: "rope",
    dimension: 128,
    base: 10000,
    layout: "half",
    rate: 0,
    attentionFactor: 1,
  },
  parameters: [
    {
      path: "base",
      name: "parameter.base",
      type: "number",
      min: 2,
      max: 1e8,
      step: 1,
      scale: "log",
      applies: ({ frequencies }) => !frequencies,
    },
    rateParameter,
    { ...dimensionParameter(2), applies: fromBase },
    { path: "layout", name: "parameter.layout", type: "choice", choices: layouts },
  ],
  schema,
  dimension: (encoding) => encoding.dimension,

  express(encoding, after, before) {
    const pairs = pairsOf(encoding, after);
    const untouched = pairsOf(encoding, before);
    if (!pairs || !untouched) return null;
    const { rate: _rate, ...rest } = encoding;
    const rates = pairs.map((pair) => pair.rate);
    const shared = rates.every((rate) => rate === rates[0]) ? rates[0] : rates;
    const damping = shared === 0 || shared === undefined ? {} : { rate: shared };
    if (pairs.every((pair, i) => pair.frequency === untouched[i]?.frequency))
      return { ...rest, ...damping };
    // Frequencies stand instead of what they were made from.
    const { base: _base, scaling: _scaling, ...kept } = rest;
    return { ...kept, frequencies: pairs.map((pair) => 0 - pair.frequency), ...damping };
  },
};
