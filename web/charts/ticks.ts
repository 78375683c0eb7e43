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
      for (const value of [10 ** power, -(10 ** power)])
        if (value >= low && value <= high) found.push(value);
    }
  }
  return found;
}

/** Lags for a log axis that shows [low, high]: powers of ten, and the end if it is one; closer in 2s and 5s; closest evenly. */
export function lagTicks(low: number, high: number, count: number, end: boolean): number[] {
  const found = new Set<number>();
  const keep = (value: number) => value >= low && value <= high && found.add(value);
  if (low <= 0 && high >= 0) keep(0);
  const decades = Math.log10(1 + Math.max(high, 0)) - Math.log10(1 + Math.max(low, 0));
  const top = Math.ceil(Math.log10(Math.max(high, 1)));
  if (low < 0 || decades < 0.8) return ticks(low, high, count).filter(Number.isInteger);
  for (let power = 0; power <= top; power++) keep(10 ** power);
  if (end) keep(Math.floor(high));
  if (decades < 3) {
    for (const digit of [5, 2])
      for (let power = 0; power <= top; power++) keep(digit * 10 ** power);
  }
  return [...found];
}

/** Powers of ten within [low, high]; with 2s and 5s where few of them are. */
export function powersOfTen(low: number, high: number): number[] {
  const digits = Math.log10(high / low) < 2 ? [1, 5, 2] : [1];
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  return digits.flatMap((digit) =>
    Array.from({ length: last - first + 1 }, (_, i) => digit * 10 ** (first + i)).filter(
      (value) => value >= low && value <= high,
    ),
  );
}

export interface Tick {
  at: number;
  label: string;
}

/**
 * Drops each label that would touch one before it in the list; its tick stays, bare. With `group` the labels that share
 * one, as 0.1 and −0.1 do, stay or go together.
 */
export function thin(
  wished: readonly Tick[],
  gap: number,
  across: "x" | "y",
  group: (i: number) => unknown = (i) => i,
): Tick[] {
  const spans = wished.map(({ at, label }): [number, number] => {
    const half = ((across === "x" ? textWidth(label) : 11) + gap) / 2;
    return [at - half, at + half];
  });
  const kept = new Set<number>();
  const free = (i: number): boolean => {
    const [from, to] = spans[i] as [number, number];
    return [...kept].every(
      (j) => to <= (spans[j] as [number, number])[0] || from >= (spans[j] as [number, number])[1],
    );
  };
  const groups = new Map<unknown, number[]>();
  for (const i of wished.keys()) groups.set(group(i), [...(groups.get(group(i)) ?? []), i]);
  for (const members of groups.values())
    if (members.every(free)) for (const i of members) kept.add(i);
  return wished.map(({ at, label }, i) => ({ at, label: kept.has(i) ? label : "" }));
}
