/**
 * What the charts of the laboratory take and give. A chart knows numbers, colours' places and strings;
 * never an encoding, a language or the engine.
 *
 * `labels` and `format` are read anew at each update: a change of language is a change of those two.
 */

import type { Across } from "./decimate.ts";
import type { Box } from "./text.ts";

/** A mounted chart: put `node` somewhere, feed it, let it go. Sizes are CSS pixels. */
export interface Chart<Data> {
  readonly node: SVGSVGElement;
  update(data: Data): void;
  /** Draws the last data again at another size; a ResizeObserver is the caller's. */
  resize(width: number, height: number): void;
  destroy(): void;
}

export interface ChartOptions {
  /** Where nodes are made; absent: the page's. A chart draws without a window too. */
  document?: Document;
  width: number;
  height: number;
}

/** Which of the tokens --etx-series-1..6 paints a series: 0 is the first; it wraps. */
export type ColorIndex = number;

// ---------------------------------------------------------------- the plane of eigenvalues

export interface Eigenvalue {
  /** Unique in the whole plane. */
  id: string;
  kind: "real" | "pair";
  rate: number;
  /** Radians a token, signed; 0 for a real one. A pair shows at +frequency and at −frequency. */
  frequency: number;
  /** Size of the Jordan block: above 1 it is defective and drawn as a square. */
  size: number;
  /** How many such blocks lie here. */
  multiplicity: number;
  /** Written beside it. */
  label?: string;
  movable: boolean;
}

export interface PlaneSeries {
  id: string;
  label: string;
  colorIndex: ColorIndex;
  /** Drawn small and pale, behind the others. */
  muted?: boolean;
  eigenvalues: readonly Eigenvalue[];
}

export interface PlaneData {
  series: readonly PlaneSeries[];
  /** An eigenvalue's id. */
  selected?: string;
}

/** start: before the first change, with the value then. cancel: with that value again. */
export type MovePhase = "start" | "move" | "end" | "cancel";

export interface PlaneOptions extends ChartOptions {
  labels: {
    rate: string;
    frequency: string;
    /** Names the shaded half, rate > 0. */
    grows: string;
  };
  format: {
    tick(value: number): string;
    /** The value beside the selected one: "−0.001 ± 0.1 i". */
    value(eigenvalue: Eigenvalue): string;
    /** The handle's name for a screen reader: "pair 3 of 64, Damped RoPE". */
    handle(eigenvalue: Eigenvalue, series: PlaneSeries): string;
    /** The handle's value in words: "rate −0.001, frequency 0.1 radians per token, period 62.8 tokens". */
    valueText(eigenvalue: Eigenvalue): string;
  };
  /** Default [-1, 1]. */
  rates?: readonly [number, number];
  /** Largest |frequency|; default π. */
  frequencyLimit?: number;
  /** Below this size the axes are linear; default 1e-4. */
  threshold?: number;
  onMove?(id: string, to: { rate: number; frequency: number }, phase: MovePhase): void;
  onSelect?(id: string): void;
}

// ---------------------------------------------------------------- the orbit of a key

export interface Point {
  x: number;
  y: number;
}

export interface OrbitData {
  /** The trail from time 0 to now: x0, y0, x1, y1, … */
  path: Float64Array;
  /** What comes, drawn faintly. */
  future?: Float64Array;
  query: Point;
  /** The key at time 0. */
  start: Point;
  /** The key now. */
  at: Point;
  labels: { q: string; key: string };
  /** The series whose colour the trail takes; default 0. */
  colorIndex?: ColorIndex;
  /** Half the side of the square shown; absent: it follows the data unhurriedly. */
  extent?: number;
  /** Where the key may be as well, x0, y0, x1, y1, …, and a line around most of it. */
  cloud?: { points: Float64Array; outline: Float64Array };
  /** Written in a corner, one under the other. */
  score?: string;
  length?: string;
}

export interface OrbitOptions extends ChartOptions {
  format: { tick(value: number): string };
}

// ---------------------------------------------------------------- score against lag

export interface CurveSeries {
  id: string;
  label: string;
  colorIndex: ColorIndex;
  emphasised?: boolean;
  /** Pale and behind the bands: a cloud of samples, say. */
  faint?: boolean;
  /** Its name stands elsewhere: none is written at the curve. */
  unnamed?: boolean;
  /** values[j] belongs to lag start + j·step. Not-finite values are gaps. */
  start: number;
  step: number;
  /** Each value's own lag, rising, where no grid has them: they are drawn as dots, and start and step say nothing. */
  lags?: Float64Array;
  values: Float64Array;
  /** Shaded between; as long as values. */
  band?: { low: Float64Array; high: Float64Array };
}

export interface CurveData {
  series: readonly CurveSeries[];
  xScale: "linear" | "log";
  xLabel: string;
  yLabel: string;
  marker?: { lag: number; label: string };
  /** Lags worth a line of their own, with a word at its foot. */
  marks?: readonly { lag: number; label: string; colorIndex: ColorIndex }[];
  /** Scores beyond are cut off, so that one that grows without bound leaves the others readable. */
  limits?: readonly [number, number];
}

/** A lag and every curve's value there, in the order of the series; NaN where a curve has none. */
export interface CurveReading {
  lag: number;
  values: readonly { id: string; label: string; value: number }[];
  /** The series nearest the pointer, or the emphasised one when read by keyboard. */
  nearest: string;
}

export interface CurveOptions extends ChartOptions {
  labels: {
    /** The cursor's name for a screen reader: "Lag". */
    cursor: string;
  };
  format: {
    lag(lag: number): string;
    /** Ticks of the score. */
    tick(value: number): string;
    /** The read-out's first line: "lag 40". */
    title(lag: number): string;
    /** A score in the read-out. */
    value(value: number): string;
    /** The whole reading in words. */
    valueText(reading: CurveReading): string;
  };
  onHover?(reading: CurveReading | null): void;
  /** After each drawing: where the plot is, for what is drawn beneath it on the same lags. */
  onLayout?(frame: Box, across: Across): void;
  /** The lags shown; null: all of them. */
  onZoom?(domain: readonly [number, number] | null): void;
}

export interface CurveChart extends Chart<CurveData> {
  /** Shows these lags; null shows all. Silent: onZoom tells of the reader's own doing only. */
  zoomTo(domain: readonly [number, number] | null): void;
  /** Where a lag lies across, in pixels; one out of sight at the plot's nearer edge. */
  place(lag: number): number;
  /** For buttons: factor 2 shows half as many; around the cursor or the middle. Tells onZoom. */
  zoomBy(factor: number): void;
}
