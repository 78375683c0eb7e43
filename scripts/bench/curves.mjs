/** Score curves through the door, each against the plain way to the same numbers in this process. */
import { race } from "./race.mjs";

/**
 * What was measured, one object a row: work; etx and plain in milliseconds, plain scaled to the same number of values
 * where it was run on fewer; ratio = plain / etx; nanoseconds of etX a value (a cosine, or a dense curve's lag).
 */
export function curves(engine) {
  return [
    clocks(engine, 64, 5001, {}),
    clocks(engine, 384, 5000, {}),
    clocks(engine, 384, 5000, { precision: "single" }),
    clocks(engine, 384, 5000, {}, -1e-3),
    clocks(engine, 384, 1e6, {}),
    clocks(engine, 384, 1e6, { precision: "single" }),
    list(engine, 384, 1e6, 5000),
    dense(engine, 64, 1e5),
  ];
}

const row = (work, etx, plain, values) => ({
  work,
  etx,
  plain,
  ratio: plain / etx,
  nanoseconds: (etx * 1e6) / values,
});

const frequenciesOf = (pairs) =>
  Float64Array.from({ length: pairs }, (_, i) => 10000 ** (-i / pairs));

/** A grid of lags against a loop over Math.cos on at most 5001 of them. */
function clocks(engine, pairs, count, options, rate = 0) {
  const ones = new Float64Array(2 * pairs).fill(1);
  const encoding = { kind: "rope", dimension: 2 * pairs, rate };
  const asked = { query: ones, key: ones, lags: { start: 0, step: 1, count }, ...options };
  const frequencies = frequenciesOf(pairs);
  const some = Math.min(count, 5001);
  const loop = () => {
    const scores = new Float64Array(some);
    for (let j = 0; j < some; j++) {
      let sum = 0;
      for (let i = 0; i < pairs; i++) sum += Math.cos(frequencies[i] * j);
      scores[j] = 2 * sum * Math.exp(rate * j);
    }
    return scores;
  };
  const [etx, plain] = race(() => engine.curve(encoding, asked), loop);
  const what = [rate !== 0 && "damped", options.precision].filter(Boolean).join(", ");
  const work = `${pairs} pairs × ${count} lags${what && `, ${what}`}`;
  return row(work, etx, (plain * count) / some, pairs * count);
}

/** Lags in no order against the same engine on lags so far apart that each is evaluated by itself. */
function list(engine, pairs, count, span) {
  const ones = new Float64Array(2 * pairs).fill(1);
  const encoding = { kind: "rope", dimension: 2 * pairs };
  const within = (length, width) =>
    Float64Array.from({ length }, (_, i) => ((i * 0.6180339887498949) % 1) * width);
  const [lags, alone] = [within(count, span), within(1000, 1e9)];
  const [etx, plain] = race(
    () => engine.curve(encoding, { query: ones, key: ones, lags }),
    () => engine.curve(encoding, { query: ones, key: ones, lags: alone }),
  );
  const work = `${pairs} pairs × ${count} irregular lags`;
  return row(work, etx, (plain * count) / alone.length, pairs * count);
}

/** A dense generator on a grid against the recurrence v ← E·v in JavaScript. */
function dense(engine, n, count) {
  const data = new Float64Array(n * n); // skew but for a small damping
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      data[i * n + j] = Math.sin(7 * i + 3 * j) / n;
      data[j * n + i] = -data[i * n + j];
    }
    data[i * n + i] = -1e-3;
  }
  const matrix = { rows: n, cols: n, data };
  const ones = new Float64Array(n).fill(1);
  const step = 2 ** -7;
  const asked = { query: ones, key: ones, lags: { start: 0, step, count } };
  const E = engine.expm(matrix, { time: step }).value.data;
  const some = count / 50;
  const recurrence = () => {
    let [v, next] = [ones.slice(), new Float64Array(n)];
    const scores = new Float64Array(some);
    for (let t = 0; t < some; t++) {
      for (let i = 0; i < n; i++) {
        scores[t] += v[i];
        let sum = 0;
        for (let j = 0; j < n; j++) sum += E[i * n + j] * v[j];
        next[i] = sum;
      }
      [v, next] = [next, v];
    }
    return scores;
  };
  const [etx, plain] = race(() => engine.curve({ kind: "matrix", matrix }, asked), recurrence);
  return row(`dense n = ${n} × ${count} lags`, etx, (plain * count) / some, count);
}
