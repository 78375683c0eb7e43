/**
 * A sweep: one parameter's values down, lags across, reduced to columns while it is computed. What is asked, what a
 * backend answers, and the picture made of that; every backend's answer becomes a picture here.
 */
import type { Encoding, Gaussian, LagsLike, Numbers } from "./types.ts";

export const sweepQuantities = [
  "score",
  "mean",
  "deviation",
  "weight",
  "entropy",
  "effective",
] as const;
export type SweepQuantity = (typeof sweepQuantities)[number];

export interface SweepQuestion {
  encoding: Encoding;
  /** A path into the encoding ("base", "scaling.factor"), or query.mean, query.variance, key.mean, meanAngle. */
  parameter: string;
  values: Numbers;
  lags: LagsLike;
  query: Numbers | Gaussian;
  key: Numbers | Gaussian;
  quantity: SweepQuantity;
  /** Columns: column c holds lags ⌊c·count/width⌋ up to the next column's first. */
  width: number;
  /** Columns share these lags alone, by number; weights, entropies and contexts still count the others. */
  within?: { first: number; count: number };
}

/** What columns hold, row by row. */
export interface Reduced {
  sum: Float64Array;
  min: Float64Array;
  max: Float64Array;
  /** For weights: Z = Σ e^{s-max} and T = Σ e^{s-max}·(s - max) of each column. */
  mass?: Float64Array;
  moment?: Float64Array;
}

export interface SweepPicture {
  width: number;
  height: number;
  mean: Float32Array;
  min: Float32Array;
  max: Float32Array;
}

export const isWeighed = (quantity: SweepQuantity): boolean =>
  quantity === "weight" || quantity === "entropy" || quantity === "effective";

export const lagCount = (lags: LagsLike): number => ("count" in lags ? lags.count : lags.length);

/** Where columns start and, last, where they end. */
export function columnEdges(count: number, width: number): Float64Array {
  return Float64Array.from({ length: width + 1 }, (_, c) => Math.floor((c * count) / width));
}

/**
 * Where the columns that a backend computes start and, last, where they end: the picture's own; for what is weighed one
 * more of all lags before them; for weights, which sum to 1 over all lags, one of those after.
 */
export function sweepEdges({ lags, width, within, quantity }: SweepQuestion): Float64Array {
  const samples = lagCount(lags);
  const { first, count } = within ?? { first: 0, count: samples };
  const own = columnEdges(count, width).map((edge) => first + edge);
  if (!isWeighed(quantity)) return own;
  const after = quantity === "weight" && first + count < samples;
  return Float64Array.from([...(first > 0 ? [0] : []), ...own, ...(after ? [samples] : [])]);
}

export function emptyReduced(cells: number, weighed: boolean): Reduced {
  return {
    sum: new Float64Array(cells),
    min: new Float64Array(cells).fill(Number.POSITIVE_INFINITY),
    max: new Float64Array(cells).fill(Number.NEGATIVE_INFINITY),
    ...(weighed && { mass: new Float64Array(cells), moment: new Float64Array(cells) }),
  };
}

/** Some samples of a cell: Z and T are relative to their own maximum. */
export interface Part {
  sum: number;
  min: number;
  max: number;
  mass?: number;
  moment?: number;
}

/** Adds samples to what their cell has. */
export function addPart(into: Reduced, cell: number, part: Part): void {
  const before = into.max[cell] as number;
  const top = Math.max(before, part.max);
  if (into.mass && into.moment) {
    const at = (mass: number, moment: number, own: number): [number, number] => {
      if (mass === 0) return [0, 0];
      const shift = own - top;
      return [mass * Math.exp(shift), Math.exp(shift) * (moment + mass * shift)];
    };
    const [mass, moment] = at(into.mass[cell] as number, into.moment[cell] as number, before);
    const [more, moreMoment] = at(part.mass ?? 0, part.moment ?? 0, part.max);
    into.mass[cell] = mass + more;
    into.moment[cell] = moment + moreMoment;
  }
  into.sum[cell] = (into.sum[cell] as number) + part.sum;
  into.min[cell] = Math.min(into.min[cell] as number, part.min);
  into.max[cell] = top;
}

/** What was asked for, of the columns that a backend computed. */
export function picture(reduced: Reduced, question: SweepQuestion): SweepPicture {
  const { quantity, within, width } = question;
  const edges = sweepEdges(question);
  const all = pictureOf(reduced, edges, quantity);
  if (!within || !isWeighed(quantity)) return all;
  const cropped = (values: Float32Array): Float32Array => {
    const out = new Float32Array(width * all.height);
    for (let row = 0; row < all.height; row++) {
      const from = row * all.width + Number(within.first > 0);
      out.set(values.subarray(from, from + width), row * width);
    }
    return out;
  };
  const { mean, min, max } = all;
  return { width, height: all.height, mean: cropped(mean), min: cropped(min), max: cropped(max) };
}

/** Of columns with these edges, the quantity asked for. */
function pictureOf(
  reduced: Reduced,
  edges: ArrayLike<number>,
  quantity: SweepQuantity,
): SweepPicture {
  const width = edges.length - 1;
  const height = reduced.sum.length / width;
  const out = {
    width,
    height,
    mean: new Float32Array(reduced.sum.length),
    min: new Float32Array(reduced.min),
    max: new Float32Array(reduced.max),
  };
  for (let row = 0; row < height; row++) {
    const first = row * width;
    if (quantity === "weight") weights(reduced, edges, first, out);
    else if (isWeighed(quantity)) entropies(reduced, width, first, quantity === "effective", out);
    else
      for (let c = 0; c < width; c++)
        out.mean[first + c] = (reduced.sum[first + c] as number) / heldBy(edges, c);
  }
  return out;
}

const heldBy = (edges: ArrayLike<number>, column: number): number =>
  (edges[column + 1] as number) - (edges[column] as number);

/** Softmax over the whole row. */
function weights(
  reduced: Reduced,
  edges: ArrayLike<number>,
  first: number,
  out: SweepPicture,
): void {
  const width = edges.length - 1;
  const max = reduced.max.subarray(first, first + width);
  const mass = (reduced.mass as Float64Array).subarray(first, first + width);
  const top = max.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  let total = 0;
  for (let c = 0; c < width; c++) total += (mass[c] as number) * Math.exp((max[c] as number) - top);
  const weight = (score: number): number => Math.exp(score - top) / total;
  for (let c = 0; c < width; c++) {
    out.mean[first + c] = ((mass[c] as number) * weight(max[c] as number)) / heldBy(edges, c);
    out.min[first + c] = weight(reduced.min[first + c] as number);
    out.max[first + c] = weight(max[c] as number);
  }
}

/** Of the softmax over all lags up to the column's last: H = ln Z - T/Z. */
function entropies(
  reduced: Reduced,
  width: number,
  first: number,
  effective: boolean,
  out: SweepPicture,
): void {
  const sofar = emptyReduced(1, true);
  for (let at = first; at < first + width; at++) {
    const [min, max] = [reduced.min[at] as number, reduced.max[at] as number];
    addPart(sofar, 0, {
      sum: 0,
      min,
      max,
      mass: reduced.mass?.[at] as number,
      moment: reduced.moment?.[at] as number,
    });
    const mass = sofar.mass?.[0] as number;
    const entropy = Math.log(mass) - (sofar.moment?.[0] as number) / mass;
    const value = effective ? Math.exp(entropy) : entropy;
    out.mean[at] = out.min[at] = out.max[at] = value;
  }
}
