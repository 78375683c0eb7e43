import { describe, expect, test } from "vitest";
import { advance, filmed, longestFilm } from "../../../web/elements/figures/timeline.ts";

const course = { from: 2, to: 10, pace: 4 };

describe("a player's way through a range", () => {
  test("goes on by pace and time, and at the end stops or begins again", () => {
    expect(advance(course, 3, 0.5, true)).toBe(5);
    expect(advance(course, 9, 0.5, true)).toBe(2);
    expect(advance(course, 9, 0.5, false)).toBe(10);
    expect(advance(course, -7, 0.5, false)).toBe(2);
  });

  test("a film of a short range shows all of it, both ends included, in equal steps", () => {
    const values = filmed(course, 7, 25); // 8 units at 4 a second: 2 seconds
    expect(values).toHaveLength(51);
    expect(values[0]).toBe(2);
    expect(values.at(-1)).toBe(10);
    for (let i = 1; i < values.length; i++)
      expect((values[i] as number) - (values[i - 1] as number)).toBeCloseTo(0.16, 12);
  });

  test("a film of a long range goes on from here, and round at the end", () => {
    const values = filmed({ from: 0, to: 100, pace: 1 }, 90, 25);
    expect(values).toHaveLength(longestFilm * 25);
    expect(values[0]).toBe(90);
    expect(values[25]).toBeCloseTo(91, 12);
    expect(Math.max(...values)).toBeLessThanOrEqual(100);
    expect(values.at(-1)).toBeCloseTo(90 + longestFilm - 0.04 - 100, 9);
  });

  test("a range of one value makes one picture or two, never none", () => {
    expect(new Set(filmed({ from: 3, to: 3, pace: 1 }, 3, 25))).toEqual(new Set([3]));
  });
});
