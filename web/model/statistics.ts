/**
 * Statistics of a causal softmax over a sequence, put together from what each query gives to runs of keys: the same for
 * every backend.
 */
import { EtxError } from "./error.ts";
import { columnEdges } from "./sweep.ts";
import type { Encoding, Matrix, MatrixLike } from "./types.ts";

export interface StatisticsQuestion {
  encoding: Encoding;
  /** N×d, a row a position. */
  query: MatrixLike;
  key: MatrixLike;
}

/** Of the softmax of each query over itself and the keys before it. */
export interface SequenceStatistics {
  /** Nats, one a query. */
  entropy: Float32Array;
  /** e^entropy. */
  effective: Float32Array;
  /** Mean over the queries; bin b: lags 2^b-1 up to 2^{b+1}-2. */
  massByLag: Float64Array;
  /** Each query's weight on the first key. */
  sink: Float32Array;
  /** Row i: what the queries of band i give on average to each band of keys, ⌊cN/rows⌋ to the next. Its rows add up to 1. */
  thumbnail: Matrix;
}

/** Bands of the thumbnail, at most. */
const bands = 128;
/** Lags of the longest sequence fill them. */
export const bins = 17;
/** What a query's row holds first: the largest score M, Z = Σ e^{s-M}, T = Σ e^{s-M}·(s - M), the part of Z at key 0; then its parts by bins of lags, then by bands of keys. */
export const [top, mass, moment, sink, parts] = [0, 1, 2, 3, 4] as const;

export const binOf = (lag: number): number => 31 - Math.clz32(lag + 1);

/** Where the bands begin and, last, where they end. */
export const bandEdges = (length: number): Float64Array =>
  columnEdges(length, Math.min(length, bands));

/** More keys of the same queries: both parts relative to the larger maximum. */
export function join(all: Matrix, more: Matrix): void {
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

/** Takes queries as they become complete, in any order; its sums are still to be divided. */
export class Gathered {
  readonly sums: SequenceStatistics;

  constructor(length: number) {
    const size = bandEdges(length).length - 1;
    this.sums = {
      entropy: new Float32Array(length),
      effective: new Float32Array(length),
      massByLag: new Float64Array(bins),
      sink: new Float32Array(length),
      thumbnail: { rows: size, cols: size, data: new Float64Array(size * size) },
    };
  }

  /** Rows of the queries from position `first` on, over all of their keys. */
  add(rows: Matrix, first: number): void {
    const { entropy, effective, massByLag, thumbnail, ...rest } = this.sums;
    const [length, size] = [entropy.length, thumbnail.cols];
    for (let i = 0; i < rows.rows; i++) {
      const row = rows.data.subarray(i * rows.cols, (i + 1) * rows.cols);
      const Z = row[mass] as number;
      const nats = Math.log(Z) - (row[moment] as number) / Z;
      entropy[first + i] = nats;
      effective[first + i] = Math.exp(nats);
      rest.sink[first + i] = (row[sink] as number) / Z;
      for (let b = 0; b < bins; b++)
        massByLag[b] = (massByLag[b] as number) + (row[parts + b] as number) / Z;
      const band = Math.ceil(((first + i + 1) * size) / length) - 1;
      for (let c = 0, at = band * size; c < size; c++, at++)
        thumbnail.data[at] = (thumbnail.data[at] as number) + (row[parts + bins + c] as number) / Z;
    }
  }
}

/** Of sums that together hold every query once. */
export function concluded(all: readonly SequenceStatistics[]): SequenceStatistics {
  const length = all[0]?.entropy.length ?? 0;
  const { sums } = new Gathered(length);
  for (const one of all) {
    for (const name of ["entropy", "effective", "massByLag", "sink"] as const)
      accumulate(sums[name], one[name]);
    accumulate(sums.thumbnail.data, one.thumbnail.data);
  }
  const lost = sums.entropy.findIndex(Number.isNaN);
  if (lost >= 0) {
    throw new EtxError(
      "overflow",
      `query and key are too long: the scores of position ${lost} leave the range of numbers`,
    );
  }
  const { thumbnail, massByLag } = sums;
  const edges = bandEdges(length);
  thumbnail.data.forEach((sum, at) => {
    const band = Math.floor(at / thumbnail.cols);
    thumbnail.data[at] = sum / ((edges[band + 1] as number) - (edges[band] as number));
  });
  // As many bins as there are lags for.
  const used = length > 0 ? binOf(length - 1) + 1 : 0;
  return { ...sums, massByLag: massByLag.slice(0, used).map((sum) => sum / length) };
}

function accumulate(into: Float32Array | Float64Array, more: ArrayLike<number>): void {
  for (let i = 0; i < into.length; i++) into[i] = (into[i] as number) + (more[i] as number);
}
