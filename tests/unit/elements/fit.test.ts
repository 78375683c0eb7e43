/** The theorem backwards: what the figure asks for, and what a reader may bring. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Etx, FitResult } from "../../../web/core/api.ts";
import { createEtx } from "../../../web/core/client.ts";
import { fitOf, mostGiven, orders, readColumn } from "../../../web/elements/fit-answer.ts";
import { Memo } from "../../../web/elements/memo.ts";
import { withOptions } from "../../../web/elements/views.ts";
import { EtxError } from "../../../web/model/error.ts";
import { backwards } from "../../../web/model/stories/backwards.ts";
import type { Experiment } from "../../../web/model/types.ts";

let etx: Etx;
beforeAll(async () => {
  etx = await createEtx();
});
afterAll(() => etx.dispose());

const kerple = backwards.backwards[0].document;
const ask = (experiment: Experiment) => fitOf(etx, experiment, new Memo());
describe("the nearest generator", () => {
  test("an exponential polynomial of order 3 is found at order 3", async () => {
    const samples = Array.from(
      { length: 60 },
      (_, t) => 2 * Math.exp(-0.1 * t) + Math.exp(-0.02 * t) * Math.cos(0.5 * t),
    );
    const { residuals, fit, curve } = await ask(withOptions(kerple, "fit", { samples, order: 3 }));
    expect(residuals[2]).toBeLessThan(1e-9);
    expect(residuals[1]).toBeGreaterThan(1e-3);
    samples.forEach((sample, t) => {
      expect(Math.abs((curve?.[t] as number) - sample)).toBeLessThan(3e-9);
    });
    const blocks = (fit as FitResult).generator.blocks;
    expect(blocks.map(({ kind }) => kind).sort()).toEqual(["pair", "real"]);
  });

  test("a column whose products overflow leaves its picture, with the reason in place of the fits", async () => {
    // Two decays that nearly cancel: each is beyond range alone.
    const samples = Array.from(
      { length: 60 },
      (_, t) => 1e308 * (40 * (Math.exp(-0.1 * t) - Math.exp(-0.11 * t))),
    );
    const { residuals, fit, curve } = await ask(withOptions(kerple, "fit", { samples, order: 3 }));
    expect(curve).toBeUndefined();
    expect(residuals).toHaveLength(0);
    expect(fit).toMatchObject({ code: "overflow" });
  });

  test.each(backwards.backwards)("$id: the residual is that of the curve drawn", async (story) => {
    const found = await ask(story.document);
    const { samples, curve, residuals } = found;
    const fit = found.fit as FitResult;
    expect(samples).toHaveLength(256);
    const most = Math.max(...samples.map(Math.abs));
    const off = Math.max(...samples.map((sample, i) => Math.abs(sample - (curve?.[i] as number))));
    expect(off / most).toBeCloseTo(fit.residual, 9);
    expect(residuals[2]).toBe(fit.residual);
    // Held to rates <= 0, and more blocks are never worse.
    for (const { rate } of fit.generator.blocks) expect(rate).toBeLessThanOrEqual(0);
    expect(residuals).toHaveLength(orders.length);
    expect(Array.from(residuals)).toEqual(Array.from(residuals).sort((a, b) => b - a));
    expect(residuals[7]).toBeLessThan(residuals[0] as number);
  });

  test("what the story says of the orders", async () => {
    const [log, stairs, , cosines] = await Promise.all(
      backwards.backwards.map(async ({ document }) => (await ask(document)).residuals),
    );
    expect(log?.[3]).toBeCloseTo(0.01, 3);
    expect(log?.[5]).toBeCloseTo(0.01 / 30, 4);
    expect(Math.min(...(stairs ?? []))).toBeGreaterThan(0.85);
    for (const residual of cosines?.slice(3) ?? []) expect(residual).toBeCloseTo(0.21, 1);
    expect(Math.min(...(cosines ?? []))).toBeGreaterThan(0.19);
    // Where Sandwich is missed: far out, in its waves.
    const sixth = withOptions(backwards.backwards[3].document, "fit", { order: 6 });
    const { samples, curve } = await ask(sixth);
    const off = samples.map((sample, i) => Math.abs(sample - (curve?.[i] as number)));
    expect(off.indexOf(Math.max(...off))).toBeGreaterThan(100);
  });

  test("its generator has blocks and nothing else, so it can stand on a bench", async () => {
    const { fit } = await ask(kerple);
    expect(Object.keys((fit as FitResult).generator)).toEqual(["blocks"]);
  });

  test("too few samples: the orders that they allow", async () => {
    const samples = [4, 2, 1, 0.5];
    const { residuals, fit } = await ask(withOptions(kerple, "fit", { samples, order: 1 }));
    expect((fit as FitResult).residual).toBeLessThan(1e-12);
    expect(residuals).toHaveLength(2);
    const beyond = await ask(withOptions(kerple, "fit", { samples, order: 8 }));
    expect(beyond.residuals).toEqual(residuals);
    expect(beyond.fit).toBeInstanceOf(EtxError);
  });

  test.each([
    [{ order: 9 }, "order is 9"],
    [{ order: "2" }, 'order is "2"'],
    [{ samples: [1] }, "samples is [1]"],
    [{ samples: [1, null] }, "samples is [1,null]"],
    [{ samples: "x".repeat(1000) }, 'samples is "xxx'],
  ])("options %j are refused by name", async (options, words) => {
    await expect(ask(withOptions(kerple, "fit", options))).rejects.toMatchObject({
      code: "range",
      message: expect.stringContaining(words),
    });
  });
});

describe("a column of numbers", () => {
  test("apart by anything that people type", () => {
    expect(readColumn(" 1, 2;3\n4\t-5e-1 ")).toEqual([1, 2, 3, 4, -0.5]);
  });
  test.each([
    ["1, two", 'number 2 is "two"'],
    ["1 NaN", 'number 2 is "NaN"'],
    ["1 1e999", 'number 2 is "1e999"'],
    ["", "the column has a length of 0"],
    [
      Array(mostGiven + 1)
        .fill("1")
        .join(" "),
      `the column has a length of ${mostGiven + 1}`,
    ],
  ])("%.20s: refused", (text, words) => {
    expect(() => readColumn(text)).toThrow(words);
  });
});
