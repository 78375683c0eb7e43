/** Domains that follow the data without trembling under the hand. */
import { scaleLinear } from "d3-scale";

export type Interval = readonly [number, number];

/** The finite values' extent, joined with one already found. */
export function extent(
  values: Float64Array,
  from: Interval = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
): Interval {
  const plain = scan(values);
  // Infinities are rare: only where one turned up are they looked for one by one.
  const [low, high] = plain.every((end) => Math.abs(end) < Number.POSITIVE_INFINITY)
    ? plain
    : scan(values.filter(Number.isFinite));
  return [Math.min(low, from[0]), Math.max(high, from[1])];
}

function scan(values: Float64Array): Interval {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value < low) low = value; // NaN fails each comparison
    if (value > high) high = value;
  }
  return [low, high];
}

/** A nice interval around the data and zero. */
export function nice([low, high]: Interval, ticks: number): Interval {
  if (!(low <= high)) return [0, 1];
  const from = Math.min(0, low);
  const to = Math.max(0, high);
  if (from === to) return [0, 1];
  const [a = from, b = to] = scaleLinear().domain([from, to]).nice(ticks).domain();
  return [a, b];
}

/** Keeps the interval it had while the data lie in it and fill most of it: a drag then moves curves, not axes. */
export function settle(had: Interval | null, data: Interval, ticks: number): Interval {
  const wished = nice(data, ticks);
  if (!had) return wished;
  const holds = Math.min(0, data[0]) >= had[0] && Math.max(0, data[1]) <= had[1];
  return holds && wished[1] - wished[0] > 0.55 * (had[1] - had[0]) ? had : wished;
}

/**
 * Half the side of a square that must show `need`. It has play, like a worn gear: it moves only when pushed from
 * either end and then with the pusher, so it never jumps and never trembles.
 */
export function follow(had: number | null, need: number): number {
  const least = need * 1.12;
  return had === null ? least : Math.min(Math.max(had, least), need * 2.2);
}
