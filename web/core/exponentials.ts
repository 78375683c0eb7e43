/** e^{tX} through the door: whole arrays in and out, since an embind operation costs more than a small exponential. */
import { EtxError } from "../model/error.ts";
import type { Matrix } from "../model/types.ts";
import type { ExpmResult } from "./api.ts";
import {
  type CheckedMatrix,
  choice,
  finite,
  maximumCount,
  numbers,
  record,
  show,
  squareMatrix,
} from "./check.ts";
import type { Core, CoreExponential, Failure } from "./door.ts";

type Ask = <Result>(question: () => Result) => Exclude<Result, Failure>;

/** As wasm/exponentials.cpp counts them. */
const precisions = ["auto", "double", "double-double"] as const;

export function expm(core: Core, ask: Ask, x: unknown, options: unknown): ExpmResult {
  const { rows, data } = squareMatrix("x", x);
  const given = record("options", options);
  const time = finite("time", given.time ?? 1);
  const precision = choice("precision", given.precision ?? "auto", precisions);
  const tolerance = finite("tolerance", given.tolerance ?? 1e-12);
  if (tolerance <= 0) throw new EtxError("range", `tolerance is ${tolerance}; it must be positive`);
  const code = precisions.indexOf(precision);
  const out = ask(() => core.expm(data, rows, time, code, tolerance));
  const { errorBound, value, low } = out;
  const method = rows === 0 ? "empty" : describe(out);
  const matrix = (entries: Float64Array): Matrix => ({ rows, cols: rows, data: entries });
  return low
    ? { value: matrix(value), low: matrix(low), errorBound, method }
    : { value: matrix(value), errorBound, method };
}

function describe({ degree, squarings, low, balanced, overflow }: CoreExponential): string {
  if (degree === 0) return "closed form";
  const count = `${squarings || "no"} squaring${squarings === 1 ? "" : "s"}`;
  return `${low ? "double-double " : ""}Taylor ${degree}, ${count}${balanced ? ", balanced" : ""}${overflow ? ", overflow" : ""}`;
}

export function expmBatch(core: Core, ask: Ask, xs: unknown, options: unknown): Matrix[] {
  if (!Array.isArray(xs))
    throw new EtxError("parse", `xs is ${show(xs)}; it must be an array of matrices`);
  const matrices = xs.map((x, i) => squareMatrix(`xs[${i}]`, x));
  const given = record("options", options);
  const times = numbers("times", given.times ?? [1]);
  const code =
    given.precision === undefined
      ? 0
      : precisions.indexOf(choice("precision", given.precision, precisions.slice(1)));
  const count = matrices.reduce((sum, { data }) => sum + data.length, 0);
  if (count * times.length > maximumCount) {
    throw new EtxError(
      "too-large",
      `xs at ${times.length} times have ${count * times.length} entries; at most ${maximumCount} fit`,
    );
  }
  const orders = Float64Array.from(matrices, ({ rows }) => rows);
  const out = ask(() =>
    core.expmBatch(
      together(matrices, count),
      count,
      orders,
      orders.length,
      times,
      times.length,
      code,
    ),
  );
  const made: Matrix[] = [];
  let start = 0;
  for (const { rows, cols, data } of matrices) {
    for (let t = 0; t < times.length; t++) {
      made.push({ rows, cols, data: out.subarray(start, start + data.length) });
      start += data.length;
    }
  }
  return made;
}

function together(matrices: readonly CheckedMatrix[], count: number): Float64Array {
  const entries = new Float64Array(count);
  let start = 0;
  for (const { data } of matrices) {
    entries.set(data, start);
    start += data.length;
  }
  return entries;
}
