/**
 * What was found of one axiom: the worst miss says how far it is broken; of those beyond the tolerance the one at the smallest
 * numbers, the first of equals, shows it best.
 */
export class Tally {
  residual = 0;
  example: { at: number[]; left: number; right: number } | undefined;
  readonly #tolerance: number;
  #size = Number.POSITIVE_INFINITY;

  constructor(tolerance: number) {
    this.#tolerance = tolerance;
  }

  /**
   * The difference in units of `unit`. What is beyond the range of numbers tells nothing. `length`: how far out
   * this is, the sum of `at` if not given.
   */
  keep(left: number, right: number, at: readonly number[], unit = 1, length?: number): void {
    if (left === right) return;
    const residual = Math.abs(left - right) / unit;
    if (!Number.isFinite(residual)) return;
    this.residual = Math.max(this.residual, residual);
    if (residual <= this.#tolerance) return;
    const size = length ?? at.reduce((sum, x) => sum + Math.abs(x), 0);
    if (size >= this.#size) return;
    this.#size = size;
    this.example = { at: [...at], left, right };
  }
}
