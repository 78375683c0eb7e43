import type { Encoding, Generator, RopeEncoding } from "../model/types.ts";
import { resolveScaling } from "./scaling.ts";
import { withoutContext } from "./unscaled.ts";

/**
 * A rotary encoding with the frequencies that its scaling block makes, as numbers: who makes them anew would have to read the
 * block as etX does. `generator`: the encoding's own, from `Etx.generator`.
 */
export function written(given: Encoding, generator: Generator | undefined): Encoding {
  const encoding = withoutContext(given);
  const { scaling, base, ...rope } = encoding as RopeEncoding;
  if (encoding.kind !== "rope" || !scaling || !generator) return encoding;
  const pairs = generator.blocks.filter((block) => block.kind === "pair");
  const rotaryDimension = 2 * pairs.length;
  const { attentionFactor } = resolveScaling(scaling, {
    rotaryDimension,
    ...(base !== undefined && { base }),
  });
  return {
    attentionFactor,
    ...rope,
    rotaryDimension,
    frequencies: pairs.map(({ frequency }) => 0 - frequency),
  };
}
