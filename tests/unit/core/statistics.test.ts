/** Statistics of causal attention against brute force over all pairs. */
import { describe, expect, test } from "vitest";
import { createEtx } from "../../../web/core/client.ts";
import { startWorkshop } from "../../../web/core/engine.ts";
import { finish } from "../../../web/core/jobs.ts";
import { wasmUrls } from "../../../web/core/urls.ts";
import { concluded, type SequenceStatistics } from "../../../web/model/statistics.ts";
import type { Encoding } from "../../../web/model/types.ts";
import { cases, sampled, sequenceOf, worst } from "../../sequences/cases.ts";
import { build, engine, expectEach, expectFailure, expectNear } from "./support.ts";

describe("brute force over all pairs", () => {
  test.for(cases.map((one) => [one.name, one] as const))("%s", ([, one]) => {
    const found = engine.attentionStatistics(one.encoding, sequenceOf(one));
    expect(found.backend).toBe("wasm");
    expect(worst(one, found)).toBeLessThanOrEqual(1);
    const whole = found.massByLag.reduce((sum, mass) => sum + mass, 0);
    expectNear(whole, 1, 1e-12);
  });
});

test("blocks dealt out to lanes are the whole", async () => {
  const { jobs } = await startWorkshop({ wasm: build, urls: wasmUrls() });
  for (const one of cases.filter(({ length }) => [1, 515, 700].includes(length))) {
    const sums = [0, 1, 2].map((lane) => {
      const args = [one.encoding, sequenceOf(one), lane, 3];
      return finish(
        jobs.attentionStatistics?.(...(args as never[])) as never,
      ) as SequenceStatistics;
    });
    expect(worst(one, concluded(sums))).toBeLessThanOrEqual(1);
  }
});

test("scores beyond the range of numbers are said to be so", () => {
  const query = { rows: 3, cols: 2, data: new Float64Array(6).fill(1e200) };
  const encoding: Encoding = { kind: "rope", base: 10000, dimension: 2 };
  expectFailure(
    () => engine.attentionStatistics(encoding, { query, key: query }),
    "overflow",
    /^query and key .* position 0 /,
  );
});

test("a bias through its lift: equal scores under ALiBi fall by the slope", () => {
  const [n, slope] = [300, 0.05];
  const query = { rows: n, cols: 2, data: new Float64Array(2 * n) };
  const { sink } = engine.attentionStatistics(
    { kind: "alibi", slope, dimension: 2 },
    { query, key: query },
  );
  expectEach(
    sink,
    (t) => Math.exp(-slope * t) * ((1 - Math.exp(-slope)) / (1 - Math.exp(-slope * (t + 1)))),
    1e-6,
  );
});

test("the caller keeps its arrays, and may change them while the answer is made", async () => {
  const etx = await createEtx({ wasm: build });
  const rope = { kind: "rope", dimension: 4 };
  const [query, key] = [sampled(1, 200, 4), sampled(2, 200, 4)];
  const expected = engine.attentionStatistics(rope, { query, key });
  const running = etx.attentionStatistics(rope, { query, key });
  const before = query.data[7] as number;
  query.data[7] = Number.NaN;
  const found = await running;
  expect(found.entropy).toEqual(expected.entropy);
  expect([query.data.length, key.data.length]).toEqual([800, 800]);
  query.data[7] = before;
  // Plain arrays, and one matrix as both.
  const list = { rows: 200, cols: 4, data: Array.from(query.data) };
  const both = await etx.attentionStatistics(rope, { query: list, key: query });
  expect(both).toEqual(await etx.attentionStatistics(rope, { query, key: query }));
  expect(query.data.length).toBe(800);
  await expect(
    etx.attentionStatistics(rope, { query, key: undefined } as never),
  ).rejects.toMatchObject({ code: "parse", message: expect.stringMatching(/key/) });
  await etx.dispose();
});

test("progress, and an end soon after a cancel", async () => {
  const etx = await createEtx({ wasm: build });
  const [query, key] = [sampled(1, 8192, 64), sampled(2, 8192, 64)];
  const controller = new AbortController();
  const seen: number[] = [];
  const running = etx.attentionStatistics(
    { kind: "rope", dimension: 64 },
    {
      query,
      key,
      signal: controller.signal,
      onProgress(part) {
        seen.push(part);
        if (seen.length === 4) controller.abort();
      },
    },
  );
  await expect(running).rejects.toMatchObject({ code: "aborted" });
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.length).toBe(4);
  await etx.dispose();
});

test("what is wrong is named", () => {
  const rope = { kind: "rope", dimension: 2 };
  const two = { rows: 2, cols: 2, data: [1, 2, 3, 4] };
  const ask =
    (change: object, encoding: object = rope) =>
    () =>
      engine.attentionStatistics(
        encoding as Encoding,
        { query: two, key: two, ...change } as never,
      );
  expectFailure(ask({ key: { rows: 1, cols: 2, data: [1, 2] } }), "shape", /key has 1 rows/);
  expectFailure(ask({ query: { rows: 2, cols: 1, data: [1, 2] } }), "shape", /query.cols is 1/);
  expectFailure(ask({ query: { rows: 2, cols: 2, data: [1] } }), "shape", /query.data has 1/);
  expectFailure(ask({ query: { ...two, rows: 65537 } }), "too-large", /query.rows is 65537/);
  expectFailure(ask({ key: { ...two, data: [1, 2, 3, Infinity] } }), "not-finite", /key.data\[3\]/);
  expectFailure(ask({ backend: "webgpu" }), "unsupported", /backend is "webgpu"/);
  expectFailure(
    ask({}, { kind: "matrix", matrix: { rows: 2, cols: 2, data: [0, 1, -1, 0] } }),
    "unsupported",
    /generator by its blocks/,
  );
  expectFailure(ask({}, { kind: "t5", dimension: 2 }), "unsupported", /./);
});
