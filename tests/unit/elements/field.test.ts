/** What a field asks of the engine, against closed forms. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Etx } from "../../../web/core/api.ts";
import { createEtx } from "../../../web/core/client.ts";
import { type FieldAnswer, fieldAnswer } from "../../../web/elements/figures/field-answer.ts";
import { comparisons } from "../../../web/elements/figures/field-view.ts";
import { Memo } from "../../../web/elements/memo.ts";
import { paint } from "../../../web/elements/picture.ts";
import { presets } from "../../../web/model/presets.ts";
import type { Encoding, Experiment, LagGrid, Vector } from "../../../web/model/types.ts";
import { expectEach, expectFailure } from "../core/support.ts";

let etx: Etx;
beforeAll(async () => {
  etx = await createEtx();
});
afterAll(() => etx.dispose());

const x: LagGrid = { start: 0.5, step: 0.25, count: 7 };
const y: LagGrid = { start: -1, step: 0.5, count: 5 };
const [column, row] = [4, 1];

interface Asked {
  query?: Vector;
  key?: Vector;
  lags?: Experiment["lags"];
  against?: string;
}
function ask(encoding: Encoding, more: Asked = {}): Promise<FieldAnswer> {
  const { against = "order", ...given } = more;
  const experiment: Experiment = {
    ...presets.rope,
    encodings: [{ id: "one", encoding }],
    lags: { x, y },
    views: [{ kind: "field", options: { column, row, against } }],
    ...given,
  };
  return fieldAnswer(etx, experiment, new Memo());
}
/** A value from the displacement to the asking patch, and from where the two stand. */
const over =
  (of: (dx: number, dy: number, t: readonly number[], s: readonly number[]) => number) =>
  (at: number): number => {
    const s = [x.start + x.step * (at % 7), y.start + y.step * Math.floor(at / 7)] as const;
    const t = [x.start + x.step * column, y.start + y.step * row] as const;
    return of(t[0] - s[0], t[1] - s[1], t, s);
  };
const unit = (i: number, n: number): Vector => ({
  values: Array.from({ length: n }, (_, j) => Number(i === j)),
});
const matrix = (n: number, entries: readonly (readonly [number, number, number])[]) => {
  const data = new Array<number>(n * n).fill(0);
  for (const [i, j, value] of entries) data[n * i + j] = value;
  return { rows: n, cols: n, data };
};

describe("generators that commute", () => {
  test("axial: the sum of a curve along x and one along y", async () => {
    const { scores, commutator, commutes } = await ask({ kind: "axial2d", dimension: 8 });
    const along = (d: number): number => 2 * Math.cos(d) + 2 * Math.cos(d / 10);
    expectEach(
      scores,
      over((dx, dy) => along(dx) + along(dy)),
      1e-14,
    );
    expect([commutator, commutes]).toEqual([0, true]);
  });

  test("a field of decays is a product of curves", async () => {
    const rate = (value: number) => ({ blocks: [{ kind: "real", rate: value }] });
    const { scores } = await ask({ kind: "lie2d", dimension: 1, generators: [rate(-1), rate(-2)] });
    expectEach(
      scores,
      over((dx, dy) => Math.exp(-dx) * Math.exp(-2 * dy)),
      (at) => 1e-14 * (scores[at] as number),
    );
  });

  test.each(comparisons)("nothing differs: %s", async (against) => {
    for (const encoding of [
      { kind: "axial2d", dimension: 8 },
      { kind: "mixed2d", dimension: 8, angles: [0.3, 1.2] },
      { kind: "lie2d", dimension: 6, coupling: 0 },
    ]) {
      const { residual, commutes } = await ask(encoding, { against });
      expect(commutes).toBe(true);
      expectEach(residual, () => 0, 1e-13);
    }
  });
});

describe("generators that do not", () => {
  // X = E₁₂, Y = E₂₃ and their commutator E₁₃: every series stops.
  const heisenberg = {
    kind: "lie2d",
    dimension: 3,
    generators: [matrix(3, [[0, 1, 1]]), matrix(3, [[1, 2, 1]])],
  };
  const corner = { query: unit(0, 3), key: unit(2, 3) };

  test("nilpotent: S = xy/2, and each comparison is its own multiple of an area", async () => {
    const { scores, commutator, commutes } = await ask(heisenberg, corner);
    expectEach(
      scores,
      over((dx, dy) => (dx * dy) / 2),
      1e-14,
    );
    expect([commutator, commutes]).toEqual([1, false]);
    const wanted = {
      order: over((dx, dy) => dx * dy),
      path: over((dx, dy) => (dx * dy) / 2),
      place: over((_, __, [tx = 0, ty = 0], [sx = 0, sy = 0]) => (ty * sx - tx * sy) / 2),
    };
    for (const against of comparisons) {
      const { residual } = await ask(heisenberg, { ...corner, against });
      expectEach(residual, wanted[against], 1e-14);
    }
  });

  test("turns about two axes of space: sin x·sin y between the orders", async () => {
    const turn = (i: number, j: number) =>
      matrix(3, [
        [i, j, -1],
        [j, i, 1],
      ]);
    const globe = { kind: "lie2d", dimension: 3, generators: [turn(0, 1), turn(1, 2)] };
    const { residual, commutator } = await ask(globe, corner);
    expectEach(
      residual,
      over((dx, dy) => Math.sin(dx) * Math.sin(dy)),
      1e-14,
    );
    expect(commutator).toBeCloseTo(Math.SQRT2, 15);
  });

  test("drawn ones leave the commuting pairs in proportion to their coupling", async () => {
    const norms = await Promise.all(
      [0.001, 0.002].map(
        async (coupling) =>
          (await ask({ kind: "lie2d", dimension: 6, coupling })).commutator / coupling,
      ),
    );
    expect(norms[0]).toBeGreaterThan(1);
    expect((norms[1] as number) / (norms[0] as number)).toBeCloseTo(1, 1);
  });
});

test("other documents: a picture of 14 × 14, the selected encoding or the first of the plane", async () => {
  const axial = { kind: "axial2d", dimension: 4 };
  const answer = await ask(axial, { lags: presets.rope.lags });
  expect([answer.columns, answer.rows, answer.scores.length]).toEqual([14, 14, 196]);
  const experiment = {
    ...presets.rope,
    encodings: [...presets.rope.encodings, { id: "two", encoding: axial }],
  };
  expect((await fieldAnswer(etx, experiment, new Memo())).entry).toBe("two");
  // The other figures show such a document along x.
  const { shown } = await paint(
    etx,
    { ...experiment, lags: { x: { start: 0, step: 1, count: 9 }, y } },
    new Memo(),
  );
  expect(shown.map(({ curve, error }) => error ?? curve?.values.length)).toEqual([9, 9]);
});

test.each([
  [{ kind: "rope", dimension: 4 }, {}, "unsupported", /"rope"; two lags are for/],
  [
    { kind: "axial2d", dimension: 4 },
    { lags: { x: [0, 1, 3], y } },
    "unsupported",
    /lags\.x is a list/,
  ],
  [
    { kind: "axial2d", dimension: 4 },
    { lags: { x, y: { ...y, count: 33 } } },
    "too-large",
    /lags\.y\.count is 33; .* 32/,
  ],
] as const)("refuses %j with %j", async (encoding, more, code, message) => {
  const failure = await ask(encoding as unknown as Encoding, more as Asked).catch(
    (reason) => reason,
  );
  expectFailure(
    () => {
      throw failure;
    },
    code,
    message,
  );
});
