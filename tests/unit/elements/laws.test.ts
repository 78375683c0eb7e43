/** The derivation's figures ask the real engine; closed forms say what the answers have to be. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AxiomReport, Etx } from "../../../web/core/api.ts";
import { createEtx } from "../../../web/core/client.ts";
import { reportsOf } from "../../../web/elements/figures/axiom-reports.ts";
import { composition } from "../../../web/elements/figures/composition.ts";
import type { Failure, Proof, Whole } from "../../../web/elements/figures/composition-answer.ts";
import { factors } from "../../../web/elements/figures/factors.ts";
import { count, invariance } from "../../../web/elements/figures/invariance.ts";
import { shuffle } from "../../../web/elements/figures/shuffle.ts";
import { counterexample, verdict } from "../../../web/elements/figures/verdict.ts";
import { Memo } from "../../../web/elements/memo.ts";
import { withOptions } from "../../../web/elements/views.ts";
import { EtxError } from "../../../web/model/error.ts";
import { presets } from "../../../web/model/presets.ts";
import { distance, multiply } from "../../../web/model/small-matrix.ts";
import type { Encoding, Experiment, FigureKind, MatrixLike } from "../../../web/model/types.ts";

let etx: Etx;
beforeAll(async () => {
  etx = await createEtx();
});
afterAll(() => etx.dispose());

/** An encoding alone on the bench, and one figure's options. */
function bench(
  encoding: Encoding,
  kind: FigureKind,
  options: Record<string, unknown>,
  more: Partial<Experiment> = {},
): Experiment {
  const experiment = {
    ...presets.default,
    encodings: [{ id: "one", encoding }],
    views: [],
    ...more,
  };
  return withOptions(experiment, kind, options);
}
const ask = async <T>(
  figure: { ask?: (etx: Etx, experiment: Experiment, memo: Memo) => Promise<unknown> },
  experiment: Experiment,
): Promise<T> => (await figure.ask?.(etx, experiment, new Memo())) as T;

const turning: Encoding = {
  kind: "generator",
  generator: { blocks: [{ kind: "pair", rate: -0.02, frequency: 0.3 }] },
};
const turn = (time: number): number[] => {
  const [c, s] = [Math.cos(0.3 * time), Math.sin(0.3 * time)];
  return [c, -s, s, c].map((entry) => Math.exp(-0.02 * time) * entry);
};
const expectMatrix = (found: MatrixLike | undefined, wanted: number[], tolerance = 1e-14): void => {
  expect(found?.data).toHaveLength(wanted.length);
  wanted.forEach((entry, i) => {
    expect(Math.abs((found?.data[i] ?? Number.NaN) - entry)).toBeLessThanOrEqual(tolerance);
  });
};

describe("truth 10: F and G are unique up to any invertible M", () => {
  type Parts = Record<"f" | "g" | "product" | "direct", MatrixLike>;
  const at = (basis: number[], t = 12, s = 7, encoding = turning) =>
    ask<{ parts?: Parts }>(factors, bench(encoding, "factors", { basis, t, s }));

  test("a turn, a shear and a stretch change both factors, and their product not at all", async () => {
    const plain = await at([1, 0, 0, 1]);
    expectMatrix(plain.parts?.product, turn(5));
    for (const basis of [
      [0.6, -0.8, 0.8, 0.6],
      [1, 1.7, 0, 1],
      [2, 0, 0, 0.1],
      [1, 0.6, -0.3, 1.1],
    ]) {
      const { parts } = await at(basis);
      expectMatrix(parts?.product, turn(5), 1e-13); // the condition of M, at most 20, times rounding
      expect(distance(parts!.f, plain.parts!.f)).toBeGreaterThan(0.05);
      expect(distance(parts!.g, plain.parts!.g)).toBeGreaterThan(0.05);
    }
  });

  test("without an inverse there is no G", async () => {
    expect((await at([1, 2, 0.5, 1])).parts).toBeUndefined();
  });

  test("a decay's factors leave the range of numbers; e^{(t-s)X} does not", async () => {
    const decay = { kind: "decay", dimension: 2, rate: -0.5 };
    const { parts } = await at([1, 0, 0, 1], 2000, 1990, decay);
    expect(parts?.f.data[0]).toBe(0); // e^-1000
    expect(parts?.g.data[0]).toBe(Number.POSITIVE_INFINITY); // e^995
    expect(parts?.product.data[0]).toBeNaN();
    expectMatrix(parts?.direct, [Math.exp(-5), 0, 0, Math.exp(-5)], 1e-17);
  });

  test("who has no X has no factors", async () => {
    const kerple = bench({ kind: "kerple", dimension: 2 }, "factors", {});
    expect(await ask(factors, kerple)).toBeNull();
  });
});

describe("truth 11: a change of basis is invisible if q and k go along", () => {
  test("q → P⁻ᵀq and k → Pk leave qᵀA(τ)k; a P that is no rotation changes the norm of Ak", async () => {
    // X' = P X P⁻¹ with P = [[1, 1], [0, 1]].
    const generator = {
      blocks: [{ kind: "pair" as const, rate: 0, frequency: 0.3 }],
      basis: { rows: 2, cols: 2, data: [1, 1, 0, 1] },
    };
    const lags = [0, 1, 5, 20];
    const [q, k] = [
      [0.5, -2],
      [1, 3],
    ] as const;
    const plain = await etx.curve(
      { kind: "generator", generator: { blocks: generator.blocks } },
      { query: q, key: k, lags },
    );
    const moved = await etx.curve(
      { kind: "generator", generator },
      { query: [q[0], q[1] - q[0]], key: [k[0] + k[1], k[1]], lags },
    );
    const only = await etx.curve({ kind: "generator", generator }, { query: q, key: k, lags });
    lags.forEach((_, i) => {
      expect(Math.abs(moved[i]! - plain[i]!)).toBeLessThan(1e-14 * 20);
    });
    expect(Math.abs(only[2]! - plain[2]!)).toBeGreaterThan(0.1);
    const norms = async (one: object): Promise<number[]> => {
      const { data } = await etx.orbit(
        { kind: "generator", generator: one },
        { vector: k, times: lags },
      );
      return lags.map((_, i) => Math.hypot(data[2 * i]!, data[2 * i + 1]!));
    };
    for (const norm of await norms({ blocks: generator.blocks }))
      expect(norm).toBeCloseTo(Math.sqrt(10), 13);
    const stretched = await norms(generator);
    expect(Math.max(...stretched) / Math.min(...stretched)).toBeGreaterThan(1.2);
  });
});

describe("the proof of A(s)A(t) = A(s + t)", () => {
  test("each of its steps holds in numbers", async () => {
    const found = await ask<Proof>(composition, bench(turning, "composition", { s: 5, t: 3 }));
    expect(found.kind).toBe("group");
    expectMatrix(found.parts.as, turn(5));
    expectMatrix(found.parts.at, turn(3));
    expectMatrix(found.parts.middle, [1, 0, 0, 1]);
    expectMatrix(multiply(found.parts.fSum, found.parts.gZero), turn(8));
    expectMatrix(found.parts.product, turn(8));
    expectMatrix(found.parts.sum, turn(8));
  });

  test("a long chain and a dense matrix are shown on a plane that time does not leave", async () => {
    const chain: Encoding = {
      kind: "generator",
      generator: { blocks: [{ kind: "real", rate: -0.1, size: 3 }] },
    };
    const found = await ask<Proof>(composition, bench(chain, "composition", { s: 2, t: 3 }));
    expectMatrix(
      found.parts.sum,
      [1, 5, 0, 1].map((entry) => entry * Math.exp(-0.5)),
    );
    const matrix = { rows: 2, cols: 2, data: [0, 1, 0, 0] };
    const shear = await ask<Proof>(
      composition,
      bench({ kind: "matrix", matrix }, "composition", { s: 2, t: 3 }),
    );
    expectMatrix(shear.parts.sum, [1, 5, 0, 1]);
  });

  test("KERPLE: two logarithms are not the logarithm of a sum", async () => {
    const found = await ask<Failure>(
      composition,
      bench({ kind: "kerple", dimension: 2, p: 1, a: 1, form: "log" }, "composition", {
        s: 5,
        t: 3,
      }),
    );
    expectMatrix(found.parts?.product, [1, -Math.log(6) - Math.log(4), 0, 1]);
    expectMatrix(found.parts?.sum, [1, -Math.log(9), 0, 1]);
    await found.reports.next?.();
    const again = await ask<Failure>(
      composition,
      bench({ kind: "kerple", dimension: 2, p: 1, a: 1, form: "log" }, "composition", {}),
    );
    const report = again.reports.known[0] as AxiomReport;
    expect(report.counterexample?.axiom).toBe("composes");
    // At (64, 64): 2 ln 65 - ln 129.
    expect(report.residuals.composes).toBeCloseTo(2 * Math.log(65) - Math.log(129), 12);
    expect(verdict("en", report)).toContain("3.489");
    expect(counterexample("en", report)).toMatch(/^composes, at s = \d+, t = \d+: /);
  });
});

describe("truth 13: the theorem's unsaid conditions", () => {
  test("a decay of |τ| composes where the lags have one sign, and not across 0", async () => {
    const mirrored = { kind: "decay", dimension: 2, rate: -0.1, bidirectional: true };
    const same = await ask<Failure>(composition, bench(mirrored, "composition", { s: 6, t: 4 }));
    expectMatrix(same.parts?.product, [Math.exp(-1)]);
    expectMatrix(same.parts?.sum, [Math.exp(-1)]);
    const across = await ask<Failure>(composition, bench(mirrored, "composition", { s: 6, t: -4 }));
    expectMatrix(across.parts?.product, [Math.exp(-1)]);
    expectMatrix(across.parts?.sum, [Math.exp(-0.2)]);
  });

  test("ALiBi in both directions is invariant, but -m|τ| does not add up across 0", async () => {
    const both = { kind: "alibi", slope: 0.5, dimension: 2, bidirectional: true };
    const across = await ask<Failure>(composition, bench(both, "composition", { s: 6, t: -4 }));
    expectMatrix(across.parts?.product, [1, -5, 0, 1]);
    expectMatrix(across.parts?.sum, [1, -1, 0, 1]);
  });

  test("on whole numbers (-r)^n composes, and a pair that turns by π passes through it", async () => {
    const found = await ask<Whole>(
      composition,
      bench(turning, "composition", { ratio: -0.9, s: 2, t: 3 }),
    );
    expect(found.kind).toBe("integers");
    found.values.forEach((value, n) => {
      expect(Math.abs(value - (-1) ** n * 0.9 ** n)).toBeLessThan(1e-15 * (n + 1));
      expect(Math.abs(value - (found.through[16 * n] ?? Number.NaN))).toBeLessThan(1e-14);
      expect(Math.abs((found.through[16 * n + 8] ?? 0) / 0.9 ** (n + 0.5))).toBeLessThan(1e-13);
    });
    // One dimension has no logarithm of it: every real 1×1 exponential is positive.
    for (const rate of [-3, -0.1, 0, 2])
      expect((await etx.expm({ rows: 1, cols: 1, data: [rate] })).value.data[0]).toBeGreaterThan(0);
  });
});

test("truth 15: A(0) = f²I breaks one axiom only, and is absorbed", async () => {
  const yarn: Encoding = { kind: "rope", dimension: 4, attentionFactor: 1.2 };
  const before = reportsOf(etx, [yarn]);
  expect(before.known).toEqual([undefined]);
  await before.next?.();
  const { known, next } = reportsOf(etx, [yarn]);
  expect(next).toBeUndefined();
  const { holds, residuals } = known[0] as AxiomReport;
  expect(holds).toEqual({
    linear: true,
    invariant: true,
    normalised: false,
    composes: true,
    continuous: true,
  });
  expect(residuals.normalised).toBeCloseTo(0.44, 14);
  for (const language of ["en", "zh-Hans"] as const)
    expect(verdict(language, known[0] as AxiomReport)).toContain("0.44");
});

describe("reports come one by one", () => {
  test("the first that is missing is measured next, and a failure is an answer", async () => {
    const list: Encoding[] = [
      { kind: "nope", dimension: 2 },
      { kind: "warp", dimension: 2 },
      { kind: "decay", dimension: 1, rate: -0.5 },
    ];
    await reportsOf(etx, list).next?.();
    expect(reportsOf(etx, list).known.map((one) => one !== undefined)).toEqual([
      true,
      false,
      false,
    ]);
    await reportsOf(etx, list).next?.();
    expect(reportsOf(etx, list).known[1]).toBeInstanceOf(EtxError);
    await reportsOf(etx, list).next?.();
    const done = reportsOf(etx, list);
    expect(done.next).toBeUndefined();
    expect((done.known[2] as AxiomReport).verdict).toMatch(/one-parameter group/);
  });
});

describe("n against n²", () => {
  interface Table {
    scores: Float64Array;
    home: number;
    spread: number;
  }
  const at = (table: Table, t: number, s: number): number => table.scores[t * count + s]!;

  test("token 110 → 105 is token 10 → 5, and the table is cos(ω(t - s)) along each diagonal", async () => {
    const rope = { kind: "rope", dimension: 2 };
    const table = await ask<Table>(
      invariance,
      bench(rope, "invariance", { t: 10, s: 5, shift: 100 }),
    );
    for (let t = 0; t < count; t++) {
      for (let s = 0; s <= t; s++)
        expect(Math.abs(at(table, t, s) - 2 * Math.cos(t - s))).toBeLessThan(1e-14);
      for (let s = t + 1; s < count; s++) expect(at(table, t, s)).toBeNaN();
    }
    expect(at(table, 10, 5)).toBe(table.home);
    expect(table.spread).toBeLessThan(1e-14);
  });

  test("sinusoids know t and s apart: the cross terms scatter", async () => {
    const sinusoidal = { kind: "sinusoidal", dimension: 2 };
    const table = await ask<Table>(
      invariance,
      bench(sinusoidal, "invariance", { t: 10, s: 5, shift: 100 }),
    );
    // (1 + sin t)(1 + sin s) + (1 + cos t)(1 + cos s)
    const score = (t: number, s: number): number =>
      (1 + Math.sin(t)) * (1 + Math.sin(s)) + (1 + Math.cos(t)) * (1 + Math.cos(s));
    expect(Math.abs(at(table, 10, 5) - score(110, 105))).toBeLessThan(1e-13);
    expect(Math.abs(table.home - score(10, 5))).toBeLessThan(1e-14);
    expect(table.spread).toBeGreaterThan(1);
  });

  test("keys after the query where nothing is masked; no score beyond a learned table", async () => {
    const rope = { kind: "rope", dimension: 2 };
    const open = await ask<Table>(invariance, bench(rope, "invariance", {}, { causal: false }));
    expect(Math.abs(at(open, 3, 7) - 2 * Math.cos(4))).toBeLessThan(1e-14);
    const learned = { kind: "learned", dimension: 4, rows: 40, seed: 3 };
    const table = await ask<Table>(invariance, bench(learned, "invariance", { shift: 30 }));
    expect(at(table, 9, 4)).not.toBeNaN();
    expect(at(table, 10, 4)).toBeNaN();
  });
});

describe("shuffled tokens", () => {
  interface Row {
    scores: number[];
    written: number[];
    tokens: string[];
  }
  const rope: Encoding = { kind: "rope", dimension: 16, base: 100 };
  const sorted = (scores: number[]): number[] => [...scores].sort((a, b) => a - b);
  const row = (options: Record<string, unknown>) =>
    ask<Row>(shuffle, bench(rope, "shuffle", options));

  test("我爱你 and 你爱我 score the same without position, bit for bit, and not with RoPE", async () => {
    const order = [2, 1, 0];
    const blind = await row({ sentence: "love", order });
    expect(blind.tokens.join("")).toBe("我爱你。");
    expect(blind.scores).toEqual(blind.written);
    const placed = await row({ sentence: "love", order, position: true });
    expect(sorted(placed.scores)).not.toEqual(sorted(placed.written));
    expect(placed.scores[1]).toBe(placed.written[1]); // 爱 lies where it lay
  });

  test("a word that stands twice scores twice the same, until positions tell them apart", async () => {
    const blind = await row({ sentence: "only" });
    expect(blind.scores[1]).toBe(blind.scores[5]); // she
    expect(blind.scores[3]).toBe(blind.scores[7]); // him
    const placed = await row({ sentence: "only", position: true });
    expect(placed.scores[1]).not.toBe(placed.scores[5]);
  });

  test("the vectors are the seed's, and an order that is none is as written", async () => {
    const [first, again] = [await row({ order: [1, 1, 0] }), await row({ order: "abc" })];
    expect(first.scores).toEqual(again.scores);
    expect(first.scores).toEqual(first.written);
    const other = await ask<Row>(shuffle, bench(rope, "shuffle", {}, { seed: 7 }));
    expect(other.scores).not.toEqual(first.scores);
  });
});
