/** The softmax view of three ways to fade, against 40-digit arithmetic (tests/data/mechanisms.py). */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Etx } from "../../../web/core/api.ts";
import { createEtx } from "../../../web/core/client.ts";
import { type Attended, attentionOf } from "../../../web/elements/attention-picture.ts";
import { Memo } from "../../../web/elements/memo.ts";
import { paint } from "../../../web/elements/picture.ts";
import { curveViewOf, withOptions } from "../../../web/elements/views.ts";
import { number } from "../../../web/locales/index.ts";
import { storyWords } from "../../../web/locales/stories/index.ts";
import { parseExperiment } from "../../../web/model/schema.ts";
import { decay } from "../../../web/model/stories/decay.ts";
import type { Experiment } from "../../../web/model/types.ts";
import { expectEach, expectNear } from "../core/support.ts";

interface Known {
  score: number[];
  weight: number[];
  entropy: number;
  effective: number;
  mass50: number;
  mass95: number;
}
const known = JSON.parse(
  readFileSync(new URL("../../data/mechanisms.json", import.meta.url), "utf8"),
) as { lags: number[] } & Record<string, Known>;

let etx: Etx;
beforeAll(async () => {
  etx = await createEtx();
});
afterAll(() => etx.dispose());

const story: Experiment = decay.mechanisms[0]?.document as Experiment;
async function rowsOf(experiment: Experiment): Promise<Record<string, Attended>> {
  const { rows } = await attentionOf(etx, experiment, new Memo());
  return Object.fromEntries(rows.map((row) => [row.entry.id, row]));
}
const seen = (options: object, more: Partial<Experiment> = {}) =>
  rowsOf({ ...withOptions(story, "attention", { ...options }), ...more });

describe("three ways to fade", () => {
  test("as scores", async () => {
    const { shown } = await paint(etx, story, new Memo());
    for (const { entry, curve } of shown) {
      const { score } = known[entry.id] as Known;
      const values = known.lags.map((lag) => curve?.values[lag] as number);
      expectEach(values, (i) => (curve?.atZero ?? 0) * (score[i] as number), 8e-12);
    }
  });

  // Logits of size 8 to 12 err by 4e-15 of them; a weight by as much as its logit, relatively.
  test("as attention: weights, entropy, effective context, where half and 95 % lie", async () => {
    const rows = await seen({});
    for (const [id, row] of Object.entries(rows)) {
      const { weight, entropy, effective, mass50, mass95 } = known[id] as Known;
      const weights = known.lags.map((lag) => row.weights[lag] as number);
      expectEach(
        weights,
        (i) => weight[i] as number,
        (i) => 1e-12 * (weight[i] as number),
      );
      expectNear(row.entropy, entropy, 1e-12);
      expectNear(row.effective, effective, 1e-12 * effective);
      expect([row.mass50, row.mass95]).toEqual([mass50, mass95]);
    }
  });

  test("ALiBi is 1 - 0.0005τ, and the plot's axis, not the curve, ends at -0.5", async () => {
    const { alibi } = await seen({ window: 5000 });
    expectEach(alibi?.logits ?? [], (lag) => 8 * (1 - 0.0005 * lag), 1e-13);
    expect(Math.min(...(alibi?.logits ?? []))).toBeLessThan(-0.5 * 8);
    expect(curveViewOf(story).limits).toEqual([-0.5, 1]);
  });

  test("the story's numbers are the figure's", async () => {
    for (const window of [5000, 50_000]) {
      for (const row of Object.values(await seen({ window }))) {
        const count = number("en", Math.round(row.effective), 12).replace("\u202f", " ");
        expect(storyWords.en.mechanisms.text).toContain(count);
        expect(storyWords["zh-Hans"].mechanisms.text).toContain(count);
      }
    }
  });
});

describe("truth 7: decay of the score is not decay of attention", () => {
  test("a damped score tends to logit 0, where all keys weigh the same", async () => {
    const { damped } = await seen({ window: 50_000 });
    const far = damped?.weights.slice(40_000) ?? new Float64Array();
    expect(Math.abs(damped?.logits[40_000] as number)).toBeLessThan(8 * Math.exp(-40));
    expectEach(far, () => far[0] as number, 1e-15 * (far[0] as number));
    expectNear((far[0] as number) / (damped?.weights[0] as number), Math.exp(-8), 1e-12);
  });

  test("negative logits rise as their score fades", async () => {
    const { damped } = await seen({ window: 5000 }, { key: { values: [-1] } });
    const [near, far] = [0, 4999].map((lag) => damped?.weights[lag] as number);
    expectNear((far as number) / (near as number), Math.exp(8), 0.02 * Math.exp(8));
  });

  test("only ALiBi's logit goes to -∞: more keys change its attention no more", async () => {
    const [few, many] = [await seen({ window: 5000 }), await seen({ window: 50_000 })];
    expectNear(many.alibi?.logits.at(-1) ?? 0, 8 - 0.004 * 49_999, 1e-12);
    expectNear(many.alibi?.effective ?? 0, few.alibi?.effective ?? 1, 1e-4);
    for (const id of ["damped", "bias"])
      expect(many[id]?.effective).toBeGreaterThan(10 * (few[id]?.effective ?? 0));
  });
});

test("the scale is 1/√d by itself, and scales the query: a slope is added as it is", async () => {
  const encodings = [
    { id: "a", encoding: { kind: "nope", dimension: 64 } },
    { id: "b", encoding: { kind: "alibi", slope: 0.5, dimension: 4 } },
    { id: "c", encoding: { kind: "alibi", slope: 0.25 } },
    { id: "hidden", encoding: { kind: "nope", dimension: 2 }, hidden: true },
  ];
  const lags = { start: 0, step: 1, count: 3 };
  const experiment = parseExperiment({ v: 1, encodings, lags, views: [{ kind: "attention" }] });
  const { a, b, c, ...others } = await rowsOf(experiment);
  expect(others).toEqual({});
  expectEach(a?.logits ?? [], () => 8, 1e-14);
  expectEach(b?.logits ?? [], (lag) => 2 - 0.5 * lag, 1e-14);
  expectEach(c?.logits ?? [], (lag) => -0.25 * lag, 1e-14);
  expect([a?.scale, b?.scale, c?.scale]).toEqual([1 / 8, 1 / 2, 1]);
  expectNear(a?.effective ?? 0, 3, 1e-13);
});

test("what grows beyond range leaves the others alone; nothing left is said", async () => {
  const growing = {
    id: "growing",
    encoding: { kind: "generator", generator: { blocks: [{ kind: "real" as const, rate: 1 }] } },
  };
  const { damped, growing: gone } = await rowsOf({
    ...story,
    encodings: [...story.encodings, growing],
  });
  expect(damped).toBeDefined();
  expect(gone).toBeUndefined();
  await expect(rowsOf({ ...story, encodings: [growing] })).rejects.toThrow("scores[");
});

test.each([
  [{ scale: Number.MAX_VALUE }, "attention's scale is"],
  [{ scale: "1" }, 'attention\'s scale is "1"'],
  [{ window: 0 }, "attention's window is 0"],
  [{ window: 2 ** 21 }, "attention's window is 2097152"],
])("%o is refused by name", async (options, words) => {
  await expect(seen(options)).rejects.toThrow(words);
});
