/**
 * The one door, as web/core sees it: what wasm/ registers with embind. The generated declarations are checked against
 * this. Every function copies its inputs in and its results out, never throws, and answers with a result or a Failure.
 */

import type { ErrorCode } from "../model/error.ts";
import type { LagsLike, Matrix, MatrixLike, Numbers } from "../model/types.ts";
import type { Classification, ExpmResult, FitResult, LiftedGenerator } from "./api.ts";

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
      generator: CoreGenerator;
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
  expm(x: MatrixLike, time: number, precision: string, tolerance: number): ExpmResult | Failure;
  generator(encoding: CoreEncoding): LiftedGenerator | Failure | null;
  /** width 0: one score a lag; else 3·width values: means, minima, maxima. */
  curve(
    encoding: CoreEncoding,
    query: Numbers,
    key: Numbers,
    lags: LagsLike,
    width: number,
  ): Float64Array | Failure;
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
  frequencies(request: RotaryRequest): Float64Array | Failure;
}
