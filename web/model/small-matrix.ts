/** Matrices of a few rows, where a call to the engine would cost more than the arithmetic. */
import type { Block, MatrixLike } from "./types.ts";

export function square(data: readonly number[]): MatrixLike {
  const order = Math.round(Math.sqrt(data.length));
  return { rows: order, cols: order, data };
}

export function multiply(a: MatrixLike, b: MatrixLike): MatrixLike {
  const data = new Array<number>(a.rows * b.cols).fill(0);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < b.cols; j++) {
      let sum = 0;
      for (let l = 0; l < a.cols; l++)
        sum += (a.data[i * a.cols + l] ?? 0) * (b.data[l * b.cols + j] ?? 0);
      data[i * b.cols + j] = sum;
    }
  }
  return { rows: a.rows, cols: b.cols, data };
}

export function determinant2({ data: [a = 0, b = 0, c = 0, d = 0] }: MatrixLike): number {
  return a * d - b * c;
}

/** Of a 2×2 matrix; undefined where it has none. */
export function inverse2(m: MatrixLike): MatrixLike | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = m.data;
  const det = determinant2(m);
  return det === 0 ? undefined : square([d / det, -b / det, -c / det, a / det]);
}

/** The largest difference of two entries; NaN where one is none. */
export function distance(a: MatrixLike, b: MatrixLike): number {
  return Array.from(a.data).reduce((most: number, value, i) => {
    const apart = Math.abs(value - (b.data[i] ?? 0));
    return apart > most || Number.isNaN(apart) ? apart : most;
  }, 0);
}

/** The dense matrix of one Jordan block. */
export function matrixOf(block: Block): MatrixLike {
  const step = block.kind === "pair" ? 2 : 1;
  const order = step * (block.size ?? 1);
  const data = new Array<number>(order * order).fill(0);
  for (let i = 0; i < order; i++) {
    data[i * order + i] = block.rate;
    if (block.kind === "pair")
      data[i * order + (i ^ 1)] = i % 2 ? block.frequency : -block.frequency;
    if (i + step < order) data[i * order + i + step] = 1;
  }
  return { rows: order, cols: order, data };
}

/**
 * X on the plane of a block that time does not leave: the first two coordinates of a chain, or two equal real
 * eigenvalues side by side.
 */
export function planeOf(block: Block): MatrixLike {
  const whole = matrixOf(block);
  if (whole.rows === 1) return square([block.rate, 0, 0, block.rate]);
  const at = (i: number, j: number): number => whole.data[i * whole.cols + j] ?? 0;
  return square([at(0, 0), at(0, 1), at(1, 0), at(1, 1)]);
}
