/**
 * The one door, as web/core sees it: what wasm/ registers with embind. The generated declarations are checked against
 * this. Every function copies its inputs in and its results out, never throws, and answers with a result or a Failure.
 */

import type { ErrorCode } from "../model/error.ts";
import type { LagsLike, Matrix, MatrixLike, Numbers } from "../model/types.ts";
import type { ExpmResult, LiftedGenerator } from "./api.ts";

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
  orbit(encoding: CoreEncoding, vector: Numbers, times: LagsLike): Matrix | Failure;
  frequencies(request: RotaryRequest): RotaryTable | Failure;
}
