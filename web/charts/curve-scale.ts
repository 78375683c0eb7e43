/** The curve's scales: lags across, linear or logarithmic with 0 in sight; scores up. */
import { bisectLeft } from "d3-array";
import type { Across, Up } from "./decimate.ts";
import type { Interval } from "./domain.ts";
import type { CurveSeries } from "./types.ts";

/** As much of d3's scales as zooming needs, without their cost: a line inverts it for each column of pixels. */
export interface LagScale extends Across {
  domain(): Interval;
  range(): Interval;
}

/** On "log" it goes by log1p of the lag: lag 0 shows, and from a few tokens on it reads as a logarithm. */
export function lagScale(
  kind: "linear" | "log",
  domain: Interval,
  left: number,
  right: number,
): LagScale {
  const log = kind === "log";
  const forth = (lag: number): number => (log ? Math.sign(lag) * Math.log1p(Math.abs(lag)) : lag);
  const back = (at: number): number => (log ? Math.sign(at) * Math.expm1(Math.abs(at)) : at);
  const origin = forth(domain[0]);
  const slope = (right - left) / (forth(domain[1]) - origin);
  return Object.assign((lag: number) => left + (forth(lag) - origin) * slope, {
    invert: (pixel: number) => back(origin + (pixel - left) / slope),
    domain: () => domain,
    range: (): Interval => [left, right],
  });
}

export function scoreScale([low, high]: Interval, bottom: number, top: number): Up {
  const slope = (top - bottom) / (high - low);
  return { base: bottom - low * slope, slope };
}

/** All lags of all curves. */
export function lagsOf(series: readonly CurveSeries[]): Interval {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const one of series) {
    if (one.values.length === 0) continue;
    low = Math.min(low, lagOf(one, 0));
    high = Math.max(high, lagOf(one, one.values.length - 1));
  }
  if (!(low <= high)) return [0, 1];
  return low === high ? [low, low + 1] : [low, high];
}

/** The lag of a sample. */
export const lagOf = ({ lags, start, step }: CurveSeries, index: number): number =>
  lags ? (lags[index] ?? Number.NaN) : start + index * step;

/** Where among a curve's samples a lag lies: a whole number at a sample, between two in proportion, beyond its ends outside. */
function placeOf({ lags, start, step }: CurveSeries, lag: number): number {
  if (!lags) return (lag - start) / step;
  const after = bisectLeft(lags, lag);
  if (lags[after] === lag) return after;
  if (after === 0 || after === lags.length) return after - 0.5;
  const [a, b] = [lags[after - 1] as number, lags[after] as number];
  return after - 1 + (lag - a) / (b - a);
}

/** The curve's value at a lag: on its grid the sample, between two samples the line that is drawn; outside NaN. */
export function valueAt(series: CurveSeries, lag: number): number {
  const { values } = series;
  const at = placeOf(series, lag);
  if (!(at >= -1e-9 && at <= values.length - 1 + 1e-9)) return Number.NaN;
  const nearest = Math.round(at);
  if (Math.abs(at - nearest) < 1e-6) return values[nearest] ?? Number.NaN;
  const below = Math.floor(at);
  const [a, b] = [values[below] as number, values[below + 1] as number];
  return a + (b - a) * (at - below);
}

/** A curve's last lag in sight, and the mean score of the last few pixels: where its label belongs, steadier than its last sample. */
export function endOf(
  series: CurveSeries,
  across: Across,
  right: number,
): { lag: number; score: number } {
  const { values } = series;
  const clampIndex = (i: number): number => Math.min(Math.max(Math.round(i), 0), values.length - 1);
  let last = clampIndex(placeOf(series, across.invert(right)));
  if (!Number.isFinite(values[last])) last = Math.max(0, lastFinite(values, last));
  const first = Math.min(last, clampIndex(placeOf(series, across.invert(right - 5))));
  const stride = Math.max(1, Math.floor((last - first) / 256));
  let sum = 0;
  let count = 0;
  for (let i = last; i >= first; i -= stride) {
    const value = values[i] as number;
    if (!Number.isFinite(value)) continue;
    sum += value;
    count++;
  }
  return { lag: lagOf(series, last), score: count ? sum / count : Number.NaN };
}

/** Whether a curve breaks off before its last sample: the law ends where its pairs do. */
export function breaksOff({ values }: CurveSeries): boolean {
  const last = lastFinite(values, values.length - 1);
  return last >= 0 && last < values.length - 1;
}

function lastFinite(values: Float64Array, from: number): number {
  let i = from;
  while (i >= 0 && !Number.isFinite(values[i])) i--;
  return i;
}
