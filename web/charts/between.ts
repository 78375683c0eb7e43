/** Between numbers, under the names by which d3-scale asks d3-interpolate for them (see vite.config.ts). */

type Between = (a: number, b: number) => (t: number) => number;

export const interpolateNumber: Between = (a, b) => (t) => a * (1 - t) + b * t;
export { interpolateNumber as interpolate };

export const interpolateRound: Between = (a, b) => (t) => Math.round(a * (1 - t) + b * t);

/** Along a list of values, evenly over [0, 1]. */
export function piecewise(between: Between, values: readonly number[]): (t: number) => number {
  const parts = values.slice(1).map((b, i) => between(values[i] as number, b));
  return (t) => {
    const i = Math.max(0, Math.min(parts.length - 1, Math.floor(t * parts.length)));
    return parts[i]?.(t * parts.length - i) ?? Number.NaN;
  };
}
