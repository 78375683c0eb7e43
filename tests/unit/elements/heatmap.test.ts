/** What a heatmap asks: the part in sight, at full resolution; and which run answers. */
import { describe, expect, test, vi } from "vitest";
import type { Etx, SweepOptions, SweepResult } from "../../../web/core/api.ts";
import { questionOf, type Zoom } from "../../../web/elements/figures/heatmap-question.ts";
import { runOf } from "../../../web/elements/figures/heatmap-run.ts";
import { withOptions } from "../../../web/elements/views.ts";
import { EtxError } from "../../../web/model/error.ts";
import { long } from "../../../web/model/stories/long.ts";
import type { Encoding, Experiment } from "../../../web/model/types.ts";

const far = long.million[1].document; // bases 100 to 1e8 in 128 rows, 2^20 lags
const zoomed = (zoom: Zoom | undefined, options: object = {}): Experiment =>
  withOptions(far, "heatmap", { ...options, zoom });

describe("what is asked", () => {
  test("all of it: every row's own value, 1024 columns", () => {
    const { question, lags, rows, all } = questionOf(far);
    expect(question.within).toBeUndefined();
    expect([question.width, question.values.length]).toEqual([1024, 128]);
    expect([question.values[0], question.values[127]]).toEqual([100, 1e8]);
    expect([lags, rows, all]).toEqual([
      [0, 2 ** 20],
      [0, 1],
      [0, 2 ** 20],
    ]);
  });

  test("whole lags around the part in sight, and as many rows between its edges", () => {
    const { question, lags, rows } = questionOf(
      zoomed({ lags: [1000.5, 5000], rows: [0.5, 0.75] }),
    );
    expect(question.within).toEqual({ first: 1000, count: 4000 });
    expect([lags, rows]).toEqual([
      [1000, 5000],
      [0.5, 0.75],
    ]);
    expect([question.width, question.values.length]).toEqual([1024, 128]);
    // A quarter of the rows in four times the steps: row i of the part lies at row 63.625 + i/4 of all.
    const value = (row: number): number => 100 * 1e6 ** (row / 127);
    expect(question.values[0]).toBeCloseTo(value(63.625), 6);
    expect((question.values[127] as number) / value(95.375)).toBeCloseTo(1, 12);
  });

  test("a lag a column, where there are few; rows that are listed stay as they are", () => {
    expect(questionOf(zoomed({ lags: [7, 11] })).question).toMatchObject({
      width: 4,
      within: { first: 7, count: 4 },
    });
    const listed = questionOf(zoomed({ rows: [0.3, 0.6] }, { values: [10, 20, 30, 40, 50] }));
    expect(listed.question.values).toEqual([20, 30]);
    expect(listed.rows).toEqual([0.2, 0.6]);
  });

  test("the swept number's own value is no part of it: to move it changes nothing", () => {
    const with_ = (parameter: string, changes: object): Experiment => {
      const [one] = far.encodings;
      const encoding = { ...one?.encoding, ...changes } as Encoding;
      const document = { ...far, encodings: [{ ...one, encoding }] } as Experiment;
      return withOptions(document, "heatmap", { parameter });
    };
    const key = (one: Experiment): string => JSON.stringify(questionOf(one).question);
    expect(key(with_("base", { base: 77 }))).toBe(key(with_("base", { base: 5e5 })));
    expect(key(with_("base", { rate: -1 }))).not.toBe(key(with_("base", { rate: -2 })));
    const stretched = (factor: number, parameter: string) =>
      key(with_(parameter, { scaling: { rope_type: "linear", factor } }));
    expect(stretched(2, "scaling.factor")).toBe(stretched(4, "scaling.factor"));
    expect(stretched(2, "base")).not.toBe(stretched(4, "base"));
  });

  test("parts of one picture know each other; a link's nonsense is all of it", () => {
    const whole = questionOf(far).whole;
    expect(questionOf(zoomed({ lags: [1000, 5000] })).whole).toBe(whole);
    expect(questionOf(zoomed(undefined, { quantity: "effective" })).whole).not.toBe(whole);
    for (const zoom of [
      7,
      null,
      { lags: [5, 1] },
      { lags: ["a", 2], rows: [0] },
      { rows: [-9, 9] },
    ])
      expect(questionOf(zoomed(zoom as never)).question).toEqual(questionOf(far).question);
    const beyond = questionOf(zoomed({ lags: [1e9, 2e9], rows: [3, 4] })).question;
    expect(beyond.within).toEqual({ first: 2 ** 20 - 1, count: 1 });
  });
});

/** An engine whose sweeps show and end what the test says. */
function scripted() {
  interface Call extends Pick<SweepOptions, "query"> {
    signal: AbortSignal;
    coarse(result: Partial<SweepResult>): void;
    end(result: Partial<SweepResult>): void;
  }
  const asked: Call[] = [];
  const etx = {
    sweep: ({
      query,
      signal,
      onCoarse,
    }: Required<Pick<SweepOptions, (keyof Call & keyof SweepOptions) | "onCoarse">>) =>
      new Promise((resolve, reject) => {
        asked.push({ query, signal, coarse: onCoarse as Call["coarse"], end: resolve });
        signal.addEventListener("abort", () =>
          reject(new EtxError("aborted", "sweep was aborted")),
        );
      }),
  } as unknown as Etx;
  return { etx, asked };
}

describe("which run answers", () => {
  test("the same question goes on; another one cancels it; the whole picture is kept for the way back", async () => {
    const { etx, asked } = scripted();
    const whole = runOf(etx, questionOf(far));
    expect(runOf(etx, questionOf(far))).toBe(whole);
    asked[0]?.end({ width: 1024 });
    await Promise.resolve();
    expect(whole.done).toBe(true);

    const part = runOf(etx, questionOf(zoomed({ lags: [0, 100] })));
    const other = runOf(etx, questionOf(zoomed({ lags: [0, 200] })));
    expect(asked.map(({ signal }) => signal.aborted).slice(1)).toEqual([true, false]);
    expect([part.lives, other.lives]).toEqual([false, true]);
    expect(part.error).toBeUndefined();
    expect(runOf(etx, questionOf(far))).toBe(whole);
    expect(asked).toHaveLength(3);
  });

  describe("in a drag", () => {
    const held = (x: number): Experiment => ({ ...far, query: { values: [x] } });
    const queries = (asked: { query: unknown }[]) =>
      asked.map(({ query }) => (query as number[])[0]);
    const pictures = { coarse: { height: 128 }, other: { height: 128 } };

    test("the one at work shows a picture, then the newest takes its place: none between", async () => {
      const { etx, asked } = scripted();
      runOf(etx, questionOf(held(1)));
      const between = runOf(etx, questionOf(held(2)));
      const newest = runOf(etx, questionOf(held(3)));
      expect(runOf(etx, questionOf(held(3)))).toBe(newest);
      expect([between.lives, newest.lives]).toEqual([false, true]);
      expect(queries(asked)).toEqual([1]);
      expect(asked[0]?.signal.aborted).toBe(false);
      let told = 0;
      newest.addEventListener("change", () => told++);
      asked[0]?.coarse(pictures.coarse);
      await Promise.resolve();
      // What the hand showed a moment ago is seen at once; finer pictures of it nobody needs.
      expect(told).toBe(1);
      expect(newest.shown?.result).toBe(pictures.coarse);
      expect(newest.shown?.run.asked.question.query).toEqual(questionOf(held(1)).question.query);
      expect(queries(asked)).toEqual([1, 3]);
      expect(asked[0]?.signal.aborted).toBe(true);
      asked[1]?.coarse(pictures.other);
      expect(newest.shown).toEqual({ run: newest, result: pictures.other });
      // It has shown one: the next need not wait.
      const next = runOf(etx, questionOf(held(4)));
      expect(queries(asked)).toEqual([1, 3, 4]);
      expect(asked[1]?.signal.aborted).toBe(true);
      expect(next.shown).toBeUndefined();
    });

    test("another part, another parameter or the way back need not wait; a failure ends the waiting", async () => {
      const { etx, asked } = scripted();
      runOf(etx, questionOf(held(1)));
      runOf(etx, questionOf(held(2)));
      const part = runOf(etx, questionOf(zoomed({ lags: [0, 100] })));
      expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
      await Promise.resolve();
      expect(asked).toHaveLength(2); // the one that waited never begins
      part.cancel();

      runOf(etx, questionOf(held(5)));
      const after = runOf(etx, questionOf(held(6)));
      asked[2]?.end(Promise.reject(new EtxError("range", "no")) as never);
      await new Promise((resolve) => setTimeout(resolve, 0));
      expect(queries(asked).slice(2)).toEqual([5, 6]);
      expect([after.error, after.shown]).toEqual([undefined, undefined]);
    });

    test("patience ends: one that shows nothing for a second is given up", async () => {
      vi.useFakeTimers();
      try {
        const { etx, asked } = scripted();
        runOf(etx, questionOf(held(1)));
        runOf(etx, questionOf(held(2)));
        await vi.advanceTimersByTimeAsync(999);
        expect(asked[0]?.signal.aborted).toBe(false);
        await vi.advanceTimersByTimeAsync(1);
        expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
      } finally {
        vi.useRealTimers();
      }
    });
  });

  test("what was cancelled is asked again", () => {
    const { etx, asked } = scripted();
    const run = runOf(etx, questionOf(far));
    run.cancel();
    expect(runOf(etx, questionOf(far))).not.toBe(run);
    expect(asked).toHaveLength(2);
  });
});
