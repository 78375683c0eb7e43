/** Sampled rows and their bands as the panels' figure asks for them, on the real engine. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Etx, Moments } from "../../../web/core/api.ts";
import { createEtx } from "../../../web/core/client.ts";
import { Memo } from "../../../web/elements/memo.ts";
import {
  apartFromMeans,
  type PanelsPicture,
  panelsOf,
} from "../../../web/elements/sampled-panels.ts";
import { parseExperiment } from "../../../web/model/schema.ts";
import type { Encoding, Experiment } from "../../../web/model/types.ts";
import { engine, expectEach, expectNear } from "../core/support.ts";

/** Rows of torch's own; tests/data/make_normals.py says of what. */
const torch = JSON.parse(
  readFileSync(new URL("../../data/torch-normal.json", import.meta.url), "utf8"),
) as Record<
  string,
  { lags: number[]; score: number[]; normalised: number[]; argmax_lag: number; q_last: number[] }
>;

let etx: Etx;
beforeAll(async () => {
  etx = await createEtx();
});
afterAll(() => etx.dispose());

const document = (encoding: Encoding, options: object = {}, more: object = {}): Experiment =>
  parseExperiment({
    v: 1,
    encodings: [{ id: "e1", encoding }],
    views: [{ kind: "panels", options }],
    ...more,
  });

/** The pictures that a bench at rest shows one after the other. */
async function pictures(experiment: Experiment): Promise<PanelsPicture[]> {
  const memo = new Memo();
  const seen: PanelsPicture[] = [];
  do {
    seen.push(await panelsOf(etx, experiment, memo));
    memo.turn();
  } while (await memo.settle());
  return seen;
}
const last = async (experiment: Experiment): Promise<PanelsPicture> =>
  (await pictures(experiment)).at(-1) as PanelsPicture;

const published: Encoding = { kind: "rope", dimension: 768, layout: "interleaved" };

describe("the published panels", () => {
  let seen: PanelsPicture[];
  beforeAll(async () => {
    seen = await pictures(document(published));
  });
  const panelAt = (mean: number, deviation: number) => {
    const found = seen.at(-1)?.panels.find((p) => p.mean === mean && p.deviation === deviation);
    if (!found?.all || !found.given || !found.row)
      throw new Error(`no panel ${mean}, ${deviation}`);
    return { all: found.all, given: found.given, row: found.row };
  };

  test("exact bands first, then the rows, then the bands given the query", () => {
    expect(seen.map(({ panels }) => Object.keys(panels[0] ?? {}))).toEqual([
      ["mean", "deviation", "all"],
      ["mean", "deviation", "all", "row"],
      ["mean", "deviation", "all", "given", "row"],
    ]);
  });

  test.each([
    [1, 0.1],
    [1, 1],
    [0, 1],
  ])(
    "μ = %d, σ = %d is torch's row: its scores, its maximum and where that is",
    (mean, deviation) => {
      const known = torch[`${mean.toFixed(1)},${deviation.toFixed(1)}`];
      const { row } = panelAt(mean, deviation);
      const most = Math.max(...row);
      expect(row.indexOf(most)).toBe(known?.argmax_lag);
      known?.lags.forEach((lag, i) => {
        expectNear(row[lag] as number, known.score[i] as number, 1e-4 * most);
        expectNear((row[lag] as number) / most, known.normalised[i] as number, 1e-4);
      });
    },
  );

  // μ + σ·z is rounded to f32 once as a sample and, here, in z alone: 768 products of two such errors of 2^-24.
  test("one set of normals serves all six: the other rows are their own sampledRow", () => {
    for (const [mean, deviation] of [
      [1, 0.5],
      [1, 3],
      [3, 1],
    ] as const) {
      const { row } = panelAt(mean, deviation);
      const own = engine.sampledRow(published, { seed: 42, mean, deviation, length: 5000 });
      const size = 768 * (Math.abs(mean) + deviation) ** 2;
      expectEach(row, (lag) => own[lag] as number, 4 * 2 ** -24 * size);
    }
  });

  test("truth 5: z at lag 0 is 195, 37, 16, 2.79, 0, 57", () => {
    const z = seen[0]?.panels.map(({ all }) => (all?.mean[0] ?? 0) / (all?.deviation[0] ?? 0));
    expect(z?.map((value) => Number(value.toPrecision(3)))).toEqual([195, 37, 16, 2.79, 0, 57.2]);
  });

  test("truth 5: z grows with √d: 16, 6.5, 4.6 at d = 768, 128, 64", async () => {
    const z = await Promise.all(
      [768, 128, 64].map(async (dimension) => {
        const options = { panels: [{ mean: 1, deviation: 1 }], length: 2 };
        const [first] = (
          await panelsOf(etx, document({ ...published, dimension }, options), new Memo())
        ).panels;
        return (first?.all?.mean[0] ?? 0) / (first?.all?.deviation[0] ?? 1);
      }),
    );
    expect(z.map((value) => Number(value.toPrecision(2)))).toEqual([16, 6.5, 4.6]);
  });

  test("truth 5: the query that a row shares is 50, 44, 33, 9, 47 % of its variance", () => {
    const shares = [
      [1, 0.1],
      [1, 0.5],
      [1, 1],
      [1, 3],
      [3, 1],
    ].map(([mean, deviation]) => {
      const { all, given } = panelAt(mean as number, deviation as number);
      // Given the query the variance is σ²·|q|², and over queries |q|² is μ² + σ² a component, give or take √(2/d) of it.
      const own =
        768 * (deviation as number) ** 2 * ((mean as number) ** 2 + (deviation as number) ** 2);
      expectNear((given.deviation[0] as number) ** 2, own, 3 * Math.sqrt(2 / 768) * own);
      return Math.round(100 * (1 - own / (all.deviation[0] as number) ** 2));
    });
    expect(shares).toEqual([50, 44, 33, 9, 47]);
  });

  test("truth 6: a zero mean is no short vector: σ = 1 and d = 768 make a norm of about 27.7", () => {
    const [queries] = engine.normals({ seed: 42, mean: 0, deviation: 1, counts: [768 * 5000] });
    const norms = Array.from({ length: 5000 }, (_, s) =>
      Math.hypot(...(queries as Float32Array).subarray(768 * s, 768 * (s + 1))),
    );
    // The mean norm is √(d - 1/2) but for terms in 1/d; a norm's deviation is √½, that of the mean of 5000 is 0.01.
    const mean = norms.reduce((sum, norm) => sum + norm, 0) / norms.length;
    expectNear(mean, Math.sqrt(767.5), 0.05);
    // ... and no direction: the sum of all queries is as short as chance leaves it, √(5000·768) long.
    const sum = new Float64Array(768);
    (queries as Float32Array).forEach((z, i) => {
      sum[i % 768] = (sum[i % 768] as number) + z;
    });
    expectNear(Math.hypot(...sum) / Math.sqrt(5000 * 768), 1, 0.13);
  });
});

describe("bands", () => {
  test("±2 deviations hold 95.4 ± 1 % of all scores of 1000 rows pooled", () => {
    const encoding: Encoding = { kind: "rope", dimension: 64 };
    const length = 32;
    for (const [mean, deviation] of [
      [1, 0.1],
      [1, 0.5],
      [1, 1],
      [1, 3],
      [0, 1],
      [3, 1],
    ] as const) {
      const gaussian = { mean, variance: deviation ** 2 };
      const lags = { start: 0, step: 1, count: length };
      const band = engine.moments(encoding, { query: gaussian, key: gaussian, lags });
      let inside = 0;
      for (let seed = 0; seed < 1000; seed++) {
        const row = engine.sampledRow(encoding, { seed, mean, deviation, length });
        row.forEach((score, lag) => {
          const far = Math.abs(score - (band.mean[lag] as number));
          if (far <= 2 * (band.deviation[lag] as number)) inside++;
        });
      }
      expectNear(inside / (1000 * length), 0.954, 0.01);
    }
  });

  const small: Encoding = { kind: "rope", dimension: 16, rate: -0.01 };
  const correlated = (cross: number, seed = 42): Experiment =>
    document(small, { panels: [{ mean: 0.5, deviation: 2 }], length: 12 }, { cross, seed });

  test("truth 4: an equal covariance in all pairs draws the means' own curve", async () => {
    const lags = { start: 0, step: 1, count: 5000 };
    const ones = new Float64Array(768).fill(1);
    const means = engine.curve(published, { query: ones, key: ones, lags });
    const covariance = 0.5;
    const { panels } = await panelsOf(
      etx,
      document(published, { panels: [{ mean: 0, deviation: 1 }] }, { cross: covariance }),
      new Memo(),
    );
    // tr(A·γI) = γ·Σ 2·cos, and so is 1ᵀA1: both are sums of 384 cosines.
    expectEach(panels[0]?.all?.mean ?? [], (lag) => covariance * (means[lag] as number), 1e-11);
  });

  test.each([
    ["rope", small, 0.5, 1e-13],
    [
      "ALiBi, whose slope is added to any score",
      { kind: "alibi", slope: 0.5, dimension: 16 },
      -1,
      1e-13,
    ],
  ] as [string, Encoding, number, number][])(
    "truth 4: the figure says how far from it: not at all (%s)",
    async (_, encoding, cross, tolerance) => {
      const options = { panels: [{ mean: 2, deviation: 1.5 }], length: 12 };
      const found = await panelsOf(etx, document(encoding, options, { cross }), new Memo());
      const [panel] = found.panels;
      if (!panel || !found.means) throw new Error("no panel");
      expect(apartFromMeans(panel, cross, found.means)).toBeLessThan(tolerance);
      expect(apartFromMeans(panel, cross + 1, found.means)).toBeGreaterThan(0.5);
    },
  );

  test("a slope that is added to every score is in a row once", async () => {
    const alibi: Encoding = { kind: "alibi", slope: 0.5, dimension: 16 };
    const { panels } = await last(
      document(alibi, { panels: [{ mean: 1, deviation: 0.5 }], length: 40 }),
    );
    const own = engine.sampledRow(alibi, { seed: 42, mean: 1, deviation: 0.5, length: 40 });
    expectEach(panels[0]?.row ?? [], (lag) => own[lag] as number, 4 * 2 ** -24 * 16 * 1.5 ** 2);
  });

  test("truth 5: given its query a row keeps within its band by chance alone, over all draws it does not", async () => {
    const encoding: Encoding = { kind: "rope", dimension: 64 };
    const options = { panels: [{ mean: 1, deviation: 0.1 }], length: 512 };
    const within = (row: Float64Array, { mean, deviation }: Moments): number =>
      row.filter((score, i) => Math.abs(score - mean[i]!) <= 2 * deviation[i]!).length / row.length;
    const shares = await Promise.all(
      Array.from({ length: 60 }, async (_, seed) => {
        const { panels } = await last(document(encoding, options, { seed }));
        const { row, all, given } = panels[0] ?? {};
        if (!row || !all || !given) throw new Error(`no row of seed ${seed}`);
        return { all: within(row, all), given: within(row, given) };
      }),
    );
    // Given the query the 512 scores are independent Gaussians: a share is binomial. Of 60 shares the variance is then
    // within a factor 2 of pq/n but for one time in 10⁵.
    const chance = (0.9545 * 0.0455) / 512;
    const variance = (values: number[]): number =>
      values.reduce((sum, value) => sum + (value - 0.9545) ** 2, 0) / values.length;
    for (const { given } of shares) expectNear(given, 0.9545, 5 * Math.sqrt(chance));
    expect(variance(shares.map(({ given }) => given)) / chance).toBeLessThan(2);
    expect(variance(shares.map(({ all }) => all)) / chance).toBeGreaterThan(2);
  });

  test("given the query they are what the engine says of the joint distribution", async () => {
    const covariance = 1.5;
    const { panels } = await last(correlated(covariance));
    const [queries] = engine.normals({ seed: 42, mean: 0, deviation: 1, counts: [16 * 12] });
    const cross = { rows: 16, cols: 16, data: new Float64Array(256) };
    for (let i = 0; i < 16; i++) cross.data[17 * i] = covariance;
    const gaussian = { mean: 0.5, variance: 4 };
    const known = engine.moments(small, {
      query: gaussian,
      key: gaussian,
      cross,
      given: Array.from((queries as Float32Array).subarray(-16), (z) => 0.5 + 2 * z),
      lags: { start: 0, step: 1, count: 12 },
    });
    expectEach(panels[0]?.given?.mean ?? [], (lag) => known.mean[lag] as number, 1e-12);
    expectEach(panels[0]?.given?.deviation ?? [], (lag) => known.deviation[lag] as number, 1e-12);
  });

  test("rows with a covariance scatter as the band over all draws says", async () => {
    const rows = await Promise.all(
      Array.from({ length: 200 }, async (_, seed) => (await last(correlated(-3, seed))).panels[0]),
    );
    for (const lag of [0, 1, 5, 11]) {
      const scores = rows.map((panel) => panel?.row?.[lag] as number);
      const mean = scores.reduce((sum, score) => sum + score, 0) / 200;
      const all = rows[0]?.all;
      const deviation = all?.deviation[lag] as number;
      expectNear(mean, all?.mean[lag] as number, (5 * deviation) / Math.sqrt(200));
      const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / 199;
      // Of 16 products the kurtosis is below 6: the variance's own error is below √(5/200) of it.
      expectNear(variance / deviation ** 2, 1, 5 * Math.sqrt(5 / 200));
    }
  });

  test("no two variables have a covariance beyond their variance: that panel has no bands", async () => {
    const { panels } = await last(correlated(4.5));
    expect(panels).toEqual([{ mean: 0.5, deviation: 2 }]);
  });
});

describe("what cannot be drawn is refused by name", () => {
  const ask = (options: object, more: object = {}, encoding: Encoding = published) =>
    last(document(encoding, options, more));
  test.each([
    [{ panels: [] }, "the panels' panels is []"],
    [{ panels: "six" }, 'the panels\' panels is "six"'],
    [{ panels: [null] }, "panels[0].mean is undefined"],
    [{ panels: [{ mean: 1, deviation: -1 }] }, "panels[0].deviation is -1"],
    [{ panels: [{ mean: 1e9, deviation: 1 }] }, "panels[0].mean is 1000000000"],
    [{ length: 2.5 }, "length is 2.5"],
    [{ length: 100_000 }, "length 100000 × dimension 768 is beyond"],
  ])("%o", async (options, words) => {
    await expect(ask(options)).rejects.toThrow(words);
  });

  test("a matrix of covariances, and an encoding whose scores know no such moments", async () => {
    await expect(ask({}, { cross: [[1]] })).rejects.toThrow("cross is a matrix");
    await expect(ask({}, {}, { kind: "learned", dimension: 8 })).rejects.toThrow();
  });
});
