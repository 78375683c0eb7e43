import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { interferenceEnd, interferenceLaw, wholeTurns } from "../../../web/model/interference.ts";
import { engine, expectNear, ones } from "../core/support.ts";

const ladder = { dimension: 768, base: 10000 };
const pairs = ladder.dimension / 2;
const rope = { kind: "rope", ...ladder };
const query = ones(ladder.dimension);
const curve = (lags: { start: number; step: number; count: number } | number[]): number[] => {
  const [zero = 0] = engine.curve(rope, { query, key: query, lags: [0] });
  return Array.from(engine.curve(rope, { query, key: query, lags }), (score) => score / zero);
};

/** What mpmath says at 50 lags; tests/data/interference.py writes it. */
const exact = JSON.parse(
  readFileSync(new URL("../../data/interference.json", import.meta.url), "utf8"),
) as { lag: number; value: number }[];

test("the interference of d = 768 is mpmath's at 50 lags to 1e-12", () => {
  expect(exact).toHaveLength(50);
  const listed = curve(exact.map(({ lag }) => lag));
  const gridded = curve({ start: 0, step: 1, count: 5000 });
  exact.forEach(({ lag, value }, i) => {
    expectNear(listed[i] as number, value, 1e-12);
    expectNear(gridded[lag] as number, value, 1e-12);
  });
});

describe("truth 1: RoPE's decay is logarithmic and never returns to zero for good", () => {
  test.each([
    [10, 0.68, 0.687],
    [50, 0.512, 0.513],
    [100, 0.437, 0.437],
    [200, 0.363, 0.362],
  ])("at lag %i it is %f, the law %f", (lag, value, law) => {
    expectNear(curve([lag])[0] as number, value, 0.0005);
    expectNear(interferenceLaw(lag, ladder), law, 0.0005);
  });

  test("the law holds within 0.011 for lags from 10 to 239", () => {
    curve({ start: 0, step: 1, count: 240 }).forEach((decay, lag) => {
      if (lag >= 10) expectNear(decay, interferenceLaw(lag, ladder), 0.011);
    });
  });

  /** Ci(x) = γ + ln x + Σ (-x²)^n / (2n·(2n)!), which at x <= 8 loses the digits of e^8 to cancellation. */
  function cosineIntegral(x: number): number {
    let [sum, term] = [0.5772156649015329 + Math.log(x), 1];
    for (let n = 1; n < 40; n++) {
      term *= -(x * x) / ((2 * n - 1) * (2 * n));
      sum += term / (2 * n);
    }
    return sum;
  }

  test("in the limit of many pairs it is [Ci(τ) − Ci(τ/base)]/ln base", () => {
    const [zero = 0] = engine.curve(rope, { query, key: query, lags: [0] });
    const h = 1 / pairs; // pair i is cos(τ·base^−u) at u = i·h: the sum is a trapezium but for half its ends
    for (const lag of [0.5, 1, 2, 5, 8]) {
      const [score = 0] = engine.curve(rope, { query, key: query, lags: [lag] });
      const ends = (Math.cos(lag) - Math.cos(lag / ladder.base)) / 2;
      const limit =
        (cosineIntegral(lag) - cosineIntegral(lag / ladder.base)) / Math.log(ladder.base);
      // The trapezium's own error: h²/12 times the second derivative, at most (τ + τ²)·ln² base.
      const most = ((h * Math.log(ladder.base)) ** 2 / 12) * (lag + lag * lag);
      expectNear(score / zero - h * ends, limit, most + 1e-12);
      // The law leaves out Ci(τ) alone, which is at most 1/τ.
      expectNear(limit, interferenceLaw(lag, ladder), 1 / (lag * Math.log(ladder.base)));
    }
  });

  test("far beyond the slowest turn it still comes back", () => {
    // The slowest pair turns in 61 340 tokens. What an almost periodic sum reached once it reaches again.
    const far = curve({ start: 100_000, step: 1, count: 100_000 });
    expect(Math.max(...far)).toBeGreaterThan(0.05);
    expect(Math.min(...far)).toBeLessThan(-0.05);
  });
});

describe("truth 2: revivals are the aliasing of the frequency ladder", () => {
  test("the law ends at 262 for d = 768, at 44 for d = 128", () => {
    expect(Math.round(interferenceEnd(ladder))).toBe(262);
    expect(Math.round(interferenceEnd({ dimension: 128, base: 10000 }))).toBe(44);
  });

  test("beyond it the sum leaves the law by up to 0.06: at lag 1107 it is 0.217 against 0.176", () => {
    expectNear(curve([1107])[0] as number, 0.217, 0.0005);
    expectNear(interferenceLaw(1107, ladder), 0.176, 0.0005);
    const excess = curve({ start: 263, step: 1, count: 4738 }).map(
      (value, i) => value - interferenceLaw(263 + i, ladder),
    );
    expectNear(Math.max(...excess), 0.058, 0.0005);
    expectNear(Math.min(...excess), -0.052, 0.0005);
  });

  test("neighbours differ by whole turns at 2πm·(d/2)/(τ·ln base)", () => {
    const frequencies = Array.from({ length: pairs }, (_, i) => ladder.base ** (-i / pairs));
    const found = wholeTurns(frequencies, 1107);
    expect(found.map(({ turns }) => turns).sort()).toEqual([1, 2, 3, 4]);
    for (const { turns, at, frequency } of found) {
      const alpha = (2 * Math.PI * turns * pairs) / (1107 * Math.log(ladder.base));
      // With h = ln base/(d/2), a difference of neighbours is the slope between them up to h²/24 of it, and the straight
      // line between two such up to h²/8: 9.6e-5 together.
      expectNear(frequency / alpha, 1, 1e-4);
      expectNear(ladder.base ** (-at / pairs) / alpha, 1, 1e-4);
    }
    expect(wholeTurns(frequencies, interferenceEnd(ladder) * 0.99)).toEqual([]);
    expect(wholeTurns([1], 1107)).toEqual([]);
    expect(wholeTurns([], 1107)).toEqual([]);
  });

  test("bands of 17 pairs around those four make the revival; the rest keeps the law", () => {
    const terms = engine
      .contributions(rope, { query, key: query, lags: [1107] })
      .map(([term = 0]) => term / ladder.dimension);
    expect(terms).toHaveLength(pairs);
    // No pair is worth more than 1/384, so none makes it alone.
    expect(Math.max(...terms.map(Math.abs))).toBeLessThanOrEqual(1 / pairs + 1e-15);
    const frequencies = Array.from({ length: pairs }, (_, i) => ladder.base ** (-i / pairs));
    const turns = wholeTurns(frequencies, 1107);
    const sum = (keep: (pair: number) => boolean): number =>
      terms.reduce((so, term, pair) => so + (keep(pair) ? term : 0), 0);
    const near = (pair: number): boolean => turns.some(({ at }) => Math.abs(pair - at) <= 8);
    for (const { at } of turns)
      expect(sum((pair) => Math.abs(pair - at) <= 8)).toBeGreaterThan(0.008);
    expectNear(sum(near), 0.217 - 0.176, 0.006);
    expectNear(
      sum((pair) => !near(pair)),
      interferenceLaw(1107, ladder),
      0.006,
    );
  });
});

test("truth 3: the frequencies are not incommensurable: α₀, α₉₆, α₁₉₂, α₂₈₈ = 1, 0.1, 0.01, 0.001", () => {
  const blocks = engine.generator(rope)?.generators[0]?.blocks ?? [];
  const frequencies = [0, 96, 192, 288].map((pair) => {
    const block = blocks[pair];
    return block?.kind === "pair" ? Math.abs(block.frequency) : Number.NaN;
  });
  expect(frequencies).toEqual([1, 0.1, 0.01, 0.001]);
});
