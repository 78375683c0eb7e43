/** What a heatmap's view asks: which parameter of the selected encoding, over which values, and of what. */
import type { Parameter } from "../../model/encodings/kind.ts";
import { dimension, lookup } from "../../model/encodings/registry.ts";
import { EtxError } from "../../model/error.ts";
import { type SweepQuantity, type SweepQuestion, sweepQuantities } from "../../model/sweep.ts";
import type { Encoding, Experiment, Gaussian, LagGrid, Vector } from "../../model/types.ts";
import { resolve } from "../../model/vector.ts";
import { scaleOf } from "../parameter.ts";
import { optionsOf, selectionOf } from "../views.ts";

/** Columns: more than a figure has pixels across, so that a wide screen shows them all. */
const columns = 1024;
const rows = 128;
const mostRows = 1024;

/** Where a view says no values: these, or else the parameter's slider. */
const ranges: Readonly<Record<string, Range>> = {
  base: { from: 100, to: 1e7, count: rows, scale: "log" },
  "scaling.factor": { from: 1, to: 64, count: rows, scale: "log" },
  meanAngle: { from: -Math.PI, to: Math.PI, count: rows, scale: "linear" },
  "query.mean": { from: 0, to: 2, count: rows, scale: "linear" },
  "query.variance": { from: 0, to: 2, count: rows, scale: "linear" },
};

/** What is in sight: lags, and places among the rows, 0 the top of the first and 1 the bottom of the last. Absent: all. */
export interface Zoom {
  lags?: readonly [number, number];
  rows?: readonly [number, number];
}

interface Range {
  from: number;
  to: number;
  count: number;
  scale: "linear" | "log";
}

export interface HeatmapView {
  parameter: string;
  quantity: SweepQuantity;
  zoom: Zoom;
}

/** A question, and the part of the whole picture that its answer is. */
export interface Asked {
  question: SweepQuestion;
  /** Lags where the first column starts and the last one ends. */
  lags: readonly [number, number];
  /** Places among all rows. */
  rows: readonly [number, number];
  /** All lags there are. */
  all: readonly [number, number];
  /** The same for all parts of one picture. */
  whole: string;
}

export function selectedEncoding(experiment: Experiment): Encoding | undefined {
  const { entry } = selectionOf(experiment);
  return experiment.encodings.find(({ id }) => id === entry)?.encoding;
}

const isGaussian = (vector: Vector): boolean => typeof vector === "object" && "gaussian" in vector;

/** Paths that can be swept over one number. */
export function parametersOf(experiment: Experiment, encoding: Encoding): string[] {
  const own = numeric(encoding).map(({ path }) => path);
  if (typeof (encoding as { scaling?: { factor?: unknown } }).scaling?.factor === "number")
    own.push("scaling.factor");
  if (encoding.kind === "rope") own.push("meanAngle");
  if (isGaussian(experiment.query)) own.push("query.mean", "query.variance");
  return own;
}

/** Those that mean something for what is on the bench: fixed vectors do not deviate. */
export function quantitiesOf({ query, key }: Experiment): SweepQuantity[] {
  const spread = isGaussian(query) || isGaussian(key);
  return sweepQuantities.filter((one) =>
    one === "score" ? !spread : (one !== "mean" && one !== "deviation") || spread,
  );
}

const numeric = (encoding: Encoding): Parameter[] =>
  (lookup(encoding.kind)?.parameters ?? []).filter(
    (one): one is Parameter =>
      (one.type === "number" || one.type === "integer") &&
      one.path !== "dimension" &&
      one.applies?.(encoding) !== false &&
      !Array.isArray((encoding as unknown as Record<string, unknown>)[one.path]),
  );

export const parameterNamed = (encoding: Encoding, path: string): Parameter | undefined =>
  lookup(encoding.kind)?.parameters.find((one) => one.path === path);

export function heatmapViewOf(experiment: Experiment, encoding: Encoding): HeatmapView {
  const options = optionsOf(experiment, "heatmap");
  const parameters = parametersOf(experiment, encoding);
  const parameter =
    typeof options.parameter === "string"
      ? options.parameter
      : (["base", "slope", "rate"].find((one) => parameters.includes(one)) ?? parameters[0]);
  if (parameter === undefined)
    throw new EtxError(
      "unsupported",
      `parameter: an encoding of kind "${encoding.kind}" has no number to sweep over`,
    );
  const quantities = quantitiesOf(experiment);
  const quantity =
    sweepQuantities.find((one) => one === options.quantity) ?? quantities[0] ?? "mean";
  return { parameter, quantity, zoom: zoomOf(options.zoom) };
}

function zoomOf(given: unknown): Zoom {
  const { lags, rows: some } = (given ?? {}) as { lags?: unknown; rows?: unknown };
  const interval = (value: unknown): value is readonly [number, number] =>
    Array.isArray(value) &&
    value.length === 2 &&
    value.every(Number.isFinite) &&
    value[0] < value[1];
  return { ...(interval(lags) && { lags }), ...(interval(some) && { rows: some }) };
}

/** All rows, as a list or from a scale that has values between them too. */
type Rows = readonly number[] | { count: number; valueAt(place: number): number };

function rowsOf(given: unknown, encoding: Encoding, parameter: string): Rows {
  if (Array.isArray(given)) return given.slice(0, mostRows) as number[];
  const range = given ?? ranges[parameter];
  if (typeof range === "object" && range !== null) return spread(range as Partial<Range>);
  const own = parameterNamed(encoding, parameter);
  if (!own) throw new EtxError("range", `values: "${parameter}" needs a range { from, to, count }`);
  const scale = scaleOf(own);
  if (own.type !== "integer") return { count: rows, valueAt: scale.from };
  return [...new Set(Array.from({ length: rows }, (_, i) => scale.from(i / (rows - 1))))];
}

function spread({ from = 0, to = 1, count = rows, scale = "linear" }: Partial<Range>): Rows {
  const length = Math.min(mostRows, Math.max(1, Math.round(Number(count)) || 1));
  if (scale !== "log") return { count: length, valueAt: (place) => from + (to - from) * place };
  if (!(from > 0 && to > 0))
    throw new EtxError("range", `values run from ${from} to ${to}; a log scale needs both above 0`);
  return { count: length, valueAt: (place) => from * (to / from) ** place };
}

/** The rows in sight, as many as there are in all where their scale has values between; and where these lie. */
function inSight(
  all: Rows,
  rows: readonly [number, number] | undefined,
): { values: number[]; rows: [number, number] } {
  if ("valueAt" in all) {
    const { count, valueAt } = all;
    const some = rows && rows[0] < 1 && rows[1] > 0;
    const [low, high] = some ? [Math.max(0, rows[0]), Math.min(1, rows[1])] : [0, 1];
    // Row i of all has its middle at (i + 1/2)/count and its value at i/(count - 1).
    const values = Array.from({ length: count }, (_, i) => {
      const row = low * count + (i + 0.5) * (high - low) - 0.5;
      return valueAt(count === 1 ? 0 : Math.min(1, Math.max(0, row / (count - 1))));
    });
    return { values, rows: [low, high] };
  }
  const length = Math.max(1, all.length);
  const first = rows ? Math.min(length - 1, Math.max(0, Math.floor(rows[0] * length))) : 0;
  const end = rows ? Math.max(first + 1, Math.min(length, Math.ceil(rows[1] * length))) : length;
  return { values: all.slice(first, end), rows: [first / length, end / length] };
}

/** Whole lags of the grid that hold what is in sight. */
function within(
  { start, step, count }: LagGrid,
  [from, to]: readonly [number, number],
): { first: number; count: number } | undefined {
  const first = Math.min(count - 1, Math.max(0, Math.floor((from - start) / step)));
  const end = Math.max(first + 1, Math.min(count, Math.ceil((to - start) / step)));
  return end - first < count ? { first, count: end - first } : undefined;
}

export function questionOf(experiment: Experiment): Asked {
  const encoding = selectedEncoding(experiment);
  if (!encoding) throw new EtxError("unsupported", "encodings: there is none to sweep");
  const { lags } = experiment;
  if (!("count" in lags) || lags.count === 0)
    throw new EtxError(
      "unsupported",
      "lags: this figure draws a uniform grid { start, step, count }",
    );
  const d = dimension(encoding);
  const { parameter, quantity, zoom } = heatmapViewOf(experiment, encoding);
  const given = optionsOf(experiment, "heatmap").values;
  const every = rowsOf(given, encoding, parameter);
  const { values, rows } = inSight(every, zoom.rows);
  const part = zoom.lags && within(lags, zoom.lags);
  const common = {
    encoding: placed(
      encoding,
      parameter.split("."),
      "valueAt" in every ? every.valueAt(0) : every[0],
    ),
    parameter,
    quantity,
    lags,
    query: distribution(experiment.query, d),
    key: distribution(experiment.key, d),
  };
  const lagAt = (index: number): number => lags.start + index * lags.step;
  const { first, count } = part ?? { first: 0, count: lags.count };
  return {
    question: {
      ...common,
      values,
      width: Math.min(columns, count),
      ...(part && { within: part }),
    },
    lags: [lagAt(first), lagAt(first + count)],
    rows,
    all: [lagAt(0), lagAt(lags.count)],
    whole: JSON.stringify([common, given]),
  };
}

/** With one value for all where the sweep puts its own: a hand that moves the number changes nothing in the picture. */
function placed<Whole extends object>(
  whole: Whole,
  [step = "", ...rest]: string[],
  value = 0,
): Whole {
  const inside = (whole as Record<string, unknown>)[step];
  if (rest.length === 0) return typeof inside === "number" ? { ...whole, [step]: value } : whole;
  const branch = typeof inside === "object" && inside !== null && !Array.isArray(inside);
  return branch ? { ...whole, [step]: placed(inside, rest, value) } : whole;
}

function distribution(vector: Vector, d: number): number[] | Gaussian {
  if (typeof vector === "object" && "gaussian" in vector) return vector.gaussian;
  return [...resolve(vector, d)];
}
