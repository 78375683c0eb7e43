import { expect, test } from "vitest";
import { rowTicks } from "../../../web/charts/row-ticks.ts";

const spread = (from: number, to: number, count: number, log: boolean): number[] =>
  Array.from({ length: count }, (_, i) => {
    const part = i / (count - 1);
    return log ? from * (to / from) ** part : from + (to - from) * part;
  });

test("rows that rise by a factor are labelled at 1, 2 and 5, or at powers of ten", () => {
  const narrow = rowTicks(spread(1, 64, 96, true), 10);
  expect(narrow.map(({ value }) => value).sort((a, b) => a - b)).toEqual([1, 2, 5, 10, 20, 50]);
  const wide = rowTicks(spread(100, 1e8, 128, true), 10);
  expect(wide.map(({ value }) => value)).toEqual([1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8]);
});

test("within a decade there are labels as well", () => {
  const found = rowTicks(spread(2100, 2900, 32, true), 8).map(({ value }) => value);
  expect(found).toEqual([2100, 2200, 2300, 2400, 2500, 2600, 2700, 2800, 2900]);
});

test("each label is where its value would be among the rows", () => {
  const rows = spread(1, 64, 97, true); // 16 a doubling
  for (const { row, value } of rowTicks(rows, 10))
    expect(row).toBeCloseTo(16 * Math.log2(value), 9);
  for (const { row, value } of rowTicks(spread(-2, 3, 101, false), 6))
    expect(row).toBeCloseTo((value + 2) * 20, 9);
});

test("rows that rise evenly are labelled at round values", () => {
  const found = rowTicks(spread(0, 2, 128, false), 8).map(({ value }) => value);
  expect(found).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2]);
});

test("any other rows are labelled where they are, first and last among them", () => {
  expect(rowTicks([1, 2, 40], 8)).toEqual([
    { row: 0, value: 1 },
    { row: 1, value: 2 },
    { row: 2, value: 40 },
  ]);
  const squares = Array.from({ length: 50 }, (_, i) => i * i);
  const found = rowTicks(squares, 5);
  expect(found).toHaveLength(5);
  expect(found[0]).toEqual({ row: 0, value: 0 });
  expect(found.at(-1)).toEqual({ row: 49, value: 2401 });
  expect(rowTicks([], 5)).toEqual([]);
  expect(rowTicks([7], 5)).toEqual([{ row: 0, value: 7 }]);
  const falling = rowTicks(spread(64, 1, 96, true), 5);
  expect(falling[0]).toEqual({ row: 0, value: 64 });
});
