/**
 * The vocabulary that everything shares: matrices, generators, encodings, and the Experiment document.
 * Types ending in `Like` are what callers may hand in (plain arrays wherever a typed array stands);
 * the bare names are what the library gives back.
 */

export type Numbers = Float64Array | readonly number[];

/** Row-major dense real matrix. data.length === rows * cols. */
export interface Matrix {
  rows: number;
  cols: number;
  data: Float64Array;
}
export interface MatrixLike {
  rows: number;
  cols: number;
  data: Numbers;
}

/**
 * A real Jordan block of a generator; size >= 1.
 *
 * real: rate on the diagonal, ones on the superdiagonal.
 * pair: [[rate, -frequency], [frequency, rate]] on the diagonal, I₂ on the superdiagonal: 2·size real dimensions.
 * rate is per token, frequency in radians per token; its sign is the direction of turning (positive: anticlockwise).
 */
export type Block =
  | { kind: "real"; rate: number; size?: number }
  | { kind: "pair"; rate: number; frequency: number; size?: number };

/**
 * X = P · diag(blocks) · P⁻¹. Absent basis: identity.
 * permutation: coordinate i of the block form is coordinate permutation[i] of the vector.
 */
export interface Generator {
  blocks: Block[];
  basis?: Matrix;
  permutation?: Uint32Array;
}
export interface GeneratorLike {
  blocks: readonly Block[];
  basis?: MatrixLike;
  permutation?: Uint32Array | readonly number[];
}

/** A uniform grid of lags: lag_j = start + j·step, in exact arithmetic. */
export interface LagGrid {
  start: number;
  step: number;
  count: number;
}
/** Lags τ = query position minus key position, in tokens. Any finite numbers where they are not a grid. */
export type Lags = LagGrid | Float64Array;
export type LagsLike = LagGrid | Numbers;

export type RotaryLayout = "half" | "interleaved";

/** api.md's union; kinds that the registry does not know are kept as they are and answered with "unsupported". */
export type KnownEncoding =
  | { kind: "generator"; generator: GeneratorLike }
  | { kind: "matrix"; matrix: MatrixLike }
  | { kind: "nope"; dimension: number }
  | { kind: "decay"; dimension: number; rate: number; bidirectional?: boolean }
  | RopeEncoding;
export interface RopeEncoding {
  kind: "rope";
  dimension: number;
  /** Wavelengths grow from 2π towards 2π·base. Default 10000. */
  base?: number;
  /** The rotated prefix; the rest is left alone. Default: dimension. */
  rotaryDimension?: number;
  /** How coordinates pair up: (i, i + r/2) or (2i, 2i + 1). Default "half". */
  layout?: RotaryLayout;
  /** Damping per token of rotated pairs, shared or one a pair, <= 0. Default 0. */
  rate?: number | Numbers;
  /** Radians per token, one a pair, instead of base. */
  frequencies?: Numbers;
  /** The scaling block as a model's config.json spells it, transformers v4 or v5 keys; `sequence_length` beside them: for so many tokens. */
  scaling?: object;
  /** Multiplies cos and sin, so the score of rotated pairs gets its square. */
  attentionFactor?: number;
}
export interface OtherEncoding {
  kind: string;
  [parameter: string]: unknown;
}
export type Encoding = KnownEncoding | OtherEncoding;

/** A number stands for every component alike. */
export interface Gaussian {
  mean: number | Numbers;
  variance: number | Numbers | MatrixLike;
}

export type Vector =
  | "ones"
  | { values: number[] }
  | {
      gaussian: {
        mean: number | number[];
        variance: number | number[] | { rows: number; cols: number; data: number[] };
      };
    }
  | { file: { name: string; sha256: string } };

export const figureKinds = [
  "plane",
  "orbit",
  "curve",
  "spectrum",
  "clocks",
  "matrix",
  "heatmap",
  "attention",
  "side-by-side",
  "axioms",
  "periodic-table",
  "lift",
  "puck",
  "invariance",
  "factors",
  "composition",
  "tangent",
  "series",
  "lengths",
  "panels",
  "build-up",
  "profile",
  "field",
  "time",
  "fit",
  "shuffle",
  "statistics",
  "data",
] as const;
export type FigureKind = (typeof figureKinds)[number];

export interface BenchEntry {
  id: string;
  encoding: Encoding;
  name?: string;
  hidden?: boolean;
}
export interface View {
  kind: FigureKind;
  options?: Record<string, unknown>;
}

/** The one document: the URL, an embed's attribute, an export, an undo step and a preset are all this value. Plain JSON. */
export interface Experiment {
  v: 1;
  encodings: BenchEntry[];
  /** Cov(k, q): a number is that on every pair's diagonal. */
  cross?: number | number[][];
  /** Shared by all encodings; cut or repeated to each one's dimension. */
  query: Vector;
  key: Vector;
  lags: LagGrid | number[] | { x: LagGrid | number[]; y: LagGrid | number[] };
  /** Default true. */
  causal?: boolean;
  /** The scrubber's position, in tokens. */
  time?: number;
  /** Default 42. */
  seed?: number;
  views: View[];
  /** Unknown keys of a newer version, kept and handed back. */
  extra?: Record<string, unknown>;
}

export type Provenance = "file" | "class default" | "derived";

/** A model's resolved rotary table, one a kind of rotated layer. */
export interface FrequencyTable {
  /** "all", a layer type, or indices as text. */
  layers: string;
  ropeType: string;
  headDimension: number;
  rotaryDimension: number;
  layout: RotaryLayout;
  base: number;
  /** Radians per token, one a pair, in the file's order; 0: the pair is not rotated. */
  inverseFrequencies: Float64Array;
  /** Multiplies cos and sin, so the score gets its square. */
  attentionFactor: number;
  /** DeepSeek-style factor on the whole logit, else 1. */
  softmaxScaleFactor: number;
  provenance: Record<string, Provenance>;
  warnings: string[];
}
