/** What the build-up shows: the sum of the first pairs of the selected encoding, the last of them, and the terms at one lag. */
import type { Etx, LiftedGenerator } from "../../core/api.ts";
import { dimension as dimensionOf } from "../../model/encodings/registry.ts";
import { steady } from "../../model/encodings/steady.ts";
import { EtxError } from "../../model/error.ts";
import type { Block, Encoding, Experiment, Generator, LagGrid } from "../../model/types.ts";
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
  /** ‖q‖‖k‖ in each block's coordinates: what it adds where both point the same way; in a basis, the most that it adds. */
  sizes: readonly number[];
  sized: "norms" | "most";
  /** What each adds at the document's time. */
  terms: readonly number[];
}

/** Why a score has no parts to add: it is no sum of blocks, or not one over an even grid of lags. */
export interface Undivided {
  why: "outsider" | "plane" | "clock" | "lags";
}

export const isDivided = (found: BuildUp | Undivided | undefined): found is BuildUp =>
  found !== undefined && !("why" in found);

const mostLags = 2 ** 20;

export const frequencyOf = (block: Block): number =>
  block.kind === "pair" ? Math.abs(block.frequency) : 0;

/** How many pairs are added; absent: all. */
export function countOf(experiment: Experiment): number | undefined {
  const { count } = optionsOf(experiment, "build-up");
  return Number.isInteger(count) && (count as number) > 0 ? (count as number) : undefined;
}

export async function buildUpOf(
  etx: Etx,
  experiment: Experiment,
  memo: Memo,
): Promise<BuildUp | Undivided> {
  const { entry: id } = selectionOf(experiment);
  const encoding = experiment.encodings.find((one) => one.id === id)?.encoding;
  if (!encoding) throw new EtxError("range", "encodings: the bench is empty");
  const { lags, time = 0 } = experiment;
  const { encoding: group, mirrored, clock } = steady(encoding);
  const lifted = await liftedOf(etx, group, memo);
  const generator = lifted?.generators[0];
  if (!lifted || !generator) return { why: "outsider" };
  if (lifted.generators.length > 1 || "x" in lags) return { why: "plane" };
  if (clock) return { why: "clock" };
  if (Array.isArray(lags) || lags.step <= 0 || lags.count > mostLags) return { why: "lags" };

  const dimension = dimensionOf(encoding);
  const query = resolve(experiment.query, dimension);
  const key = resolve(experiment.key, dimension);
  const order = generator.blocks
    .map((block, index) => ({ block, index }))
    .sort((a, b) => frequencyOf(b.block) - frequencyOf(a.block) || a.block.rate - b.block.rate);
  // A dense X is asked by the blocks that were read off it.
  const asked: Encoding = encoding.kind === "matrix" ? { kind: "generator", generator } : encoding;
  const about = [encoding, experiment.query, experiment.key, lags];
  const rows = (at: LagGrid | number[]): Promise<Float64Array[]> =>
    memo.get(["contributions", ...about, at], () =>
      etx.contributions(asked, { query, key, lags: at }),
    );
  const indices = order.map(({ index }) => index);
  // A basis mixes the coordinates: a block has none of its own, and what it adds is asked of all together.
  const { score, sizes, sized } = generator.basis
    ? byRows(await rows(lags), indices)
    : byCoordinates(
        await memo.get(["build-up parts", ...about], async () =>
          partsOf(generator, lifted, { query, key, indices }),
        ),
        (alone, from, to) =>
          memo.get(["build-up", ...about, from, to], () =>
            etx.curve(alone.encoding, { ...alone, lags: mirrored ? mirror(lags) : lags }),
          ),
      );

  const count = Math.min(countOf(experiment) ?? order.length, order.length);
  const [sum, last, whole, terms] = await Promise.all([
    score(0, count),
    score(count - 1, count),
    score(0, order.length),
    rows([time]),
  ]);
  return {
    lags,
    blocks: order.map(({ block }) => block),
    count,
    sum,
    last,
    whole,
    sizes,
    sized,
    terms: indices.map((index) => terms[index]?.[0] ?? Number.NaN),
  };
}

const mirror = ({ start, step, count }: LagGrid): Float64Array =>
  Float64Array.from({ length: count }, (_, i) => Math.abs(start + i * step));

interface Parts extends Pick<BuildUp, "sizes" | "sized"> {
  /** What blocks `from` up to `to` of the order add together, one a lag. */
  score(from: number, to: number): Promise<Float64Array>;
}

/** A block with its own coordinates of query and key. */
interface Part {
  block: Block;
  query: number[];
  key: number[];
}

function partsOf(
  generator: Generator,
  lifted: LiftedGenerator,
  { query, key, indices }: { query: Float64Array; key: Float64Array; indices: readonly number[] },
): Part[] {
  const liftedQuery = lift(query, lifted.queryLift, lifted.queryOffset);
  const liftedKey = lift(key, lifted.keyLift, lifted.keyOffset);
  return indices.map((index) => {
    const at = coordinatesOf(generator, index);
    return {
      block: generator.blocks[index] as Block,
      query: at.map((i) => liftedQuery[i] ?? 0),
      key: at.map((i) => liftedKey[i] ?? 0),
    };
  });
}

/** Blocks with coordinates of their own: some of them are a smaller encoding, asked as such. */
function byCoordinates(
  parts: readonly Part[],
  ask: (
    alone: { encoding: Encoding; query: number[]; key: number[] },
    from: number,
    to: number,
  ) => Promise<Float64Array>,
): Parts {
  return {
    sizes: parts.map((part) => Math.hypot(...part.query) * Math.hypot(...part.key)),
    sized: "norms",
    score(from, to) {
      const chosen = parts.slice(from, to);
      const blocks = chosen.map(({ block }) => block);
      const alone = {
        encoding: { kind: "generator", generator: { blocks } } as Encoding,
        query: chosen.flatMap((part) => part.query),
        key: chosen.flatMap((part) => part.key),
      };
      return ask(alone, from, to);
    },
  };
}

function byRows(rows: readonly Float64Array[], indices: readonly number[]): Parts {
  const ordered = indices.map((index) => rows[index] as Float64Array);
  return {
    sizes: ordered.map((row) => row.reduce((most, value) => Math.max(most, Math.abs(value)), 0)),
    sized: "most",
    async score(from, to) {
      const sum = new Float64Array(ordered[0]?.length ?? 0);
      for (const row of ordered.slice(from, to)) {
        for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (row[i] ?? 0);
      }
      return sum;
    },
  };
}
