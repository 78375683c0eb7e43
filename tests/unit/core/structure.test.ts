/** Structure, fits and planes through the door. */
import { describe, expect, test } from "vitest";
import type { Block } from "../../../web/model/types.ts";
import { engine, expectEach, expectFailure, expectNear } from "./support.ts";

const matrix = (...rows: number[][]) => ({
  rows: rows.length,
  cols: rows[0]?.length ?? 0,
  data: rows.flat(),
});

describe("classify", () => {
  test("a defective matrix is its block, whatever its basis", () => {
    // alhi09_b1e4 in small: (X - I)² = 0.
    const found = engine.classify(matrix([-1, 2], [-2, 3]));
    expect(found.blocks).toHaveLength(1);
    expect(found.blocks[0]).toMatchObject({ kind: "real", size: 2 });
    expectNear(found.blocks[0]!.rate, 1, 1e-12);
    expect(found).toMatchObject({
      family: "growth",
      stable: false,
      peakNorm: Number.POSITIVE_INFINITY,
    });
    expect(found.distanceToDefective).toBeLessThan(1e-14);
    const again = engine.generator({ kind: "generator", generator: found })!.matrices[0]!;
    expectEach(again.data, (i) => [-1, 2, -2, 3][i]!, 1e-12);
  });

  test("order of blocks, and the identity is not near-defective", () => {
    const blocks: Block[] = [
      { kind: "real", rate: -1, size: 1 },
      { kind: "pair", rate: -1, frequency: 0.5, size: 1 },
      { kind: "pair", rate: -1, frequency: 2, size: 2 },
      { kind: "real", rate: 0, size: 1 },
    ];
    const shuffled = [2, 0, 3, 1].map((i) => blocks[i]!);
    const { matrices } = engine.generator({ kind: "generator", generator: { blocks: shuffled } })!;
    const found = engine.classify(matrices[0]!);
    found.blocks.forEach((block, i) => {
      expect(block.kind).toBe(blocks[i]!.kind);
      expect(block.size).toBe(blocks[i]!.size);
      expectNear(block.rate, blocks[i]!.rate, 1e-12);
    });
    expect(found).toMatchObject({ family: "polynomial", stable: true });
    expect(engine.classify(matrix([1, 0], [0, 1])).distanceToDefective).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  test("the tolerance is the caller's, and is checked", () => {
    const x = matrix([0, 1], [1e-10, 0]);
    expect(engine.classify(x, { tolerance: 1e-9 }).blocks).toHaveLength(1);
    expect(engine.classify(x, { tolerance: 1e-11 }).blocks).toHaveLength(2);
    expectFailure(() => engine.classify(x, { tolerance: -1 }), "range", /^tolerance is -1/);
    expectFailure(() => engine.classify(matrix([1, 2])), "shape", /^x is 1×2/);
  });

  test("a matrix has its blocks as generator", () => {
    const x = matrix([0, -2], [0.5, 0]);
    const { generators, matrices } = engine.generator({ kind: "matrix", matrix: x })!;
    expect([...matrices[0]!.data]).toEqual(x.data);
    expectNear((generators[0]!.blocks[0] as { frequency: number }).frequency, 1, 1e-15);
    const options = { query: [1, 2], key: [3, 4], lags: [0, 1, 2.5] };
    const dense = engine.curve({ kind: "matrix", matrix: x }, options);
    const blocks = engine.curve({ kind: "generator", generator: generators[0]! }, options);
    expectEach(blocks, (j) => dense[j]!, 1e-13);
  });
});

describe("fit", () => {
  test("ALiBi's line is one block of size 2", () => {
    const samples = Array.from({ length: 50 }, (_, j) => -0.25 * j * 0.5);
    const found = engine.fit(samples, { step: 0.5, order: 2 });
    expect(found.residual).toBeLessThan(1e-13);
    expect(found.generator.blocks).toHaveLength(1);
    expect(found.generator.blocks[0]).toMatchObject({ kind: "real", size: 2 });
    // One dimension less is a worse imitation, and what it leaves is what a call for it says.
    expect(found.residuals).toHaveLength(2);
    expect(found.residuals[1]).toBe(found.residual);
    expect(found.residuals[0]).toBe(engine.fit(samples, { step: 0.5, order: 1 }).residual);
    const scores = engine.curve(
      { kind: "generator", generator: found.generator },
      { query: found.query, key: found.key, lags: { start: 0, step: 0.5, count: 50 } },
    );
    expectEach(scores, (j) => samples[j]!, 1e-12);
  });

  test("stable keeps rates at or below zero; bad input has its name", () => {
    const samples = Array.from({ length: 40 }, (_, j) => Math.exp(0.05 * j));
    const { generator } = engine.fit(samples, { step: 1, order: 1, stable: true });
    expect(generator.blocks[0]!.rate).toBeLessThanOrEqual(0);
    expectFailure(() => engine.fit(samples, { step: 1, order: 21 }), "range", /^samples has 40/);
    expectFailure(() => engine.fit(samples, { step: 0, order: 1 }), "range", /^step is 0/);
    const decays = (j: number): number => Math.exp(-0.1 * j) - Math.exp(-0.11 * j);
    const huge = samples.map((_, j) => 1e308 * (40 * decays(j)));
    expectFailure(() => engine.fit(huge, { step: 1, order: 2 }), "overflow", /^samples reach /);
    expectFailure(
      () => engine.fit([1, Number.NaN], { step: 1, order: 1 }),
      "not-finite",
      /^samples\[1\]/,
    );
  });
});

describe("curve2", () => {
  const lags = { x: { start: 0, step: 0.5, count: 5 }, y: [-1, 0, 2] };
  const pair = (frequency: number): Block => ({ kind: "pair", rate: 0, frequency });

  test("two turns of one plane add their angles, rows by y", () => {
    const generators = [{ blocks: [pair(0.7)] }, { blocks: [pair(-0.3)] }];
    const scores = engine.curve2(
      { kind: "lie2d", generators },
      { query: [1, 0], key: [1, 0], lags },
    );
    expect(scores).toHaveLength(15);
    expectEach(
      scores,
      (i) => Math.cos(0.7 * 0.5 * (i % 5) - 0.3 * lags.y[Math.floor(i / 5)]!),
      1e-14,
    );
  });

  test("generators that do not commute are exponentiated together", () => {
    const x = matrix([0, 0, 0], [0, 0, -1], [0, 1, 0]);
    const y = matrix([0, 0, 1], [0, 0, 0], [-1, 0, 0]);
    const options = { query: [1, 0, 0], key: [1, 0, 0], lags };
    const scores = engine.curve2({ kind: "lie2d", generators: [x, y] }, options);
    // Rodrigues: 1 - (1 - cos r)·y²/r².
    expectEach(
      scores,
      (i) => {
        const [a, b] = [0.5 * (i % 5), lags.y[Math.floor(i / 5)]!];
        const square = a * a + b * b;
        return square === 0 ? 1 : 1 - ((1 - Math.cos(Math.sqrt(square))) * b * b) / square;
      },
      1e-14,
    );
  });

  test("bad input has its name", () => {
    const options = { query: [1, 0], key: [1, 0], lags };
    expectFailure(
      () => engine.curve2({ kind: "rope", dimension: 2 }, options),
      "unsupported",
      /rope/,
    );
    expectFailure(
      () => engine.curve2({ kind: "lie2d", generators: [{ blocks: [pair(1)] }] }, options),
      "shape",
      /generators/,
    );
    expectFailure(
      () =>
        engine.curve2({ kind: "lie2d", generators: [{ blocks: [pair(1)] }, matrix([1])] }, options),
      "shape",
      /dimensions 2 and 1/,
    );
    const far = { start: 0, step: 1, count: 2 ** 20 };
    expectFailure(
      () =>
        engine.curve2(
          { kind: "lie2d", generators: [{ blocks: [pair(1)] }, { blocks: [pair(1)] }] },
          { ...options, lags: { x: far, y: far } },
        ),
      "too-large",
      /lags are/,
    );
  });
});
