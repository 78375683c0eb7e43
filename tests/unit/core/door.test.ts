/** Every method of the engine against closed forms, on the real wasm. */
import { describe, expect, test } from "vitest";
import type { Block, Encoding, Matrix } from "../../../web/model/types.ts";
import { answers, build, engine, expectEach, expectNear, ones } from "./support.ts";

const generator = (...blocks: Block[]): Encoding => ({ kind: "generator", generator: { blocks } });
const rope = (dimension: number, extra: object = {}): Encoding => ({
  kind: "rope",
  dimension,
  ...extra,
});
const curve = (encoding: Encoding, query: number[], key: number[], lags: number[]): number[] => [
  ...engine.curve(encoding, { query, key, lags }),
];

const norm1 = ({ rows, cols, data }: Matrix): number =>
  Math.max(
    0,
    ...Array.from({ length: cols }, (_, j) =>
      Array.from({ length: rows }, (_, i) => Math.abs(data[i * cols + j]!)).reduce(
        (a, b) => a + b,
        0,
      ),
    ),
  );

test("versions name the build that runs", () => {
  expect(engine.versions.simd).toBe(build);
  for (const part of ["etx", "emscripten", "eigen", "xsimd"] as const)
    expect(engine.versions[part]).toMatch(/^\d+\.\d+/);
});

describe("curve", () => {
  test("one pair is a cosine", () => {
    const lags = { start: -20, step: 0.25, count: 333 };
    const scores = engine.curve(generator({ kind: "pair", rate: 0, frequency: 0.7 }), {
      query: [1, 0],
      key: [1, 0],
      lags,
    });
    expect(scores).toHaveLength(333);
    expectEach(scores, (j) => Math.cos(0.7 * (-20 + j / 4)), 4e-15);
  });

  test("the sign of a frequency is the direction of turning", () => {
    expectNear(
      curve(generator({ kind: "pair", rate: 0, frequency: 1 }), [0, 1], [1, 0], [0.5])[0]!,
      Math.sin(0.5),
      1e-15,
    );
    expectNear(curve(rope(2), [0, 1], [1, 0], [0.5])[0]!, -Math.sin(0.5), 1e-15);
  });

  test("phases hold at lag 1e12, on a list and on a grid", () => {
    const pair = generator({ kind: "pair", rate: 0, frequency: 0.7 });
    expectNear(curve(pair, [1, 0], [1, 0], [1e12])[0]!, answers.farCosine, 1e-13);
    const grid = engine.curve(pair, {
      query: [1, 0],
      key: [1, 0],
      lags: { start: 1e12 - 1000, step: 1, count: 2000 },
    });
    expectNear(grid[1000]!, answers.farCosine, 1e-13);
  });

  test("RoPE's S(lag)/S(0) is mpmath's", () => {
    for (const { lag, value } of answers.rope768) {
      const [score, origin] = curve(rope(768), Array(768).fill(1), Array(768).fill(1), [lag, 0]);
      expectNear(score! / origin!, value, 1e-12);
    }
    const { base, lag, value } = answers.rope128;
    const [score] = engine.curve(rope(128, { base }), {
      query: ones(128),
      key: ones(128),
      lags: [lag],
    });
    expectNear(score! / 128, value, 1e-12);
  });

  test("a Jordan block grows like a polynomial", () => {
    const lags = [-3, 0, 2, 5000];
    expectEach(
      curve(generator({ kind: "real", rate: 0, size: 2 }), [1, 0], [0, 1], lags),
      (j) => lags[j]!,
      1e-12 * 5000,
    );
  });

  test("decay, both ways and on |lag|; NoPE is constant", () => {
    const decay = { kind: "decay", dimension: 1, rate: -0.5 };
    expectNear(curve(decay, [2], [1], [3])[0]!, 2 * Math.exp(-1.5), 1e-15);
    expectNear(curve(decay, [2], [1], [-3])[0]!, 2 * Math.exp(1.5), 1e-14);
    expectNear(
      curve({ ...decay, bidirectional: true }, [2], [1], [-3])[0]!,
      2 * Math.exp(-1.5),
      1e-15,
    );
    expect(curve({ kind: "nope", dimension: 2 }, [1, 2], [3, 4], [0, 1, 1e9])).toEqual([
      11, 11, 11,
    ]);
  });

  test("a matrix, a basis and a permutation give the same group", () => {
    const lags = [0, 0.3, 7];
    const blocks: Block[] = [
      { kind: "pair", rate: -0.1, frequency: 2 },
      { kind: "real", rate: -0.3 },
    ];
    const plain = curve(generator(...blocks), [1, 2, 3], [4, 5, 6], lags);
    const x = engine.generator(generator(...blocks))!.matrices[0]!;
    expectEach(
      curve({ kind: "matrix", matrix: x }, [1, 2, 3], [4, 5, 6], lags),
      (j) => plain[j]!,
      1e-12,
    );
    const basis = { rows: 3, cols: 3, data: [0, 0, 1, 1, 0, 0, 0, 1, 0] };
    const permuted = curve(
      { kind: "generator", generator: { blocks, permutation: [1, 2, 0] } },
      [3, 1, 2],
      [6, 4, 5],
      lags,
    );
    expectEach(permuted, (j) => plain[j]!, 1e-12);
    const based = curve(
      { kind: "generator", generator: { blocks, basis } },
      [3, 1, 2],
      [6, 4, 5],
      lags,
    );
    expectEach(based, (j) => plain[j]!, 1e-12);
  });

  test("width reduces each run to mean, minimum and maximum", () => {
    const pair = generator({ kind: "pair", rate: -0.01, frequency: 0.4 });
    const options = { query: [1, 0.5], key: [1, -2], lags: { start: 0, step: 1, count: 1003 } };
    const scores = engine.curve(pair, options);
    const reduced = engine.curve(pair, { ...options, width: 10 });
    expect(reduced).toHaveLength(30);
    for (let c = 0; c < 10; c++) {
      const run = scores.subarray(Math.floor((c * 1003) / 10), Math.floor(((c + 1) * 1003) / 10));
      expectNear(reduced[c]!, run.reduce((a, b) => a + b) / run.length, 1e-13);
      expectNear(reduced[10 + c]!, Math.min(...run), 1e-14);
      expectNear(reduced[20 + c]!, Math.max(...run), 1e-14);
    }
  });

  test("no lags, no scores", () => {
    expect(curve(rope(4), [1, 1, 1, 1], [1, 1, 1, 1], [])).toEqual([]);
    expect(
      engine.curve({ kind: "nope", dimension: 0 }, { query: [], key: [], lags: [1, 2] }),
    ).toEqual(new Float64Array(2));
  });
});

describe("rope's parameters", () => {
  const at = (extra: object, query: number[], key: number[]): number =>
    curve(rope(4, extra), query, key, [1])[0]!;

  test("half pairs (i, i + 2), interleaved (2i, 2i + 1)", () => {
    expectNear(at({ layout: "half" }, [1, 0, 0, 0], [1, 0, 0, 0]), Math.cos(1), 1e-15);
    expectNear(at({ layout: "half" }, [1, 0, 0, 0], [0, 0, 1, 0]), Math.sin(1), 1e-15);
    expectNear(at({ layout: "interleaved" }, [1, 0, 0, 0], [0, 1, 0, 0]), Math.sin(1), 1e-15);
  });

  test("a partial rotation leaves the rest alone, undamped and unscaled", () => {
    const extra = { rotaryDimension: 2, rate: -0.5, attentionFactor: 3 };
    expectNear(at(extra, [0, 0, 1, 1], [0, 0, 1, 1]), 2, 1e-15);
    expectNear(at(extra, [1, 0, 0, 0], [1, 0, 0, 0]), 9 * Math.exp(-0.5) * Math.cos(1), 1e-14);
  });

  test("frequencies stand in for base, rates may differ by pair", () => {
    const extra = { frequencies: [0.3, 2], rate: [-0.1, -0.2], layout: "interleaved" };
    expectNear(
      at(extra, [1, 0, 1, 0], [1, 0, 1, 0]),
      Math.exp(-0.1) * Math.cos(0.3) + Math.exp(-0.2) * Math.cos(2),
      1e-14,
    );
  });

  test("a scaling block is config.json's", () => {
    expectNear(
      at({ scaling: { rope_type: "linear", factor: 4 } }, [1, 0, 0, 0], [1, 0, 0, 0]),
      Math.cos(0.25),
      1e-15,
    );
  });
});

describe("expm", () => {
  test("is mpmath's within its own bound", () => {
    for (const { rows, time, value } of answers.expm) {
      const n = rows.length;
      const result = engine.expm({ rows: n, cols: n, data: rows.flat() }, { time });
      const expected = value.flat();
      const error = {
        rows: n,
        cols: n,
        data: expected.map((entry, i) => result.value.data[i]! - entry),
      };
      const size = norm1({ rows: n, cols: n, data: Float64Array.from(expected) });
      expect(result.errorBound).toBeLessThan(1e-11);
      // The expected values are rounded to doubles themselves.
      expect(norm1({ ...error, data: Float64Array.from(error.data) }) / size).toBeLessThanOrEqual(
        result.errorBound + 1.2e-16,
      );
    }
  });

  test("0×0, the zero matrix and the precisions", () => {
    expect(engine.expm({ rows: 0, cols: 0, data: [] }).value).toEqual({
      rows: 0,
      cols: 0,
      data: new Float64Array(0),
    });
    for (const precision of ["auto", "double", "double-double"] as const) {
      const { value, method } = engine.expm(
        { rows: 2, cols: 2, data: [0, 0, 0, 0] },
        { precision },
      );
      expect([...value.data]).toEqual([1, 0, 0, 1]);
      expect(method).toBeTruthy();
    }
  });

  test("A(s)A(t) = A(s + t)", () => {
    const x = { rows: 2, cols: 2, data: [-0.2, -1.5, 0.7, 0.1] };
    const a = (time: number): Float64Array => engine.expm(x, { time }).value.data;
    const [s, t, both] = [a(0.75), a(2.5), a(3.25)];
    const product = [0, 1, 2, 3].map(
      (k) => s[k & 2]! * t[k & 1]! + s[(k & 2) + 1]! * t[2 + (k & 1)]!,
    );
    expectEach(product, (k) => both[k]!, 1e-15);
  });

  test("entries beyond range are infinite", () => {
    expect(engine.expm({ rows: 1, cols: 1, data: [1000] }).value.data[0]).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});

describe("expmBatch", () => {
  const xs = [
    { rows: 2, cols: 2, data: [0, -1, 1, 0] },
    { rows: 0, cols: 0, data: [] },
    { rows: 3, cols: 3, data: [1, 2, 0, -1, 0.5, 3, 0, 0, -2] },
  ];

  test("is expm of every x at every time, x outer", () => {
    const times = [1, -0.5];
    const all = engine.expmBatch(xs, { times });
    expect(all).toHaveLength(xs.length * times.length);
    xs.forEach((x, i) => {
      times.forEach((time, j) => {
        const { value } = engine.expm(x, { time });
        const { rows, data } = all[i * times.length + j]!;
        expect(rows).toBe(x.rows);
        expectEach(data, (k) => value.data[k]!, 1e-14);
      });
    });
  });

  test("at one time, of nothing, in either precision", () => {
    expect(engine.expmBatch([])).toEqual([]);
    expect(engine.expmBatch(xs, { times: [] })).toEqual([]);
    for (const precision of ["double", "double-double"] as const) {
      const [turned] = engine.expmBatch(xs, { precision });
      expectEach(
        turned!.data,
        (k) => [1, -1, 1, 1][k]! * (k % 3 ? Math.sin(1) : Math.cos(1)),
        1e-15,
      );
    }
  });
});

describe("generator and orbit", () => {
  test("a pair block is written as the contract says", () => {
    const { matrices, generators } = engine.generator(
      generator({ kind: "pair", rate: -1, frequency: 2 }),
    )!;
    expect([...matrices[0]!.data]).toEqual([-1, -2, 2, -1]);
    expect(generators).toHaveLength(1);
  });

  test("what comes out goes in again", () => {
    const { generators, matrices } = engine.generator(rope(8, { rotaryDimension: 4, rate: -0.1 }))!;
    const again = engine.generator({ kind: "generator", generator: generators[0]! })!;
    expect(again.matrices).toEqual(matrices);
  });

  test("an orbit is A(t)·vector, a row a time", () => {
    const encoding = generator(
      { kind: "pair", rate: -0.1, frequency: 0.5 },
      { kind: "real", rate: 0, size: 2 },
    );
    const orbit = engine.orbit(encoding, {
      vector: [1, 0, 0, 1],
      times: { start: 0, step: 0.5, count: 20 },
    });
    expect([orbit.rows, orbit.cols]).toEqual([20, 4]);
    for (let j = 0; j < 20; j++) {
      const t = j / 2;
      const expected = [
        Math.exp(-0.1 * t) * Math.cos(0.5 * t),
        Math.exp(-0.1 * t) * Math.sin(0.5 * t),
        t,
        1,
      ];
      expectEach(expected, (i) => orbit.data[4 * j + i] ?? Number.NaN, 1e-13);
    }
  });
});

describe("frequencies", () => {
  const config = {
    model_type: "llama",
    hidden_size: 4096,
    num_attention_heads: 32,
    rope_theta: 500000,
    max_position_embeddings: 131072,
    rope_scaling: {
      rope_type: "llama3",
      factor: 8,
      low_freq_factor: 1,
      high_freq_factor: 4,
      original_max_position_embeddings: 8192,
    },
  };

  test("Llama 3.1's table", () => {
    const [table, ...rest] = engine.frequencies(config);
    expect(rest).toEqual([]);
    expect(table).toMatchObject({
      layers: "all",
      ropeType: "llama3",
      headDimension: 128,
      rotaryDimension: 128,
      base: 500000,
      attentionFactor: 1,
    });
    expect(table).not.toHaveProperty("request");
    expectEach(
      table!.inverseFrequencies,
      (i) => answers.llama31[i]!,
      (i) => 4e-16 * answers.llama31[i]!,
    );
  });

  test("and the same scaling on an encoding", () => {
    const encoding = rope(128, { base: 500000, scaling: config.rope_scaling });
    const [score] = engine.curve(encoding, { query: ones(128), key: ones(128), lags: [1000] });
    expectNear(
      score! / 128,
      answers.llama31.reduce((sum, w) => sum + Math.cos(1000 * w), 0) / 64,
      1e-12,
    );
  });
});
