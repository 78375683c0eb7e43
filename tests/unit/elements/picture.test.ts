/** Pictures made by the real engine, against closed forms. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Etx } from "../../../web/core/api.ts";
import { createEtx } from "../../../web/core/client.ts";
import { halfLag, normalised } from "../../../web/elements/figures/curve.ts";
import { Memo } from "../../../web/elements/memo.ts";
import { paint } from "../../../web/elements/picture.ts";
import { blockOf, selectionOf, withOptions } from "../../../web/elements/views.ts";
import { presets } from "../../../web/model/presets.ts";
import type { FigureKind } from "../../../web/model/types.ts";

let etx: Etx;
beforeAll(async () => {
  etx = await createEtx();
});
afterAll(() => etx.dispose());

test("every preset paints: a curve and a family for each encoding", async () => {
  const families = new Map<string, string | undefined>();
  for (const [name, experiment] of Object.entries(presets)) {
    const picture = await paint(etx, experiment, new Memo());
    for (const shown of picture.shown) {
      expect(shown.error, name).toBeUndefined();
      expect(shown.curve?.values.length, name).toBe(5001);
    }
    families.set(name, picture.shown[0]?.family);
  }
  expect(Object.fromEntries(families)).toEqual({
    default: "damped-rotation",
    nope: "nope",
    decay: "decay",
    rope: "rotation",
    "damped-rope": "damped-rotation",
    j2: "polynomial",
  });
});

test("ALiBi's line from one Jordan block falls to half at lag 1000", async () => {
  const { shown } = await paint(etx, presets.j2, new Memo());
  const curve = shown[0]?.curve;
  if (!curve) throw new Error("no curve");
  expect(curve.values[5000]).toBeCloseTo(-1.5, 13);
  expect(halfLag(curve)).toBe(1000);
});

test("a decay falls to half when e^{rate·lag} does", async () => {
  const { shown } = await paint(etx, presets.decay, new Memo());
  const curve = shown[0]?.curve;
  if (!curve) throw new Error("no curve");
  expect(halfLag(curve)).toBe(Math.ceil(Math.log(2) / 0.01));
  expect(normalised(curve)?.[100]).toBeCloseTo(Math.exp(-1), 14);
});

test("the orbit of a selected pair turns the key by its own frequency and damps it by its rate", async () => {
  const experiment = withOptions({ ...presets["damped-rope"], time: 12 }, "plane", { block: 16 });
  const { orbit } = await paint(etx, experiment, new Memo());
  if (orbit?.block.kind !== "pair") throw new Error("no orbit of a pair");
  const angle = orbit.block.frequency * 12;
  const damping = Math.exp(-0.012);
  expect(orbit.block.frequency).toBeCloseTo(-0.1, 15);
  expect(orbit.at.x).toBeCloseTo(damping * (Math.cos(angle) - Math.sin(angle)), 13);
  expect(orbit.at.y).toBeCloseTo(damping * (Math.sin(angle) + Math.cos(angle)), 13);
  expect(orbit.score).toBeCloseTo(orbit.at.x + orbit.at.y, 13);
});

test("the orbit stands where its time is, before 0 too, and scores what the curve scores", async () => {
  const rope = { kind: "rope", dimension: 2, attentionFactor: 1.5 };
  const experiment = { ...presets.rope, encodings: [{ id: "one", encoding: rope }] };
  for (const time of [-5, 0, 0.5, 40]) {
    const { orbit } = await paint(etx, { ...experiment, time }, new Memo());
    expect(orbit?.at.x).toBeCloseTo(1.5 * (Math.cos(time) + Math.sin(time)), 12);
    expect(orbit?.score).toBeCloseTo(1.5 ** 2 * 2 * Math.cos(time), 12);
  }
});

test("a basis mixes the coordinates: rather no orbit than another block's", async () => {
  const generator = {
    blocks: [
      { kind: "real", rate: -0.1 },
      { kind: "real", rate: -0.5 },
    ],
    basis: { rows: 2, cols: 2, data: [1, 1, 0, 1] },
  };
  const encodings = [{ id: "one", encoding: { kind: "generator", generator } }];
  const { orbit, shown } = await paint(etx, { ...presets.rope, encodings }, new Memo());
  expect(orbit).toBeUndefined();
  expect(shown[0]?.family).toBe("decay");
});

test("half is looked for from lag 0 on, and only where S(0) can be divided by", async () => {
  const encodings = [{ id: "one", encoding: { kind: "decay", dimension: 2, rate: -0.1 } }];
  const lags = { start: -50, step: 1, count: 101 };
  const around = await paint(etx, { ...presets.decay, encodings, lags }, new Memo());
  expect(around.shown[0]?.curve && halfLag(around.shown[0].curve)).toBe(7);
  const query = { values: [1, -1] };
  const still = await paint(etx, { ...presets.decay, encodings, query }, new Memo());
  expect(still.shown[0]?.curve && normalised(still.shown[0].curve)).toBeUndefined();
});

test("more scores than a page should hold are refused with the number that would do", async () => {
  const encodings = Array.from({ length: 8 }, (_, i) => ({
    id: `e${i}`,
    encoding: { kind: "nope", dimension: 1 },
  }));
  const lags = { start: 0, step: 1, count: 2 ** 21 };
  const { shown } = await paint(etx, { ...presets.nope, encodings, lags }, new Memo());
  expect(shown[0]?.error?.message).toContain(`at most ${2 ** 20} each`);
});

test("by itself the selection is something that moves", () => {
  const still = { kind: "real", rate: 0 } as const;
  const turning = { kind: "pair", rate: 0, frequency: -1 } as const;
  expect(blockOf({ entry: "" }, [still, still, turning, still])).toBe(2);
  expect(blockOf({ entry: "" }, [still, still])).toBe(0);
  expect(blockOf({ entry: "", block: 9 }, [still, turning])).toBe(1);
});

test("an encoding that fails says so and leaves the others alone", async () => {
  const [first] = presets.rope.encodings;
  if (!first) throw new Error("the preset is empty");
  const experiment = {
    ...presets.rope,
    encodings: [first, { id: "later", encoding: { kind: "of a later version", dimension: 4 } }],
  };
  const { shown } = await paint(etx, experiment, new Memo());
  expect(shown[0]?.error).toBeUndefined();
  expect(shown[1]?.error?.code).toBe("unsupported");
  expect(shown[1]?.error?.message).toContain("of a later version");
});

test("a selection that names nothing falls back to the first encoding", () => {
  expect(selectionOf(withOptions(presets.default, "plane", { selected: "gone" })).entry).toBe(
    "damped-rope",
  );
  expect(selectionOf(withOptions(presets.default, "plane", { block: -1 })).block).toBeUndefined();
  expect(selectionOf(withOptions(presets.default, "plane", { block: "1" })).block).toBeUndefined();
});

test("curves and orbit are asked for where a figure shows them, and not else", async () => {
  const asked = async (...kinds: FigureKind[]): Promise<string[]> => {
    const names: string[] = [];
    const listening = new Proxy(etx, {
      get(target, name: keyof Etx) {
        if (!names.includes(name)) names.push(name);
        return target[name];
      },
    });
    const questions = new Map(kinds.map((kind) => [kind, undefined]));
    await paint(listening, presets.rope, new Memo(), questions);
    return names.sort();
  };
  expect(await asked("axioms")).toEqual(["generator"]);
  expect(await asked("plane", "curve")).toEqual(["curve", "generator"]);
  expect(await asked("orbit")).toEqual(["generator", "orbit"]);
});
