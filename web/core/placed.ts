/** A sequence as a GPU takes it: queries and keys moved to the middle position, where a score is their product and a bias. */
import { keysTogether, type PlacedSequence, queriesTogether } from "../gpu/backend.ts";
import type { Block, Encoding, Generator as Generated, Matrix } from "../model/types.ts";
import type { CoreEncoding } from "./door.ts";
import { checkSequence } from "./statistics.ts";
import { slice, type Tools } from "./sweep.ts";

/** Entries that 32 bits still multiply, damped or grown by at most e^±50. */
const [largestEntry, largestExponent] = [1e12, 50];
/** A score beyond it is less exact in 32 bits than statistics should be. */
const largestBias = 64;
/** Positions of a slice. */
const stretch = 128;

/** A block of the generator, and its coordinates in the lifted rows. */
interface Turned {
  block: Block;
  places: readonly number[];
}

/** The rows, in slices; or why the encoding has no such rows. */
export function* placeJob(
  tools: Tools,
  encoding: Encoding,
  options: unknown,
): Generator<number, PlacedSequence | string> {
  const { resolved, query, key } = checkSequence(tools, encoding, options);
  const lifted = tools.ask(() => tools.core.generator(resolved, 1));
  const X = lifted?.generators[0];
  if (!lifted || !X || ("clock" in resolved && resolved.clock))
    return "these scores come from no generator by its blocks";
  if (X.basis) return "a generator in a basis of its own is moved in 64 bits";
  const split = splitBlocks(X, query.cols);
  if (typeof split === "string") return split;
  const middle = query.rows >> 1;
  const rate = split.own.reduce((most, { block }) => Math.max(most, Math.abs(block.rate)), 0);
  if (rate * (middle + 1) > largestExponent)
    return "a damping over so many positions leaves the range of 32-bit numbers";
  if (!fits(query) || !fits(key)) return "entries of this size leave the range of 32-bit numbers";
  const bias = split.biased ? biasOf(tools, resolved, query) : new Float32Array(query.rows);
  if (bias.some((value) => value > largestBias))
    return "a bias of this size leaves the precision of 32-bit numbers";

  const fours = Math.max(1, Math.ceil(split.own.flatMap(({ places }) => places).length / 4));
  const groups = Math.ceil(query.rows / queriesTogether);
  const out: PlacedSequence = {
    length: query.rows,
    fours,
    query: new Float32Array(groups * queriesTogether * fours * 4),
    key: new Float32Array((key.rows + keysTogether) * fours * 4),
    bias,
  };
  const turning = generatorOf(split.own);
  let rested = performance.now();
  for (let first = 0; first < query.rows; first += stretch) {
    const count = Math.min(stretch, query.rows - first);
    const turns = (start: number, step: number): Matrix =>
      tools.ask(() => tools.core.orbit(turning.encoding, turning.ones, { start, step, count }));
    const ahead = lift(query, first, count, lifted.queryLift, lifted.queryOffset);
    const behind = lift(key, first, count, lifted.keyLift, lifted.keyOffset);
    turn(split.own, turns(first - middle, 1), ahead, -1, (i, c, value) => {
      const [t, four] = [first + i, c >> 2];
      const group = Math.floor(t / queriesTogether) * fours + four;
      out.query[4 * (group * queriesTogether + (t % queriesTogether)) + (c & 3)] = value;
    });
    turn(split.own, turns(middle - first, -1), behind, 1, (i, c, value) => {
      out.key[4 * fours * (first + i) + c] = value;
    });
    if (performance.now() - rested > slice) {
      yield first / query.rows;
      rested = performance.now();
    }
  }
  return out;
}

/** Blocks on the rows' own coordinates, of which all must be diagonal, and whether others make a bias of their constants. */
function splitBlocks(X: Generated, dimension: number): { own: Turned[]; biased: boolean } | string {
  const own: Turned[] = [];
  let biased = false;
  let at = 0;
  for (const block of X.blocks) {
    const width = (block.kind === "pair" ? 2 : 1) * (block.size ?? 1);
    const places = Array.from({ length: width }, (_, i) => X.permutation?.[at + i] ?? at + i);
    at += width;
    if (places.every((place) => place >= dimension)) biased = true;
    else if ((block.size ?? 1) > 1 || places.some((place) => place >= dimension))
      return "a Jordan chain's powers of the lag need more than 32 bits";
    else own.push({ block, places });
  }
  return { own, biased };
}

/** e^{τX} of these blocks on ones: what multiplies each pair as a complex number, and each real coordinate. */
function generatorOf(own: readonly Turned[]): { encoding: CoreEncoding; ones: Float64Array } {
  const blocks = own.map(({ block: { kind, rate, ...rest } }) => ({
    kind,
    rate,
    frequency: "frequency" in rest ? rest.frequency : 0,
    size: 1,
  }));
  return {
    encoding: { kind: "generator", generator: { blocks } },
    ones: Float64Array.from(blocks.flatMap(({ kind }) => (kind === "pair" ? [1, 0] : [1]))),
  };
}

/** Rows by their weights; sign -1: transposed. */
function turn(
  own: readonly Turned[],
  weights: Matrix,
  rows: Matrix,
  sign: number,
  put: (row: number, column: number, value: number) => void,
): void {
  for (let i = 0; i < rows.rows; i++) {
    const w = weights.data.subarray(i * weights.cols, (i + 1) * weights.cols);
    const x = rows.data.subarray(i * rows.cols, (i + 1) * rows.cols);
    let c = 0;
    for (const { places } of own) {
      const [a, re] = [w[c] as number, x[places[0] as number] as number];
      if (places.length === 1) {
        put(i, c++, a * re);
        continue;
      }
      const [b, im] = [sign * (w[c + 1] as number), x[places[1] as number] as number];
      put(i, c++, a * re - b * im);
      put(i, c++, b * re + a * im);
    }
  }
}

/** L·x + offset, L diagonal. */
function lift(
  { cols, data }: Matrix,
  first: number,
  count: number,
  L?: Matrix,
  offset?: Float64Array,
): Matrix {
  const width = L?.rows ?? offset?.length ?? cols;
  const out = { rows: count, cols: width, data: new Float64Array(count * width) };
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < cols; c++)
      out.data[i * width + c] =
        (data[(first + i) * cols + c] as number) * (L ? (L.data[c * L.cols + c] as number) : 1);
    for (let c = cols; c < width; c++) out.data[i * width + c] = offset?.[c] ?? 0;
  }
  return out;
}

/** What a query and a key of zeros score: nothing but their constants' part. */
function biasOf({ core, ask }: Tools, encoding: CoreEncoding, { rows, cols }: Matrix) {
  const zero = new Float64Array(cols);
  const lags = { start: 0, step: 1, count: rows };
  return Float32Array.from(ask(() => core.curve(encoding, zero, zero, lags, "double", 0)));
}

const fits = ({ data }: Matrix): boolean => data.every((x) => Math.abs(x) <= largestEntry);
