/** A complex number as a real 2×2 matrix, and the complex basis that shows it on the diagonal. */
import type { MatrixLike } from "./types.ts";

export interface Complex {
  re: number;
  im: number;
}

const times = (a: Complex, b: Complex): Complex => ({
  re: a.re * b.re - a.im * b.im,
  im: a.re * b.im + a.im * b.re,
});
const plus = (a: Complex, b: Complex): Complex => ({ re: a.re + b.re, im: a.im + b.im });
const real = (re: number): Complex => ({ re, im: 0 });

/** Columns (1, −i) and (1, i): eigenvectors of every aI + ωJ, whatever a and ω are. */
export const eigenbasis: readonly Complex[] = [
  real(1),
  real(1),
  { re: 0, im: -1 },
  { re: 0, im: 1 },
];
const inverse: readonly Complex[] = [real(0.5), { re: 0, im: 0.5 }, real(0.5), { re: 0, im: -0.5 }];

function product(a: readonly Complex[], b: readonly Complex[]): Complex[] {
  const at = (m: readonly Complex[], i: number, j: number): Complex => m[2 * i + j] as Complex;
  return [0, 1].flatMap((i) =>
    [0, 1].map((j) => plus(times(at(a, i, 0), at(b, 0, j)), times(at(a, i, 1), at(b, 1, j)))),
  );
}

/** P⁻¹XP of a real 2×2 matrix, row by row. */
export function inEigenbasis({ data }: MatrixLike): Complex[] {
  return product(product(inverse, Array.from(data, real)), eigenbasis);
}

/** a and ω of the nearest aI + ωJ, J = [[0, −1], [1, 0]], and how far X is from it. */
export function asComplex({ data: [p = 0, q = 0, r = 0, s = 0] }: MatrixLike): {
  a: number;
  omega: number;
  rest: number;
} {
  return { a: (p + s) / 2, omega: (r - q) / 2, rest: Math.hypot(p - s, q + r) / 2 };
}
