/** What the build-up shows: the sum of the first pairs of the selected encoding, the last of them, and the terms at one lag. */
import type { Etx } from "../../core/api.ts";
import { dimension as dimensionOf } from "../../model/encodings/registry.ts";
import { EtxError } from "../../model/error.ts";
import type { Block, Encoding, Experiment, LagGrid } from "../../model/types.ts";
import { resolve } from "../../model/vector.ts";
import type { Memo } from "../memo.ts";
import { coordinatesOf, lift } from "../orbit-picture.ts";
import { liftedOf } from "../picture.ts";
import { optionsOf, selectionOf } from "../views.ts";

export interface BuildUp {
  lags: LagGrid;
  /** The blocks that are added, fastest first. */
  blocks: readonly Block[];
  count: number;
  /** What the first `count`, the last of them and all of them add to the score, one a lag. */
  sum: Float64Array;
  last: Float64Array;
  whole: Float64Array;
  /** ‖q‖‖k‖ in each block's coordinates: what it adds where both point the same way. */
  sizes: readonly number[];
  /** What each adds at the document's time. */
  terms: readonly number[];
}

const mostLags = 2 ** 20;

export const frequencyOf = (block: Block): number =>
  block.kind === "pair" ? Math.abs(block.frequency) : 0;

/** How many pairs are added; absent: all. */
export function countOf(experiment: Experiment): number | undefined {
  const { count } = optionsOf(experiment, "build-up");
  return Number.isInteger(count) && (count as number) > 0 ? (count as number) : undefined;
}

export async function buildUpOf(etx: Etx, experiment: Experiment, memo: Memo): Promise<BuildUp> {
  const { entry: id } = selectionOf(experiment);
  const encoding = experiment.encodings.find((one) => one.id === id)?.encoding;
  if (!encoding) throw new EtxError("range", "encodings: the bench is empty");
  const { lags, time = 0 } = experiment;
  if (Array.isArray(lags) || "x" in lags || lags.step <= 0 || lags.count > mostLags) {
    throw new EtxError(
      "unsupported",
      `lags: this figure draws a grid { start, step, count } that rises, of at most ${mostLags} lags`,
    );
  }
  const lifted = await liftedOf(etx, encoding, memo);
  const generator = lifted?.generators[0];
  if (!lifted || !generator || lifted.generators.length > 1 || generator.basis) {
    throw new EtxError(
      "unsupported",
      `${encoding.kind}: its score is no sum over blocks of its own coordinates`,
    );
  }
  const dimension = dimensionOf(encoding) ?? 0;
  const query = resolve(experiment.query, dimension);
  const key = resolve(experiment.key, dimension);
  const liftedQuery = lift(query, lifted.queryLift, lifted.queryOffset);
  const liftedKey = lift(key, lifted.keyLift, lifted.keyOffset);

  const order = generator.blocks
    .map((block, index) => ({ block, index }))
    .sort((a, b) => frequencyOf(b.block) - frequencyOf(a.block) || a.block.rate - b.block.rate);
  const parts = order.map(({ block, index }) => {
    const at = coordinatesOf(generator, index);
    return {
      block,
      query: at.map((i) => liftedQuery[i] ?? 0),
      key: at.map((i) => liftedKey[i] ?? 0),
    };
  });
  /** The score of these parts alone. */
  const score = (from: number, to: number): Promise<Float64Array> => {
    const chosen = parts.slice(from, to);
    const alone: Encoding = {
      kind: "generator",
      generator: { blocks: chosen.map(({ block }) => block) },
    };
    const about = [encoding, experiment.query, experiment.key, lags];
    return memo.get(["build-up", ...about, from, to], () =>
      etx.curve(alone, {
        query: chosen.flatMap((part) => part.query),
        key: chosen.flatMap((part) => part.key),
        lags,
      }),
    );
  };

  const count = Math.min(countOf(experiment) ?? parts.length, parts.length);
  const [sum, last, whole, terms] = await Promise.all([
    score(0, count),
    score(count - 1, count),
    score(0, parts.length),
    memo.get(["terms", encoding, experiment.query, experiment.key, time], () =>
      etx.contributions(encoding, { query, key, lags: [time] }),
    ),
  ]);
  return {
    lags,
    blocks: parts.map(({ block }) => block),
    count,
    sum,
    last,
    whole,
    sizes: parts.map((part) => Math.hypot(...part.query) * Math.hypot(...part.key)),
    terms: order.map(({ index }) => terms[index]?.[0] ?? Number.NaN),
  };
}
