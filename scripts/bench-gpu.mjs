/**
 * A sweep on a GPU in Chromium: the product of tables against the kernel of turns and one wasm worker, beside what the
 * device can do at best. By itself on Chromium's software adapter; --adapter=own: on the machine's own card.
 */
import { existsSync, rmSync } from "node:fs";
import { chromium } from "playwright-core";
import { build } from "vite";
import { ensureBuilt, print, root } from "./bench/built.mjs";
import { serve } from "./serve.mjs";

const own = process.argv.includes("--adapter=own");
const software = [
  "--use-webgpu-adapter=swiftshader",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--enable-gpu",
  "--ignore-gpu-blocklist",
  "--use-vulkan=swiftshader",
];
const size = own
  ? { pairs: 64, lags: 2 ** 20, rows: 256, columns: 1024 }
  : { pairs: 64, lags: 2 ** 17, rows: 16, columns: 256 };

await ensureBuilt();
const folder = `${root}build/bench-gpu`;
await build({
  root,
  configFile: `${root}vite.config.ts`,
  logLevel: "warn",
  publicDir: false,
  build: {
    outDir: folder,
    emptyOutDir: true,
    rolldownOptions: {
      input: `${root}scripts/bench/gpu.page.js`,
      preserveEntrySignatures: "strict",
      output: { entryFileNames: "page.js" },
    },
  },
});
const server = await serve({ root: folder, port: 0 });
const browser = await chromium.launch({
  executablePath: process.env.ETX_CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--enable-unsafe-webgpu",
    "--enable-features=Vulkan",
    ...(own ? [] : software),
  ],
});
try {
  const page = await browser.newPage();
  await page.goto(`${server.url}page.js`); // any address of this origin
  await page.evaluate((url) => import(url), `${server.url}page.js`);
  const result = await page.evaluate((asked) => globalThis.measure(asked), size);
  if (!result) throw new Error("this browser gives no WebGPU adapter");
  report(result);
} finally {
  await browser.close();
  await server.close();
  if (existsSync(folder)) rmSync(folder, { recursive: true });
}

function report({ adapter, limits, product, turn, wasm }) {
  const { pairs, lags, rows, columns } = size;
  const terms = pairs * lags * rows;
  // Two columns of a table a pair, a multiplication and an addition each.
  const flops = (4 * terms) / product.time / 1e6;
  const seconds = (milliseconds) => (milliseconds / 1e3).toFixed(2);
  print(
    `${rows} rows × ${lags} lags × ${pairs} pairs to ${columns} columns on "${adapter}" (seconds; kernel: uploads, the kernel and the way back)`,
    ["", "whole", "kernel", "tables", "ns a cosine", "GFLOP/s"],
    [
      [
        "product of tables",
        seconds(product.whole),
        seconds(product.time),
        seconds(product.tables),
        ((1e6 * product.whole) / terms).toFixed(3),
        flops.toFixed(1),
      ],
      [
        "kernel of turns",
        seconds(turn.whole),
        seconds(turn.time),
        "",
        ((1e6 * turn.whole) / terms).toFixed(3),
        "",
      ],
      ["one wasm worker", seconds(wasm), "", "", ((1e6 * wasm) / terms).toFixed(3), ""],
    ],
  );
  print(
    "The device",
    ["", "", "share"],
    [
      [
        "multiply-adds in registers (GFLOP/s)",
        limits.flops.toFixed(1),
        `${((100 * flops) / limits.flops).toFixed(0)} %`,
      ],
      [
        "a copy (GB/s)",
        limits.bytes.toFixed(1),
        `${((100 * product.bytes) / product.time / 1e6 / limits.bytes).toFixed(1)} %`,
      ],
      ["turns ÷ product, kernel alone", `${(turn.time / product.time).toFixed(1)}×`, ""],
    ],
  );
}
