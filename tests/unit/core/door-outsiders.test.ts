/** Encodings outside the theorem: what their papers and codes publish of them, and clear refusals. door-catalogue.test.ts has their scores. */
import { describe, expect, test } from "vitest";
import type { Encoding } from "../../../web/model/types.ts";
import { engine, expectEach, expectFailure, expectNear } from "./support.ts";

/** What is added to a score of 0. */
function curve(encoding: object, lags: number[], more: object = {}): number[] {
  const asked = { dimension: 1, ...encoding } as unknown as Encoding & { dimension: number };
  const zero = Array(asked.dimension).fill(0);
  return [...engine.curve(asked, { query: zero, key: zero, lags, ...more })];
}
const upTo = (last: number): number[] => Array.from({ length: last + 1 }, (_, i) => i);

test("are no group, and their orbit is refused", () => {
  for (const kind of [
    "sinusoidal",
    "learned",
    "shaw",
    "t5",
    "kerple",
    "fire",
    "sandwich",
    "cope",
  ]) {
    const encoding = { kind, dimension: 2 };
    expect(engine.generator(encoding), kind).toBeNull();
    if (kind !== "sandwich")
      expectFailure(
        () => engine.orbit(encoding, { vector: [1, 1], times: [0] }),
        "unsupported",
        new RegExp(`encoding\\.kind is "${kind}"`),
      );
  }
});

describe("T5", () => {
  /** A table that holds its own places shows which bucket a lag falls into. */
  const bucketsOf = (lags: number[], more: object = {}): number[] =>
    curve({ kind: "t5", table: upTo(31), ...more }, lags);

  test("causal buckets start at 0 to 16, 19, 21, … and end at 113, not 128", () => {
    const buckets = bucketsOf(upTo(300));
    const starts = upTo(31).map((bucket) => buckets.indexOf(bucket));
    expect(starts).toEqual([
      ...upTo(16),
      19,
      21,
      24,
      27,
      31,
      35,
      40,
      46,
      52,
      59,
      67,
      77,
      87,
      99,
      113,
    ]);
    expect(buckets.slice(113)).toEqual(Array(188).fill(31));
    expect(bucketsOf([-1, -50])).toEqual([0, 0]);
  });

  test("in both directions the past's start at 0 to 8, 12, …, 91; bucket 16 is never used", () => {
    const past = bucketsOf(upTo(300), { bidirectional: true });
    expect(upTo(15).map((bucket) => past.indexOf(bucket))).toEqual([
      ...upTo(8),
      12,
      16,
      23,
      32,
      46,
      64,
      91,
    ]);
    const future = bucketsOf(
      upTo(300).map((n) => -n),
      { bidirectional: true },
    );
    expect([future[0], future[1]]).toEqual([0, 17]);
    expect([...past, ...future]).not.toContain(16);
  });

  test("one table holds all heads", () => {
    const entry = (heads: number, head: number, lag: number) =>
      curve({ kind: "t5", heads, head }, [lag])[0];
    expect(entry(12, 1, 3)).not.toBe(entry(12, 2, 3));
    // bucket·heads + head - 1 = 14 both times
    expect(entry(12, 3, 1)).toBe(entry(1, 1, 14));
  });
});

describe("biases of distance", () => {
  test("KERPLE's power 1 is ALiBi", () => {
    const lags = [0, 1, 7.5, 4000];
    expect(curve({ kind: "kerple", form: "power", a: 0.25, p: 1 }, lags)).toEqual(
      curve({ kind: "alibi", slope: 0.25 }, lags),
    );
  });

  /** b(s) + b(t) - b(s + t), the largest over s and t to 64. */
  function worst(encoding: object): { residual: number; at: [number, number] } {
    const b = curve(encoding, upTo(128), { position: 128 });
    let found: { residual: number; at: [number, number] } = { residual: 0, at: [0, 0] };
    for (const s of upTo(64))
      for (const t of upTo(64)) {
        const residual = Math.abs(b[s]! + b[t]! - b[s + t]!);
        if (residual > found.residual) found = { residual, at: [s, t] };
      }
    return found;
  }

  test("KERPLE-log misses composition by 3.48896 at (64, 64), Sandwich by 20.5625 at (63, 38)", () => {
    const kerple = worst({ kind: "kerple" });
    expectNear(kerple.residual, 3.48896, 5e-6);
    expect(kerple.at).toEqual([64, 64]);
    const sandwich = worst({ kind: "sandwich", dimension: 64 });
    expectNear(sandwich.residual, 20.5625, 5e-5);
    expect(new Set(sandwich.at)).toEqual(new Set([63, 38]));
  });

  test("FIRE sees where the query stands only beyond its threshold", () => {
    const at = (position: number) => curve({ kind: "fire" }, [5, 50], { position });
    expect(at(100)).toEqual(at(512));
    expect(at(513)).not.toEqual(at(512));
  });
});

describe("vectors added", () => {
  test("sinusoids alone score Σ cos(ω·lag), wherever the query stands", () => {
    const ask = (position: number, layout: string) =>
      engine.curve(
        { kind: "sinusoidal", dimension: 64, layout },
        { query: Array(64).fill(0), key: Array(64).fill(0), lags: [0, 1, 100], position },
      );
    const expected = [0, 1, 100].map((lag) =>
      upTo(31).reduce((sum, i) => sum + Math.cos(lag * 10000 ** (-i / 32)), 0),
    );
    for (const layout of ["interleaved", "concatenated"])
      for (const position of [100, 12345])
        expectEach(ask(position, layout), (j) => expected[j]!, 32 * 4e-15);
  });

  test("a learned table ends with its last row", () => {
    const learned = { kind: "learned", rows: 8 };
    expect(curve(learned, [7], { position: 7 })).toHaveLength(1);
    expectFailure(() => curve(learned, [0], { position: 8 }), "range", /position is 8.*below 8/);
    expectFailure(() => curve(learned, [8], { position: 7 }), "range", /lags\[0\] is 8.*8 rows/);
    expectFailure(() => curve(learned, [-1], { position: 7 }), "range", /lags\[0\] is -1.*8 rows/);
    expectFailure(() => curve(learned, [0], { position: 2.5 }), "range", /position is 2\.5/);
  });

  test("a row depends on the seed and its number alone", () => {
    const norm = (rows: number, seed: number) =>
      curve({ kind: "learned", rows, seed }, [0], { position: 5 })[0];
    expect(norm(8, 1)).toBe(norm(4096, 1));
    expect(norm(8, 1)).not.toBe(norm(8, 2));
  });

  test("Shaw's vectors are clipped, and nothing to a zero query", () => {
    expect(curve({ kind: "shaw" }, [0, 3, -20])).toEqual([0, 0, 0]);
    const [at16, beyond, before] = engine.curve(
      { kind: "shaw", dimension: 2 },
      { query: [1, 2], key: [0, 0], lags: [16, 999, -16] },
    );
    expect(at16).toBe(beyond);
    expect(before).not.toBe(at16);
  });

  test("CoPE counts gates, half a position a token where q·k = 0, and stops at its last", () => {
    const [two, four, ten, far] = engine.curve(
      { kind: "cope", dimension: 2, maxPosition: 6 },
      { query: [1, -1], key: [1, 1], lags: [1, 3, 9, 700], position: 700 },
    );
    const score = (lag: number, maxPosition: number) =>
      engine.curve(
        { kind: "cope", dimension: 2, maxPosition },
        { query: [1, -1], key: [1, 1], lags: [lag], position: 700 },
      )[0];
    expect(two).toBe(score(9, 2)); // both at position 1
    expect(four).toBe(score(9, 3));
    expect(ten).toBe(far);
  });
});

test.each([
  [{ kind: "sinusoidal" }, {}, "shape", /encoding\.dimension is 1; .*multiple of 2/],
  [{ kind: "fire" }, {}, "unsupported", /position is missing.*fire/],
  [{ kind: "learned" }, {}, "unsupported", /position is missing/],
  [{ kind: "cope" }, {}, "unsupported", /position is missing/],
  [{ kind: "fire" }, { position: -1 }, "range", /position is -1/],
  [{ kind: "fire" }, { position: Number.NaN }, "not-finite", /position is NaN/],
  [{ kind: "cope" }, { position: 3, lags: [4] }, "range", /lags\[0\] is 4.*0 to 3/],
  [{ kind: "t5" }, { lags: [0.5] }, "range", /lags\[0\] is 0\.5.*whole/],
  [{ kind: "shaw" }, { lags: [0, 1.5] }, "range", /lags\[1\] is 1\.5.*whole/],
  [{ kind: "t5", head: 13 }, {}, "range", /encoding\.head is 13/],
  [{ kind: "t5", table: [1, 2] }, {}, "range", /encoding\.table is a list; a list of 32/],
  [{ kind: "t5", maxDistance: 16 }, {}, "range", /encoding\.maxDistance is 16/],
  [{ kind: "t5", buckets: 3, bidirectional: true }, {}, "range", /encoding\.buckets is 3/],
  [{ kind: "kerple", p: 0 }, {}, "range", /encoding\.p is 0; .*above 0/],
  [{ kind: "kerple", form: "power", p: 3 }, {}, "range", /encoding\.p is 3/],
  [{ kind: "kerple", form: "exp" }, {}, "range", /encoding\.form is "exp"/],
  [{ kind: "sandwich", head: 9, dimension: 2 }, {}, "range", /encoding\.head is 9/],
  [{ kind: "learned", rows: 0 }, { position: 0 }, "range", /encoding\.rows is 0/],
  [{ kind: "shaw", seed: -1 }, {}, "range", /encoding\.seed is -1/],
] as const)("refuses %j with %j in words", (encoding, more, code, message) => {
  expectFailure(() => curve(encoding, [0], more), code, message);
});
