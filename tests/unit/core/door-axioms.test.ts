/** The axiom meter: what holds, what breaks and by how much, on encodings whose answers are known. */
import { describe, expect, test } from "vitest";
import type { Encoding } from "../../../web/model/types.ts";
import { engine, expectFailure, expectNear } from "./support.ts";

const axioms = (encoding: object, options = {}) => engine.axioms(encoding as Encoding, options);
const broken = (encoding: object): string[] =>
  Object.entries(axioms(encoding).holds).flatMap(([axiom, holds]) => (holds ? [] : [axiom]));

describe("groups hold every axiom within 1e-12", () => {
  test.each([
    { kind: "nope", dimension: 4 },
    { kind: "rope", dimension: 64 },
    { kind: "xpos", dimension: 64 },
    { kind: "retnet", dimension: 64, head: 3 },
    { kind: "alibi", heads: 12, head: 11, dimension: 16 },
    { kind: "alibi", heads: 112, head: 100 },
    { kind: "mamba", dimension: 16 },
    { kind: "grape-m", dimension: 3, a: [1, 2, 0], b: [0, 1, 1] },
    { kind: "axial2d", dimension: 8 },
    { kind: "mixed2d", dimension: 8 },
    { kind: "matrix", matrix: { rows: 2, cols: 2, data: [-0.1, -1, 1, -0.2] } },
    {
      kind: "generator",
      generator: { blocks: [{ kind: "pair", rate: -0.01, frequency: 1, size: 2 }] },
    },
  ])("%j", (encoding) => {
    const { residuals, holds, counterexample, verdict } = axioms(encoding);
    expect(Object.values(holds)).toEqual([true, true, true, true, true]);
    for (const axiom of ["linear", "invariant", "normalised", "composes"] as const)
      expect(residuals[axiom], axiom).toBeLessThan(1e-12);
    expect(counterexample).toBeUndefined();
    expect(verdict).toMatch(/group/);
  });
});

test("a lift is said: ALiBi is a group, but not in its own dimensions", () => {
  const { conditions, verdict } = axioms({ kind: "alibi", slope: 0.25, dimension: 2 });
  expect(conditions).toEqual({ square: false, invertible: true, twoSided: true, dataFree: true });
  expect(verdict).toMatch(/lifted/);
  expect(axioms({ kind: "rope", dimension: 2 }).conditions.square).toBe(true);
});

describe("biases that do not sum", () => {
  test("KERPLE-log(1, 1) misses composition by 3.48896, and nothing else", () => {
    const { residuals } = axioms({ kind: "kerple", dimension: 4 });
    expectNear(residuals.composes, 3.48896, 5e-6);
    expect(broken({ kind: "kerple", dimension: 4 })).toEqual(["composes"]);
  });

  test("Sandwich (d = 64, H = 8, n = 1) by 20.5625", () => {
    const sandwich = { kind: "sandwich", dimension: 64, heads: 8, head: 1 };
    expectNear(axioms(sandwich).residuals.composes, 20.5625, 5e-5);
    expect(broken(sandwich)).toEqual(["composes"]);
  });

  test("KERPLE grows with the grid; its power 1 is ALiBi and composes", () => {
    const residual = (grid: number) =>
      axioms({ kind: "kerple", dimension: 1 }, { grid }).residuals.composes;
    expect(residual(128)).toBeGreaterThan(residual(64) + 0.5);
    expect(broken({ kind: "kerple", dimension: 1, form: "power", a: 0.5, p: 1 })).toEqual([]);
  });

  test("T5 and Shaw are steps: they break composition and continuity", () => {
    for (const kind of ["t5", "shaw"]) {
      const found = broken({ kind, dimension: 2 });
      expect(found).toContain("composes");
      expect(found).toContain("continuous");
      expect(found).not.toContain("linear");
      expect(found).not.toContain("invariant");
      expect(axioms({ kind, dimension: 2 }).residuals.continuous).toBe(Number.POSITIVE_INFINITY);
    }
  });
});

describe("the counterexample is the smallest", () => {
  const example = (encoding: object) => axioms(encoding).counterexample;

  test("biases: the first lags that are more than 0", () => {
    const kerple = example({ kind: "kerple", dimension: 4 });
    expect(kerple?.at).toEqual([1, 1]);
    expectNear(kerple!.left, -2 * Math.log(2), 1e-15); // b(1) + b(1) against b(2)
    expectNear(kerple!.right, -Math.log(3), 1e-15);
    expect(example({ kind: "sandwich", dimension: 64, heads: 8, head: 1 })?.at).toEqual([1, 1]);
  });

  test("FIRE: one step past its threshold, from a key that is not the query", () => {
    for (const threshold of [1, 2, 64, 512, 1000]) {
      const found = example({ kind: "fire", dimension: 1, threshold });
      expect(found).toMatchObject({ axiom: "invariant", at: [threshold, threshold - 1, 1] });
    }
  });

  test("what is added to queries and keys: at the origin", () => {
    for (const kind of ["learned", "sinusoidal", "cope"])
      expect(example({ kind, dimension: 4 })).toMatchObject({ axiom: "linear", at: [0, 0] });
  });

  test("a clock: its first uneven tick", () => {
    const clock = Array.from({ length: 40 }, (_, i) => (i < 12 ? 0.5 : 0.25));
    const found = example({ kind: "gla", dimension: 2, clock });
    expect(found?.axiom).toBe("invariant");
    expect(found!.at[0]! + found!.at[2]!).toBeLessThanOrEqual(12);
  });
});

describe("in both directions |τ| does not add", () => {
  test("a decay: A(1)A(-1) is not A(0)", () => {
    const { holds, counterexample, conditions } = axioms({
      kind: "decay",
      dimension: 2,
      rate: -0.5,
      bidirectional: true,
    });
    expect(holds).toMatchObject({ linear: true, invariant: true, composes: false });
    expect(conditions.twoSided).toBe(false);
    expect(counterexample?.axiom).toBe("composes");
    expect(counterexample?.at).toEqual([1, -1]);
    expectNear(counterexample!.left, Math.exp(-1), 1e-15);
    expectNear(counterexample!.right, 1, 1e-15);
  });

  test("ALiBi: -2 against 0", () => {
    const alibi = { kind: "alibi", slope: 0.25, dimension: 1, bidirectional: true };
    expect(broken(alibi)).toEqual(["composes"]);
    const { counterexample } = axioms(alibi);
    expect(counterexample?.at).toEqual([1, -1]);
    expect([counterexample?.left, counterexample?.right]).toEqual([2, 0]);
  });
});

test("an attention factor breaks A(0) = I by f² - 1, nothing else, and is absorbed", () => {
  const yarn = { kind: "rope", dimension: 8, attentionFactor: 1.138629 };
  expect(broken(yarn)).toEqual(["normalised"]);
  const { residuals, verdict } = axioms(yarn);
  expectNear(residuals.normalised, 1.138629 ** 2 - 1, 1e-15);
  expect(residuals.composes).toBeLessThan(1e-12);
  expect(verdict).toMatch(/absorb/);
});

describe("what stands elsewhere sees something else", () => {
  test("learned rows and sinusoids act on the vectors: neither linear nor invariant", () => {
    for (const encoding of [
      { kind: "learned", dimension: 8 },
      { kind: "sinusoidal", dimension: 8 },
    ]) {
      const { holds, conditions } = axioms(encoding);
      expect(holds).toMatchObject({ linear: false, invariant: false, composes: false });
      expect(conditions.invertible).toBe(false);
      expect(holds.continuous).toBe(encoding.kind === "sinusoidal");
    }
  });

  test("FIRE is invariant below its threshold alone", () => {
    expect(broken({ kind: "fire", dimension: 1, threshold: 1e6 })).not.toContain("invariant");
    expect(broken({ kind: "fire", dimension: 1, threshold: 64 })).toContain("invariant");
  });

  test("CoPE and GRAPE-A's gates are not linear", () => {
    for (const encoding of [
      { kind: "cope", dimension: 4 },
      { kind: "grape-a", dimension: 2, u: [1, 0], v: [0, 1] },
    ]) {
      const { holds, conditions } = axioms(encoding);
      expect(holds.linear).toBe(false);
      expect(conditions.dataFree).toBe(false);
    }
  });

  test("a data clock keeps composition and loses translation", () => {
    const clock = Array.from({ length: 40 }, (_, i) => 0.1 + (i % 3) / 10);
    const { holds, conditions, verdict } = axioms({ kind: "gla", dimension: 2, clock });
    expect(holds).toMatchObject({
      linear: true,
      invariant: false,
      composes: true,
      normalised: true,
    });
    expect(conditions.dataFree).toBe(false);
    expect(verdict).toMatch(/clock/);
  });

  test("generators that do not commute are not invariant; those that do are", () => {
    expect(broken({ kind: "lie2d", dimension: 4 })).toEqual(["invariant"]);
    const turn = { rows: 2, cols: 2, data: [0, -1, 1, 0] };
    expect(broken({ kind: "lie2d", dimension: 2, generators: [turn, turn] })).toEqual([]);
  });
});

test("the same question has the same answer", () => {
  expect(axioms({ kind: "fire", dimension: 3 })).toEqual(axioms({ kind: "fire", dimension: 3 }));
});

test("refuses in words", () => {
  const nope = { kind: "nope", dimension: 1 };
  expectFailure(() => axioms(nope, { tolerance: -1 }), "range", /tolerance is -1/);
  expectFailure(() => axioms(nope, { grid: 0 }), "range", /grid is 0/);
  expectFailure(() => axioms(nope, { grid: 1e6 }), "too-large", /grid is 1000000/);
  expectFailure(() => axioms({ kind: "warp" }), "unsupported", /encoding\.kind/);
});
