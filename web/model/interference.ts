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

/** A place on a ladder of frequencies: between rungs ⌊at⌋ and ⌊at⌋ + 1. */
export interface WholeTurns {
  /** By how many turns neighbours differ there. */
  turns: number;
  at: number;
  /** Radians a token. */
  frequency: number;
}

/**
 * Where neighbouring rungs (radians a token, fastest first) differ by whole turns at a lag: around there they point the
 * same way and add up, which is what makes a revival. On a geometric ladder these are the frequencies
 * 2πm·(d/2)/(τ·ln base).
 */
export function wholeTurns(frequencies: readonly number[], lag: number): WholeTurns[] {
  const found: WholeTurns[] = [];
  // The difference of rungs i and i + 1 is the ladder's slope halfway between them.
  const differ = (i: number): number =>
    (((frequencies[i] as number) - (frequencies[i + 1] as number)) * lag) / (2 * Math.PI);
  for (let i = 0; i + 2 < frequencies.length; i++) {
    const [a, b] = [differ(i), differ(i + 1)];
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    for (let turns = Math.max(1, Math.ceil(low)); turns < high; turns++) {
      const at = i + 0.5 + (turns - a) / (b - a);
      const rung = Math.floor(at);
      const [above, below] = [frequencies[rung] as number, frequencies[rung + 1] as number];
      const frequency = below > 0 ? above * (below / above) ** (at - rung) : above;
      found.push({ turns, at, frequency });
    }
  }
  return found;
}
