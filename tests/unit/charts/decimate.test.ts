import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lagScale, scoreScale } from "../../../web/charts/curve-scale.ts";
import {
  type Across,
  bandPath,
  linePaths,
  type Samples,
  type Up,
} from "../../../web/charts/decimate.ts";

/** Thin enough to leave where lines and solids lie to the numbers. */
const thickness = 0.01;
const drawnLine = (samples: Samples, across: Across, up: Up, left: number, right: number) =>
  linePaths(samples, across, up, left, right, thickness);
/** The stroked pieces put together: each begins where the last one ended. */
const linePath = (...args: Parameters<typeof drawnLine>): string =>
  drawnLine(...args).lines.reduce((whole, piece) => {
    const start = /^M[^LV]*/.exec(piece)?.[0] ?? "";
    expect(whole.endsWith(start.slice(1))).toBe(true);
    return whole + piece.slice(start.length);
  });

type Segment = [x0: number, y0: number, x1: number, y1: number];

/** A slow reader of M, L, V and Z. */
function segments(path: string): Segment[] {
  const found: Segment[] = [];
  let [x, y] = [Number.NaN, Number.NaN];
  let [sx, sy] = [x, y];
  for (const [, command, numbers] of path.matchAll(/([MLVZ])([^MLVZ]*)/g)) {
    const [first = 0, second = 0] = (numbers ?? "").split(",").map(Number);
    const [nx, ny] = command === "Z" ? [sx, sy] : command === "V" ? [x, first] : [first, second];
    if (command === "M") [sx, sy] = [nx, ny];
    found.push(command === "M" ? [nx, ny, nx, ny] : [x, y, nx, ny]);
    [x, y] = [nx, ny];
  }
  return found;
}

function distance(px: number, py: number, [x0, y0, x1, y1]: Segment): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const along =
    dx || dy
      ? Math.min(1, Math.max(0, ((px - x0) * dx + (py - y0) * dy) / (dx * dx + dy * dy)))
      : 0;
  return Math.hypot(px - x0 - along * dx, py - y0 - along * dy);
}

/** Whether a closed outline surrounds the point: an upward ray crosses it an odd number of times. */
function inside(px: number, py: number, outline: readonly Segment[]): boolean {
  const crossed = outline.filter(
    ([x0, y0, x1, y1]) => x0 > px !== x1 > px && y0 + ((px - x0) / (x1 - x0)) * (y1 - y0) < py,
  );
  return crossed.length % 2 === 1;
}

const [left, right] = [40, 240];
const up = scoreScale([-1, 1], 200, 10);
const kinds = fc.constantFrom("linear" as const, "log" as const);
const score = fc.double({ min: -1, max: 1, noNaN: true });

describe("a line of more samples than pixels", () => {
  test("leaves no visible sample more than half a pixel off, zoomed or not", () => {
    fc.assert(
      fc.property(
        kinds,
        fc.array(score, { minLength: 1, maxLength: 3000 }),
        fc.integer({ min: -20, max: 50 }),
        fc.constantFrom(0.25, 1, 3),
        fc.double({ min: 0, max: 0.95, noNaN: true }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (kind, list, start, step, from, share) => {
          const values = Float64Array.from(list);
          const end = start + step * Math.max(1, values.length - 1);
          const low = start + from * (end - start);
          const across = lagScale(kind, [low, low + share * (end - low) + 1e-3], left, right);
          const { lines, solid } = drawnLine({ start, step, values }, across, up, left, right);
          const outlines = solid
            .split("Z")
            .slice(0, -1)
            .map((outline) => segments(`${outline}Z`));
          const drawn = [...segments(lines.join("")), ...outlines.flat()];
          // Few enough to compare with every segment near by.
          for (let i = 0; i < values.length; i += 1 + Math.floor(values.length / 400)) {
            const x = across(start + i * step);
            if (x < left || x > right) continue;
            const y = up.base + up.slope * (values[i] as number);
            if (outlines.some((outline) => inside(x, y, outline))) continue;
            const near = drawn.filter(
              ([x0, , x1]) => Math.min(x0, x1) <= x + 1 && Math.max(x0, x1) >= x - 1,
            );
            expect(Math.min(...near.map((segment) => distance(x, y, segment)))).toBeLessThanOrEqual(
              0.5 + 0.01,
            );
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("is the samples themselves where they are sparse", () => {
    const values = Float64Array.of(0, 1, -1, 0.5);
    const across = lagScale("linear", [0, 3], 0, 300);
    expect(linePath({ start: 0, step: 1, values }, across, { base: 100, slope: -50 }, 0, 300)).toBe(
      "M0,100L100,50L200,150L300,75",
    );
  });

  test("goes on to one sample beyond either edge", () => {
    const values = Float64Array.from({ length: 101 }, (_, i) => i / 100);
    const across = lagScale("linear", [40.5, 43.5], 0, 300);
    expect(
      segments(linePath({ start: 0, step: 1, values }, across, up, 0, 300)).map(([, , x]) => x),
    ).toEqual([-50, 50, 150, 250, 350]);
  });

  test("has gaps where samples are not finite", () => {
    const across = lagScale("linear", [0, 4], 0, 400);
    const path = linePath(
      { start: 0, step: 1, values: Float64Array.of(0, 0, Number.NaN, 0, Number.POSITIVE_INFINITY) },
      across,
      up,
      0,
      400,
    );
    expect(path.match(/M/g)).toHaveLength(2);
    expect(path).not.toMatch(/NaN|Infinity/);
    const dense = Float64Array.from({ length: 100_000 }, (_, i) =>
      i < 50_000 ? Number.NaN : i % 7 ? i % 2 : Number.POSITIVE_INFINITY,
    );
    const { lines, solid } = drawnLine(
      { start: 0, step: 1, values: dense },
      lagScale("linear", [0, 1e5], 0, 400),
      up,
      0,
      400,
    );
    expect(lines[0]).toMatch(/^M200/);
    expect(solid).toMatch(/^M200/);
    expect(lines.join("") + solid).not.toMatch(/NaN|Infinity/);
  });

  test("costs its width, not its length", () => {
    const values = Float64Array.from({ length: 1_000_000 }, (_, i) => Math.sin(i * 1.1));
    const across = lagScale("log", [0, 999_999], 0, 1000);
    const { lines, solid } = drawnLine({ start: 0, step: 1, values }, across, up, 0, 1000);
    expect(segments(lines.join("") + solid).length).toBeLessThan(2400);
  });

  test("nothing makes nothing", () => {
    const across = lagScale("log", [0, 10], 0, 100);
    expect(
      drawnLine({ start: 0, step: 1, values: new Float64Array(0) }, across, up, 0, 100),
    ).toEqual({ lines: [], solid: "" });
  });
});

test("a band reaches from the least of its low to the greatest of its high", () => {
  const low = {
    start: 0,
    step: 1,
    values: Float64Array.from({ length: 1001 }, (_, i) => -0.5 - (i % 5) / 10),
  };
  const high = {
    start: 0,
    step: 1,
    values: Float64Array.from({ length: 1001 }, (_, i) => 0.5 + (i % 5) / 10),
  };
  const across = lagScale("linear", [0, 1000], 0, 100);
  const path = bandPath(low, high, across, { base: 0, slope: -100 }, 0, 100);
  expect(path).toMatch(/^M.*Z$/);
  const ys = [...path.matchAll(/,(-?[\d.]+)/g)].map(([, y]) => Number(y));
  expect(Math.min(...ys)).toBeCloseTo(-90);
  expect(Math.max(...ys)).toBeCloseTo(90);
  expect(new Set(ys.slice(3, 90)).size).toBe(1);
});

test("a steep smooth curve is drawn smooth, not in stairs", () => {
  const values = Float64Array.from({ length: 5001 }, (_, i) => Math.max(-1, 1 - i / 400));
  const across = lagScale("linear", [0, 5000], 0, 1000);
  const drawn = segments(
    linePath({ start: 0, step: 1, values }, across, { base: 200, slope: -100 }, 0, 1000),
  );
  // Two units of score, 200 pixels, in 160 pixels of lags: no part of it is upright or flat.
  const falling = drawn.filter(([x0, , x1]) => x0 > 2 && x1 > x0 && x1 < 158);
  expect(falling.length).toBeGreaterThan(100);
  for (const [x0, y0, x1, y1] of falling) expect((y1 - y0) / (x1 - x0)).toBeCloseTo(1.25, 0);
  expect(drawn.every(([x0, y0, x1, y1]) => x0 !== x1 || y0 === y1)).toBe(true);
});
