/** classify against its bound, twice the time of Eigen's real Schur form and one SVD, all in one wasm process. */
import { spawnSync } from "node:child_process";
import { root } from "./built.mjs";

/** Rows { n, matrix, classify, schur, svd, ratio }: microseconds, and classify over schur + svd. */
export function structure() {
  const built = spawnSync("ninja", ["-C", "build/wasm", "etx_bench_structure"], { cwd: root });
  if (built.status !== 0) throw new Error(`etx_bench_structure was not built: ${built.stdout}`);
  const { stdout } = spawnSync(process.execPath, ["build/wasm/cpp/bench/etx_bench_structure.cjs"], {
    cwd: root,
    encoding: "utf8",
  });
  return JSON.parse(stdout).map((row) => ({
    ...row,
    ratio: row.classify / (row.schur + row.svd),
  }));
}
