/**
 * The one door, as web/core sees it: what wasm/ registers with embind. The generated declarations are checked against
 * this. Every function copies its inputs in and its results out, never throws, and answers with a result or a Failure.
 */

import type { CatalogueKind } from "../model/encodings/kind.ts";
import type { ErrorCode } from "../model/error.ts";
import type { LagsLike, Matrix, MatrixLike, Numbers } from "../model/types.ts";
import type {
  AttentionResult,
  Classification,
  FitResult,
  LiftedGenerator,
  Moments,
} from "./api.ts";

export interface Failure {
  error: { code: ErrorCode; message: string };
}

/** A rotary table before and after a model's scaling, all resolved; which type needs what: cpp/attention/frequencies.hpp. */
export interface RotaryRequest {
  rotaryDimension: number;
  base: number;
  ropeType: string;
  factor?: number;
  lowFrequencyFactor?: number;
  highFrequencyFactor?: number;
  /** In tokens. */
  originalContext?: number;
  sequenceLength?: number;
  betaFast?: number;
  betaSlow?: number;
  truncate?: boolean;
  rotatedPairs?: number;
  divisors?: Numbers;
}

export interface RotaryTable {
  /** Radians per token, one a pair. */
  frequencies: Float64Array;
  /** As used: it may have grown with the sequence. */
  base: number;
}

/** An encoding with everything resolved to numbers: defaults filled in, scaling blocks turned into frequencies. */
export type CoreEncoding =
  | {
      kind: "generator";
      generator: CoreGenerator;
    }
  | { kind: "matrix"; matrix: MatrixLike }
  | { kind: "nope"; dimension: number }
  | ({ kind: "decay"; dimension: number; rate: number; bidirectional: boolean } & Clocked)
  | ({
      kind: "rope";
      dimension: number;
      layout: string;
      /** Radians per token, one a rotated pair; 2·length is the rotated prefix. */
      frequencies: Numbers;
      /** Per token; length 1 (shared) or one a pair. */
      rates: Numbers;
      /** Of the coordinates beyond the prefix; default 0. */
      restRate?: number;
      attentionFactor: number;
    } & Clocked)
  | CatalogueEncoding;

/** Steps of a data clock, one a token. The lags of a curve are then told by it, and the query's position is needed. */
interface Clocked {
  clock?: Numbers;
  position?: number;
}
/** A kind of the catalogue; cpp/attention/catalogue.hpp says which values and lists it takes. */
export interface CatalogueEncoding extends Clocked {
  kind: CatalogueKind;
  dimension: number;
  values: readonly number[];
  lists: readonly Numbers[];
}

/** One variance a component, or their covariance. */
export interface CoreGaussian {
  mean: Float64Array;
  variance: Float64Array | MatrixLike;
}
export interface CoreJoint {
  query: CoreGaussian;
  key: CoreGaussian;
  cross?: MatrixLike;
  given?: Float64Array;
}

/** score(lag starts[j] + r·step) = Σ left[j][k]·right[k][r]; right in fours of columns, `width` entries of four each. */
export interface SweepTables {
  columns: number;
  left: Float32Array;
  right: Float32Array;
}

export interface CoreExponential {
  errorBound: number;
  /** 0: a closed form. */
  degree: number;
  squarings: number;
  balanced: boolean;
  overflow: boolean;
  value: Float64Array;
  /** Where it was made in double-double. */
  low: Float64Array | undefined;
}

export interface CoreGenerator {
  blocks: readonly { kind: string; rate: number; frequency: number; size: number }[];
  basis?: MatrixLike;
  permutation?: Uint32Array | readonly number[];
}

/** The generators of x and of y, each by its blocks or dense, of one dimension. */
export interface CorePlane {
  generators: readonly [CoreGenerator | MatrixLike, CoreGenerator | MatrixLike];
}

export interface Core {
  versions(): { emscripten: string; eigen: string; xsimd: string; simd: "simd" | "relaxed" };
  /** x: order² numbers. precision: 0 automatic, 1 double, 2 double-double. */
  expm(
    x: Float64Array,
    order: number,
    time: number,
    precision: number,
    tolerance: number,
  ): CoreExponential | Failure;
  /** xs one after another, `count` numbers; orders, `matrices` of them; times, `moments` of them. Answers every x at every time, x outer. */
  expmBatch(
    xs: Float64Array,
    count: number,
    orders: Float64Array,
    matrices: number,
    times: Float64Array,
    moments: number,
    precision: number,
  ): Float64Array | Failure;
  /** level 0: blocks and offsets; 1: lifts too; 2: and the matrix. */
  generator(encoding: CoreEncoding, level: number): LiftedGenerator | Failure | null;
  /** precision: "double" | "single". width 0: one score a lag; else 3·width values: means, minima, maxima. */
  curve(
    encoding: CoreEncoding,
    query: Numbers,
    key: Numbers,
    lags: LagsLike,
    precision: string,
    width: number,
  ): Float64Array | Failure;
  /** One row a block. */
  contributions(
    encoding: CoreEncoding,
    query: Numbers,
    key: Numbers,
    lags: LagsLike,
  ): Float64Array[] | Failure;
  classify(x: MatrixLike, tolerance: number | undefined): Classification | Failure;
  fit(samples: Numbers, step: number, order: number, stable: boolean): FitResult | Failure;
  curve2(
    plane: CorePlane,
    query: Numbers,
    key: Numbers,
    x: LagsLike,
    y: LagsLike,
  ): Float64Array | Failure;
  orbit(encoding: CoreEncoding, vector: Numbers, times: LagsLike): Matrix | Failure;
  moments(encoding: CoreEncoding, joint: CoreJoint, lags: LagsLike): Moments | Failure;
  /** seed: below 2³². */
  normals(
    seed: number,
    mean: number,
    deviation: number,
    counts: readonly number[],
  ): Float32Array[] | Failure;
  sampledRow(
    encoding: CoreEncoding,
    seed: number,
    mean: number,
    deviation: number,
    length: number,
  ): Float64Array | Failure;
  attention(scores: Numbers): AttentionResult | Failure;
  frequencies(request: RotaryRequest): RotaryTable | Failure;
  /**
   * Of a row's mean or deviation over the runs between edges (0 to the number of lags): all sums, all minima, all maxima
   * and, with softmax, all Z and all T (cpp/group/reduce.hpp).
   */
  sweepSlice(
    encoding: CoreEncoding,
    joint: CoreJoint,
    deviation: boolean,
    lags: LagsLike,
    edges: Numbers,
    softmax: boolean,
  ): Float64Array | Failure;
  /** Seven numbers a term (wasm/sweep.cpp); null where the row is no exponential polynomial. */
  sweepTerms(
    encoding: CoreEncoding,
    joint: CoreJoint,
    deviation: boolean,
  ): Float64Array | Failure | null;
  /** What queries from position firstQuery on give to keys from firstKey on: cpp/attention/sequence.hpp says what a row holds. */
  attentionSlice(
    encoding: CoreEncoding,
    query: MatrixLike,
    firstQuery: number,
    key: MatrixLike,
    firstKey: number,
    edges: Numbers,
  ): Matrix | Failure;
  sweepTables(
    encoding: CoreEncoding,
    joint: CoreJoint,
    deviation: boolean,
    lags: LagsLike,
    starts: Numbers,
    step: number,
    width: number,
  ): SweepTables | Failure;
}
