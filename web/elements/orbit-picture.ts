/** The orbit of the key in the plane of the selected eigenvalue. */
import type { Etx, LiftedGenerator } from "../core/api.ts";
import { dimension as dimensionOf } from "../model/encodings/registry.ts";
import { lastLag } from "../model/lags.ts";
import type { Block, Encoding, Experiment, Generator, Matrix } from "../model/types.ts";
import { resolve } from "../model/vector.ts";
import type { Memo } from "./memo.ts";

export interface OrbitPicture {
  block: Block;
  time: number;
  /** x, y interleaved: A(t)k for t from a while ago until now, and from now on. */
  past: Float64Array;
  future: Float64Array;
  at: { x: number; y: number };
  start: { x: number; y: number };
  query: { x: number; y: number };
  /** What this block alone adds to the score at `time`. */
  score: number;
  /** ‖A(t)k‖ and ‖k‖ in this block's coordinates, which may be more than the two that are drawn. */
  length: number;
  lengthAtStart: number;
}

/** A block alone, with its own coordinates of the lifted query and key. */
export interface BlockAlone {
  block: Block;
  encoding: Encoding;
  coordinates: number[];
  query: number[];
  key: number[];
}

/** How much of an orbit to draw: enough turns to see its shape, few enough to stay readable. */
export const turns = 3;
const samplesPerTurn = 96;

export function blockAlone(
  experiment: Experiment,
  encoding: Encoding,
  lifted: LiftedGenerator,
  index: number,
): BlockAlone | undefined {
  const generator = lifted.generators[0];
  const block = generator?.blocks[index];
  // A basis mixes the coordinates: the block's own would have to be solved for, so nothing is drawn.
  if (!block || generator.basis) return undefined;
  const coordinates = coordinatesOf(generator, index);
  const dimension = dimensionOf(encoding) ?? 0;
  const project = (vector: Float64Array): number[] => coordinates.map((i) => vector[i] ?? 0);
  return {
    block,
    encoding: { kind: "generator", generator: { blocks: [block] } },
    coordinates,
    query: project(
      lift(resolve(experiment.query, dimension), lifted.queryLift, lifted.queryOffset),
    ),
    key: project(lift(resolve(experiment.key, dimension), lifted.keyLift, lifted.keyOffset)),
  };
}

export async function orbitOf(
  etx: Etx,
  experiment: Experiment,
  encoding: Encoding,
  lifted: LiftedGenerator,
  index: number,
  memo: Memo,
): Promise<OrbitPicture | undefined> {
  const alone = blockAlone(experiment, encoding, lifted, index);
  if (!alone) return undefined;
  const { block, query, key } = alone;

  const time = experiment.time ?? 0;
  const horizon = lastLag(experiment);
  const span =
    block.kind === "pair" && block.frequency !== 0
      ? (2 * Math.PI * turns) / Math.abs(block.frequency)
      : Math.max(1, horizon);
  // From where it was a few turns ago, but not from before 0, where the key stands still in the figure.
  const from = time < 0 ? Math.min(0, time + span) : Math.max(0, time - span);
  const to = Math.max(time, Math.min(horizon, time + span));

  const [behind, ahead] = [samplesOf(from, time, span), samplesOf(time, to, span)];
  // The block alone, on its own few coordinates, all times at once: one tiny call, however large the encoding is.
  const times = Float64Array.of(...behind, ...ahead);
  const orbit = await memo.get(["orbit", block, key, from, time, to], () =>
    etx.orbit(alone.encoding, { vector: key, times }),
  );
  const now = orbit.data.subarray((behind.length - 1) * orbit.cols, behind.length * orbit.cols);
  return {
    block,
    time,
    past: plane(orbit, 0, behind.length),
    future: plane(orbit, behind.length, times.length),
    at: { x: now[0] ?? 0, y: now[1] ?? 0 },
    start: { x: key[0] ?? 0, y: key[1] ?? 0 },
    query: { x: query[0] ?? 0, y: query[1] ?? 0 },
    score: now.reduce((sum, value, i) => sum + value * (query[i] ?? 0), 0),
    length: Math.hypot(...now),
    lengthAtStart: Math.hypot(...key),
  };
}

/** Times from a to b, both included, close enough to draw the turns that fit into `span`. */
export function samplesOf(a: number, b: number, span: number): number[] {
  const steps =
    a === b ? 0 : Math.max(1, Math.ceil((samplesPerTurn * turns * Math.abs(b - a)) / span));
  return Array.from({ length: steps + 1 }, (_, i) => (i === steps ? b : a + (i * (b - a)) / steps));
}

/** The vector as the generator sees it. */
export function lift(vector: Float64Array, matrix?: Matrix, offset?: Float64Array): Float64Array {
  const moved = (i: number): number => {
    if (!matrix) return vector[i] ?? 0;
    const row = matrix.data.subarray(i * matrix.cols, (i + 1) * matrix.cols);
    return row.reduce((sum, entry, j) => sum + entry * (vector[j] ?? 0), 0);
  };
  return Float64Array.from(
    { length: matrix?.rows ?? vector.length },
    (_, i) => moved(i) + (offset?.[i] ?? 0),
  );
}

/** The first two coordinates of rows `begin` to `end`; a single coordinate moves along the horizontal axis. */
export function plane({ cols, data }: Matrix, begin: number, end: number): Float64Array {
  const points = new Float64Array(2 * (end - begin));
  for (let row = begin; row < end; row++) {
    points[2 * (row - begin)] = data[row * cols] ?? 0;
    if (cols > 1) points[2 * (row - begin) + 1] = data[row * cols + 1] ?? 0;
  }
  return points;
}

/** Where block `index` stands in the block form, and which coordinates of the vector it acts on. */
export function coordinatesOf(generator: Generator, index: number): number[] {
  const { blocks, permutation } = generator;
  const size = (block: Block): number => (block.size ?? 1) * (block.kind === "pair" ? 2 : 1);
  let start = 0;
  for (const block of blocks.slice(0, index)) start += size(block);
  const block = blocks[index];
  return Array.from(
    { length: block ? size(block) : 0 },
    (_, i) => permutation?.[start + i] ?? start + i,
  );
}
