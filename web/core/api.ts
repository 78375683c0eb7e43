/** The public interface of etX: what `createEtx` resolves to, and what it takes and gives. */
import type { SequenceStatistics } from "../model/statistics.ts";
import type { SweepPicture, SweepQuestion } from "../model/sweep.ts";
import type {
  Block,
  Encoding,
  FrequencyTable,
  Gaussian,
  Generator,
  LagsLike,
  Matrix,
  MatrixLike,
  Numbers,
  Provenance,
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

export interface ExpmBatchOptions extends CallOptions {
  /** Default [1]. */
  times?: Numbers;
  /** Default: as expm's "auto". */
  precision?: "double" | "double-double";
}

export interface GeneratorOptions extends CallOptions {
  /** Default "all". Of order 768 a matrix takes longer to make and to send than a curve: "lifts" leaves `matrices` empty, "none" has no lifts either. */
  matrices?: "all" | "lifts" | "none";
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

export interface ScoreOptions extends CallOptions {
  query: Numbers;
  key: Numbers;
  lags: LagsLike;
}
export interface CurveOptions extends ScoreOptions {
  /**
   * Default "double": |error| <= 4e-15·Σ|c| for rates <= 0, at lags to 1e15, where c are the blocks' coefficients of q and
   * k. "single" makes undamped rotations on a grid in 32-bit products, faster, |error| <= 6e-7·Σ|c|; all else stays double.
   */
  precision?: "double" | "single";
  /** The query's own index, for kinds whose score depends on it; they are "unsupported" without it. The others ignore it. */
  position?: number;
  /** Instead of one score a lag: means, then minima, then maxima over `width` equal runs of the grid; run c holds samples ⌊cN/width⌋ to the next. */
  width?: number;
}

/** What a generator makes of the score; zero blocks aside. */
export type Family =
  | "nope" // nothing but zero blocks
  | "decay" // all real
  | "rotation" // all pairs, undamped
  | "damped-rotation" // all pairs, damped
  | "mixed"
  | "polynomial" // a block longer than 1
  | "growth"; // a rate above zero

export interface ClassifyOptions extends CallOptions {
  /** Relative to ‖X‖₂; default 1e6·n·2⁻⁵³. */
  tolerance?: number;
}
export interface Classification {
  /** Rates ascending (equal within the tolerance), real before pair, frequencies ascending and positive, sizes ascending. */
  blocks: Block[];
  /** X = P · diag(blocks) · P⁻¹ within the tolerance. */
  basis: Matrix;
  /** ‖P‖₂·‖P⁻¹‖₂. */
  basisCondition: number;
  /** About the least relative change that makes X defective; equal semisimple eigenvalues count as one, and Infinity says that there is only one. */
  distanceToDefective: number;
  /** e^{tX} is bounded for t >= 0. */
  stable: boolean;
  family: Family;
  /** The largest ‖e^{tX}‖₂ over t >= 0; Infinity where unbounded. */
  peakNorm: number;
}

export interface Lags2Like {
  x: LagsLike;
  y: LagsLike;
}
export interface Curve2Options extends CallOptions {
  query: Numbers;
  key: Numbers;
  lags: Lags2Like;
}

export interface FitOptions extends CallOptions {
  /** Tokens between samples. */
  step: number;
  /** Real dimensions, at most; 2·order <= samples. */
  order: number;
  /** Rates <= 0 only. Default false. */
  stable?: boolean;
}
export interface FitResult {
  generator: Generator;
  query: Float64Array;
  key: Float64Array;
  /** max |curve − sample| / max |sample|. */
  residual: number;
  /** The same of a fit of at most 1, 2, … order dimensions. It never grows. */
  residuals: Float64Array;
}

export interface OrbitOptions extends CallOptions {
  vector: Numbers;
  times: LagsLike;
}

export interface AxiomsOptions extends CallOptions {
  /** What a residual may be where an axiom holds; default 1e-10. */
  tolerance?: number;
  /** s and t run over 0 to `grid`, over both signs where the encoding is bidirectional; default 64. */
  grid?: number;
}
export interface AxiomReport {
  /** The largest miss of each axiom, in the lifted space where there is a lift. */
  residuals: {
    linear: number;
    invariant: number;
    normalised: number;
    composes: number;
    /** max |A(t + 2⁻³⁰) - A(t)|; Infinity for kinds defined on whole lags only. */
    continuous: number;
  };
  /** Within the tolerance; continuous: or shrinking with the step. */
  holds: {
    linear: boolean;
    invariant: boolean;
    normalised: boolean;
    composes: boolean;
    continuous: boolean;
  };
  /** The theorem's unsaid conditions: no lift, A(t) invertible, both signs of lag, no clock or gate that data drive. */
  conditions: { square: boolean; invertible: boolean; twoSided: boolean; dataFree: boolean };
  /** The first axiom that is broken, the place nearest the origin where it was seen to be, and the two numbers that should agree. */
  counterexample?: { axiom: string; at: number[]; left: number; right: number };
  verdict: string;
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

export interface SweepOptions extends SweepQuestion, CallOptions {
  /** Where a sweep takes long: pictures before the last, each twice as fine as the one before. No row is computed twice for it. */
  onCoarse?(picture: CoarsePicture): void;
  /** Default "auto": WebGPU where it wins and can, else wasm. */
  backend?: "auto" | "wasm" | "webgpu";
}
/** Row-major, a row a value. */
export interface SweepResult extends SweepPicture {
  backend: "wasm" | "webgpu";
  /** Why it was not WebGPU, where that was asked for or would have won. */
  reason?: string;
}

/** Rows 0, every, 2·every, ... as they will stay; those between repeat the one above. */
export interface CoarsePicture extends SweepResult {
  every: number;
}

export interface FrequenciesOptions extends CallOptions {
  /** In tokens, for tables that change with it. Absent: short factors, the unscaled base. */
  sequenceLength?: number;
}

export interface AttentionStatisticsOptions extends CallOptions {
  /** N×d, a row a position; N <= 65,536, d <= 256. 1/√d is not applied: scale the query. */
  query: MatrixLike;
  key: MatrixLike;
  /** Default "auto": WebGPU where it wins and can, else wasm. */
  backend?: "auto" | "wasm" | "webgpu";
}
export interface AttentionStatistics extends SequenceStatistics {
  backend: "wasm" | "webgpu";
  /** Why it was not WebGPU, where that was asked for or would have won. */
  reason?: string;
}

/** What a model's config.json says about position in one kind of layer. */
export interface ConfigLayer {
  /** "all", a layer type, or indices as text. */
  layers: string;
  /** Complete in itself: it goes into any other method, for the kinds that the core knows. */
  encoding: Encoding;
  /** Where the layer rotates. */
  table?: FrequencyTable;
  /** Where each value comes from: the file, the class that the file names, or other values. */
  provenance: Record<string, Provenance>;
  warnings: string[];
}

/** The methods, given a way to wrap their results: promises in `Etx`, plain values in the engine. */
export interface Etx {
  readonly versions: Versions;
  /** e^{time·X}. 0×0 gives 0×0; NaN or ±Inf in: "not-finite"; entries beyond range are ±Inf. */
  expm(x: MatrixLike, options?: ExpmOptions): Promise<ExpmResult>;
  /** e^{tX} for every x at every time, x outer, in one call; rounded to doubles. The matrices lie in one buffer, in that order. */
  expmBatch(xs: readonly MatrixLike[], options?: ExpmBatchOptions): Promise<Matrix[]>;
  /** The generator of an encoding and the lift its queries and keys need; null where it is no one-parameter group. */
  generator(encoding: Encoding, options?: GeneratorOptions): Promise<LiftedGenerator | null>;
  /** Jordan structure of a matrix within a tolerance. */
  classify(x: MatrixLike, options?: ClassifyOptions): Promise<Classification>;
  /** Scores qᵀA(τ)k, one a lag. 1/√d is not applied: scale the query. */
  curve(encoding: Encoding, options: CurveOptions): Promise<Float64Array>;
  /** The same, one row a block of the generator, in its order: who makes the score at this lag. The rows add up to the curve. */
  contributions(encoding: Encoding, options: ScoreOptions): Promise<Float64Array[]>;
  /** Scores of two-dimensional kinds at every pair of lags: row-major, y outer. */
  curve2(encoding: Encoding, options: Curve2Options): Promise<Float64Array>;
  /** The exponential polynomial that imitates samples on a grid: curve(generator, query, key) ≈ samples, sample j at lag j·step. */
  fit(samples: Numbers, options: FitOptions): Promise<FitResult>;
  /** A(t)·vector at the given times, a row a time. */
  orbit(encoding: Encoding, options: OrbitOptions): Promise<Matrix>;
  /** Which of the theorem's axioms an encoding holds, and by how much it misses the others. */
  axioms(encoding: Encoding, options?: AxiomsOptions): Promise<AxiomReport>;
  /** Resolved rotary tables of a model's config.json (transformers v4 or v5 keys), one a kind of rotated layer. */
  /** Exact mean and deviation of the score for Gaussian queries and keys, one a lag. A joint covariance that is not positive semidefinite: "range". */
  moments(encoding: Encoding, options: MomentsOptions): Promise<Moments>;
  /** Samples as torch.manual_seed(seed) then one torch.normal(mean, deviation, (count,)) a count draws them on a CPU: within 3 f32 ulp of max(|x|, |mean|, deviation·r), r the pair's Box-Muller radius. */
  normals(options: NormalsOptions): Promise<Float32Array[]>;
  /** Scores of the last of `length` sampled queries against all sampled keys, by lag; q is drawn first, then k, each (length, dimension) row-major. */
  sampledRow(encoding: Encoding, options: SampledRowOptions): Promise<Float64Array>;
  /** Softmax over one row; scores[j] is lag j's logit, -Infinity for a key that is masked. */
  attention(scores: Numbers, options?: CallOptions): Promise<AttentionResult>;
  /**
   * Resolved rotary tables of a model's config.json, one a kind of rotated layer. Keys and defaults are those of
   * transformers, v4 (`rope_theta`, `rope_scaling`) or v5 (`rope_parameters`), and of the configuration class that
   * `model_type` names (modeling_rope_utils.py, configuration_*.py). "unsupported": nothing in the model rotates.
   */
  frequencies(config: unknown, options?: FrequenciesOptions): Promise<FrequencyTable[]>;
  /** Everything that a config.json says about position, one entry a kind of layer, also for models without rotation. */
  readConfig(config: unknown, options?: FrequenciesOptions): Promise<ConfigLayer[]>;
  /**
   * A heatmap: values of one parameter down, lags across, reduced to mean, minimum and maximum of `width` columns while
   * it is computed. Scores come from 32-bit products, |error| <= 6e-7·Σ|c|. A Gaussian's score is its mean; weight: softmax
   * over all lags; entropy (nats), effective: of the softmax over all lags up to the column's last.
   */
  sweep(options: SweepOptions): Promise<SweepResult>;
  /** Causal softmax statistics of a sequence, in tiles: never N×N in memory. Within 1e-5 of exact ones for scores up to about 10. */
  attentionStatistics(
    encoding: Encoding,
    options: AttentionStatisticsOptions,
  ): Promise<AttentionStatistics>;
  /** Ends this handle and aborts what it still waits for; the shared runtime goes with the last one. */
  dispose(): Promise<void>;
}

/** The same methods with plain returns: what the worker, Node and the tests run. */
export type Engine = {
  [Name in keyof Etx]: Etx[Name] extends (...args: infer Arguments) => Promise<infer Result>
    ? (...args: Arguments) => Result
    : Etx[Name];
};
