/**
 * The one door, as web/core sees it: what wasm/ registers with embind. The generated declarations are checked against
 * this. Every function copies its inputs in and its results out, never throws, and answers with a result or a Failure.
 */

import type { ErrorCode } from "../model/error.ts";
import type { LagsLike, Matrix, MatrixLike, Numbers } from "../model/types.ts";
import type { LiftedGenerator } from "./api.ts";

export interface Failure {
  error: { code: ErrorCode; message: string };
}

/** Rotary frequencies before and after a model's scaling; numbers only, all resolved. */
export interface RotaryRequest {
  rotaryDimension: number;
  base: number;
  /** "default" | "linear" | "llama3"; more come with the encodings. */
  ropeType: string;
  factor?: number;
  lowFrequencyFactor?: number;
  highFrequencyFactor?: number;
  /** In tokens. */
  originalContext?: number;
}

/** An encoding with everything resolved to numbers: defaults filled in, scaling blocks turned into frequencies. */
export type CoreEncoding =
  | {
      kind: "generator";
      generator: {
        blocks: readonly { kind: string; rate: number; frequency: number; size: number }[];
        basis?: MatrixLike;
        permutation?: Uint32Array | readonly number[];
      };
    }
  | { kind: "matrix"; matrix: MatrixLike }
  | { kind: "nope"; dimension: number }
  | { kind: "decay"; dimension: number; rate: number; bidirectional: boolean }
  | {
      kind: "rope";
      dimension: number;
      layout: string;
      /** Radians per token, one a rotated pair; 2·length is the rotated prefix. */
      frequencies: Numbers;
      /** Per token; length 1 (shared) or one a pair. */
      rates: Numbers;
      attentionFactor: number;
    };

export interface Core {
  versions(): { emscripten: string; eigen: string; xsimd: string; simd: "simd" | "relaxed" };
  /**
   * x: order² numbers. precision: 0 automatic, 1 double, 2 double-double. Answers errorBound, degree (0: a closed form),
   * squarings, then 1 or 0 for double-double, balanced, overflow, then the value, then its low part where double-double.
   */
  expm(
    x: Float64Array,
    order: number,
    time: number,
    precision: number,
    tolerance: number,
  ): Float64Array | Failure;
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
  generator(encoding: CoreEncoding): LiftedGenerator | Failure | null;
  /** width 0: one score a lag; else 3·width values: means, minima, maxima. */
  curve(
    encoding: CoreEncoding,
    query: Numbers,
    key: Numbers,
    lags: LagsLike,
    width: number,
  ): Float64Array | Failure;
  orbit(encoding: CoreEncoding, vector: Numbers, times: LagsLike): Matrix | Failure;
  frequencies(request: RotaryRequest): Float64Array | Failure;
}
