/** Numbers as people read them: a real minus sign, grouped thousands, as many digits as help. */
import { type Language, number } from "../locales/index.ts";

/** A measured value: four significant digits. */
export function plain(language: Language, value: number): string {
  return number(language, value, 4);
}

/** A place on an axis: few digits. */
export function tick(language: Language, value: number): string {
  return number(language, value, 3);
}

/** A lag in tokens; whole ones without decimals. */
export function lag(language: Language, value: number): string {
  return number(language, value, Number.isInteger(value) ? 12 : 5);
}

/** The next number below that is 1, 2 or 5 times a power of ten: a length that people like to be told. */
export function roundBelow(value: number): number {
  const close = value * (1 + 1e-9);
  const power = 10 ** Math.floor(Math.log10(close));
  return (close >= 5 * power ? 5 : close >= 2 * power ? 2 : 1) * power;
}
