/** Lags that are listed, and clocks that data drive. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Etx } from "../../../web/core/api.ts";
import { createEtx } from "../../../web/core/client.ts";
import { halfLag, lagAt } from "../../../web/elements/figures/curve.ts";
import { time } from "../../../web/elements/figures/time.ts";
import { Memo } from "../../../web/elements/memo.ts";
import { paint } from "../../../web/elements/picture.ts";
import { presets } from "../../../web/model/presets.ts";
import { session, time as stories } from "../../../web/model/stories/time.ts";
import type { Encoding, Experiment } from "../../../web/model/types.ts";
import { expectEach, expectFailure } from "../core/support.ts";

let etx: Etx;
beforeAll(async () => {
  etx = await createEtx();
});
afterAll(() => etx.dispose());

const one = (encoding: Encoding, lags: Experiment["lags"]): Experiment => ({
  ...presets.rope,
  encodings: [{ id: "one", encoding }],
  lags,
});
const ask = async (experiment: Experiment) =>
  (await time.ask?.(etx, experiment, new Memo())) as {
    told: string;
    back: Float64Array;
    driven?: { by: string; steps: Float64Array };
  };

test("a made session: the same for its seed, rising, in bursts", () => {
  const back = session(7);
  expect(back).toEqual(session(7));
  expect(session(8)).not.toEqual(back);
  expect(back[0]).toBe(0);
  const gaps = back.slice(1).map((at, i) => at - (back[i] as number));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
  const short = gaps.filter((gap) => gap < 1).length / gaps.length;
  expect(short).toBeGreaterThan(0.25); // an even stream with its mean gap would have a sixth
  expect(short).toBeLessThan(0.75);
});

test("a curve stands at its listed lags, and falls to half at the first that is late enough", async () => {
  const lags = [0, 0.25, 3, 3, 40.5, 1000];
  const decay = { kind: "decay", dimension: 2, rate: -0.1 };
  const { shown } = await paint(etx, one(decay, lags), new Memo());
  const curve = shown[0]?.curve;
  if (!curve) throw new Error("no curve");
  expectEach(curve.values, (i) => 2 * Math.exp(-0.1 * (lags[i] as number)), 1e-15);
  expect(lags.map((_, i) => lagAt(curve, i))).toEqual(lags);
  expect(halfLag(curve)).toBe(40.5);
  const { shown: late } = await paint(etx, one(decay, [1, 2]), new Memo());
  expect(late[0]?.curve?.atZero).toBe(2);
});

test("lags that fall again are refused by name", async () => {
  const { shown } = await paint(
    etx,
    one(presets.nope.encodings[0]!.encoding, [0, 2, 1]),
    new Memo(),
  );
  expectFailure(
    () => {
      throw shown[0]?.error;
    },
    "range",
    /lags\[2\] is 1/,
  );
});

test("a clock of the data is the sum of its newest steps", async () => {
  const clock = [9, 0.5, 0.25, 4, 1];
  const lags = { start: 0, step: 1, count: 5 };
  for (const kind of ["mamba", "fox", "gla"]) {
    const { told, back, driven } = await ask(one({ kind, dimension: 4, clock }, lags));
    expect(told).toBe("clock");
    expect([...back]).toEqual([0, 1, 5, 5.25, 5.75]);
    expect(driven).toEqual({ by: kind, steps: Float64Array.of(1, 4, 0.25, 0.5, 9) });
  }
  const few = await ask(one({ kind: "fox", dimension: 1, clock }, { ...lags, count: 3 }));
  expect([...few.back]).toEqual([0, 0.25, 0.75]);
});

test("timestamps are their own clock; without either there is a counter", async () => {
  const rope = { kind: "rope", dimension: 4 };
  expect(await ask(one(rope, [0, 2.5, 3]))).toMatchObject({
    told: "timestamps",
    back: Float64Array.of(0, 2.5, 3),
  });
  expect(await ask(one(rope, { start: 0, step: 1, count: 3 }))).toMatchObject({
    told: "steady",
    back: Float64Array.of(0, 1, 2),
  });
  await expect(ask(one(rope, { start: 0, step: 1, count: 9999 }))).rejects.toMatchObject({
    code: "too-large",
  });
});

test("FoX's curve is its clock, Mamba's fades along its own", async () => {
  const [mamba, fox] = stories["data-clock"];
  const driven = await paint(etx, fox!.document, new Memo());
  const { back } = await ask(fox!.document);
  const curve = driven.shown[0]?.curve;
  expectEach(curve!.values, (i) => 16 - (back[i] as number), 1e-13);
  const { shown } = await paint(etx, mamba!.document, new Memo());
  const told = (await ask(mamba!.document)).back;
  // All of the state fades by e^{-Φ}, and turning adds nothing.
  shown[0]!.curve!.values.forEach((score, i) => {
    expect(Math.abs(score)).toBeLessThanOrEqual(16 * Math.exp(-(told[i] as number)) + 1e-12);
  });
});
