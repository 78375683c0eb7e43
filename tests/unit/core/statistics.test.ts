/** Statistics of causal attention against brute force over all pairs. */
import { describe, expect, test } from "vitest";
import { createEtx } from "../../../web/core/client.ts";
import type { Encoding, Matrix } from "../../../web/model/types.ts";
import { build, engine, expectEach, expectFailure, expectNear } from "./support.ts";

/** Rows of seeded normals, scaled so that scores are a softmax's usual ones. */
function sampled(seed: number, rows: number, cols: number): Matrix {
  const [draws] = engine.normals({ seed, mean: 0.1, deviation: 1, counts: [rows * cols] });
  const data = Float64Array.from(draws as Float32Array, (x) => x / cols ** 0.25);
  return { rows, cols, data };
}

/** All pairs, by the plain definition of each statistic. */
function bruteForce(encoding: Encoding, query: Matrix, key: Matrix) {
  const { rows: n, cols: d } = query;
  const at = (m: Matrix, i: number): Float64Array => m.data.subarray(i * d, (i + 1) * d);
  const moved = movedKeys(encoding, key);
  const bands = Math.min(n, 128);
  const band = (i: number): number => Math.ceil(((i + 1) * bands) / n) - 1;
  const held = new Float64Array(bands);
  const out = {
    entropy: [] as number[],
    sink: [] as number[],
    massByLag: new Float64Array(Math.floor(Math.log2(n)) + 1),
    thumbnail: new Float64Array(bands * bands),
  };
  for (let t = 0; t < n; t++) {
    const scores = moved(at(query, t), t);
    const top = Math.max(...scores);
    const Z = scores.reduce((sum, s) => sum + Math.exp(s - top), 0);
    let entropy = 0;
    held[band(t)] = (held[band(t)] as number) + 1;
    scores.forEach((s, j) => {
      const w = Math.exp(s - top) / Z;
      if (w > 0) entropy -= w * Math.log(w);
      const bin = Math.floor(Math.log2(t - j + 1));
      out.massByLag[bin] = (out.massByLag[bin] as number) + w / n;
      const cell = band(t) * bands + band(j);
      out.thumbnail[cell] = (out.thumbnail[cell] as number) + w;
    });
    out.entropy.push(entropy);
    out.sink.push(Math.exp((scores[0] as number) - top) / Z);
  }
  out.thumbnail = out.thumbnail.map(
    (sum, cell) => sum / (held[Math.floor(cell / bands)] as number),
  );
  return out;
}

/** A query's scores by the pairs' rotation (half layout), damped, lag by lag. */
function movedKeys(encoding: Encoding, key: Matrix) {
  const { rate = 0, kind } = encoding as { rate?: number; kind: string };
  const d = key.cols;
  const half = d / 2;
  const lags = key.rows;
  const cosines = new Float64Array(lags * half);
  const sines = new Float64Array(lags * half);
  for (let lag = 0; lag < lags; lag++) {
    for (let i = 0; i < half; i++) {
      const angle = kind === "rope" ? lag * 10000 ** ((-2 * i) / d) : 0;
      cosines[lag * half + i] = Math.cos(angle) * Math.exp(rate * lag);
      sines[lag * half + i] = Math.sin(angle) * Math.exp(rate * lag);
    }
  }
  return (q: Float64Array, t: number): Float64Array => {
    const scores = new Float64Array(t + 1);
    for (let s = 0; s <= t; s++) {
      const w = (t - s) * half;
      let sum = 0;
      for (let i = 0; i < half; i++) {
        const [a, b] = [q[i] as number, q[i + half] as number];
        const [c, e] = [key.data[s * d + i] as number, key.data[s * d + i + half] as number];
        sum +=
          (a * c + b * e) * (cosines[w + i] as number) +
          (b * c - a * e) * -(sines[w + i] as number);
      }
      scores[s] = sum;
    }
    return scores;
  };
}

function compare(encoding: Encoding, n: number, d: number): void {
  const [query, key] = [sampled(1, n, d), sampled(2, n, d)];
  const found = engine.attentionStatistics(encoding, { query, key });
  const expected = bruteForce(encoding, query, key);
  expectEach(found.entropy, (t) => expected.entropy[t] as number, 1e-5);
  expectEach(
    found.effective,
    (t) => Math.exp(expected.entropy[t] as number),
    (t) => 1e-5 * Math.exp(expected.entropy[t] as number),
  );
  expectEach(found.sink, (t) => expected.sink[t] as number, 1e-5);
  expect(found.massByLag.length).toBe(expected.massByLag.length);
  expectEach(found.massByLag, (b) => expected.massByLag[b] as number, 1e-5);
  expectEach(found.thumbnail.data, (c) => expected.thumbnail[c] as number, 1e-5);
  expectNear(
    found.massByLag.reduce((sum, mass) => sum + mass, 0),
    1,
    1e-12,
  );
}

describe("brute force over all pairs", () => {
  test("RoPE, 2048 positions", () => compare({ kind: "rope", dimension: 32 }, 2048, 32));
  test("damped RoPE", () => compare({ kind: "rope", dimension: 8, rate: -0.01 }, 700, 8));
  test("decay, fewer positions than a block", () =>
    compare({ kind: "decay", dimension: 4, rate: -0.3 }, 50, 4));
  test("one position", () => compare({ kind: "nope", dimension: 2 }, 1, 2));
});

test("a bias through its lift: equal scores under ALiBi fall by the slope", () => {
  const [n, slope] = [300, 0.05];
  const query = { rows: n, cols: 2, data: new Float64Array(2 * n) };
  const { sink } = engine.attentionStatistics(
    { kind: "alibi", slope, dimension: 2 },
    { query, key: query },
  );
  expectEach(
    sink,
    (t) => Math.exp(-slope * t) * ((1 - Math.exp(-slope)) / (1 - Math.exp(-slope * (t + 1)))),
    1e-6,
  );
});

test("progress, and an end soon after a cancel", async () => {
  const etx = await createEtx({ wasm: build });
  const [query, key] = [sampled(1, 8192, 64), sampled(2, 8192, 64)];
  const controller = new AbortController();
  const seen: number[] = [];
  const running = etx.attentionStatistics(
    { kind: "rope", dimension: 64 },
    {
      query,
      key,
      signal: controller.signal,
      onProgress(part) {
        seen.push(part);
        if (seen.length === 4) controller.abort();
      },
    },
  );
  await expect(running).rejects.toMatchObject({ code: "aborted" });
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.length).toBe(4);
  await etx.dispose();
});

test("what is wrong is named", () => {
  const rope = { kind: "rope", dimension: 2 };
  const two = { rows: 2, cols: 2, data: [1, 2, 3, 4] };
  const ask =
    (change: object, encoding: object = rope) =>
    () =>
      engine.attentionStatistics(
        encoding as Encoding,
        { query: two, key: two, ...change } as never,
      );
  expectFailure(ask({ key: { rows: 1, cols: 2, data: [1, 2] } }), "shape", /key has 1 rows/);
  expectFailure(ask({ query: { rows: 2, cols: 1, data: [1, 2] } }), "shape", /query.cols is 1/);
  expectFailure(ask({ query: { rows: 2, cols: 2, data: [1] } }), "shape", /query.data has 1/);
  expectFailure(ask({ query: { ...two, rows: 65537 } }), "too-large", /query.rows is 65537/);
  expectFailure(ask({ key: { ...two, data: [1, 2, 3, Infinity] } }), "not-finite", /key.data\[3\]/);
  expectFailure(ask({ backend: "webgpu" }), "unsupported", /backend is "webgpu"/);
  expectFailure(
    ask({}, { kind: "matrix", matrix: { rows: 2, cols: 2, data: [0, 1, -1, 0] } }),
    "unsupported",
    /generator by its blocks/,
  );
  expectFailure(ask({}, { kind: "t5", dimension: 2 }), "unsupported", /./);
});
