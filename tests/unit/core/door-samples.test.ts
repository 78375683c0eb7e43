/** Moments, torch's samples and softmax rows through the engine, on the real wasm. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Encoding } from "../../../web/model/types.ts";
import { engine, expectEach, expectFailure, expectNear, ones } from "./support.ts";

const rope = (dimension: number, extra: object = {}): Encoding => ({
  kind: "rope",
  dimension,
  ...extra,
});

/** Samples and rows of torch's own; tests/data/make_normals.py says of what. */
const torch = JSON.parse(
  readFileSync(new URL("../../data/torch-normal.json", import.meta.url), "utf8"),
) as { randn16: number[]; randn5: number[] } & Record<
  string,
  { lags: number[]; score: number[]; argmax_lag: number }
>;

describe("moments", () => {
  const lags = { start: 0, step: 1, count: 50 };

  test("numbers stand for every component: rotation moves the mean, not the noise", () => {
    const alone = { mean: 1, variance: 0.25 };
    const { mean, deviation } = engine.moments(rope(64), { query: alone, key: alone, lags });
    const curve = engine.curve(rope(64), { query: ones(64), key: ones(64), lags });
    expectEach(mean, (j) => curve[j]!, 1e-12);
    expectEach(deviation, () => Math.sqrt(64 * (2 * 0.25 + 0.0625)), 1e-12);
  });

  test("arrays, matrices, a cross-covariance and a given query", () => {
    const nope: Encoding = { kind: "nope", dimension: 2 };
    // k = q + e, var e = 1: the score is |q|² + q·e.
    const query = { mean: [3, 4], variance: [1, 1] };
    const key = { mean: [3, 4], variance: { rows: 2, cols: 2, data: [2, 0, 0, 2] } };
    const cross = { rows: 2, cols: 2, data: [1, 0, 0, 1] };
    const all = engine.moments(nope, { query, key, cross, lags: [0] });
    expectNear(all.mean[0]!, 27, 1e-13);
    // var |q|² = 4·25 + 2·2, var q·e = 25 + 2.
    expectNear(all.deviation[0]!, Math.sqrt(104 + 27), 1e-13);
    const known = engine.moments(nope, { query, key, cross, given: [1, 2], lags: [0] });
    expectNear(known.mean[0]!, 5, 1e-13);
    expectNear(known.deviation[0]!, Math.sqrt(5), 1e-13);
  });

  test("a dense generator agrees with its blocks", () => {
    const blocks = [{ kind: "pair" as const, rate: -0.1, frequency: 0.5 }];
    const gaussian = { mean: [1, 2], variance: [0.5, 2] };
    const options = { query: gaussian, key: gaussian, lags };
    const exact = engine.moments({ kind: "generator", generator: { blocks } }, options);
    const matrix = { rows: 2, cols: 2, data: [-0.1, -0.5, 0.5, -0.1] };
    const dense = engine.moments({ kind: "matrix", matrix }, options);
    expectEach(dense.mean, (j) => exact.mean[j]!, 1e-12);
    expectEach(dense.deviation, (j) => exact.deviation[j]!, 1e-12);
  });

  test("what is no distribution is refused by name", () => {
    const nope: Encoding = { kind: "nope", dimension: 2 };
    const alone = { mean: 0, variance: 1 };
    const cross = { rows: 2, cols: 2, data: [2, 0, 0, 0] };
    const ask = (change: object) => () =>
      engine.moments(nope, { query: alone, key: alone, lags: [0], ...change });
    expectFailure(ask({ cross }), "range", /cross: the joint covariance .* not positive semidef/);
    expectFailure(ask({ key: { mean: 0, variance: -1 } }), "range", /^key\.variance\[0\] is -1/);
    expectFailure(
      ask({ key: { mean: 0, variance: [1] } }),
      "shape",
      /^key\.variance has 1 numbers/,
    );
    expectFailure(ask({ query: 3 }), "parse", /^query is 3/);
    expectFailure(ask({ query: { mean: "x", variance: 1 } }), "parse", /^query\.mean is "x"/);
    expectFailure(ask({ given: [1, Number.NaN] }), "not-finite", /^given\[1\] is NaN/);
    expectFailure(ask({ cross: { ...cross, rows: 3 } }), "shape", /^cross is 3×2/);
  });
});

describe("torch's samples", () => {
  test("are torch's", () => {
    const standard = { mean: 0, deviation: 1, seed: 42 };
    const [sixteen] = engine.normals({ ...standard, counts: [16] });
    expect(sixteen).toBeInstanceOf(Float32Array);
    expectEach(sixteen!, (j) => torch.randn16[j]!, 2.4e-7);
    const [five, none, more] = engine.normals({ ...standard, counts: [5, 0, 3] });
    expectEach(five!, (j) => torch.randn5[j]!, 2.4e-7);
    expect([none!.length, more!.length]).toEqual([0, 3]);
    // 32 bits of a seed count, two's complement.
    expect(engine.normals({ ...standard, seed: 42 - 2 ** 32, counts: [16] })[0]).toEqual(sixteen);
  });

  test("make the published rows", () => {
    for (const [mean, deviation] of [
      [1, 0.1],
      [1, 1],
      [0, 1],
    ] as const) {
      const known = torch[`${mean.toFixed(1)},${deviation.toFixed(1)}`]!;
      const row = engine.sampledRow(rope(768, { layout: "interleaved" }), {
        seed: 42,
        mean,
        deviation,
        length: 5000,
      });
      const most = Math.max(...row);
      expect(row.indexOf(most)).toBe(known.argmax_lag);
      known.lags.forEach((lag, i) => {
        expectNear(row[lag]!, known.score[i]!, 1e-4 * most);
      });
    }
  });

  test("bad arguments are refused by name", () => {
    const good = { seed: 1, mean: 0, deviation: 1 };
    const ask = (change: object) => () => engine.normals({ ...good, counts: [1], ...change });
    expectFailure(ask({ seed: 0.5 }), "range", /^seed is 0\.5/);
    expectFailure(ask({ deviation: -1 }), "range", /^deviation is -1/);
    expectFailure(ask({ mean: 1e300 }), "range", /f32/);
    expectFailure(ask({ counts: [1, -2] }), "range", /^counts\[1\] is -2/);
    expectFailure(ask({ counts: 3 }), "parse", /^counts is 3/);
    expectFailure(ask({ counts: [2 ** 27, 2 ** 27] }), "too-large", /add up/);
    expectFailure(
      () => engine.sampledRow(rope(4), { ...good, length: 2 ** 27 }),
      "too-large",
      /^length 134217728/,
    );
  });
});

describe("attention", () => {
  test("is the softmax of a row", () => {
    const row = engine.attention([0, Math.log(3), Number.NEGATIVE_INFINITY]);
    expectEach(row.weights, (j) => [0.25, 0.75, 0][j]!, 1e-15);
    const entropy = 0.25 * Math.log(4) + 0.75 * Math.log(4 / 3);
    expectNear(row.entropy, entropy, 1e-15);
    expectNear(row.effective, Math.exp(entropy), 1e-14);
    expect([row.mass50, row.mass95]).toEqual([1, 1]);
  });

  test("refuses what is no row", () => {
    expectFailure(() => engine.attention([]), "shape", /^scores is empty/);
    expectFailure(() => engine.attention([0, Number.NaN]), "not-finite", /^scores\[1\] is NaN/);
    expectFailure(
      () => engine.attention(Float64Array.of(Number.NEGATIVE_INFINITY)),
      "range",
      /-Infinity/,
    );
    expectFailure(() => engine.attention("x" as unknown as number[]), "parse", /^scores is "x"/);
  });
});
