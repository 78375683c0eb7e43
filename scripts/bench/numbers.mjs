/** The engine against plain JavaScript and mathjs, in this process, in interleaved rounds. */
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
  print(
    "Matrix exponential, 1-norm 10 (microseconds through the door, error bound included, and how many times mathjs)",
    ["n", "mathjs", "double", "ratio", "double-double", "ratio", "a call of expmBatch", "ratio"],
    [2, 4, 8, 16, 32, 64].map((n) => expmRow(engine, math, n)),
  );
  console.log(
    `  ${engine.versions.simd} build, Emscripten ${engine.versions.emscripten}, Node ${process.versions.node}`,
  );
}

function expmRow(engine, math, n) {
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
  );
  const cells = [double, fine, batched / many].flatMap((time) => [
    (1e3 * time).toFixed(2),
    `${(theirs / time).toFixed(0)}×`,
  ]);
  return [n, (1e3 * theirs).toFixed(0), ...cells];
}
