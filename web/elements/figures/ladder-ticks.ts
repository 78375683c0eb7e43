/** Where along a ladder of frequencies the powers of ten lie, and which rung is exactly one. */
import type { Language } from "../../locales/index.ts";
import { tick } from "../format.ts";

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
    let power = Math.floor(Math.log10(fastest) + 1e-12);
    power >= Math.log10(slowest) - 1e-12;
    power--
  ) {
    const value = Number(`1e${power}`);
    const rung = turning.findIndex((frequency) => frequency <= value * (1 + 1e-12));
    const exact = Math.abs((turning[rung] as number) / value - 1) <= 1e-12;
    const above = turning[rung - 1];
    const at =
      exact || !above
        ? rung
        : rung - 1 + Math.log(above / value) / Math.log(above / (turning[rung] as number));
    const number = tick(language, value);
    found.push({ at, label: exact ? `α${subscript(rung)} = ${number}` : number });
  }
  return found;
}

/** 96 as ₉₆. */
export const subscript = (index: number): string =>
  String(index).replace(/\d/g, (digit) => String.fromCodePoint(0x2080 + Number(digit)));
