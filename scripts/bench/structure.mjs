/** classify against its bound, twice the time of Eigen's real Schur form and one SVD, all in one wasm process. */
import { spawnSync } from "node:child_process";
import { buildNative } from "../lib/native.mjs";
import { print, root } from "./built.mjs";

export async function structure() {
  await buildNative("wasm", ["etx_bench_structure"]);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--no-liftoff", "build/wasm/cpp/bench/etx_bench_structure.cjs"],
    { cwd: root, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`etx_bench_structure failed: ${stderr}`);
  print(
    "classify (microseconds), and how many times Eigen's real Schur form with one SVD",
    ["n", "matrix", "classify", "Schur", "SVD", "ratio"],
    JSON.parse(stdout).map(({ n, matrix, classify, schur, svd }) => [
      n,
      matrix,
      classify.toFixed(0),
      schur.toFixed(0),
      svd.toFixed(0),
      `${(classify / (schur + svd)).toFixed(2)}×`,
    ]),
  );
}
