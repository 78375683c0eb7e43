/** The exponential as its series, term by term: I + tX + t²X²/2 + … */
import { multiply } from "./small-matrix.ts";
import type { Matrix, MatrixLike } from "./types.ts";

/** X·v. */
export function apply({ rows, cols, data }: MatrixLike, vector: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: rows }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < cols; j++) sum += (data[i * cols + j] as number) * (vector[j] as number);
    return sum;
  });
}

/** factor·A + B. */
export function plus(a: MatrixLike, b: MatrixLike, factor = 1): Matrix {
  const data = Float64Array.from(b.data, (value, i) => factor * (a.data[i] as number) + value);
  return { rows: a.rows, cols: a.cols, data };
}

export function identity(order: number): Matrix {
  const data = new Float64Array(order * order);
  for (let i = 0; i < order; i++) data[i * order + i] = 1;
  return { rows: order, cols: order, data };
}

/** The largest sum of a column's sizes. */
export function norm1({ rows, cols, data }: MatrixLike): number {
  let most = 0;
  for (let j = 0; j < cols; j++) {
    let sum = 0;
    for (let i = 0; i < rows; i++) sum += Math.abs(data[i * cols + j] as number);
    if (!(sum <= most)) most = sum; // NaN too
  }
  return most;
}

/** (tX)ᵏ/k! for k = 0 to `last`; fewer where a power of X is zero, and with it all that follow. */
export function terms(x: MatrixLike, time: number, last: number): Matrix[] {
  const found = [identity(x.rows)];
  for (let k = 1; k <= last; k++) {
    const before = found[k - 1] as Matrix;
    const next = Float64Array.from(multiply(x, before).data, (entry) => (entry * time) / k);
    if (next.every((entry) => entry === 0)) break;
    found.push({ ...before, data: next });
  }
  return found;
}

/** The powers of a nilpotent X end: the last k with Xᵏ ≠ 0. undefined where they never do. */
export function lastPower(x: MatrixLike): number | undefined {
  let power: MatrixLike = identity(x.rows);
  for (let k = 0; k < x.rows; k++) {
    power = multiply(x, power);
    if (Array.from(power.data).every((entry) => entry === 0)) return k;
  }
  return undefined;
}

/** S_k(s)·v for each time s, where S_k has `count` terms after I: the first two coordinates, x0, y0, x1, y1, … */
export function partial(
  x: MatrixLike,
  vector: Float64Array,
  count: number,
  times: readonly number[],
): Float64Array {
  const powers = [vector];
  for (let k = 1; k <= count; k++) {
    const next = apply(x, powers[k - 1] as Float64Array).map((entry) => entry / k);
    powers.push(next);
  }
  const points = new Float64Array(2 * times.length);
  times.forEach((time, i) => {
    for (let c = 0; c < 2; c++)
      points[2 * i + c] = powers.reduceRight((sum, power) => sum * time + (power[c] ?? 0), 0);
  });
  return points;
}
