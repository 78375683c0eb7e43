/** Where along a ladder of frequencies the powers of ten lie, and which rung is exactly one. */
import type { Language } from "../../locales/index.ts";
import { tick } from "../format.ts";

/** Relative; the ladders that hold powers of ten hold them to the last digit or two. */
const exactly = 1e-12;

/** Frequencies in radians a token, fastest first. "α₉₆ = 0.1" where rung 96 is a power of ten, else its number alone. */
export function rungsAt(
  frequencies: readonly number[],
  language: Language,
): { at: number; label: string }[] {
  const turning = frequencies.filter((frequency) => frequency > 0);
  const [fastest, slowest] = [turning[0], turning.at(-1)];
  if (!fastest || !slowest) return [];
  const found: { at: number; label: string }[] = [];
  for (
    let power = Math.floor(Math.log10(fastest) + exactly);
    power >= Math.log10(slowest) - exactly;
    power--
  ) {
    const value = Number(`1e${power}`);
    const rung = turning.findIndex((frequency) => frequency <= value * (1 + exactly));
    const below = turning[rung] as number;
    const above = turning[rung - 1];
    const name = nameOfRung(rung, below, language);
    if (name && Math.abs(below / value - 1) <= exactly) found.push({ at: rung, label: name });
    else if (above) {
      const at = rung - 1 + Math.log(above / value) / Math.log(above / below);
      found.push({ at, label: tick(language, value) });
    }
  }
  return found;
}

/** "α₉₆ = 0.1" where a rung's frequency is a power of ten. */
export function nameOfRung(
  rung: number,
  frequency: number,
  language: Language,
): string | undefined {
  const power = Number(`1e${Math.round(Math.log10(frequency))}`);
  if (Math.abs(frequency / power - 1) > exactly) return undefined;
  return `α${subscript(rung)} = ${tick(language, power)}`;
}

/** 96 as ₉₆. */
const subscript = (index: number): string =>
  String(index).replace(/\d/g, (digit) => String.fromCodePoint(0x2080 + Number(digit)));
