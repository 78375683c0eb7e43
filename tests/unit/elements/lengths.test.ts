/** Lengths under e^{τX} on the story's own documents: what truths 11 and 12 say of them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Etx } from "../../../web/core/api.ts";
import { createEtx } from "../../../web/core/client.ts";
import { type Lengths, lengthsOf } from "../../../web/elements/figures/lengths.ts";
import { Memo } from "../../../web/elements/memo.ts";
import { lengths as story } from "../../../web/model/stories/lengths.ts";
import type { Experiment } from "../../../web/model/types.ts";
import { expectEach, expectNear } from "../core/support.ts";

let etx: Etx;
beforeAll(async () => {
  etx = await createEtx();
});
afterAll(() => etx.dispose());

const documentOf = (id: string): Experiment => {
  const found = story.lengths.find((variant) => variant.id === id)?.document;
  if (!found) throw new Error(`no ${id}`);
  return found;
};
async function ask(experiment: Experiment): Promise<Lengths> {
  const found = await lengthsOf(etx, experiment, new Memo());
  if (!found) throw new Error("no lengths");
  return found;
}
const at = (id: string): Promise<Lengths> => ask(documentOf(id));

test("truth 11: a rotation keeps lengths only as an isometry: leaning, it stretches by the condition of P", async () => {
  const turning = await at("isometry");
  expectNear(turning.peak, 1, 1e-12);
  expectEach(turning.values, () => 1, 1e-13);
  const slanted = await at("slanted");
  expect(slanted.blocks).toEqual([
    expect.objectContaining({ kind: "pair", rate: 0, frequency: 0.1 }),
  ]);
  // After a quarter turn it is P·R(90°)·P⁻¹, whose norm is that condition: of [[1, 1], [0, 1]] the golden ratio squared.
  const golden = ((1 + Math.sqrt(5)) / 2) ** 2;
  expectNear(slanted.peak, golden, 1e-6);
  // P·R·P⁻¹ applied to (1, 0), whose own coordinates are (1, 0): (cos + sin, sin).
  expectEach(
    slanted.values,
    (j) => Math.hypot(Math.cos(0.1 * j) + Math.sin(0.1 * j), Math.sin(0.1 * j)),
    1e-12,
  );
});

test("truth 12: stable, a key may grow first, up to max‖e^{τX}‖ and no further", async () => {
  const hump = await at("hump");
  expect(hump.stable).toBe(true);
  const norm = (t: number): number => {
    const [a, c] = [Math.exp(-0.02 * t), Math.exp(-0.05 * t)];
    const b = (0.2 / 0.03) * (a - c);
    const squares = a * a + b * b + c * c;
    return Math.sqrt((squares + Math.sqrt(squares ** 2 - 4 * (a * c) ** 2)) / 2);
  };
  let peak = 0;
  for (let t = 0; t < 200; t += 1e-3) peak = Math.max(peak, norm(t));
  expect(peak).toBeGreaterThan(2);
  expectNear(hump.peak, peak, 1e-6 * peak);
  expectEach(
    hump.values,
    (j) => {
      const [a, c] = [Math.exp(-0.02 * j), Math.exp(-0.05 * j)];
      return Math.hypot(a + (0.08 / 0.03) * (a - c), 0.4 * c) / Math.hypot(1, 0.4);
    },
    1e-13,
  );
  expect(Math.max(...hump.values)).toBeGreaterThan(1.2);
  expect(hump.values.at(-1)).toBeLessThan(0.3);
  // No key exceeds it; the worst one, of a fan of directions, comes near.
  const fan = await Promise.all(
    Array.from({ length: 36 }, async (_, i) => {
      const angle = (Math.PI * i) / 36;
      const key = { values: [Math.cos(angle), Math.sin(angle)] };
      return Math.max(...(await ask({ ...documentOf("hump"), key })).values);
    }),
  );
  expect(Math.max(...fan)).toBeLessThanOrEqual(hump.peak * (1 + 1e-12));
  expect(Math.max(...fan)).toBeGreaterThan(0.99 * hump.peak);
});

test("truth 12: at rate 0 a block larger than 1 has no bound", async () => {
  const chain = await at("chain");
  expect([chain.stable, chain.peak]).toEqual([false, Number.POSITIVE_INFINITY]);
  expectEach(chain.values, (j) => Math.hypot(0.5 + 0.02 * j, 0.02) / Math.hypot(0.5, 0.02), 1e-12);
});

test("a long grid is thinned to what a figure can show; without an X there is nothing", async () => {
  const { lags } = await ask({
    ...documentOf("isometry"),
    lags: { start: 0, step: 1, count: 100_001 },
  });
  expect(lags).toEqual({ start: 0, step: 49, count: 2041 });
  const kerple = { encodings: [{ id: "k", encoding: { kind: "kerple", dimension: 2 } }] };
  expect(
    await lengthsOf(etx, { ...documentOf("isometry"), ...kerple }, new Memo()),
  ).toBeUndefined();
});
