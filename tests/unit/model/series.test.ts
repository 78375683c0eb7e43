import { describe, expect, test } from "vitest";
import { asComplex, inEigenbasis } from "../../../web/model/complex-pair.ts";
import { apply, lastPower, norm1, partial, plus, terms } from "../../../web/model/series.ts";
import { square } from "../../../web/model/small-matrix.ts";
import { expectEach, expectNear } from "../core/support.ts";

const turn = square([0, -1, 1, 0]);
const chain3 = square([0, 1, 0, 0, 0, 1, 0, 0, 0]);

describe("the series of the exponential", () => {
  test("a quarter turn's terms are those of cosine and sine", () => {
    const found = terms(turn, 2, 6);
    const sum = found.reduce((total, term) => plus(term, total));
    // 1 − 2²/2 + 2⁴/24 − 2⁶/720 and 2 − 2³/6 + 2⁵/120
    expectNear(sum.data[0] as number, 1 - 2 + 16 / 24 - 64 / 720, 1e-15);
    expectNear(sum.data[2] as number, 2 - 8 / 6 + 32 / 120, 1e-15);
  });

  test("it ends where a power of X is 0, and nowhere else", () => {
    expect(terms(square([0, 1, 0, 0]), 1e9, 40)).toHaveLength(2);
    expect(terms(chain3, 4, 40).map(({ data }) => Array.from(data))).toEqual([
      [1, 0, 0, 0, 1, 0, 0, 0, 1],
      [0, 4, 0, 0, 0, 4, 0, 0, 0],
      [0, 0, 8, 0, 0, 0, 0, 0, 0],
    ]);
    expect([lastPower(square([0])), lastPower(chain3)]).toEqual([0, 2]);
    expect(lastPower(turn)).toBeUndefined();
    expect(lastPower(square([0, 1, 1e-300, 0]))).toBeUndefined();
  });

  test("a partial sum moves a vector along a polynomial of time", () => {
    const points = partial(chain3, Float64Array.of(1, 2, 6), 2, [0, 1, -2]);
    // x = 1 + 2s + 3s², v = 2 + 6s
    expect(Array.from(points)).toEqual([1, 2, 6, 8, 9, -10]);
    // One term less leaves the parabola out.
    expect(Array.from(partial(chain3, Float64Array.of(1, 2, 6), 1, [-2]))).toEqual([-3, -10]);
  });

  test("norm and product by a vector", () => {
    expect(norm1(square([1, -2, -3, 0.5]))).toBe(4);
    expect(norm1(square([1, Number.NaN, 0, 0]))).toBeNaN();
    expect(Array.from(apply({ rows: 1, cols: 3, data: [1, 2, 3] }, [1, 1, 1]))).toEqual([6]);
  });
});

describe("a complex number as a matrix", () => {
  test("aI + ωJ is diagonal with conjugates in the basis (1, −i), (1, i), whatever a and ω are", () => {
    for (const [a, omega] of [
      [-0.02, 0.1],
      [3, -7],
      [0, 0],
    ] as const) {
      const x = square([a, -omega, omega, a]);
      expect(asComplex(x)).toEqual({ a, omega, rest: 0 });
      const [p, q, r, s] = inEigenbasis(x);
      expectEach(
        [p?.re ?? 9, p?.im ?? 9, s?.re ?? 9, s?.im ?? 9],
        (i) => [a, omega, a, -omega][i] as number,
        1e-15,
      );
      expectEach([q?.re ?? 9, q?.im ?? 9, r?.re ?? 9, r?.im ?? 9], () => 0, 1e-15);
    }
  });

  test("a shear is none: half of it is left over", () => {
    expect(asComplex(square([0, 1, 0, 0]))).toEqual({ a: 0, omega: -0.5, rest: 0.5 });
    const [, beside] = inEigenbasis(square([0, 1, 0, 0]));
    expectNear(Math.hypot(beside?.re ?? 0, beside?.im ?? 0), 0.5, 1e-15);
  });
});
