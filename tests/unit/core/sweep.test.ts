/** Sweeps on wasm: against exact sums, in slices, cancelled; and what is refused. */
import { describe, expect, test } from "vitest";
import type { SweepOptions } from "../../../web/core/api.ts";
import { createEtx } from "../../../web/core/client.ts";
import { cases, worst } from "../../sweeps/cases.ts";
import { build, engine, expectFailure, ones } from "./support.ts";

const etx = await createEtx({ wasm: build });

describe("wasm against exact sums", () => {
  test.each(cases.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    const answer = await etx.sweep({ ...one.question, backend: "wasm" });
    expect(answer.backend).toBe("wasm");
    expect([answer.width, answer.height]).toEqual([one.question.width, one.question.values.length]);
    expect(worst(one, answer)).toBeLessThanOrEqual(1);
  });
});

const small: SweepOptions = {
  encoding: { kind: "rope", dimension: 4 },
  parameter: "base",
  values: [100, 1000],
  lags: { start: 0, step: 1, count: 100 },
  query: ones(4),
  key: ones(4),
  quantity: "score",
  width: 10,
};

test("the engine answers the same at once", async () => {
  const { backend, mean, min, max } = engine.sweep(small);
  const other = await etx.sweep(small);
  expect(backend).toBe("wasm");
  expect([mean, min, max]).toEqual([other.mean, other.min, other.max]);
});

test("other paths: into a list, into a scaling block; no values is no row", () => {
  const blocks = [{ kind: "pair", rate: 0, frequency: 1 }];
  const encoding = { kind: "generator", generator: { blocks } };
  const turning = { ...small, encoding, query: [1, 0], key: [1, 0] };
  const path = "generator.blocks.0.frequency";
  const { min } = engine.sweep({ ...turning, parameter: path, values: [0, Math.PI] });
  expect(min[0]).toBe(1);
  expect(min[10]).toBeCloseTo(-1, 6);
  const scaling = { rope_type: "linear", factor: 1 };
  const scaled = engine.sweep({
    ...small,
    encoding: { ...small.encoding, scaling },
    parameter: "scaling.factor",
    values: [1, 4],
  });
  expect(scaled.mean[0]).toBeLessThan(scaled.mean[10] as number);
  expect(engine.sweep({ ...small, values: [] }).height).toBe(0);
});

test("kinds outside the theorem are swept as well", () => {
  const t5 = engine.sweep({
    ...small,
    encoding: { kind: "kerple", dimension: 4 },
    parameter: "a",
    values: [1, 2],
  });
  const curve = engine.curve({ kind: "kerple", dimension: 4, a: 2 } as never, {
    query: ones(4),
    key: ones(4),
    lags: { start: 0, step: 1, count: 100 },
  });
  expect(t5.max[10]).toBe(Math.fround(Math.max(...curve.subarray(0, 10))));
});

test("what is wrong is named", () => {
  const sweep = (change: object) => () => engine.sweep({ ...small, ...change } as never);
  expectFailure(sweep({ width: 0 }), "range", /width is 0/);
  expectFailure(sweep({ width: 101 }), "range", /width is 101/);
  expectFailure(sweep({ within: { first: 95, count: 6 } }), "range", /from 95 over 6 lags/);
  expectFailure(sweep({ within: { first: 5, count: 0 } }), "range", /from 5 over 0 lags/);
  expectFailure(sweep({ within: { first: 5, count: 9 } }), "range", /1 and the 9 lags/);
  expectFailure(sweep({ within: 7 }), "parse", /within/);
  expectFailure(sweep({ quantity: "sum" }), "range", /quantity is "sum"/);
  expectFailure(sweep({ values: [Number.NaN] }), "not-finite", /values\[0\] is NaN/);
  expectFailure(sweep({ values: [-1] }), "range", /encoding.base is -1/);
  expectFailure(sweep({ parameter: 3 }), "parse", /parameter is 3/);
  expectFailure(
    sweep({ parameter: "scaling.factor" }),
    "range",
    /encoding.scaling, which is undefined/,
  );
  expectFailure(sweep({ parameter: "kind" }), "range", /encoding.kind, which is "rope"/);
  expectFailure(sweep({ query: [1] }), "shape", /query.mean has 1 numbers/);
  expectFailure(sweep({ query: { mean: 0, variance: -1 } }), "range", /query.variance/);
  expectFailure(
    sweep({ parameter: "meanAngle", encoding: { kind: "nope", dimension: 4 } }),
    "unsupported",
    /no pairs to turn/,
  );
  expectFailure(sweep({ backend: "webgpu" }), "unsupported", /backend is "webgpu"/);
  expectFailure(
    sweep({ lags: { start: 0, step: 1, count: 2 ** 24 }, width: 2 ** 24 }),
    "too-large",
    /2 × 16777216/,
  );
});

const long: SweepOptions = {
  ...small,
  encoding: { kind: "rope", dimension: 128 },
  values: Float64Array.from({ length: 64 }, (_, i) => 100 * (i + 1)),
  lags: { start: 0, step: 1, count: 2 ** 22 },
  query: ones(128),
  key: ones(128),
};

test("progress rises to 1", async () => {
  const seen: number[] = [];
  await etx.sweep({ ...long, values: [10000], onProgress: (part) => seen.push(part) });
  expect(seen.length).toBeGreaterThan(2);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.at(-1)).toBe(1);
});

test("a sweep ends soon after it is cancelled, and others are answered meanwhile", async () => {
  const controller = new AbortController();
  let parts = 0;
  const running = etx.sweep({
    ...long,
    signal: controller.signal,
    onProgress() {
      if (++parts === 3) controller.abort();
    },
  });
  await expect(running).rejects.toMatchObject({ code: "aborted" });
  expect(parts).toBe(3);
  expect((await etx.attention([0, 0])).effective).toBeCloseTo(2);
});

test("without a GPU: a reason where it would have won, words where it was asked for", async () => {
  const { backend, reason } = await etx.sweep({ ...long, values: long.values.slice(0, 8) });
  expect([backend, reason]).toEqual(["wasm", "this browser gives no WebGPU adapter"]);
  await expect(etx.sweep({ ...small, backend: "webgpu" })).rejects.toMatchObject({
    code: "unsupported",
    message: expect.stringMatching(/no WebGPU adapter/),
  });
  const off = await createEtx({ wasm: build, gpu: "off" });
  await expect(off.sweep({ ...small, backend: "webgpu" })).rejects.toThrow(/gpu "off"/);
  await off.dispose();
});
