/** Cosines of frequency·lag for doubles of any size: the product and its division by 2π are exact to 2^-120 of a turn. */

/** ⌊2^256/(2π)⌋; made with mpmath at 400 bits. */
const inverseTurn = 0x28be60db9391054a7f09d5f47d4d377036d8a5664f10e4107f9458eaf7aef158n;

/** x = integer·2^exponent, exactly. */
function parts(x: number): [bigint, number] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const mantissa = (bits & 0xfffffffffffffn) | (biased === 0 ? 0n : 1n << 52n);
  return [x < 0 ? -mantissa : mantissa, Math.max(biased, 1) - 1075];
}

/** frequency·lag/2π less whole turns, in [0, 1). */
export function turns(frequency: number, lag: number): number {
  const [a, e] = parts(frequency);
  const [b, f] = parts(lag);
  const product = a * b * inverseTurn;
  const shift = 256 - e - f - 64; // to a fraction of 64 bits
  return Number(BigInt.asUintN(64, product >> BigInt(shift))) / 2 ** 64;
}

export interface Term {
  rate: number;
  frequency: number;
  re: number;
  im: number;
}

/** Σ Re c·e^{(rate + i·frequency)·lag}. */
export function sumAt(terms: readonly Term[], lag: number): number {
  let sum = 0;
  for (const { rate, frequency, re, im } of terms) {
    const angle = 2 * Math.PI * turns(frequency, lag);
    sum += Math.exp(rate * lag) * (re * Math.cos(angle) - im * Math.sin(angle));
  }
  return sum;
}
