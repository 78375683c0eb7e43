/** The engine against plain JavaScript and mathjs, in this process, in interleaved rounds. */
import { all, create } from "mathjs";
import { print, root } from "./built.mjs";

const rounds = 7;

export async function numbers() {
  const { createEngine } = await import(`${root}dist/engine.js`);
  const engine = await createEngine();
  print(
    "Score curves, q = k = 1 (milliseconds, and how many times a Math.cos loop)",
    ["work", "etX", "JS loop", "ratio", "ns a cosine"],
    [curveRow(engine, 64, 5001), curveRow(engine, 384, 5000), curveRow(engine, 64, 2 ** 20)],
  );
  const math = create(all);
  print(
    "Matrix exponential, 1-norm 10 (microseconds through the door, error bound included, and how many times mathjs)",
    ["n", "mathjs", "double", "ratio", "double-double", "ratio", "a call of expmBatch", "ratio"],
    [2, 4, 8, 16, 32, 64].map((n) => expmRow(engine, math, n)),
  );
  console.log(
    `  ${engine.versions.simd} build, Emscripten ${engine.versions.emscripten}, Node ${process.versions.node}`,
  );
}

/** The least of interleaved rounds, in milliseconds a call: noise only ever adds. */
function race(...runners) {
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

function curveRow(engine, pairs, count) {
  const dimension = 2 * pairs;
  const ones = new Float64Array(dimension).fill(1);
  const encoding = { kind: "rope", dimension };
  const lags = { start: 0, step: 1, count };
  const frequencies = Float64Array.from({ length: pairs }, (_, i) => 10000 ** (-i / pairs));
  const loop = () => {
    const scores = new Float64Array(count);
    for (let j = 0; j < count; j++) {
      let sum = 0;
      for (let i = 0; i < pairs; i++) sum += Math.cos(frequencies[i] * j);
      scores[j] = 2 * sum;
    }
    return scores;
  };
  const [ours, theirs] = race(() => engine.curve(encoding, { query: ones, key: ones, lags }), loop);
  const each = (ours * 1e6) / (pairs * count);
  return [
    `${pairs} pairs × ${count} lags`,
    ours.toFixed(2),
    theirs.toFixed(1),
    `${(theirs / ours).toFixed(0)}×`,
    each.toFixed(2),
  ];
}

function expmRow(engine, math, n) {
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 31 - 1;
  };
  const data = Float64Array.from({ length: n * n }, random);
  let norm = 0;
  for (let j = 0; j < n; j++) {
    let column = 0;
    for (let i = 0; i < n; i++) column += Math.abs(data[i * n + j]);
    norm = Math.max(norm, column);
  }
  for (let i = 0; i < data.length; i++) data[i] *= 10 / norm;
  const matrix = { rows: n, cols: n, data };
  const rows = math.matrix(
    Array.from({ length: n }, (_, i) => Array.from(data.subarray(i * n, (i + 1) * n))),
  );
  const many = 100;
  const batch = Array.from({ length: many }, () => matrix);
  const [double, fine, batched, theirs] = race(
    () => engine.expm(matrix, { precision: "double" }),
    () => engine.expm(matrix, { precision: "double-double" }),
    () => engine.expmBatch(batch, { precision: "double" }),
    () => math.expm(rows),
  );
  const cells = [double, fine, batched / many].flatMap((time) => [
    (1e3 * time).toFixed(2),
    `${(theirs / time).toFixed(0)}×`,
  ]);
  return [n, (1e3 * theirs).toFixed(0), ...cells];
}
