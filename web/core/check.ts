/** Checks of what callers hand in. Every message names the argument and the value; what passes is safe to take through the door. */
import { EtxError } from "../model/error.ts";
import type { LagGrid } from "../model/types.ts";

/** Samples in one call; a Float64Array of them takes a gigabyte. */
export const maximumCount = 2 ** 27;
/** Where a long call may be asked to run. */
export const backends = ["auto", "wasm", "webgpu"] as const;
/** Rows of a dense matrix. */
export const maximumSize = 1024;

/** A value as a message shows it: short, whatever it is. */
export function show(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === "bigint") return `${value}n`; // else it would look like the number that it is not
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (value === null || typeof value !== "object")
    return typeof value === "function" ? "a function" : String(value);
  return ArrayBuffer.isView(value) ? "a typed array" : "an object";
}

export function record(name: string, value: unknown): Record<string, unknown> {
  if (
    typeof value !== "object" ||
    value === null ||
    Array.isArray(value) ||
    ArrayBuffer.isView(value)
  ) {
    throw new EtxError("parse", `${name} is ${show(value)}; it must be an object`);
  }
  return value as Record<string, unknown>;
}

export function finite(name: string, value: unknown): number {
  if (typeof value !== "number")
    throw new EtxError("parse", `${name} is ${show(value)}; it must be a number`);
  if (!Number.isFinite(value))
    throw new EtxError("not-finite", `${name} is ${value}; it must be finite`);
  return value;
}

/** A number of things: 0, 1, 2, … */
export function count(name: string, value: unknown, most = maximumCount): number {
  const number = finite(name, value);
  if (number < 0 || !Number.isInteger(number)) {
    throw new EtxError("range", `${name} is ${number}; it must be a whole number, not negative`);
  }
  if (number > most) throw new EtxError("too-large", `${name} is ${number}; at most ${most} fit`);
  return number;
}

export function flag(name: string, value: unknown): boolean {
  if (typeof value !== "boolean")
    throw new EtxError("parse", `${name} is ${show(value)}; it must be true or false`);
  return value;
}

export function choice<Name extends string>(
  name: string,
  value: unknown,
  names: readonly Name[],
): Name {
  const found = names.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw new EtxError(
    "range",
    `${name} is ${show(value)}; it must be ${names.map((n) => `"${n}"`).join(" or ")}`,
  );
}

/** Absent, or to be called later: then is too late to say that it is no function. */
export function callback(name: string, value: unknown): void {
  if ((value ?? undefined) === undefined || typeof value === "function") return;
  throw new EtxError("parse", `${name} is ${show(value)}; it must be a function`);
}

/** Absent or an AbortSignal, whichever window's. */
export function abortSignal(value: unknown): void {
  if ((value ?? undefined) === undefined) return;
  if (typeof (value as Partial<AbortSignal>).addEventListener === "function") return;
  throw new EtxError("parse", `signal is ${show(value)}; it must be an AbortSignal`);
}

/** An array whose numbers the core looks at itself. */
export function array(name: string, value: unknown): readonly number[] | Float64Array {
  const list = Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value);
  if (!list)
    throw new EtxError("parse", `${name} is ${show(value)}; it must be an array of numbers`);
  return value as Float64Array;
}

/** Finite numbers as doubles; an array of doubles is handed on as it is, not copied. */
export function numbers(name: string, value: unknown, length?: number, why = ""): Float64Array {
  const items: ArrayLike<unknown> = array(name, value);
  if (length !== undefined && items.length !== length) {
    throw new EtxError(
      "shape",
      `${name} has ${items.length} numbers; it must have ${length}${why && `, ${why}`}`,
    );
  }
  if (items.length > maximumCount) {
    throw new EtxError(
      "too-large",
      `${name} has ${items.length} numbers; at most ${maximumCount} fit`,
    );
  }
  if (items instanceof Float64Array && areFinite(items)) return items;
  for (let i = 0; i < items.length; i++) {
    // The name is put together only for a number that is refused.
    if (!Number.isFinite(items[i])) finite(`${name}[${i}]`, items[i]);
  }
  return Float64Array.from(items as ArrayLike<number>);
}

/** One multiplication a number: 0·x is 0 for those that are finite, else NaN. Four sums, that none waits for another. */
function areFinite(items: Float64Array): boolean {
  let [a, b, c, d] = [0, 0, 0, 0];
  let i = 0;
  for (; i + 4 <= items.length; i += 4) {
    a += 0 * (items[i] as number);
    b += 0 * (items[i + 1] as number);
    c += 0 * (items[i + 2] as number);
    d += 0 * (items[i + 3] as number);
  }
  for (; i < items.length; i++) a += 0 * (items[i] as number);
  return a + b + c + d === 0;
}

export interface CheckedMatrix {
  rows: number;
  cols: number;
  data: Float64Array;
}

export function squareMatrix(name: string, value: unknown): CheckedMatrix {
  const matrix = record(name, value);
  const rows = count(`${name}.rows`, matrix.rows, maximumSize);
  const cols = count(`${name}.cols`, matrix.cols, maximumSize);
  if (rows !== cols) throw new EtxError("shape", `${name} is ${rows}×${cols}; it must be square`);
  return { rows, cols, data: numbers(`${name}.data`, matrix.data, rows * cols, "rows × cols") };
}

/** A grid stays a grid, so that its lags keep their exact values. */
export function lags(name: string, value: unknown): LagGrid | Float64Array {
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return numbers(name, value);
  const grid = record(name, value);
  const checked = {
    start: finite(`${name}.start`, grid.start),
    step: finite(`${name}.step`, grid.step),
    count: count(`${name}.count`, grid.count),
  };
  const end = checked.start + checked.step * Math.max(0, checked.count - 1);
  if (!Number.isFinite(end))
    throw new EtxError("overflow", `${name} ends at ${end}, beyond the range of numbers`);
  return checked;
}
