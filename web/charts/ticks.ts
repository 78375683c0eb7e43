/** Where ticks go on a symmetric-log axis, and which labels there is room for. */
import { ticks } from "d3-array";
import { textWidth } from "./text.ts";

/** 0 and ±powers of ten from just above the threshold to the ends, the most telling first. */
export function powerTicks(low: number, high: number, threshold: number): number[] {
  const first = Math.round(Math.log10(threshold)) + 1;
  const last = Math.floor(Math.log10(Math.max(-low, high)) + 1e-9);
  const found = [0];
  for (let stride = 2; stride >= 1; stride--) {
    // From the ends inwards, every other power before those between.
    for (let power = last - (stride === 2 ? 0 : 1); power >= first; power -= 2) {
      for (const value of [10 ** power, -(10 ** power)]) if (value >= low && value <= high) found.push(value);
    }
  }
  return found;
}

/** Lags for a log axis that shows [low, high]: powers of ten and the end; closer in 2s and 5s; closest evenly. */
export function lagTicks(low: number, high: number, count: number): number[] {
  const found = new Set<number>();
  const keep = (value: number) => value >= low && value <= high && found.add(value);
  if (low <= 0 && high >= 0) keep(0);
  const decades = Math.log10(1 + Math.max(high, 0)) - Math.log10(1 + Math.max(low, 0));
  const top = Math.ceil(Math.log10(Math.max(high, 1)));
  if (low < 0 || decades < 0.8) return ticks(low, high, count).filter(Number.isInteger);
  for (let power = 0; power <= top; power++) keep(10 ** power);
  keep(Math.floor(high));
  if (found.size < count / 1.6 || decades < 2.5) {
    for (const digit of [5, 2]) for (let power = 0; power <= top; power++) keep(digit * 10 ** power);
  }
  return [...found];
}

export interface Tick {
  at: number;
  label: string;
}

/** Drops each label that would touch one before it in the list; its tick stays, bare. */
export function thin(wished: readonly Tick[], gap: number, across: "x" | "y"): Tick[] {
  const taken: [number, number][] = [];
  return wished.map(({ at, label }) => {
    const half = ((across === "x" ? textWidth(label) : 11) + gap) / 2;
    const free = taken.every(([from, to]) => at + half <= from || at - half >= to);
    if (free) taken.push([at - half, at + half]);
    return { at, label: free ? label : "" };
  });
}
