/** Coarse pictures before the last: their rows are the last one's, and every row is computed once. */
import { expect, test } from "vitest";
import type { CoarsePicture, SweepOptions } from "../../../web/core/api.ts";
import { createEtx } from "../../../web/core/client.ts";
import { passes } from "../../../web/core/coarse.ts";
import { build, ones } from "./support.ts";

test.each([0, 1, 4, 7, 8, 49, 128])("passes over %d rows have each row once", (height) => {
  const all = passes(height);
  const rows = all.flatMap((pass) => pass.rows);
  expect(rows.toSorted((a, b) => a - b)).toEqual(Array.from({ length: height }, (_, i) => i));
  expect(all.at(-1)?.every).toBe(1);
  // After each pass all multiples of `every` are there.
  all.forEach(({ every }, i) => {
    const sofar = new Set(all.slice(0, i + 1).flatMap((pass) => pass.rows));
    expect(sofar.size).toBe(Math.ceil(height / every));
    for (const row of sofar) expect(row % every).toBe(0);
  });
});

const etx = await createEtx({ wasm: build });
const question: SweepOptions = {
  encoding: { kind: "rope", dimension: 4 },
  parameter: "base",
  values: Array.from({ length: 66 }, (_, i) => 100 + i),
  lags: { start: 0, step: 1, count: 300 },
  query: ones(4),
  key: ones(4),
  quantity: "effective",
  width: 25,
};

test("each coarse picture holds rows of the last one, those between repeat the one above", async () => {
  const seen: CoarsePicture[] = [];
  const progress: number[] = [];
  const last = await etx.sweep({
    ...question,
    onCoarse: (picture) => seen.push(picture),
    onProgress: (fraction) => progress.push(fraction),
  });
  expect(seen.map(({ every }) => every)).toEqual([16, 8, 4, 2]);
  for (const { every, ...coarse } of seen) {
    expect([coarse.width, coarse.height, coarse.backend]).toEqual([25, 66, "wasm"]);
    for (const name of ["mean", "min", "max"] as const)
      coarse[name].forEach((value, at) => {
        const row = Math.floor(at / 25);
        expect(value).toBe(last[name][(row - (row % every)) * 25 + (at % 25)]);
      });
  }
  expect(last).toEqual(await etx.sweep(question));
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress.at(-1)).toBe(1);
});

test("a small sweep comes at once; a wrong one is refused as ever; a cancelled one ends", async () => {
  const onCoarse = (): never => {
    throw new Error("there is nothing coarse");
  };
  const values = [100, 200];
  expect((await etx.sweep({ ...question, values, onCoarse })).height).toBe(2);
  const wrong = { ...question, values: [...question.values.slice(1), -1], onCoarse() {} };
  await expect(etx.sweep(wrong)).rejects.toMatchObject({ code: "range" });
  const controller = new AbortController();
  const cancelled = etx.sweep({
    ...question,
    signal: controller.signal,
    onCoarse: () => controller.abort(),
  });
  await expect(cancelled).rejects.toMatchObject({ code: "aborted" });
});
