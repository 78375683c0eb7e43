const rounds = 7;

/** The least of interleaved rounds, in milliseconds a call: noise only ever adds. */
export function race(...runners) {
  const best = runners.map(() => Number.POSITIVE_INFINITY);
  for (const run of runners) run();
  for (let round = 0; round < rounds; round++) {
    runners.forEach((run, i) => {
      let calls = 0;
      const start = performance.now();
      do {
        run();
        calls++;
      } while (performance.now() - start < 30);
      best[i] = Math.min(best[i], (performance.now() - start) / calls);
    });
  }
  return best;
}
