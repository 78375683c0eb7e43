/** Kinds in the plane: two generators, and a curve along x. */
import { expect, test } from "vitest";
import { drawnGenerators } from "../../../web/model/drawn-generators.ts";
import { presets } from "../../../web/model/presets.ts";
import { parseExperiment } from "../../../web/model/schema.ts";
import type { Block, Encoding } from "../../../web/model/types.ts";
import { engine, expectEach, expectFailure, expectNear } from "./support.ts";

const pairs = (encoding: object, axis: number): number[] =>
  (engine.generator(encoding as Encoding)!.generators[axis]!.blocks as Block[]).map((block) =>
    block.kind === "pair" ? block.frequency : Number.NaN,
  );

test("axial RoPE: a quarter of the frequencies an axis, on planes of its own", () => {
  const axial = { kind: "axial2d", dimension: 16 };
  const ladder = [0, 1, 2, 3].map((i) => 100 ** (-i / 4));
  expectEach(pairs(axial, 0), (i) => (i < 4 ? -ladder[i]! : 0), 2e-16);
  expectEach(pairs(axial, 1), (i) => (i < 4 ? 0 : -ladder[i - 4]!), 2e-16);
});

test("mixed RoPE: both axes turn the same planes, each pair along its own direction", () => {
  const mixed = { kind: "mixed2d", dimension: 8, angles: [0.3, 1.2] };
  const magnitude = [1, 10 ** -0.5];
  expectEach(
    pairs(mixed, 0),
    (i) =>
      i < 2
        ? -magnitude[i]! * Math.cos([0.3, 1.2][i]!)
        : magnitude[i - 2]! * Math.sin([0.3, 1.2][i - 2]!),
    2e-16,
  );
  expectEach(
    pairs(mixed, 1),
    (i) => -magnitude[i % 2]! * (i < 2 ? Math.sin([0.3, 1.2][i]!) : Math.cos([0.3, 1.2][i - 2]!)),
    2e-16,
  );
  // At angle 0 it is axial RoPE.
  const upright = { kind: "mixed2d", dimension: 16, angles: [0], base: 100 };
  for (const axis of [0, 1])
    expectEach(pairs(upright, axis), (i) => pairs({ kind: "axial2d", dimension: 16 }, axis)[i]!, 0);
});

test("LieRE's generators are skew; drawn, they do not commute, and so there is no group", () => {
  expect(engine.generator({ kind: "lie2d", dimension: 4 })).toBeNull();
  const x = { rows: 2, cols: 2, data: [0, -1, 1, 0] };
  const y = { rows: 2, cols: 2, data: [0, -3, 3, 0] };
  const lifted = engine.generator({ kind: "lie2d", dimension: 2, generators: [x, y] })!;
  expect(lifted.matrices.map(({ data }) => [...data])).toEqual([x.data, y.data]);
});

test("coupling 0 leaves the drawn pairs alone, which commute; 1 is LieRE as it is drawn", () => {
  const drawn = drawnGenerators(5, 7, 1);
  const given = { kind: "lie2d", dimension: 5, generators: drawn };
  const options = {
    query: [1, 2, 3, 4, 5],
    key: [2, -1, 0, 1, 1],
    lags: { x: [0.5], y: [-0.25] },
  };
  const scoreOf = (encoding: object) => engine.curve2(encoding as Encoding, options)[0];
  expect(scoreOf({ kind: "lie2d", dimension: 5, seed: 7 })).toBe(scoreOf(given));
  const alone = engine.generator({ kind: "lie2d", dimension: 5, seed: 7, coupling: 0 })!;
  const within = [1, 5, 13, 17]; // (0, 1), (1, 0), (2, 3), (3, 2) of 5 × 5
  alone.matrices.forEach(({ data }, axis) => {
    expectEach(data, (i) => (within.includes(i) ? drawn[axis]!.data[i]! : 0), 0);
  });
});

test("a generator by its blocks stands wherever a matrix does, and tells the dimension", () => {
  const generators = [
    {
      blocks: [
        { kind: "pair", rate: 0, frequency: 1 },
        { kind: "real", rate: 0 },
      ],
    },
    { rows: 3, cols: 3, data: [0, 0, 0, 0, 0, -1, 0, 1, 0] },
  ];
  const mixed = { kind: "lie2d", generators };
  expect(engine.generator(mixed)).toBeNull(); // turns about two axes of space
  // Along x it turns the first two coordinates alone.
  const scores = engine.curve(mixed, { query: [1, 0, 0], key: [1, 0, 0], lags: [0, 2] });
  expectEach(scores, (j) => Math.cos(2 * j), 1e-15);
  expect(engine.axioms(mixed).holds).toMatchObject({ invariant: false, composes: true });
  const document = {
    ...presets.rope,
    encodings: [{ id: "a", encoding: { ...mixed, dimension: 3 } }],
  };
  expect(parseExperiment(structuredClone(document))).toEqual(document);
});

test("a curve runs along x, and a rotation keeps lengths", () => {
  const scores = engine.curve(
    { kind: "axial2d", dimension: 4 },
    { query: [1, 0, 1, 0], key: [1, 0, 1, 0], lags: [0, 0.5] },
  );
  expectEach(scores, (j) => 1 + Math.cos(j / 2), 1e-15);
  const [length] = engine.curve(
    { kind: "lie2d", dimension: 3, seed: 1 },
    { query: [1, 2, 3], key: [1, 2, 3], lags: [0] },
  );
  expectNear(length!, 14, 1e-13);
});

test.each([
  [{ kind: "axial2d", dimension: 6 }, "shape", /encoding\.dimension is 6; .*multiple of 4/],
  [{ kind: "axial2d", dimension: 4, base: 0 }, "range", /encoding\.base is 0/],
  [
    { kind: "mixed2d", dimension: 8, angles: [1, 2, 3] },
    "range",
    /encoding\.angles is a list; one angle or 2/,
  ],
  [
    { kind: "lie2d", dimension: 2, generators: [] },
    "shape",
    /encoding\.generators is an array of 0; .*of x and of y/,
  ],
  [
    {
      kind: "lie2d",
      dimension: 3,
      generators: [1, 2].map(() => ({ rows: 1, cols: 1, data: [0] })),
    },
    "shape",
    /encoding\.generators have dimension 1; encoding\.dimension is 3/,
  ],
] as const)("refuses %j in words", (encoding, code, message) => {
  expectFailure(() => engine.generator(encoding as unknown as Encoding), code, message);
});
