/** How a sweep is cut for a GPU, and what happens where one fails, on a device in JavaScript that computes product.wgsl's sums. */
import { describe, expect, test } from "vitest";
import { CoarseToFine } from "../../../web/core/coarse.ts";
import { startWorkshop } from "../../../web/core/engine.ts";
import { finish } from "../../../web/core/jobs.ts";
import { wasmUrls } from "../../../web/core/urls.ts";
import { type Source, type Tables, Unfit } from "../../../web/gpu/backend.ts";
import { type Dispatch, OutOfMemory } from "../../../web/gpu/device.ts";
import { Gpu, type GpuSettings } from "../../../web/gpu/gpu.ts";
import { GpuSweep } from "../../../web/gpu/sweep.ts";
import { cut, halves } from "../../../web/gpu/tiles.ts";
import type { SweepQuestion } from "../../../web/model/sweep.ts";
import { computer, type Script } from "./computer.ts";

const { jobs } = await startWorkshop({ wasm: "simd", urls: wasmUrls() });
const job = (name: string, ...args: unknown[]): unknown =>
  finish(jobs[name]?.(...(args as never[])) as never);
const source: Source = {
  terms: async (question) => job("sweepTerms", question) as (Float64Array | null)[],
  tables: async (question, row, starts, width) =>
    job("sweepTables", question, row, starts, width) as Tables,
};

function product({ shape, inputs, groups, results }: Dispatch): Float32Array {
  const [tiles, fours, width] = shape as [number, number, number];
  const [left, right, lengths] = inputs as [Float32Array, Float32Array, Uint32Array];
  const cells = new Float32Array(results);
  for (let row = 0; row < groups[1]; row++) {
    for (let tile = 0; tile < tiles; tile++) {
      const at = 5 * (row * tiles + tile);
      cells.set([0, Infinity, -Infinity], at);
      for (let r = 0; r < (lengths[tile] as number); r++) {
        let s = 0;
        for (let k = 0; k < 4 * fours; k++)
          s +=
            (left[(row * tiles + tile) * 4 * fours + k] as number) *
            (right[((row * fours + (k >> 2)) * width + r) * 4 + (k & 3)] as number);
        cells[at] = (cells[at] as number) + s;
        cells[at + 1] = Math.min(cells[at + 1] as number, s);
        cells[at + 2] = Math.max(cells[at + 2] as number, s);
      }
    }
  }
  return cells;
}

const question: SweepQuestion = {
  encoding: { kind: "rope", dimension: 1024 },
  parameter: "base",
  values: [100, 1e4, 1e6],
  lags: { start: 0, step: 1, count: 3000 },
  query: { mean: 1, variance: 0 },
  key: { mean: 1, variance: 0 },
  quantity: "score",
  width: 2,
};
const context = { signal: new AbortController().signal, progress() {} };
const expected = job("sweep", question) as Awaited<ReturnType<GpuSweep["compute"]>>;

async function swept(script: Script, settings: GpuSettings = {}): Promise<void> {
  const gpu = new Gpu({ patience: [0], open: async () => computer(script, product), ...settings });
  const found = await new GpuSweep(source, gpu).compute(question, context);
  // 512 pairs of size 2, 1500 lags a column; means within 6e-7·Σ|c| of both.
  for (const name of ["sum", "min", "max"] as const) {
    const held = name === "sum" ? 1500 : 1;
    found[name].forEach((value, i) => {
      expect(Math.abs(value - (expected[name][i] as number)) / held).toBeLessThan(2 * 6e-7 * 1024);
    });
  }
}

describe("chunks", () => {
  test("keep to a budget of 8 MB, and of 1 MB, and use it", async () => {
    for (const budget of [2 ** 23, 2 ** 20]) {
      const script: Script = { bytes: [] };
      await swept(script, { budget });
      expect(Math.max(...script.bytes)).toBeLessThanOrEqual(budget);
      expect(Math.max(...script.bytes)).toBeGreaterThan(budget / 8);
    }
  });

  test("that find no memory are halved", async () => {
    let refused = 0;
    const script: Script = {
      bytes: [],
      fail: (_, results) => (results > 5 && refused++ < 3 ? new OutOfMemory("no") : undefined),
    };
    // So many small tiles that the first chunk already has more than one.
    await swept(script, { budget: 2 ** 20 });
    expect(refused).toBeGreaterThanOrEqual(1);
  });

  test("of which not even a tile finds memory say so", async () => {
    const full: Script = { bytes: [], fail: () => new OutOfMemory("no") };
    await expect(swept(full)).rejects.toThrow(/not memory enough for one tile/);
  });
});

describe("a device", () => {
  test("that is lost is opened again, and its chunk repeated", async () => {
    const script: Script = { bytes: [], fail: (run) => (run === 1 ? "lost" : undefined) };
    await swept(script);
  });

  test("that is lost whenever it works is given up", async () => {
    await expect(swept({ bytes: [], fail: () => "lost" })).rejects.toThrow(Unfit);
  });

  test("that refuses the work is not asked again", async () => {
    const script: Script = { bytes: [], fail: () => new Unfit("refused") };
    await expect(swept(script)).rejects.toThrow("refused");
    expect(script.bytes).toHaveLength(1);
  });
});

test("tiles cover every column once and cross none", () => {
  const edges = Float64Array.of(0, 5, 5, 2005, 3000);
  const { starts, lengths, columns, width } = cut(edges, 700);
  expect(width).toBe(667);
  const seen = Array.from(starts, (start, t) => [
    start,
    start + (lengths[t] as number),
    columns[t],
  ]);
  expect(seen).toEqual([
    [0, 5, 0],
    [5, 672, 2],
    [672, 1339, 2],
    [1339, 2005, 2],
    [2005, 2672, 3],
    [2672, 3000, 3],
  ]);
});

test("halves are rows first, then tiles, and end", () => {
  const [up, down] = halves({ row: 2, rows: 3, tile: 0, tiles: 8 }) ?? [];
  expect([up?.rows, down?.row, down?.rows]).toEqual([1, 3, 2]);
  const [left, right] = halves({ row: 2, rows: 1, tile: 4, tiles: 3 }) ?? [];
  expect([left?.tiles, right?.tile, right?.tiles]).toEqual([1, 5, 2]);
  expect(halves({ row: 0, rows: 1, tile: 0, tiles: 1 })).toBeNull();
});

test("a GPU's sweep comes coarse to fine as well", async () => {
  const rows = { ...question, values: Array.from({ length: 9 }, (_, i) => 1000 * (i + 1)) };
  const gpu = new Gpu({ patience: [0], open: async () => computer({ bytes: [] }, product) });
  const seen: number[] = [];
  const coarse = new CoarseToFine(new GpuSweep(source, gpu), (picture) => {
    expect(picture.backend).toBe("webgpu");
    seen.push(picture.every);
  });
  const found = await coarse.compute(rows, context);
  expect(seen).toEqual([2]);
  expect(found).toEqual(await new GpuSweep(source, gpu).compute(rows, context));
});
