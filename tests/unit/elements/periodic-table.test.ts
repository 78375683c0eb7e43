/** The periodic table's places, on the real engine. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Etx } from "../../../web/core/api.ts";
import { createEtx } from "../../../web/core/client.ts";
import { periodicTable } from "../../../web/elements/figures/periodic-table.ts";
import { Memo } from "../../../web/elements/memo.ts";
import { encodingKinds } from "../../../web/model/encodings/registry.ts";
import { presets } from "../../../web/model/presets.ts";

let etx: Etx;
beforeAll(async () => {
  etx = await createEtx();
});
afterAll(() => etx.dispose());

interface Answer {
  elements: { encoding: { kind: string }; place: { column: string; size: number } | null }[];
  broken: ReadonlyMap<string, string>;
}

test("each kind in its cell at once; outsiders, once measured, under the first condition that they break", async () => {
  const memo = new Memo();
  const ask = async () => (await periodicTable.ask?.(etx, presets.default, memo)) as Answer;
  const first = await ask();
  expect(first.elements).toHaveLength(encodingKinds.length - 2);
  const places = Object.fromEntries(
    first.elements.map(({ encoding, place }) => [
      encoding.kind,
      place && `${place.column} ${place.size}`,
    ]),
  );
  expect(places).toMatchObject({
    nope: "zero 1",
    alibi: "zero 2",
    decay: "real 1",
    rope: "imaginary 1",
    xpos: "complex 1",
    retnet: "complex 1",
    mamba: "complex 1",
    kerple: null,
  });
  expect(first.broken.size).toBe(0);
  memo.turn();
  expect(await memo.settle()).toBe(true);

  const { elements, broken } = await ask();
  const outside = elements.filter(({ place }) => !place).map(({ encoding }) => encoding.kind);
  expect(Object.fromEntries(broken)).toEqual({
    sinusoidal: "linear",
    learned: "linear",
    cope: "linear",
    fire: "invariant",
    lie2d: "invariant",
    shaw: "composes",
    t5: "composes",
    kerple: "composes",
    sandwich: "composes",
  });
  expect([...broken.keys()].sort()).toEqual(outside.sort());
});
