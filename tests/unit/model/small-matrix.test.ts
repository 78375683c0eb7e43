import { expect, test } from "vitest";
import {
  determinant2,
  distance,
  inverse2,
  matrixOf,
  multiply,
  planeOf,
  square,
} from "../../../web/model/small-matrix.ts";

test("a 2×2 matrix times its inverse is I; a singular one has none", () => {
  const m = square([2, 1, 5, 3]);
  expect(inverse2(m)?.data).toEqual([3, -1, -5, 2]);
  expect(multiply(m, inverse2(m)!).data).toEqual([1, 0, 0, 1]);
  expect(determinant2(square([1, 2, 2, 4]))).toBe(0);
  expect(inverse2(square([1, 2, 2, 4]))).toBeUndefined();
});

test("oblong factors multiply to their outer shape", () => {
  const row = { rows: 1, cols: 3, data: [1, 2, 3] };
  const column = { rows: 3, cols: 1, data: [4, 5, 6] };
  expect(multiply(row, column)).toEqual({ rows: 1, cols: 1, data: [32] });
  expect(multiply(column, row).data).toEqual([4, 8, 12, 5, 10, 15, 6, 12, 18]);
});

test("the distance of what is no number is no number, not zero", () => {
  expect(distance(square([1]), square([1.5]))).toBe(0.5);
  expect(distance(square([1, 0, 0, Number.NaN]), square([9, 0, 0, 1]))).toBeNaN();
});

test("blocks as dense matrices, and the plane that time does not leave", () => {
  expect(matrixOf({ kind: "real", rate: -2, size: 3 }).data).toEqual([
    -2, 1, 0, 0, -2, 1, 0, 0, -2,
  ]);
  const pair = { kind: "pair", rate: -1, frequency: 3 } as const;
  expect(matrixOf(pair).data).toEqual([-1, -3, 3, -1]);
  expect(matrixOf({ ...pair, size: 2 }).data).toEqual([
    -1, -3, 1, 0, 3, -1, 0, 1, 0, 0, -1, -3, 0, 0, 3, -1,
  ]);
  expect(planeOf({ ...pair, size: 2 }).data).toEqual([-1, -3, 3, -1]);
  expect(planeOf({ kind: "real", rate: -2, size: 3 }).data).toEqual([-2, 1, 0, -2]);
  expect(planeOf({ kind: "real", rate: -2 }).data).toEqual([-2, 0, 0, -2]);
});
