/**
 * The engine against plain JavaScript and mathjs, in this process, in interleaved rounds. Answers with mathjs's
 * microseconds for an exponential, by order.
 */
import { all, create } from "mathjs";
import { print, root } from "./built.mjs";
import { curves } from "./curves.mjs";
import { race } from "./race.mjs";

export async function numbers() {
  const { createEngine } = await import(`${root}dist/engine.js`);
  const engine = await createEngine();
  print(
    "Score curves, q = k = 1 (milliseconds, and how many times the plain way: a Math.cos loop, lag by lag, v ← E·v)",
    ["work", "etX", "plain", "ratio", "ns a value"],
    curves(engine).map(({ work, etx, plain, ratio, nanoseconds }) => [
      work,
      etx.toFixed(2),
      plain.toFixed(plain < 100 ? 1 : 0),
      `${ratio.toFixed(0)}×`,
      nanoseconds.toFixed(2),
    ]),
  );
  const math = create(all);
  const measured = [2, 4, 8, 16, 32, 64].map((n) => ({ n, ...exponentials(engine, math, n) }));
  print(
    "Matrix exponential, 1-norm 10 (microseconds through the door, error bound included, and how many times mathjs)",
    ["n", "mathjs", "double", "ratio", "double-double", "ratio", "a call of expmBatch", "ratio"],
    measured.map(({ n, mathjs, ours }) => [
      n,
      mathjs.toFixed(0),
      ...ours.flatMap((time) => [time.toFixed(2), `${(mathjs / time).toFixed(0)}×`]),
    ]),
  );
  console.log(
    `  ${engine.versions.simd} build, Emscripten ${engine.versions.emscripten}, Node ${process.versions.node}`,
  );
  return new Map(measured.map(({ n, mathjs }) => [n, mathjs]));
}

// In microseconds: mathjs, and ours in double, in double-double and as one of many in a call.
function exponentials(engine, math, n) {
  // Mulberry32: neighbours of a linear congruence are not independent, which A² shows.
  let seed = 1;
  const random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), 61 | bits);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 31 - 1;
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
  ).map((milliseconds) => 1e3 * milliseconds);
  return { mathjs: theirs, ours: [double, fine, batched / many] };
}
