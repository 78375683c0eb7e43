/** Labels in a column, each as near to where it belongs as its neighbours allow. */

/**
 * Moves wished places so that neighbours lie at least `gap` apart, within [low, high], with the least sum of squared
 * moves: after subtracting each one's rank times gap, apart means in order, and the answer is isotonic regression
 * (pool adjacent violators). The result is in the order given. Where there is no room the gap shrinks.
 */
export function pushApart(
  wished: readonly number[],
  gap: number,
  low: number,
  high: number,
): number[] {
  const count = wished.length;
  const step = count > 1 ? Math.min(gap, (high - low) / (count - 1)) : 0;
  const order = wished
    .map((_, i) => i)
    .sort((a, b) => (wished[a] ?? 0) - (wished[b] ?? 0) || a - b);

  const pools: { mean: number; size: number }[] = [];
  order.forEach((from, rank) => {
    let pool = { mean: (wished[from] ?? 0) - rank * step, size: 1 };
    for (let last = pools.at(-1); last && last.mean > pool.mean; last = pools.at(-1)) {
      pools.pop();
      const size = last.size + pool.size;
      pool = { mean: (last.mean * last.size + pool.mean * pool.size) / size, size };
    }
    pools.push(pool);
  });

  const places = new Array<number>(count);
  const top = Math.max(low, high - (count - 1) * step);
  let rank = 0;
  for (const { mean, size } of pools) {
    const base = Math.min(Math.max(mean, low), top);
    for (let i = 0; i < size; i++, rank++) places[order[rank] ?? 0] = base + rank * step;
  }
  return places;
}
