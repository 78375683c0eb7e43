/** The public interface of etX: what `createEtx` resolves to, and what it takes and gives. */
import type {
  Encoding,
  FrequencyTable,
  Gaussian,
  Generator,
  LagsLike,
  Matrix,
  MatrixLike,
  Numbers,
} from "../model/types.ts";

export interface EtxOptions {
  /** Where worker and wasm lie; default: beside the module. */
  assetBase?: string;
  /** Which wasm build; "auto" takes relaxed SIMD where the engine has it. */
  wasm?: "auto" | "simd" | "relaxed";
  /** false: run in the calling thread. Default: a worker in a browser, the process in Node. */
  worker?: boolean;
  gpu?: "auto" | "off";
}

export interface CallOptions {
  signal?: AbortSignal;
  onProgress?(fraction: number): void;
}

export interface Versions {
  etx: string;
  emscripten: string;
  eigen: string;
  xsimd: string;
  simd: "simd" | "relaxed";
}

export interface ExpmOptions extends CallOptions {
  /** Default 1. */
  time?: number;
  /** Default "auto": double-double for n <= 8, and up to n = 32 where the bound would exceed `tolerance`. */
  precision?: "auto" | "double" | "double-double";
  /** Relative; default 1e-12. */
  tolerance?: number;
}
export interface ExpmResult {
  value: Matrix;
  /** value + low is the result where it was computed in double-double. */
  low?: Matrix;
  /** ‖value + low − e^{tX}‖₁ <= errorBound · ‖e^{tX}‖₁. */
  errorBound: number;
  method: string;
}

export interface LiftedGenerator {
  /** One; two for 2-D kinds. */
  generators: Generator[];
  matrices: Matrix[];
  /** q̂ = queryLift·q + queryOffset. Absent: identity, zero. */
  queryLift?: Matrix;
  keyLift?: Matrix;
  queryOffset?: Float64Array;
  keyOffset?: Float64Array;
}

export interface CurveOptions extends CallOptions {
  query: Numbers;
  key: Numbers;
  lags: LagsLike;
  /** Instead of one score a lag: means, then minima, then maxima over `width` equal runs of the grid; run c holds samples ⌊cN/width⌋ to the next. */
  width?: number;
}

export interface OrbitOptions extends CallOptions {
  vector: Numbers;
  times: LagsLike;
}

export interface MomentsOptions extends CallOptions {
  query: Gaussian;
  key: Gaussian;
  /** Cov(key, query). Absent: independent. */
  cross?: MatrixLike;
  /** Moments over keys alone, given this query. */
  given?: Numbers;
  lags: LagsLike;
}
export interface Moments {
  mean: Float64Array;
  deviation: Float64Array;
}

export interface NormalsOptions extends CallOptions {
  /** As torch.manual_seed takes it: a whole number, modulo 2³². */
  seed: number;
  mean: number;
  deviation: number;
  counts: readonly number[];
}
export interface SampledRowOptions extends CallOptions {
  seed: number;
  mean: number;
  deviation: number;
  /** Positions: as many queries and as many keys are sampled. */
  length: number;
}

export interface AttentionResult {
  /** Softmax of the scores. */
  weights: Float64Array;
  /** Nats. */
  entropy: number;
  /** e^entropy: as many equal weights would have it. */
  effective: number;
  /** The smallest lag L with half (0.95) of the weight at lags <= L. */
  mass50: number;
  mass95: number;
}

export interface FrequenciesOptions extends CallOptions {
  sequenceLength?: number;
}

/** The methods, given a way to wrap their results: promises in `Etx`, plain values in the engine. */
export interface Etx {
  readonly versions: Versions;
  /** e^{time·X}. 0×0 gives 0×0; NaN or ±Inf in: "not-finite"; entries beyond range are ±Inf. */
  expm(x: MatrixLike, options?: ExpmOptions): Promise<ExpmResult>;
  /** The generator of an encoding and the lift its queries and keys need; null where it is no one-parameter group. */
  generator(encoding: Encoding, options?: CallOptions): Promise<LiftedGenerator | null>;
  /** Scores qᵀA(τ)k, one a lag. 1/√d is not applied: scale the query. */
  curve(encoding: Encoding, options: CurveOptions): Promise<Float64Array>;
  /** A(t)·vector at the given times, a row a time. */
  orbit(encoding: Encoding, options: OrbitOptions): Promise<Matrix>;
  /** Exact mean and deviation of the score for Gaussian queries and keys, one a lag. A joint covariance that is not positive semidefinite: "range". */
  moments(encoding: Encoding, options: MomentsOptions): Promise<Moments>;
  /** Samples as torch.manual_seed(seed) then one torch.normal(mean, deviation, (count,)) a count draws them on a CPU: within 3 f32 ulp of max(|x|, |mean|, deviation·r), r the pair's Box-Muller radius. */
  normals(options: NormalsOptions): Promise<Float32Array[]>;
  /** Scores of the last of `length` sampled queries against all sampled keys, by lag; q is drawn first, then k, each (length, dimension) row-major. */
  sampledRow(encoding: Encoding, options: SampledRowOptions): Promise<Float64Array>;
  /** Softmax over one row; scores[j] is lag j's logit, -Infinity for a key that is masked. */
  attention(scores: Numbers, options?: CallOptions): Promise<AttentionResult>;
  /** Resolved rotary tables of a model's config.json (transformers v4 or v5 keys), one a kind of rotated layer. */
  frequencies(config: unknown, options?: FrequenciesOptions): Promise<FrequencyTable[]>;
  /** Ends this handle; the shared runtime goes with the last one. */
  dispose(): Promise<void>;
}

/** The same methods with plain returns: what the worker, Node and the tests run. */
export type Engine = {
  [Name in keyof Etx]: Etx[Name] extends (...args: infer Arguments) => Promise<infer Result>
    ? (...args: Arguments) => Result
    : Etx[Name];
};
