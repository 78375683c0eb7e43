/**
 * A kind of encoding as plain data: its parameters with their limits and defaults. The registry makes the document's schema
 * and the controls from it, and the core its checks, so that all three agree.
 */

interface Slider {
  /** A parameter that says it all where the encoding gives it, so that this one means nothing. */
  unless?: string;
  /** A slider's range where the parameter's own is wider. */
  from?: number;
  to?: number;
  step?: number;
  scale?: "linear" | "log" | "symlog";
  unit?: "unit.perToken";
}

/** Absent default: the parameter may be left out and then means nothing. */
export type ParameterSpec =
  | ({ type: "integer"; default?: number; min: number; max: number } & Slider)
  /** above: an open lower limit. */
  | ({
      type: "number";
      default?: number;
      min?: number;
      max?: number;
      above?: number;
    } & Slider)
  | { type: "flag"; default: false }
  | { type: "choice"; default: string; choices: readonly string[] }
  | { type: "numbers" }
  /** How far a data clock runs: one number a token, or the same for all. */
  | ({ type: "clock"; default: number } & Slider)
  /** Two, of x and of y, each by its blocks or as a square matrix. */
  | { type: "generators" };

/** An encoding of the catalogue with its parameters filled in. */
export interface Filled {
  kind: string;
  dimension: number;
  [parameter: string]: unknown;
}

export interface Spec {
  kind: string;
  /** A dimension to begin with; its multiples of `step` are allowed. optional: left out it is 0. */
  dimension: { default: number; step: 1 | 2 | 4; optional?: true };
  parameters: Readonly<Record<string, ParameterSpec>>;
  /** Whether a score depends on the query's own position, too. */
  positional?: true;
  /** Whether it is defined at whole lags only. */
  whole?: true;
  /** Its eigenvalues stay where they are: moved, they would leave the lift behind that makes them a bias. */
  pinned?: true;
  /** Parameters that a new encoding says although they may be left out. */
  begin?: Readonly<Record<string, unknown>>;
  /** What is wrong between parameters: [which, "… is expected"]. */
  conflict?(encoding: Filled): readonly [string, string] | undefined;
}

/** "a number from 0 to 2", "a number above 0" */
export function rangeOf({
  min,
  max,
  above,
}: {
  min?: number;
  max?: number;
  above?: number;
}): string {
  if (min !== undefined && max !== undefined) return `a number from ${min} to ${max}`;
  if (above !== undefined)
    return `a number above ${above}${max === undefined ? "" : ` and up to ${max}`}`;
  if (max !== undefined) return `a number of at most ${max}`;
  return min === undefined ? "a number" : `a number of at least ${min}`;
}

/** The last value that a parameter's slider may have, where another parameter limits it. */
export const limitedBy: Readonly<Record<string, string>> = { head: "heads", layer: "layers" };

export const layout: ParameterSpec = {
  type: "choice",
  default: "interleaved",
  choices: ["interleaved", "half"],
};
export const seed = {
  type: "integer",
  default: 42,
  min: 0,
  max: 2 ** 32 - 1,
  to: 99,
} as const satisfies ParameterSpec;
export const heads = (many?: number): ParameterSpec => ({
  type: "integer",
  ...(many !== undefined && { default: many }),
  min: 1,
  max: 4096,
  to: 128,
  scale: "log",
});
export const head = (first?: number): ParameterSpec => ({
  type: "integer",
  ...(first !== undefined && { default: first }),
  min: 1,
  max: 4096,
  to: 128,
});
export const headFits = ({ head = 1, heads = 1 }: Filled): readonly [string, string] | undefined =>
  (head as number) > (heads as number) ? ["head", `a head from 1 to heads, ${heads},`] : undefined;
