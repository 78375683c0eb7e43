/**
 * What the mean of cos(ω_i·τ) over the ladder ω_i = base^(-2i/d) does before its rungs show: each factor e of lag puts
 * the same share of a geometric ladder out of step, so the mean falls by 1/ln base. (It is the limit of many pairs,
 * [Ci(τ) - Ci(τ/base)]/ln base, for 1 << τ << base, where Ci(x) is the cosine integral.)
 */

const eulerGamma = 0.5772156649015329;

export interface Ladder {
  /** Rotated dimensions: twice the number of pairs. */
  dimension: number;
  base: number;
}

/** S(τ)/S(0) by the law, for a lag in tokens. */
export function interferenceLaw(lag: number, { base }: Ladder): number {
  return 1 - (Math.log(lag) + eulerGamma) / Math.log(base);
}

/** The lag where it ends: neighbouring rungs are a whole turn apart, and the sum is almost periodic from there on. */
export function interferenceEnd({ dimension, base }: Ladder): number {
  return (Math.PI * dimension) / Math.log(base);
}
