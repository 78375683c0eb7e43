/** The sum of pairs as it grows, by the real engine against closed forms. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Etx } from "../../../web/core/api.ts";
import { createEtx } from "../../../web/core/client.ts";
import {
  type BuildUp,
  buildUpOf,
  frequencyOf,
  isDivided,
  type Undivided,
} from "../../../web/elements/figures/build-up-sums.ts";
import { rungsAt } from "../../../web/elements/figures/ladder-ticks.ts";
import { Memo } from "../../../web/elements/memo.ts";
import { withOptions } from "../../../web/elements/views.ts";
import { experiment, rope, upTo } from "../../../web/model/stories/build.ts";
import type { Encoding, Experiment } from "../../../web/model/types.ts";

let etx: Etx;
beforeAll(async () => {
  etx = await createEtx();
});
afterAll(() => etx.dispose());

const find = (document: Experiment): Promise<BuildUp | Undivided> =>
  buildUpOf(etx, document, new Memo());
async function ask(document: Experiment): Promise<BuildUp> {
  const found = await find(document);
  if (!isDivided(found)) throw new Error(`no parts: ${found.why}`);
  return found;
}
const near = (values: ArrayLike<number>, expected: (i: number) => number, tolerance: number) =>
  Array.from(values).forEach((value, i) => {
    expect(Math.abs(value - expected(i)), `at ${i}`).toBeLessThanOrEqual(tolerance);
  });

describe("frequencies one by one", () => {
  const d = 64;
  const document = (count?: number): Experiment =>
    withOptions(experiment([rope(d)], ["build-up"], { lags: upTo(300), time: 40 }), "build-up", {
      count,
    });
  const omega = (i: number): number => 10000 ** ((-2 * i) / d);
  /** Twice the cosine, for components of 1; every pair is worth 2 at lag 0. */
  const sum = (lag: number, from: number, to: number): number => {
    let total = 0;
    for (let i = from; i < to; i++) total += 2 * Math.cos(omega(i) * lag);
    return total;
  };

  test("the first k, the last of them and all of them add up as cosines do", async () => {
    const { sum: so, last, whole, sizes, terms, count, blocks } = await ask(document(9));
    expect([count, blocks.length]).toEqual([9, 32]);
    near(so, (lag) => sum(lag, 0, 9), 1e-11);
    near(last, (lag) => sum(lag, 8, 9), 1e-12);
    near(whole, (lag) => sum(lag, 0, 32), 1e-11);
    near(sizes, () => 2, 1e-15);
    near(terms, (i) => 2 * Math.cos(omega(i) * 40), 1e-12);
  });

  test("a count beyond the pairs, or none, is all of them", async () => {
    for (const count of [undefined, 32, 99, -1, 2.5]) {
      const { sum: so, whole, count: found } = await ask(document(count));
      expect(found).toBe(32);
      expect(so).toEqual(whole);
    }
  });

  test("whatever order an encoding has its pairs in, the fastest comes first, and what does not turn last", async () => {
    const encoding: Encoding = {
      kind: "generator",
      generator: {
        blocks: [
          { kind: "real", rate: -0.5 },
          { kind: "pair", rate: 0, frequency: 0.1 },
          { kind: "pair", rate: 0, frequency: -2 },
        ],
      },
    };
    const found = await ask(
      experiment([encoding], ["build-up"], {
        query: { values: [3, 1, 0, 1, 0] },
        key: { values: [2, 1, 0, 0, 1] },
        lags: upTo(20),
        time: 3,
      }),
    );
    expect(found.blocks.map(frequencyOf)).toEqual([2, 0.1, 0]);
    near(found.sizes, (i) => [1, 1, 6][i] as number, 1e-15);
    near(
      found.terms,
      (i) => [Math.sin(2 * 3), Math.cos(0.1 * 3), 6 * Math.exp(-1.5)][i] as number,
      1e-14,
    );
    near(
      found.whole,
      (lag) => Math.sin(2 * lag) + Math.cos(0.1 * lag) + 6 * Math.exp(-0.5 * lag),
      1e-13,
    );
  });

  test("an attention factor and a lift are in the terms", async () => {
    const { terms, whole } = await ask(
      experiment([{ ...rope(4), attentionFactor: 1.5 }], ["build-up"], { lags: upTo(5), time: 2 }),
    );
    near(terms, (i) => 2.25 * 2 * Math.cos(([1, 0.01][i] as number) * 2), 1e-14);
    near(whole, (lag) => 2.25 * 2 * (Math.cos(lag) + Math.cos(0.01 * lag)), 1e-13);
    const alibi: Encoding = { kind: "alibi", slope: 0.5, dimension: 2 };
    const lifted = await ask(experiment([alibi], ["build-up"], { lags: upTo(5), time: 4 }));
    near(lifted.whole, (lag) => 2 - 0.5 * lag, 1e-14);
  });

  test("a mirrored score adds up on both sides of lag 0", async () => {
    const encoding: Encoding = { kind: "decay", dimension: 3, rate: -0.1, bidirectional: true };
    const lags = { start: -8, step: 1, count: 17 };
    const found = await ask(experiment([encoding], ["build-up"], { lags, time: -4 }));
    expect(found.blocks).toHaveLength(3);
    near(found.whole, (i) => 3 * Math.exp(-0.1 * Math.abs(i - 8)), 1e-14);
    near(found.last, (i) => Math.exp(-0.1 * Math.abs(i - 8)), 1e-14);
    near(found.terms, () => Math.exp(-0.4), 1e-15);
  });

  test("in a basis each block adds what the engine says, and at most its own size", async () => {
    // P = [[1, 1], [0, 1]]: q and k of ones are [1, 2] and [0, 1] in it.
    const encoding: Encoding = {
      kind: "generator",
      generator: {
        blocks: [
          { kind: "real", rate: -0.5 },
          { kind: "real", rate: -0.25 },
        ],
        basis: { rows: 2, cols: 2, data: [1, 1, 0, 1] },
      },
    };
    const found = await ask(experiment([encoding], ["build-up"], { lags: upTo(9), time: 2 }));
    expect([found.sized, found.sizes]).toEqual(["most", [0, 2]]);
    near(found.sum, (lag) => 2 * Math.exp(-0.25 * lag), 1e-15);
    near(found.terms, (i) => [0, 2 * Math.exp(-0.5)][i] as number, 1e-15);
  });

  test("a dense X adds up by the blocks that are read off it", async () => {
    // Similar to diag(-0.5, -0.25) by P = [[1, 1], [0, 1]].
    const encoding: Encoding = {
      kind: "matrix",
      matrix: { rows: 2, cols: 2, data: [-0.5, 0.25, 0, -0.25] },
    };
    const found = await ask(experiment([encoding], ["build-up"], { lags: upTo(9), time: 2 }));
    expect(found.blocks.map(({ rate }) => rate)).toEqual([
      expect.closeTo(-0.5, 14),
      expect.closeTo(-0.25, 14),
    ]);
    near(found.terms, (i) => [0, 2 * Math.exp(-0.5)][i] as number, 1e-13);
    near(found.whole, (lag) => 2 * Math.exp(-0.25 * lag), 1e-13);
  });

  test("what has no parts over an even grid says why", async () => {
    const lags = upTo(5);
    const why = async (encoding: Encoding, more: Partial<Experiment> = { lags }) =>
      (await find({ ...experiment([encoding], ["build-up"]), ...more })) as Undivided;
    expect(await why({ kind: "t5", dimension: 4 })).toEqual({ why: "outsider" });
    expect(await why({ kind: "axial2d", dimension: 8 })).toEqual({ why: "plane" });
    expect(await why({ kind: "fox", dimension: 4, clock: [1, 2, 3, 4, 5, 6] })).toEqual({
      why: "clock",
    });
    expect(await why(rope(4), { lags: [1, 2] })).toEqual({ why: "lags" });
    await expect(find(experiment([], ["build-up"], { lags }))).rejects.toThrow("encodings");
  });
});

test("powers of ten have their place on a ladder, and their rung's name where they are one", () => {
  const ladder = Array.from({ length: 384 }, (_, i) => 10000 ** (-i / 384));
  expect(rungsAt(ladder, "en")).toEqual([
    { at: 0, label: "α₀ = 1" },
    { at: 96, label: "α₉₆ = 0.1" },
    { at: 192, label: "α₁₉₂ = 0.01" },
    { at: 288, label: "α₂₈₈ = 0.001" },
  ]);
  const [between, ...more] = rungsAt([0.2, 0.05], "en");
  expect([between?.label, more.length]).toEqual(["0.1", 0]);
  expect(between?.at).toBeCloseTo(0.5, 12);
  expect(rungsAt([0, 0], "en")).toEqual([]);
  expect(rungsAt([], "en")).toEqual([]);
});
