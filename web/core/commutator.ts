/** How far two generators are from commuting: what makes e^{xX + yY} the same in every order of steps. */
import type { Matrix } from "../model/types.ts";

/** ‖XY - YX‖_F, of matrices of one order. */
export function commutatorNorm(X: Matrix, Y: Matrix): number {
  const n = X.rows;
  const difference = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let l = 0; l < n; l++) {
      const [a, b] = [X.data[n * i + l] as number, Y.data[n * i + l] as number];
      if (a === 0 && b === 0) continue;
      for (let j = 0; j < n; j++) {
        const at = n * i + j;
        difference[at] =
          (difference[at] as number) +
          a * (Y.data[n * l + j] as number) -
          b * (X.data[n * l + j] as number);
      }
    }
  }
  return frobenius(difference, n);
}

/** Whether it is within rounding of ‖X‖‖Y‖. */
export const commute = (X: Matrix, Y: Matrix): boolean =>
  commutatorNorm(X, Y) <=
  64 * X.rows * 2 ** -53 * frobenius(X.data, X.rows) * frobenius(Y.data, X.rows);

/** Row by row: hypot takes no more arguments than a call does. */
const frobenius = (values: Float64Array, n: number): number =>
  Math.hypot(
    ...Array.from({ length: n }, (_, i) => Math.hypot(...values.subarray(n * i, n * (i + 1)))),
  );
