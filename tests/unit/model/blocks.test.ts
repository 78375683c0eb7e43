import fc from "fast-check";
import { expect, test } from "vitest";
import { dimensionOf, eigenvalues, familyOf, formulaOf } from "../../../web/model/blocks.ts";
import type { Block } from "../../../web/model/types.ts";
import { blocks } from "./arbitrary.ts";

const real = (rate: number, size = 1): Block => ({ kind: "real", rate, size });
const pair = (rate: number, frequency: number, size = 1): Block => ({
  kind: "pair",
  rate,
  frequency,
  size,
});

test.each([
  ["growth", [real(1e-9), real(0, 2)]],
  ["growth", [pair(0.1, 1, 3)]],
  ["polynomial", [real(0, 2), real(-1)]],
  ["polynomial", [pair(-1, 1, 2)]],
  ["nope", []],
  ["nope", [real(0), real(0)]],
  ["nope", [pair(0, 0)]],
  ["decay", [real(-1), real(0)]],
  ["decay", [pair(-1, 0), real(-2)]],
  ["rotation", [pair(0, 1), pair(0, -2), real(0)]],
  ["damped-rotation", [pair(-0.1, 1), pair(-0.2, -2), real(0)]],
  ["mixed", [pair(0, 1), pair(-0.2, -2)]],
  ["mixed", [pair(0, 1), real(-1)]],
  ["mixed", [pair(-1, 1), real(-1)]],
] as const)("%s", (family, blocks) => {
  expect(familyOf(blocks)).toBe(family);
});

test("within the tolerance of zero is zero", () => {
  const nearly = [real(1e-12), pair(1e-13, 1)];
  expect(familyOf(nearly)).toBe("growth");
  expect(familyOf(nearly, 1e-10)).toBe("rotation");
  expect(familyOf([pair(-1e-12, 1e-12)], 1e-10)).toBe("nope");
});

test("dimension and eigenvalues", () => {
  const blocks = [real(-1, 3), pair(-2, -0.5, 2), real(0)];
  expect(dimensionOf(blocks)).toBe(8);
  expect(eigenvalues(blocks)).toEqual([
    { rate: -1, frequency: 0, block: 0, size: 3 },
    { rate: -2, frequency: 0.5, block: 1, size: 2 },
    { rate: -2, frequency: -0.5, block: 1, size: 2 },
    { rate: 0, frequency: 0, block: 2, size: 1 },
  ]);
});

test("the formula of damped RoPE is one rate and one row of rotations", () => {
  const blocks = Array.from({ length: 64 }, (_, i) => pair(-0.001, -(10000 ** (-i / 64))));
  expect(formulaOf(blocks)).toEqual({
    dimension: 128,
    sharedRate: -0.001,
    parts: [
      {
        kind: "pair",
        size: 1,
        count: 64,
        rates: { min: -0.001, max: -0.001 },
        frequencies: { min: -1, max: -(10000 ** (-63 / 64)) },
      },
    ],
  });
});

test("undamped blocks stand apart from damped ones, whatever the sizes", () => {
  const { parts, sharedRate } = formulaOf([
    pair(-0.1, 1),
    pair(-0.2, 2),
    real(0),
    real(0),
    real(0, 2),
    pair(0, 3),
  ]);
  expect(sharedRate).toBeNull();
  expect(
    parts.map(({ kind, size, count, rates }) => [kind, size, count, rates.min, rates.max]),
  ).toEqual([
    ["pair", 1, 2, -0.2, -0.1],
    ["real", 1, 2, 0, 0],
    ["real", 2, 1, 0, 0],
    ["pair", 1, 1, 0, 0],
  ]);
});

test("a formula's parts add up to the dimension", () => {
  fc.assert(
    fc.property(blocks, (blocks) => {
      const { dimension, parts } = formulaOf(blocks);
      expect(
        parts.reduce(
          (sum, part) => sum + part.count * part.size * (part.kind === "pair" ? 2 : 1),
          0,
        ),
      ).toBe(dimension);
    }),
  );
});
