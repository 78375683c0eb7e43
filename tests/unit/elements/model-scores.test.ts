/** How far two readings take scores apart, against whole matrices made pair by pair. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Etx } from "../../../web/core/api.ts";
import { createEtx } from "../../../web/core/client.ts";
import { differences } from "../../../web/elements/model-differences.ts";
import { type ReadLayer, readModel } from "../../../web/elements/model-reading.ts";
import { scoresApart } from "../../../web/elements/model-scores.ts";
import { misreadings, type Reading } from "../../../web/files/readings.ts";

let etx: Etx;
beforeAll(async () => {
  etx = await createEtx();
});
afterAll(() => etx.dispose());

const compared = async (name: string, id: Reading["id"]) => {
  const path = new URL(`../../data/configs/${name}.json`, import.meta.url);
  const config = JSON.parse(readFileSync(path, "utf8"));
  const other = misreadings(config).find((one) => one.id === id)?.config;
  const [a, b] = await Promise.all(
    [config, other].map(async (one) => (await readModel(etx, one, name)).layers),
  );
  const [found] = differences(a ?? [], b ?? []);
  if (!found?.partner) throw new Error("nothing to compare");
  return { found, layers: [found.layer, found.partner] as const };
};

/** Row by row, dense: the score's matrix at a lag, with every factor. */
function matrix({ table }: ReadLayer, lag: number): number[] {
  if (!table) throw new Error("no table");
  const { headDimension: d, rotaryDimension: r, layout, inverseFrequencies } = table;
  const scale = table.softmaxScaleFactor;
  const rows = Array(d * d).fill(0);
  for (let i = r; i < d; i++) rows[i * d + i] = scale;
  inverseFrequencies.forEach((frequency, pair) => {
    const [i, j] = layout === "half" ? [pair, pair + r / 2] : [2 * pair, 2 * pair + 1];
    const [c, s] = [Math.cos(frequency * lag), Math.sin(frequency * lag)].map(
      (x) => scale * table.attentionFactor ** 2 * x,
    ) as [number, number];
    [rows[i * d + i], rows[j * d + j], rows[i * d + j], rows[j * d + i]] = [c, c, s, -s];
  });
  return rows;
}
const norm = (entries: readonly number[]): number =>
  Math.sqrt(entries.reduce((sum, one) => sum + one * one, 0));

test.each<[string, Reading["id"], number]>([
  // Coordinates of equal size make the mean over keys exact while pairs stay pairs …
  ["llama-3.1-8b", "unscaled", 1e-9],
  ["gpt-oss-120b", "unscaled", 1e-9],
  ["internlm2.5-7b", "base", 1e-9],
  // … and where coordinates of two pairs meet, eight keys leave it a deviation of about 1/(2√(8d)), 1.6 % at d = 128.
  ["llama-3.1-8b", "paired", 0.08],
  ["gemma-4-e2b", "paired", 0.08],
  ["glm-4-9b-chat-hf", "whole", 0.08],
])("%s, %s: ‖B - A‖ / ‖A‖ over whole matrices", async (name, id, tolerance) => {
  const { found, layers } = await compared(name, id);
  const { lags, apart } = (await scoresApart(etx, found)) ?? {};
  for (const lag of [0, 1, 16, 256, 4096]) {
    const [a, b] = layers.map((layer) => matrix(layer, lag)) as [number[], number[]];
    const exact = norm(b.map((value, i) => value - (a[i] as number))) / norm(a);
    const measured = apart?.[lags?.indexOf(lag) ?? -1] as number;
    expect(Math.abs(measured - exact), `lag ${lag}`).toBeLessThanOrEqual(tolerance * exact + 1e-9);
  }
});

test("llama.cpp#7481, TinyLlama#24: pairs the other way agree at lag 0 only, and 16 tokens on are all but unrelated", async () => {
  const { found } = await compared("llama-3.1-8b", "paired");
  const { lags, apart } = (await scoresApart(etx, found)) ?? {};
  expect(apart?.[0]).toBe(0);
  expect(apart?.[lags?.indexOf(1) ?? -1]).toBeGreaterThan(0.2);
  expect(apart?.[lags?.indexOf(16) ?? -1]).toBeGreaterThan(0.8);
  expect(lags?.at(-1)).toBe(131072);
});

test("mobius#548: DeepSeek without its factor on the logit is off at lag 0 already, by the part that does not turn", async () => {
  const { found } = await compared("deepseek-v3", "scales");
  const { apart } = (await scoresApart(etx, found)) ?? {};
  // cos and sin get by mistake what the logit lacks; 128 of 192 dimensions have neither: √(128/192)·(1 - 1/1.873854).
  expect(apart?.[0]).toBeCloseTo(Math.sqrt(128 / 192) * (1 - 1 / 1.873854), 6);
});

test("nothing to tell where encodings are the same, or heads of two lengths", async () => {
  const { found, layers } = await compared("llama-3.1-8b", "paired");
  expect(await scoresApart(etx, { ...found, partner: layers[0] })).toBeUndefined();
  const { found: other } = await compared("gpt-oss-120b", "paired");
  expect(await scoresApart(etx, { ...found, partner: other.layer })).toBeUndefined();
});
