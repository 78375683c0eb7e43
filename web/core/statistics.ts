/** Statistics of a causal softmax over a sequence: blocks of queries against stretches of keys, joined as they come. */
import { EtxError } from "../model/error.ts";
import { columnEdges } from "../model/sweep.ts";
import type { Encoding, Matrix } from "../model/types.ts";
import type { AttentionStatistics } from "./api.ts";
import { choice, count, numbers, record } from "./check.ts";
import { dimensionOf } from "./generator.ts";
import { paceOf, slice, type Tools } from "./sweep.ts";

const longestSequence = 65536;
const widest = 256;
/** Bands of the thumbnail, at most. */
const bands = 128;
/** Queries of a block: enough that moving keys to their tile costs little beside their scores. */
const block = 128;
const bins = 17;
/** What cpp/attention/sequence.hpp puts first in a row; bins and columns follow. */
const [top, mass, moment, sink, parts] = [0, 1, 2, 3, 4] as const;

export function* statisticsJob(
  tools: Tools,
  encoding: Encoding,
  options: unknown,
): Generator<number, AttentionStatistics> {
  const given = record("options", options);
  if (choice("backend", given.backend ?? "auto", ["auto", "wasm", "webgpu"]) === "webgpu")
    throw new EtxError("unsupported", 'backend is "webgpu"; these statistics are computed by wasm');
  const resolved = tools.resolve(encoding);
  const query = sequence("query", given.query, dimensionOf(resolved));
  const key = sequence("key", given.key, query.cols);
  if (key.rows !== query.rows)
    throw new EtxError("shape", `key has ${key.rows} rows; query has ${query.rows}`);
  const length = query.rows;
  const size = Math.min(length, bands);
  const edges = columnEdges(length, size);
  const out = empty(length, size);
  const band = edgeFinder(edges);
  let stretch = 512; // keys a slice; follows the clock
  let rested = performance.now();
  for (let first = 0; first < length; first += block) {
    const end = Math.min(length, first + block);
    const queries = rows(query, first, end);
    let all: Matrix | undefined;
    for (let from = 0; from < end; ) {
      const begun = performance.now();
      const to = Math.min(end, from + stretch);
      const some = rows(key, from, to);
      const found = tools.ask(() =>
        tools.core.attentionSlice(resolved, queries, first, some, from, edges),
      );
      if (all) join(all, found);
      else all = found;
      from = to;
      const now = performance.now();
      stretch = Math.max(64, 64 * Math.round(paceOf(stretch, now - begun) / 64));
      if (now - rested > slice) {
        yield (first * first + 2 * first * (end - first) * (to / end)) / length ** 2;
        rested = performance.now();
      }
    }
    if (all) conclude(out, all, first, band);
  }
  for (let b = 0; b < bins; b++) out.massByLag[b] = (out.massByLag[b] as number) / length;
  for (let i = 0; i < size; i++) {
    const held = (edges[i + 1] as number) - (edges[i] as number);
    for (let c = i * size; c < (i + 1) * size; c++)
      out.thumbnail.data[c] = (out.thumbnail.data[c] as number) / held;
  }
  // As many bins as there are lags for.
  const used = length > 0 ? Math.floor(Math.log2(length)) + 1 : 0;
  return { ...out, massByLag: out.massByLag.slice(0, used) };
}

function empty(length: number, size: number): AttentionStatistics {
  return {
    entropy: new Float32Array(length),
    effective: new Float32Array(length),
    massByLag: new Float64Array(bins),
    sink: new Float32Array(length),
    thumbnail: { rows: size, cols: size, data: new Float64Array(size * size) },
    backend: "wasm",
  };
}

function sequence(name: string, value: unknown, dimension: number): Matrix {
  const { rows, cols, data } = record(name, value);
  const height = count(`${name}.rows`, rows, longestSequence);
  const width = count(`${name}.cols`, cols, widest);
  if (width !== dimension)
    throw new EtxError(
      "shape",
      `${name}.cols is ${width}; the encoding's dimension is ${dimension}`,
    );
  return {
    rows: height,
    cols: width,
    data: numbers(`${name}.data`, data, height * width, "rows × cols"),
  };
}

const rows = ({ cols, data }: Matrix, from: number, to: number): Matrix => ({
  rows: to - from,
  cols,
  data: data.subarray(from * cols, to * cols),
});

/** More keys of the same queries: both parts relative to the larger maximum. */
function join(all: Matrix, more: Matrix): void {
  for (let i = 0; i < all.rows; i++) {
    const a = all.data.subarray(i * all.cols, (i + 1) * all.cols);
    const b = more.data.subarray(i * all.cols, (i + 1) * all.cols);
    const [aTop, bTop] = [a[top] as number, b[top] as number];
    if (bTop === Number.NEGATIVE_INFINITY) continue; // keys after this query
    const high = Math.max(aTop, bTop);
    const [down, up] = [Math.exp(aTop - high), Math.exp(bTop - high)];
    a[moment] =
      down * ((a[moment] as number) + (a[mass] as number) * (aTop - high)) +
      up * ((b[moment] as number) + (b[mass] as number) * (bTop - high));
    a[top] = high;
    for (let c = 0; c < all.cols; c++) {
      if (c !== top && c !== moment) a[c] = down * (a[c] as number) + up * (b[c] as number);
    }
  }
}

function conclude(
  out: AttentionStatistics,
  all: Matrix,
  first: number,
  band: (position: number) => number,
): void {
  const size = out.thumbnail.cols;
  for (let i = 0; i < all.rows; i++) {
    const row = all.data.subarray(i * all.cols, (i + 1) * all.cols);
    const Z = row[mass] as number;
    const entropy = Math.log(Z) - (row[moment] as number) / Z;
    out.entropy[first + i] = entropy;
    out.effective[first + i] = Math.exp(entropy);
    out.sink[first + i] = (row[sink] as number) / Z;
    for (let b = 0; b < bins; b++)
      out.massByLag[b] = (out.massByLag[b] as number) + (row[parts + b] as number) / Z;
    const at = band(first + i) * size;
    for (let c = 0; c < size; c++)
      out.thumbnail.data[at + c] =
        (out.thumbnail.data[at + c] as number) + (row[parts + bins + c] as number) / Z;
  }
}

/** Which column a position lies in, for positions that rise. */
function edgeFinder(edges: Float64Array): (position: number) => number {
  let column = 0;
  return (position) => {
    while ((edges[column + 1] as number) <= position) column++;
    return column;
  };
}
