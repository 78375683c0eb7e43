/**
 * The theorem backwards: the exponential polynomial that best imitates a curve, order by order. The curve is that of the
 * selected encoding, or a column of numbers that the reader brought.
 */
import type { Etx, FitResult } from "../core/api.ts";
import { dimension as dimensionOf, lookup } from "../model/encodings/registry.ts";
import { EtxError } from "../model/error.ts";
import type { BenchEntry, Experiment } from "../model/types.ts";
import { resolve } from "../model/vector.ts";
import { asEtxError } from "./define.ts";
import type { Memo } from "./memo.ts";
import { selectionOf } from "./views.ts";

export const orders = [1, 2, 3, 4, 5, 6, 7, 8] as const;
/** So many numbers say what a curve of these orders is, and a fit of them takes no longer than a glance. */
const mostSamples = 256;
/** A column that a reader brings. */
export const mostGiven = 2048;

export interface FitView {
  order: number;
  /** Scores at lags 0, 1, 2, …; absent: the selected encoding's. */
  samples?: readonly number[];
}

export interface FitPicture {
  view: FitView;
  /** Absent where the samples are the reader's own. */
  entry?: BenchEntry;
  colorIndex: number;
  start: number;
  step: number;
  samples: Float64Array;
  /** What each order leaves; one for every order that there are samples for. */
  residuals: Float64Array;
  /** The chosen order's; an EtxError where there are too few samples for it. */
  fit: FitResult | EtxError;
  /** The chosen order's curve, at the samples' lags. */
  curve?: Float64Array;
}

export function fitViewOf(experiment: Experiment): FitView {
  const options = experiment.views.find(({ kind }) => kind === "fit")?.options ?? {};
  const { order = 4, samples } = options;
  if (!orders.includes(order as never)) throw refusal("order", order, "a whole number from 1 to 8");
  if (samples === undefined) return { order: order as number };
  if (
    !Array.isArray(samples) ||
    samples.length < 2 ||
    samples.length > mostGiven ||
    !samples.every((one) => typeof one === "number" && Number.isFinite(one))
  )
    throw refusal("samples", samples, `a list of 2 to ${mostGiven} finite numbers`);
  return { order: order as number, samples };
}

function refusal(name: string, value: unknown, wanted: string): EtxError {
  const said = (JSON.stringify(value) ?? String(value)).slice(0, 60);
  return new EtxError("range", `views: fit's ${name} is ${said}; it must be ${wanted}`);
}

/** Numbers apart by spaces, commas, semicolons or lines. */
export function readColumn(text: string): number[] {
  const words = text.split(/[\s,;]+/).filter((word) => word !== "");
  const numbers = words.map(Number);
  const wrong = numbers.findIndex((one) => !Number.isFinite(one));
  if (wrong >= 0)
    throw new EtxError(
      "parse",
      `number ${wrong + 1} is ${JSON.stringify(words[wrong]?.slice(0, 40))}; it must be a finite number`,
    );
  if (numbers.length < 2 || numbers.length > mostGiven)
    throw new EtxError(
      "range",
      `the column has a length of ${numbers.length}; it must hold 2 to ${mostGiven} numbers`,
    );
  return numbers;
}

export async function fitOf(etx: Etx, experiment: Experiment, memo: Memo): Promise<FitPicture> {
  const view = fitViewOf(experiment);
  const sampled = view.samples
    ? { colorIndex: 0, start: 0, step: 1, samples: Float64Array.from(view.samples) }
    : await sampledCurve(etx, experiment, memo);
  const { start, step, samples } = sampled;
  const most = Math.min(orders.length, Math.floor(samples.length / 2));
  const numbers = Array.from(samples);
  const ask = (order: number): Promise<FitResult | EtxError> =>
    memo
      .get(["fit", numbers, step, order], () => etx.fit(samples, { step, order, stable: true }))
      .catch(asEtxError);
  const [fit, all] = await Promise.all([ask(view.order), ask(most)]);
  const residuals = all instanceof EtxError ? new Float64Array() : all.residuals;
  if (fit instanceof EtxError) return { view, ...sampled, residuals, fit };
  const { generator, query, key } = fit;
  // A fit's own clock starts with its first sample.
  const lags = { start: 0, step, count: samples.length };
  const curve = await memo.get(["fitted", numbers, step, view.order], () =>
    etx.curve({ kind: "generator", generator }, { query, key, lags }),
  );
  return { view, ...sampled, start, residuals, fit, curve };
}

async function sampledCurve(etx: Etx, experiment: Experiment, memo: Memo) {
  const { entry: id } = selectionOf(experiment);
  const place = Math.max(
    0,
    experiment.encodings.findIndex((one) => one.id === id),
  );
  const entry = experiment.encodings[place];
  if (!entry) throw new EtxError("range", "encodings is empty; there is no curve to imitate");
  const { lags } = experiment;
  if (Array.isArray(lags) || "x" in lags)
    throw new EtxError("unsupported", "lags: a fit needs a uniform grid { start, step, count }");
  const every = Math.max(1, Math.ceil(lags.count / mostSamples));
  const grid = {
    start: lags.start,
    step: lags.step * every,
    count: Math.ceil(lags.count / every),
  };
  const { encoding } = entry;
  const d = dimensionOf(encoding) ?? 0;
  const [query, key] = [resolve(experiment.query, d), resolve(experiment.key, d)];
  // The last token looks back over all lags.
  const position = Math.max(0, Math.ceil(lags.start + lags.step * (lags.count - 1)));
  const standing = lookup(encoding.kind)?.positional?.(encoding) ? { position } : {};
  const samples = await memo.get(
    ["to fit", encoding, experiment.query, experiment.key, grid, standing],
    () => etx.curve(encoding, { query, key, lags: grid, ...standing }),
  );
  return { entry, colorIndex: place % 6, start: grid.start, step: grid.step, samples };
}
