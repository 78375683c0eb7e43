/** What the figure of the composition law computes: a proof in numbers, or how far an outsider is from it. */
import type { Etx } from "../../core/api.ts";
import { dimension as dimensionOf, lookup } from "../../model/encodings/registry.ts";
import { multiply, square } from "../../model/small-matrix.ts";
import type { Encoding, Experiment, MatrixLike } from "../../model/types.ts";
import { resolve } from "../../model/vector.ts";
import type { Memo } from "../memo.ts";
import { optionsOf } from "../views.ts";
import { type Reports, reportsOf } from "./axiom-reports.ts";
import { basisOf, factorPair } from "./factor-pair.ts";
import { selectedEncoding, selectedPlane } from "./selected-plane.ts";

/** Two lags, and what A is there. */
interface Lags {
  s: number;
  t: number;
}
export interface Proof extends Lags {
  kind: "group";
  /** So many steps of the proof are shown. */
  step: number;
  parts: Record<
    "fSum" | "g" | "f" | "gZero" | "middle" | "as" | "at" | "product" | "sum",
    MatrixLike
  >;
}
export interface Failure extends Lags {
  kind: "outsider";
  /** Absent: its scores are no A(τ) of few dimensions, and the report has to do. */
  parts?: Record<"as" | "at" | "product" | "sum", MatrixLike>;
  reports: Reports;
}
export interface Whole extends Lags {
  kind: "integers";
  ratio: number;
  /** ratio^n for n = 0, 1, …; and the pair of dimensions that passes through them, sampled evenly. */
  values: number[];
  through: Float64Array;
}
export type Answer = Proof | Failure | Whole | { kind: "none" };

export const steps = 5;
/** How many whole lags are drawn. */
export const lastWhole = 24;
const samplesPerLag = 16;

/** The lags of the view, within what the encoding can be asked. */
export function viewOf(experiment: Experiment): Lags & { step: number; ratio?: number } {
  const { s, t, step, ratio } = optionsOf(experiment, "composition");
  const { least, most } = rangeOf(experiment);
  const lag = (value: unknown, otherwise: number): number =>
    typeof value === "number" && value >= least && value <= most ? Math.round(value) : otherwise;
  const shown = Number.isInteger(step) ? Math.min(steps, Math.max(1, step as number)) : steps;
  const view = { s: lag(s, 5), t: lag(t, 3), step: shown };
  return typeof ratio === "number" && ratio < 0 && ratio >= -1 ? { ...view, ratio } : view;
}

/** Lags of both signs where the encoding has them. */
export function rangeOf(experiment: Experiment): { least: number; most: number } {
  const { ratio } = optionsOf(experiment, "composition");
  if (ratio !== undefined) return { least: 0, most: lastWhole / 2 };
  const encoding = selectedEncoding(experiment) as { bidirectional?: boolean } | undefined;
  return { least: encoding?.bidirectional ? -32 : 0, most: 32 };
}

export async function answer(etx: Etx, experiment: Experiment, memo: Memo): Promise<Answer> {
  const view = viewOf(experiment);
  if (view.ratio !== undefined) return wholeLags(etx, view.ratio, view, memo);
  const encoding = selectedEncoding(experiment);
  if (!encoding) return { kind: "none" };
  const plane = await selectedPlane(etx, experiment, memo);
  if (!plane) return failure(etx, experiment, encoding, view, memo);
  const { s, t, step } = view;
  const basis = basisOf(optionsOf(experiment, "composition"));
  const times = [s, t, s + t, 0 - t, 0];
  const pair = await factorPair(etx, plane.x, basis, times, memo);
  if (!pair) return { kind: "none" };
  const [fSum, g, f, gZero] = [pair.f(s + t), pair.g(t), pair.f(t), pair.g(0)];
  const [as, at] = [multiply(fSum, g), multiply(f, gZero)];
  return {
    kind: "group",
    s,
    t,
    step,
    parts: {
      fSum,
      g,
      f,
      gZero,
      middle: multiply(g, f),
      as,
      at,
      product: multiply(as, at),
      sum: pair.power(s + t),
    },
  };
}

async function failure(
  etx: Etx,
  experiment: Experiment,
  encoding: Encoding,
  { s, t }: Lags,
  memo: Memo,
): Promise<Failure> {
  const reports = reportsOf(etx, [encoding]);
  const at = await memo
    .get(["operators", encoding, experiment.query, s, t], () =>
      operators(etx, experiment, encoding, [0, s, t, s + t]),
    )
    .catch(() => undefined); // it has no such lags: the report says more
  if (!at) return { kind: "outsider", s, t, reports };
  const [, as, then, sum] = at as [MatrixLike, MatrixLike, MatrixLike, MatrixLike];
  const parts = { as, at: then, product: multiply(as, then), sum };
  return { kind: "outsider", s, t, parts, reports };
}

/**
 * A(τ) at some lags, on as few coordinates as show it: what is added to a score is the corner of a lift by two constant
 * coordinates, as ALiBi's line is; what multiplies it acts alike on all coordinates. undefined: it depends on more than the
 * lag, or acts on query and key alike.
 */
async function operators(
  etx: Etx,
  experiment: Experiment,
  encoding: Encoding,
  lags: number[],
): Promise<MatrixLike[] | undefined> {
  if (lookup(encoding.kind)?.positional?.(encoding)) return undefined;
  const dimension = dimensionOf(encoding) ?? 0;
  const nothing = new Float64Array(dimension);
  const key = resolve(experiment.key, dimension);
  const score = (q: Float64Array, k: Float64Array): Promise<Float64Array> =>
    etx.curve(encoding, { query: q, key: k, lags });
  const [added, bare, keyed] = await Promise.all([
    score(resolve(experiment.query, dimension), nothing),
    score(nothing, nothing),
    score(nothing, key),
  ]);
  if (keyed.some((value, i) => value !== bare[i])) return undefined;
  if (added.some((value) => value !== 0))
    return Array.from(added, (value) => square([1, value - (added[0] ?? 0), 0, 1]));
  const first = nothing.map((_, i) => (i === 0 ? 1 : 0));
  return Array.from(await score(first, first), (value) => square([value]));
}

/** A(1) = ratio < 0: its powers at whole lags, and the turning pair (ratio · I at lag 1) that has a logarithm. */
async function wholeLags(etx: Etx, ratio: number, { s, t }: Lags, memo: Memo): Promise<Whole> {
  const values = [1];
  for (let n = 1; n <= lastWhole; n++) values.push((values[n - 1] ?? 0) * ratio);
  const block = { kind: "pair" as const, rate: Math.log(-ratio), frequency: Math.PI };
  const through = await memo.get(["through", ratio], () =>
    etx.curve(
      { kind: "generator", generator: { blocks: [block] } },
      {
        query: [1, 0],
        key: [1, 0],
        lags: { start: 0, step: 1 / samplesPerLag, count: lastWhole * samplesPerLag + 1 },
      },
    ),
  );
  return { kind: "integers", s, t, ratio, values, through };
}
