/** A row's terms as the core tells them: which of them a GPU can add up, and their form for the kernel of turns. */
import { lagCount } from "../model/sweep.ts";
import type { LagsLike } from "../model/types.ts";
import { Unfit } from "./backend.ts";

/** rate, turns a token (two doubles), coefficient (two doubles), length of the Jordan chain, whether lags are mirrored. */
const entries = 7;
/** Phases of 64 bits and lags of 32 serve 32-bit work so far. */
const farthestLag = 2 ** 24;
/** e^88 is the end of 32-bit numbers. */
const largestExponent = 80;

export const termCount = (rows: readonly (Float64Array | null)[]): number =>
  rows.reduce((most, row) => Math.max(most, (row?.length ?? 0) / entries), 0);

/** Throws Unfit where 32 bits or two tables don't do. */
export function checkFit(
  rows: readonly (Float64Array | null)[],
  lags: LagsLike,
): asserts rows is readonly Float64Array[] {
  const farthest = farthestOf(lags);
  for (const row of rows) {
    if (!row) throw new Unfit("these scores are no sum of exponentials in the lag");
    for (let at = 0; at < row.length; at += entries) {
      const [rate, , , re, im, chain, mirrored] = row.subarray(at, at + entries) as unknown as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      const size = Math.hypot(re, im);
      if (chain > 1) throw new Unfit("a Jordan chain's powers of the lag need more than 32 bits");
      if (Math.abs(rate) * farthest > largestExponent)
        throw new Unfit("a damping at these lags leaves the range of 32-bit numbers");
      if (size > 1e30 || (size !== 0 && size < 1e-30))
        throw new Unfit("scores of this size leave the range of 32-bit numbers");
      if (mirrored && "count" in lags && lags.start < 0)
        throw new Unfit("a distance |τ| on both sides of zero is no product of tables");
    }
  }
  if (!("count" in lags) && farthest > farthestLag)
    throw new Unfit(`irregular lags reach ${farthest}; the GPU's phases serve to 2^24`);
}

function farthestOf(lags: LagsLike): number {
  if ("count" in lags)
    return Math.max(
      Math.abs(lags.start),
      Math.abs(lags.start + lags.step * Math.max(0, lagCount(lags) - 1)),
    );
  let most = 0;
  for (const lag of lags) most = Math.max(most, Math.abs(lag));
  return most;
}

/** Turns a token as a 64-bit fraction, from the two doubles whose sum they are. */
export function fixedTurns(high: number, low: number): bigint {
  const scaled = (x: number): bigint => BigInt(Math.round(x * 2 ** 64));
  return BigInt.asUintN(64, scaled(high) + scaled(low));
}

/** Terms for turn.wgsl, filled up to fours; five words each. */
export function packTerms(rows: readonly Float64Array[]): { words: Uint32Array; fours: number } {
  const fours = Math.max(1, Math.ceil(termCount(rows) / 4));
  const words = new Uint32Array(rows.length * fours * 20);
  const floats = new Float32Array(words.buffer);
  rows.forEach((row, index) => {
    for (let i = 0; i * entries < row.length; i++) {
      const [rate, high, low, re, im] = row.subarray(i * entries) as unknown as [
        number,
        number,
        number,
        number,
        number,
      ];
      const at = 5 * (4 * index * fours + i);
      const turns = fixedTurns(high, low);
      words[at] = Number(turns >> 32n);
      words[at + 1] = Number(turns & 0xffffffffn);
      words[at + 2] = Math.round((Math.atan2(im, re) / (2 * Math.PI)) * 2 ** 32) >>> 0;
      floats[at + 3] = Math.hypot(re, im);
      floats[at + 4] = rate;
    }
  });
  return { words, fours };
}

/** Lags for turn.wgsl: whole tokens as a two's complement, and the rest as a 32-bit fraction. */
export function packLags(lags: ArrayLike<number>, mirrored: boolean): Uint32Array {
  const words = new Uint32Array(2 * lags.length);
  for (let j = 0; j < lags.length; j++) {
    const lag = mirrored ? Math.abs(lags[j] as number) : (lags[j] as number);
    let whole = Math.floor(lag);
    let fraction = Math.round((lag - whole) * 2 ** 32);
    if (fraction === 2 ** 32) [whole, fraction] = [whole + 1, 0];
    words[2 * j] = whole | 0;
    words[2 * j + 1] = fraction;
  }
  return words;
}

export const isMirrored = (rows: readonly Float64Array[]): boolean =>
  rows.some((row) => row[6] === 1);
