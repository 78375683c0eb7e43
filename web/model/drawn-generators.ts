/** LieRE's generators as drawn from a seed, where an encoding gives none. */
import { uniforms } from "./seeded.ts";
import type { Matrix } from "./types.ts";

/**
 * X, then Y: skew-symmetric, entries above the diagonal drawn from (0, 2π) row by row; those that join two of the pairs
 * (2i, 2i + 1) times `coupling`. At 0 both turn the same planes, so they commute.
 */
export function drawnGenerators(n: number, seed: number, coupling: number): [Matrix, Matrix] {
  const draw = uniforms(seed);
  const skew = (): Matrix => {
    const data = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      for (let j = i + 1; j < n; j++) {
        const within = i >> 1 === j >> 1;
        const entry = 2 * Math.PI * draw() * (within ? 1 : coupling);
        data[n * i + j] = entry;
        data[n * j + i] = 0 - entry;
      }
    }
    return { rows: n, cols: n, data };
  };
  return [skew(), skew()];
}
