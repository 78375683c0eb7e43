/** The product kernel and the exponential against Eigen's in one wasm, both builds, in Node and in Chromium. */
import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { buildNative } from "../lib/native.mjs";
import { inChromium } from "./browser.mjs";
import { print, root } from "./built.mjs";

const builds = { simd: "wasm", relaxed: "wasm-relaxed" };
const folder = (build) => `${root}build/${builds[build]}/cpp/bench/`;

/** mathjs: its microseconds for an exponential in this process, by order. */
export async function kernels(mathjs) {
  const runs = await measureKernels();
  for (const { build, place, result } of runs) {
    const title = `${build} build in ${place}`;
    for (const precision of ["double", "single"]) {
      // An engine may move registers about in the loop that measures the peak, and less in a product.
      const reached = result.products[precision].map(({ etx }) => etx);
      const peak = Math.max(result.peak[precision], ...reached);
      print(
        `Products n × n in ${precision}, ${title} (GF/s; the share is of ${peak.toFixed(1)} GF/s, the most that multiply-adds reached here)`,
        ["n", "Eigen", "etX", "ratio", "share"],
        result.products[precision].map(({ n, eigen, etx }) => [
          n,
          eigen.toFixed(1),
          etx.toFixed(1),
          `${(etx / eigen).toFixed(1)}×`,
          `${((100 * etx) / peak).toFixed(0)} %`,
        ]),
      );
    }
    const theirs = place === "Chromium" ? undefined : mathjs;
    const times = (other, own, digits) => (other && own ? `${(other / own).toFixed(digits)}×` : "");
    print(
      `Exponentials of 1-norm 10 inside wasm with their error bound, ${title} (microseconds; ratios are to Eigen${theirs ? ", then to mathjs's in double" : ""})`,
      [
        ...["n", "Eigen", "double", "ratio", "double-double", "ratio"],
        ...(theirs ? ["double to mathjs", "double-double to mathjs"] : []),
      ],
      result.exponentials.map(({ n, eigen, double, doubleDouble }) => [
        ...[n, eigen.toFixed(2), double.toFixed(2), times(eigen, double, 1)],
        ...[doubleDouble ? doubleDouble.toFixed(2) : "", times(eigen, doubleDouble, 2)],
        ...(theirs ? [double, doubleDouble].map((own) => times(theirs.get(n), own, 0)) : []),
      ]),
    );
  }
}

/** [{ build, place, result }], result as cpp/bench/kernels.cpp prints it. */
export async function measureKernels() {
  const runs = [];
  for (const build of Object.keys(builds)) {
    await buildNative(builds[build], ["etx_kernels"]);
    runs.push({ build, place: `Node ${process.versions.node}`, result: inNode(build) });
    const result = await inBrowser(build);
    if (result) runs.push({ build, place: "Chromium", result });
  }
  return runs;
}

/** The optimising compiler from the first call on: what runs long is measured, not how V8 warms up. */
const optimised = "--no-liftoff";

// A process of its own: Node 20 has relaxed SIMD behind a flag.
function inNode(build) {
  const hidden = build === "relaxed" && process.versions.node.startsWith("20.");
  const flags = [optimised, ...(hidden ? ["--experimental-wasm-relaxed-simd"] : [])];
  const url = pathToFileURL(`${folder(build)}etx_kernels.mjs`).href;
  const program = `await (await import(${JSON.stringify(url)})).default();`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...flags, "--input-type=module", "--eval", program],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`etx_kernels failed: ${stderr}`);
  return JSON.parse(stdout);
}

const inBrowser = (build) =>
  inChromium(
    folder(build),
    async (page, url) => {
      await page.goto(`${url}etx_kernels.mjs`);
      const text = await page.evaluate(async (address) => {
        const lines = [];
        await (await import(address)).default({ print: (line) => lines.push(line) });
        return lines.join("");
      }, `${url}etx_kernels.mjs`);
      return JSON.parse(text);
    },
    [`--js-flags=${optimised}`],
  );
