/** Curves by the paths that their lags and precision choose, and their parts, through the door. */
import { expect, test } from "vitest";
import type { Block, Encoding } from "../../../web/model/types.ts";
import { engine, expectEach, expectFailure, ones } from "./support.ts";

const rope: Encoding = { kind: "rope", dimension: 128 };
const scores = { query: ones(128), key: ones(128) };

test("a list in no order has the grid's scores", () => {
  const count = 4000;
  const grid = engine.curve(rope, { ...scores, lags: { start: -100, step: 0.125, count } });
  const order = Array.from({ length: count }, (_, i) => (i * 1237) % count);
  const list = engine.curve(rope, { ...scores, lags: order.map((j) => -100 + j / 8) });
  expectEach(list, (i) => grid[order[i]!]!, 2 * 4e-15 * 128);
});

test("single precision keeps 6e-7 of the terms' sum, with runs as without", () => {
  const lags = { start: 0, step: 1, count: 5000 };
  const double = engine.curve(rope, { ...scores, lags });
  const single = engine.curve(rope, { ...scores, lags, precision: "single" });
  expectEach(single, (j) => double[j]!, 6e-7 * 128);
  expect(single).not.toEqual(double);
  expect(engine.curve(rope, { ...scores, lags, precision: "double" })).toEqual(double);
  const runs = engine.curve(rope, { ...scores, lags, precision: "single", width: 10 });
  expect(runs[10]).toBe(Math.min(...single.subarray(0, 500)));
});

test("contributions are a row a block and add up to the curve", () => {
  const blocks: Block[] = [
    { kind: "pair", rate: -0.01, frequency: 0.5 },
    { kind: "real", rate: 0, size: 2 },
  ];
  const encoding: Encoding = { kind: "generator", generator: { blocks } };
  const [query, key] = [
    [1, 0, 1, 0],
    [1, 0, 0, 2],
  ];
  for (const lags of [{ start: 0, step: 1, count: 100 }, [3, 1, 99]]) {
    const rows = engine.contributions(encoding, { query, key, lags });
    const at = (j: number): number => (Array.isArray(lags) ? lags[j]! : j);
    expect(rows).toHaveLength(2);
    expectEach(rows[0]!, (j) => Math.exp(-0.01 * at(j)) * Math.cos(0.5 * at(j)), 4e-15);
    expectEach(
      rows[1]!,
      (j) => 2 * at(j),
      (j) => 4e-15 * 2 * at(j),
    );
    const whole = engine.curve(encoding, { query, key, lags });
    expectEach(
      whole,
      (j) => rows[0]![j]! + rows[1]![j]!,
      (j) => 4e-15 * (1 + 2 * at(j)),
    );
  }
  expect(engine.contributions(encoding, { query, key, lags: [] })).toEqual([
    new Float64Array(),
    new Float64Array(),
  ]);
});

test("contributions apply a lift, and |lag| where the encoding sees the distance", () => {
  const lifted: Encoding = { kind: "rope", dimension: 3, rotaryDimension: 2, attentionFactor: 3 };
  const q3 = { query: [1, 0, 1], key: [1, 0, 1], lags: [0] };
  expect(engine.contributions(lifted, q3).map((row) => row[0])).toEqual([9, 1]);
  const decay: Encoding = { kind: "decay", dimension: 1, rate: -1, bidirectional: true };
  const [row] = engine.contributions(decay, { query: [1], key: [1], lags: [-2, 2] });
  expect(row![0]).toBe(row![1]);
});

test("what is refused, and how", () => {
  const options = { query: [1], key: [1], lags: [0] };
  const one: Encoding = { kind: "nope", dimension: 1 };
  const matrix: Encoding = { kind: "matrix", matrix: { rows: 1, cols: 1, data: [0] } };
  expectFailure(
    () => engine.curve(one, { ...options, precision: "half" as never }),
    "range",
    /precision is "half"; it must be "double" or "single"/,
  );
  expectFailure(
    () => engine.contributions(matrix, options),
    "unsupported",
    /encoding\.matrix has no blocks/,
  );
  expectFailure(
    () => engine.contributions(one, { ...options, query: [1, 2] }),
    "shape",
    /query has 2 numbers/,
  );
  const lags = { start: 0, step: 1, count: 2 ** 27 };
  expectFailure(
    () =>
      engine.contributions({ kind: "nope", dimension: 2 }, { query: [1, 1], key: [1, 1], lags }),
    "too-large",
    /contributions has 134217728×2 values/,
  );
});
