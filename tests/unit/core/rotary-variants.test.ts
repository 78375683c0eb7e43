/** The catalogue's variants of RoPE turn as the models do that they are named after. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readRotary } from "../../../web/files/config.ts";
import { rotaryVariants } from "../../../web/model/encodings/rotary-variants.ts";
import { engine, expectNear } from "./support.ts";

const read = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../data/configs/${name}.json`, import.meta.url), "utf8"));
const variant = (id: string) => {
  const found = rotaryVariants.find((one) => one.id === id);
  if (!found) throw new Error(`no variant ${id}`);
  return found.entry.encoding;
};
/** What each pair turns by, in radians a token. */
const turns = (id: string): number[] =>
  (engine.generator(variant(id))?.generators[0]?.blocks ?? []).flatMap((block) =>
    block.kind === "pair" ? [Math.abs(block.frequency)] : [],
  );

test.each([
  ["rope-prefix", "gpt-neox-20b"],
  ["rope-proportional", "gemma-4-e2b"],
])("%s is %s's", (id, name) => {
  const [table] = engine.frequencies(read(name));
  expect(turns(id)).toEqual([...(table?.inverseFrequencies ?? [])]);
  expect(variant(id).dimension).toBe(table?.headDimension);
});

test("p-RoPE drops the slowest quarter of 64, the floor what needs more than 512 tokens for a turn", () => {
  const all = engine.frequencies({ model_type: "llama", head_dim: 128 })[0]?.inverseFrequencies;
  expect(turns("p-rope")).toEqual([...(all ?? [])].map((w, i) => (i < 48 ? w : 0)));
  const floor = turns("rope-floor");
  const live = floor.filter((w) => w > 0);
  expect((2 * Math.PI) / (live.at(-1) as number)).toBeLessThanOrEqual(512);
  expect((2 * Math.PI) / (all?.[live.length] as number)).toBeGreaterThan(512);
  expect(floor.slice(live.length).every((w) => w === 0)).toBe(true);
});

test.each([
  ["mrope-contiguous", "qwen2-vl-7b"],
  ["mrope-interleaved", "qwen3-vl-8b"],
])("%s turns the pairs of rows in %s's file, by its frequencies", (id, name) => {
  const rows = readRotary(read(name))[0]?.bands?.height ?? [];
  const table = engine.frequencies(read(name))[0]?.inverseFrequencies ?? [];
  const found = turns(id);
  expect(found.flatMap((w, i) => (w > 0 ? [i] : []))).toEqual(rows);
  for (const i of rows) expectNear(found[i] as number, table[i] as number, 1e-15);
});
