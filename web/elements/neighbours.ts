/** What noisy values have in common: at each place the mean and the deviation of those near it. */

/** Places count as near within this factor: equally far to either side on a logarithmic axis. */
export const near = 1.06;

export interface Neighbourly {
  mean: Float64Array;
  low: Float64Array;
  high: Float64Array;
}

/** low and high lie a deviation to either side of the mean. */
export function neighbourly(values: ArrayLike<number>): Neighbourly {
  const count = values.length;
  const [sums, squares] = [new Float64Array(count + 1), new Float64Array(count + 1)];
  for (let i = 0; i < count; i++) {
    const value = values[i] as number;
    sums[i + 1] = (sums[i] as number) + value;
    squares[i + 1] = (squares[i] as number) + value * value;
  }
  const out = {
    mean: new Float64Array(count),
    low: new Float64Array(count),
    high: new Float64Array(count),
  };
  for (let i = 0; i < count; i++) {
    const [from, to] = [Math.ceil(i / near), Math.min(count, Math.floor(i * near) + 1)];
    const mean = ((sums[to] as number) - (sums[from] as number)) / (to - from);
    const square = ((squares[to] as number) - (squares[from] as number)) / (to - from);
    const deviation = Math.sqrt(Math.max(0, square - mean * mean));
    out.mean[i] = mean;
    out.low[i] = mean - deviation;
    out.high[i] = mean + deviation;
  }
  return out;
}
