import { expect, test } from "vitest";
import { fitOf, resolve } from "../../../web/model/vector.ts";

test.each([
  ["ones", 3, [1, 1, 1], "filled"],
  [{ values: [1, 2] }, 2, [1, 2], "as given"],
  [{ values: [1, 2] }, 5, [1, 2, 1, 2, 1], "repeated"],
  [{ values: [1, 2, 3] }, 2, [1, 2], "cut"],
  [{ gaussian: { mean: 0.5, variance: 1 } }, 2, [0.5, 0.5], "filled"],
  [{ gaussian: { mean: [1, 2], variance: 1 } }, 3, [1, 2, 1], "repeated"],
] as const)("%j in dimension %i", (vector, dimension, values, rule) => {
  expect([...resolve(structuredClone(vector) as never, dimension)]).toEqual(values);
  expect(fitOf(vector as never, dimension).rule).toBe(rule);
});

test("a file that is not open is said", () => {
  const vector = { file: { name: "keys.npy", sha256: "0".repeat(64) } };
  expect(() => resolve(vector, 2)).toThrow(
    'the vector is in the file "keys.npy", which is not open',
  );
});
