/** A row of a sweep against a loop of xsimd's 32-bit cosine in the same wasm, both builds, in Node. */
import { spawnSync } from "node:child_process";
import { buildNative } from "../lib/native.mjs";
import { print, root } from "./built.mjs";

export async function sweeps() {
  const rows = [];
  for (const [build, preset] of [
    ["simd", "wasm"],
    ["relaxed", "wasm-relaxed"],
  ]) {
    await buildNative(preset, ["etx_bench_sweep"]);
    rows.push(...measure(build, preset));
  }
  print(
    "A row of a sweep, 64 pairs × 2²⁰ lags to 1024 columns, one worker (milliseconds; a loop of xsimd::cos over floats, and how many times)",
    ["build", "quantity", "etX", "xsimd::cos", "ratio", "256 rows (s)"],
    rows,
  );
}

function measure(build, preset) {
  const hidden = build === "relaxed" && process.versions.node.startsWith("20.");
  const flags = ["--no-liftoff", ...(hidden ? ["--experimental-wasm-relaxed-simd"] : [])];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...flags, `build/${preset}/cpp/bench/etx_bench_sweep.cjs`],
    { cwd: root, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`etx_bench_sweep failed: ${stderr}`);
  const { scores, weights, cosines } = JSON.parse(stdout);
  return [
    ["score", scores],
    ["weight", weights],
  ].map(([quantity, time]) => [
    build,
    quantity,
    (time / 1e3).toFixed(1),
    (cosines / 1e3).toFixed(0),
    `${(cosines / time).toFixed(1)}×`,
    ((256 * time) / 1e6).toFixed(1),
  ]);
}
