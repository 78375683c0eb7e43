/** What a heatmap's view asks: which parameter of the selected encoding, over which values, and of what. */
import type { Parameter } from "../../model/encodings/kind.ts";
import { dimension, lookup } from "../../model/encodings/registry.ts";
import { EtxError } from "../../model/error.ts";
import { type SweepQuantity, type SweepQuestion, sweepQuantities } from "../../model/sweep.ts";
import type { Encoding, Experiment, Gaussian, Vector } from "../../model/types.ts";
import { resolve } from "../../model/vector.ts";
import { scaleOf } from "../parameter.ts";
import { selectionOf } from "../views.ts";

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

interface Range {
  from: number;
  to: number;
  count: number;
  scale: "linear" | "log";
}

export interface HeatmapView {
  parameter: string;
  quantity: SweepQuantity;
  values: number[];
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
  const options = experiment.views.find(({ kind }) => kind === "heatmap")?.options ?? {};
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
  return { parameter, quantity, values: valuesOf(options.values, encoding, parameter) };
}

function valuesOf(given: unknown, encoding: Encoding, parameter: string): number[] {
  if (Array.isArray(given)) return given.slice(0, mostRows) as number[];
  const range = given ?? ranges[parameter];
  if (typeof range === "object" && range !== null) return spread(range as Partial<Range>);
  const own = parameterNamed(encoding, parameter);
  if (!own) throw new EtxError("range", `values: "${parameter}" needs a range { from, to, count }`);
  const scale = scaleOf(own);
  const values = Array.from({ length: rows }, (_, i) => scale.from(i / (rows - 1)));
  return [...new Set(own.type === "integer" ? values.map(Math.round) : values)];
}

function spread({ from = 0, to = 1, count = rows, scale = "linear" }: Partial<Range>): number[] {
  const length = Math.min(mostRows, Math.max(1, Math.round(Number(count)) || 1));
  const place = (i: number): number => (length === 1 ? 0 : i / (length - 1));
  if (scale !== "log") return Array.from({ length }, (_, i) => from + (to - from) * place(i));
  if (!(from > 0 && to > 0))
    throw new EtxError("range", `values run from ${from} to ${to}; a log scale needs both above 0`);
  return Array.from({ length }, (_, i) => from * (to / from) ** place(i));
}

export function questionOf(experiment: Experiment): SweepQuestion {
  const encoding = selectedEncoding(experiment);
  if (!encoding) throw new EtxError("unsupported", "encodings: there is none to sweep");
  const { lags } = experiment;
  if (!("count" in lags) || lags.count === 0)
    throw new EtxError(
      "unsupported",
      "lags: this figure draws a uniform grid { start, step, count }",
    );
  const d = dimension(encoding);
  return {
    ...heatmapViewOf(experiment, encoding),
    encoding,
    lags,
    query: distribution(experiment.query, d),
    key: distribution(experiment.key, d),
    width: Math.min(columns, lags.count),
  };
}

function distribution(vector: Vector, d: number): number[] | Gaussian {
  if (typeof vector === "object" && "gaussian" in vector) return vector.gaussian;
  return [...resolve(vector, d)];
}
