import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dotsOf } from "../../../web/charts/curve-dots.ts";
import { lagScale, lagsOf, valueAt } from "../../../web/charts/curve-scale.ts";
import { marks } from "../../../web/charts/decimate.ts";
import { extent, follow, nice, settle } from "../../../web/charts/domain.ts";
import { pushApart } from "../../../web/charts/labels.ts";
import { shorten, textWidth } from "../../../web/charts/text.ts";
import { lagTicks, powerTicks, thin } from "../../../web/charts/ticks.ts";

describe("labels pushed apart", () => {
  const wished = fc.array(fc.double({ min: -50, max: 350, noNaN: true }), {
    minLength: 1,
    maxLength: 12,
  });

  test("keep their gap, their order and their room", () => {
    fc.assert(
      fc.property(wished, (places) => {
        const moved = pushApart(places, 14, 0, 300);
        const order = places
          .map((_, i) => i)
          .sort((a, b) => (places[a] as number) - (places[b] as number) || a - b);
        order.forEach((at, rank) => {
          expect(moved[at]).toBeGreaterThanOrEqual(-1e-9);
          expect(moved[at]).toBeLessThanOrEqual(300 + 1e-9);
          if (rank > 0)
            expect(
              (moved[at] as number) - (moved[order[rank - 1] as number] as number),
            ).toBeGreaterThanOrEqual(14 - 1e-9);
        });
      }),
    );
  });

  test("stay where they wish if they can, and share a move evenly if not", () => {
    expect(pushApart([10, 100, 50], 14, 0, 300)).toEqual([10, 100, 50]);
    expect(pushApart([100, 100], 14, 0, 300)).toEqual([93, 107]);
    expect(pushApart([100, 100, 103], 14, 0, 300)).toEqual([87, 101, 115]);
  });

  test("close up where there is no room", () => {
    expect(pushApart([5, 5, 5], 14, 0, 20)).toEqual([0, 10, 20]);
    expect(pushApart([], 14, 0, 20)).toEqual([]);
  });
});

describe("domains", () => {
  test("the extent passes over what is not finite", () => {
    expect(extent(Float64Array.of(Number.NaN, 2, -1, Number.POSITIVE_INFINITY))).toEqual([-1, 2]);
    expect(extent(Float64Array.of(3), [0, 1])).toEqual([0, 3]);
  });

  test("is nice, and zero is in it", () => {
    expect(nice([0.2, 0.97], 5)).toEqual([0, 1]);
    expect(nice([0, 0], 5)).toEqual([0, 1]);
    expect(nice([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], 5)).toEqual([0, 1]);
    const [low, high] = nice([-0.31, 1], 5);
    expect([low, high]).toEqual([-0.4, 1]);
  });

  test("stays while the data fill most of it, leaves when they do not", () => {
    const had = settle(null, [-0.3, 1], 5);
    expect(settle(had, [-0.05, 0.8], 5)).toBe(had);
    expect(settle(had, [0, 0.1], 5)).not.toBe(had);
    expect(settle(had, [-0.3, 1.2], 5)).not.toBe(had);
  });

  test("an extent with play moves continuously and only when pushed", () => {
    let had = follow(null, 1);
    expect(had).toBeCloseTo(1.12);
    expect(follow(had, 0.9)).toBe(had);
    for (let need = 1; need < 50; need *= 1.01) {
      const next = follow(had, need);
      expect(next / had).toBeLessThan(1.0101);
      expect(next).toBeGreaterThan(need);
      had = next;
    }
    expect(follow(had, 49)).toBe(had);
  });
});

describe("scales of lags", () => {
  test("lag 0 shows on the logarithmic one, and both invert", () => {
    for (const kind of ["linear", "log"] as const) {
      const across = lagScale(kind, [0, 5000], 40, 940);
      expect(across(0)).toBe(40);
      expect(across(5000)).toBeCloseTo(940, 9);
      for (const lag of [0, 1, 17, 4096]) expect(across.invert(across(lag))).toBeCloseTo(lag, 6);
    }
    expect(lagScale("log", [0, 99], 0, 200)(9)).toBeCloseTo(100, 9);
  });

  test("a value is the sample, or on the line between two; NaN outside", () => {
    const one = {
      id: "a",
      label: "",
      colorIndex: 0,
      start: 2,
      step: 2,
      values: Float64Array.of(1, 3),
    };
    expect([2, 3, 4, 5, 0].map((lag) => valueAt(one, lag))).toEqual([
      1,
      2,
      3,
      Number.NaN,
      Number.NaN,
    ]);
    expect(lagsOf([one, { ...one, start: 0, values: new Float64Array(7) }])).toEqual([0, 12]);
    expect(lagsOf([])).toEqual([0, 1]);
  });

  test("listed lags stand where they are, and a line through all of them meets each", () => {
    const values = Float64Array.of(4, 3, 1, 0);
    const lags = Float64Array.of(0, 1, 1.5, 9);
    const one = { id: "a", label: "", colorIndex: 0, start: 0, step: 1, lags, values };
    expect(lagsOf([one])).toEqual([0, 9]);
    expect([0, 0.5, 1.25, 1.5, 5.25, 9, 9.1, -1].map((lag) => valueAt(one, lag))).toEqual([
      4,
      3.5,
      2,
      1,
      0.5,
      0,
      Number.NaN,
      Number.NaN,
    ]);
    const across = lagScale("linear", [0, 9], 10, 190);
    const { count, x, from, to } = marks(one, across, 10, 190, 0.1);
    expect([count, ...x.subarray(0, count)]).toEqual([4, 10, 30, 40, 190]);
    expect([...from.subarray(0, count)]).toEqual([...values]);
    expect([...to.subarray(0, count)]).toEqual([...values]);
    const up = { base: 100, slope: -10 };
    const frame = { left: 10, top: 0, right: 190, bottom: 100 };
    expect(dotsOf(one, across, up, frame).split("Z")).toHaveLength(5);
    expect(dotsOf(one, across, up, { ...frame, right: 35 }).split("Z")).toHaveLength(3);
  });
});

describe("ticks", () => {
  test("powers of ten either side of 0, the ends and 0 first", () => {
    const found = powerTicks(-1, 1, 1e-4);
    expect(found.slice(0, 3)).toEqual([0, 1, -1]);
    expect(
      found
        .map(Math.abs)
        .filter((value) => value > 0)
        .sort(),
    ).toEqual([0.001, 0.001, 0.01, 0.01, 0.1, 0.1, 1, 1].sort());
    expect(Math.max(...powerTicks(-Math.PI, Math.PI, 1e-4))).toBe(1);
  });

  test("lags: powers and the end from afar, whole numbers close by", () => {
    expect(lagTicks(0, 5000, 8, true).sort((a, b) => a - b)).toEqual([0, 1, 10, 100, 1000, 5000]);
    expect(lagTicks(60, 4300, 8, false)).toEqual(
      expect.arrayContaining([100, 200, 500, 1000, 2000]),
    );
    expect(lagTicks(4000, 4006, 8, false)).toEqual([4000, 4001, 4002, 4003, 4004, 4005, 4006]);
    expect(lagTicks(-50, 50, 5, true).every(Number.isInteger)).toBe(true);
  });

  test("labels that would touch go, with their group, and ticks stay", () => {
    const ticks = [0, 3, 30, 60].map((at) => ({ at, label: "0.1" }));
    expect(thin(ticks, 4, "x").map(({ label }) => label)).toEqual(["0.1", "", "0.1", "0.1"]);
    const paired = thin(ticks, 4, "x", (i) => [0, 1, 1, 2][i]);
    expect(paired.map(({ label }) => label)).toEqual(["0.1", "", "", "0.1"]);
    expect(paired.map(({ at }) => at)).toEqual([0, 3, 30, 60]);
  });
});

test("text is measured without a layout engine, Chinese wider than Latin", () => {
  expect(textWidth("得分", 10)).toBeGreaterThan(textWidth("ab", 10) * 1.5);
  expect(shorten("Damped RoPE", 500)).toBe("Damped RoPE");
  const cut = shorten("Damped RoPE with a very long name", 80);
  expect(cut).toMatch(/…$/);
  expect(textWidth(cut)).toBeLessThanOrEqual(80);
});
