/**
 * Lines of more samples than pixels. Where three or more samples share a column of pixels, only their least and
 * greatest are drawn, as an upright stroke in the column's middle; elsewhere straight lines join the samples
 * themselves. So no sample lies more than half a pixel off the line, nothing is aliased, and a line costs what its
 * width costs.
 */

import { bisectLeft } from "d3-array";

/** Lags to pixels; increasing. */
export interface Across {
  (lag: number): number;
  invert(pixel: number): number;
}

/** Scores to pixels: y = base + slope·score. */
export interface Up {
  base: number;
  slope: number;
}

export interface Samples {
  start: number;
  step: number;
  /** Rising, in place of start and step. */
  lags?: Float64Array;
  values: Float64Array;
}

/** Marks along the line from left to right: an upright stroke from `from` to `to`, or a point where they agree. */
export interface Marks {
  count: number;
  x: Float64Array;
  from: Float64Array;
  to: Float64Array;
}

/**
 * The marks between two pixels, and one sample beyond either, so that the line leaves the plot as it should. A column
 * that only rises or falls, as a steep smooth curve's do, and within `fine` of a straight line, is that line: strokes
 * in the middle of columns would show as stairs. A negative `fine` leaves that out.
 */
export function marks(
  { start, step, lags, values }: Samples,
  across: Across,
  left: number,
  right: number,
  fine: number,
): Marks {
  const columns = Math.max(0, Math.ceil(right - left));
  const room = 2 * columns + 4;
  const out: Marks = {
    count: 0,
    x: new Float64Array(room),
    from: new Float64Array(room),
    to: new Float64Array(room),
  };
  const length = values.length;
  const indexAt = (pixel: number): number => {
    const lag = across.invert(pixel);
    if (lags) return bisectLeft(lags, lag);
    return Math.min(length, Math.max(0, Math.ceil((lag - start) / step)));
  };
  const put = (x: number, from: number, to: number): void => {
    out.x[out.count] = x;
    out.from[out.count] = from;
    out.to[out.count++] = to;
  };
  const point = (i: number): void =>
    put(
      across(lags ? (lags[i] as number) : start + i * step),
      values[i] as number,
      values[i] as number,
    );

  let begin = indexAt(left);
  if (begin > 0) point(begin - 1);
  for (let column = 0; column < columns; column++) {
    const end = indexAt(Math.min(left + column + 1, right));
    if (end - begin < 3) {
      while (begin < end) point(begin++);
      continue;
    }
    let least = Number.POSITIVE_INFINITY;
    let greatest = Number.NEGATIVE_INFINITY;
    let leastAt = begin;
    let greatestAt = begin;
    for (let i = begin; i < end; i++) {
      const value = values[i] as number;
      if (value < least) {
        least = value;
        leastAt = i;
      }
      if (value > greatest) {
        greatest = value;
        greatestAt = i;
      }
    }
    const ends =
      leastAt + greatestAt === begin + end - 1 && (leastAt === begin || greatestAt === begin);
    if (ends && fine >= 0 && straight(values, begin, end - 1, fine)) {
      point(begin);
      point(end - 1);
    } else if (Number.isFinite(least) && Number.isFinite(greatest)) {
      const x = left + column + 0.5;
      // In the order in which they occur: a steep line stays a line.
      if (leastAt < greatestAt) put(x, least, greatest);
      else put(x, greatest, least);
    } else mixed(values, begin, end, left + column + 0.5, put);
    begin = end;
  }
  if (begin < length) point(begin);
  return out;
}

/** Whether no sample between two lies further than `fine` from the line that joins them. NaN is nowhere near. */
function straight(values: Float64Array, first: number, last: number, fine: number): boolean {
  const from = values[first] as number;
  const slope = ((values[last] as number) - from) / (last - first);
  for (let i = first; i <= last; i++) {
    if (!(Math.abs((values[i] as number) - from - slope * (i - first)) <= fine)) return false;
  }
  return true;
}

/** A column with infinities or nothing but NaN: what is finite in it, else a gap. */
function mixed(
  values: Float64Array,
  begin: number,
  end: number,
  x: number,
  put: (x: number, from: number, to: number) => void,
): void {
  let least = Number.NaN;
  let greatest = Number.NaN;
  for (let i = begin; i < end; i++) {
    const value = values[i] as number;
    if (!Number.isFinite(value)) continue;
    if (!(value >= least)) least = value;
    if (!(value <= greatest)) greatest = value;
  }
  put(x, least, greatest);
}

const decimals = Array.from({ length: 100 }, (_, i) =>
  i === 0 ? "" : i % 10 === 0 ? `.${i / 10}` : `.${String(i).padStart(2, "0")}`,
);

/** Hundredths of a pixel, without the cost of printing a double. */
function write(value: number): string {
  const hundredths = Math.round(Math.abs(value) * 100);
  const whole = Math.floor(hundredths / 100);
  const text = whole + (decimals[hundredths - 100 * whole] as string);
  return value < 0 && hundredths > 0 ? `-${text}` : text;
}

/** A line as paths: `lines` to stroke, one after the other, and `solid` to fill where columns crowd. */
export interface LinePaths {
  lines: readonly string[];
  solid: string;
}

/**
 * How many pixels one of the stroked paths spans. Browsers paint in tiles and stroke a path anew for every tile that it
 * touches: a long line in pieces costs a third.
 */
const piece = 128;

/**
 * The paths of a line of the given thickness in pixels. Side by side, upright strokes are one solid shape: filling its
 * outline paints the same pixels as stroking each of them and costs a fraction of it, for every frame of a drag.
 */
export function linePaths(
  samples: Samples,
  across: Across,
  up: Up,
  left: number,
  right: number,
  thickness: number,
): LinePaths {
  const { count, x, from, to } = marks(samples, across, left, right, 0.4 / Math.abs(up.slope));
  const y = (value: number): number => up.base + up.slope * value;
  const upright = (i: number): boolean =>
    i < count && from[i] !== to[i] && Number.isFinite(from[i]);
  const lines: string[] = [];
  let line = "";
  let solid = "";
  let pen = "M";
  let edge = left + piece;
  for (let i = 0; i < count; ) {
    const a = from[i] as number;
    if (!Number.isFinite(a)) {
      pen = "M";
      i++;
      continue;
    }
    const point = `${write(x[i] as number)},${write(y(a))}`;
    line += pen + point;
    pen = "L";
    if ((x[i] as number) > edge) {
      lines.push(line);
      line = `M${point}`;
      edge = (x[i] as number) + piece;
    }
    let last = i;
    while (upright(last) && upright(last + 1)) last++;
    const b = to[last] as number;
    if (last > i) {
      const [high, low] = envelope(from, to, i, last, y);
      solid += outline(x, high, low, i, thickness / 2);
      line += `M${write(x[last] as number)},${write(y(b))}`;
    } else if (a !== b) line += `V${write(y(b))}`;
    i = last + 1;
  }
  if (line) lines.push(line);
  return { lines, solid };
}

/** The upper and lower ends of neighbouring strokes in pixels, each drawn out to meet the next where they don't overlap. */
function envelope(
  from: Float64Array,
  to: Float64Array,
  first: number,
  last: number,
  y: (value: number) => number,
): [Float64Array, Float64Array] {
  const high = new Float64Array(last - first + 1);
  const low = new Float64Array(last - first + 1);
  for (let k = 0; k < high.length; k++) {
    const [a, b] = [y(from[first + k] as number), y(to[first + k] as number)];
    high[k] = Math.min(a, b);
    low[k] = Math.max(a, b);
    if (k === 0) continue;
    const drop = ((low[k - 1] as number) + (high[k] as number)) / 2;
    if ((low[k - 1] as number) < drop) low[k - 1] = high[k] = drop;
    const rise = ((high[k - 1] as number) + (low[k] as number)) / 2;
    if ((high[k - 1] as number) > rise) high[k - 1] = low[k] = rise;
  }
  return [high, low];
}

/** Strokes are a pixel apart, and the first and last are half of one wide to either side. */
function outline(
  x: Float64Array,
  high: Float64Array,
  low: Float64Array,
  first: number,
  half: number,
): string {
  const last = high.length - 1;
  const at = (k: number): number =>
    (x[first + k] as number) + (k === 0 ? -0.5 : k === last ? 0.5 : 0);
  let forth = "";
  let back = "";
  for (let k = 0; k <= last; k++) {
    const place = write(at(k));
    forth += `${forth ? "L" : "M"}${place},${write((high[k] as number) - half)}`;
    back = `L${place},${write((low[k] as number) + half)}${back}`;
  }
  return `${forth}${back}Z`;
}

/** The path of the area between two lines on one grid of lags. */
export function bandPath(
  low: Samples,
  high: Samples,
  across: Across,
  up: Up,
  left: number,
  right: number,
): string {
  // Never straightened, so that both edges have their marks at the same places.
  const below = marks(low, across, left, right, -1);
  const above = marks(high, across, left, right, -1);
  let path = "";
  let forth = "";
  let back = "";
  const close = (): void => {
    if (forth) path += `M${forth.slice(1)}${back}Z`;
    forth = "";
    back = "";
  };
  for (let i = 0; i < above.count; i++) {
    const top = Math.max(above.from[i] as number, above.to[i] as number);
    const bottom = Math.min(below.from[i] as number, below.to[i] as number);
    if (!Number.isFinite(top) || !Number.isFinite(bottom)) {
      close();
      continue;
    }
    const x = write(above.x[i] as number);
    forth += `L${x},${write(up.base + up.slope * top)}`;
    back = `L${x},${write(up.base + up.slope * bottom)}${back}`;
  }
  close();
  return path;
}
