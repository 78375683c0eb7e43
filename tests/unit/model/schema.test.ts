import fc from "fast-check";
import { expect, test } from "vitest";
import { defaults, withDefaults, withoutDefaults } from "../../../web/model/defaults.ts";
import { dimension, encodingKinds, lookup } from "../../../web/model/encodings/registry.ts";
import { EtxError } from "../../../web/model/error.ts";
import { currentVersion, migrate } from "../../../web/model/migrate.ts";
import { presetNames, presets } from "../../../web/model/presets.ts";
import { parseEncoding, parseExperiment } from "../../../web/model/schema.ts";

const rope = { kind: "rope", dimension: 8 };
const bench = (encoding: unknown) => ({ v: 1, encodings: [{ id: "a", encoding }] });

function message(value: unknown): string {
  try {
    parseExperiment(value);
  } catch (error) {
    expect(error).toBeInstanceOf(EtxError);
    expect((error as EtxError).code).toBe("parse");
    return (error as EtxError).message;
  }
  return "accepted";
}

test.each(presetNames)("preset %s is a valid, complete document", (name) => {
  expect(parseExperiment(presets[name])).toEqual(presets[name]);
});

test.each(encodingKinds.map((entry) => [entry.kind, entry] as const))(
  "the defaults of %s are valid",
  (kind, entry) => {
    expect(parseEncoding(entry.defaults)).toEqual(entry.defaults);
    expect(lookup(kind)).toBe(entry);
    expect(entry.dimension(entry.defaults)).toBeGreaterThan(0);
  },
);

test("a document that says little means the defaults", () => {
  const parsed = parseExperiment({ encodings: [{ id: "a", encoding: rope }] });
  expect(parsed).toEqual({ v: 1, encodings: [{ id: "a", encoding: rope }], ...defaults });
  parsed.views.pop();
  expect(parseExperiment(bench(rope)).views).toHaveLength(3);
});

test("defaults are left out and come back", () => {
  for (const name of presetNames) {
    const sparse = withoutDefaults(presets[name]);
    expect(withDefaults(sparse)).toEqual(presets[name]);
    expect(Object.keys(sparse)).not.toContain("seed");
  }
});

test.each([
  [bench({ ...rope, rate: "abc" }), 'encodings[0].encoding.rate is "abc"; a number is expected'],
  [
    bench({ ...rope, rate: Number.NaN }),
    "encodings[0].encoding.rate is NaN; a finite number is expected",
  ],
  [
    bench({ ...rope, base: Number.POSITIVE_INFINITY }),
    "encodings[0].encoding.base is Infinity; a finite number is expected",
  ],
  [
    bench({ ...rope, dimension: 7 }),
    "encodings[0].encoding.dimension is 7; an even number, or an even rotaryDimension, is expected",
  ],
  [
    bench({ ...rope, dimension: -4 }),
    "encodings[0].encoding.dimension is -4; a whole number from 1 to 1024 is expected",
  ],
  [
    bench({ ...rope, frequencies: [1, 2] }),
    "encodings[0].encoding.frequencies is a list of 2; one frequency a rotated pair is expected",
  ],
  [
    bench({ ...rope, rotaryDimension: 16 }),
    "encodings[0].encoding.rotaryDimension is 16; at most the dimension is expected",
  ],
  [bench({ kind: "nope" }), "encodings[0].encoding.dimension is missing"],
  [bench(5), "encodings[0].encoding is 5; an encoding is expected"],
  [
    bench({ kind: "generator", generator: { blocks: [{ kind: "real" }] } }),
    "encodings[0].encoding.generator.blocks[0].rate is missing",
  ],
  [
    bench({
      kind: "generator",
      generator: { blocks: [{ kind: "pair", rate: 0, frequency: 1 }], permutation: [0, 0] },
    }),
    "encodings[0].encoding.generator.permutation is a list of 2; a permutation of the blocks' coordinates is expected",
  ],
  [{ v: 1 }, "encodings is missing"],
  [{ v: 1, encodings: "x" }, 'encodings is "x"; a list is expected'],
  [
    { v: 2, encodings: [] },
    "v is 2: a later etX wrote this document; this one reads versions up to 1",
  ],
  [{ v: "1", encodings: [] }, 'v is "1"; a version from 1 to 1 is expected'],
  [
    { ...presets.rope, query: "twos" },
    'query is "twos"; "ones" or an object with values, gaussian or file is expected',
  ],
  [
    { ...presets.rope, lags: { start: 0, step: 0, count: 3 } },
    "lags.step is 0; a number other than 0 is expected",
  ],
  [
    { ...presets.rope, lags: { start: 0, step: 1e308, count: 3 } },
    "lags is an object; a grid that ends within range is expected",
  ],
  [
    { ...presets.rope, encodings: [...presets.rope.encodings, ...presets.rope.encodings] },
    "encodings is a list of 2; a list whose ids differ is expected",
  ],
  ["text", 'the document is "text"; an object is expected'],
  [null, "the document is null; an object is expected"],
  [{ ...presets.rope, extra: new Date() }, "extra is an object; plain JSON is expected"],
])("refuses with the place and the value: %#", (value, expected) => {
  expect(message(value)).toBe(expected);
});

test("keys that reach a prototype are refused", () => {
  expect(message(JSON.parse('{"v":1,"encodings":[],"__proto__":{"time":3}}'))).toBe(
    "__proto__ is not allowed as a key",
  );
  expect(message(JSON.parse('{"v":1,"encodings":[],"extra":{"constructor":1}}'))).toBe(
    "extra.constructor is not allowed as a key",
  );
});

test("depth and size are bounded", () => {
  let deep: unknown = 1;
  for (let i = 0; i < 10_000; i++) deep = [deep];
  expect(message({ encodings: [], extra: { deep } })).toContain(
    "nesting of at most 32 levels is expected",
  );
  const cycle: Record<string, unknown> = { encodings: [] };
  cycle.extra = cycle;
  expect(message(cycle)).toContain("nesting of at most 32 levels");
  let wide: unknown = 1;
  for (let i = 0; i < 28; i++) wide = [wide, wide];
  expect(message({ encodings: [], extra: { wide } })).toBe(
    "the document holds more than 2097152 values",
  );
});

test("a kind of a later version is kept", () => {
  const later = { kind: "cyclotron", dimension: 6, spin: { up: [1, 2] } };
  const parsed = parseExperiment(bench(later));
  expect(parsed.encodings[0]?.encoding).toEqual(later);
  expect(dimension(later)).toBe(6);
  expect(() => dimension({ kind: "cyclotron" })).toThrow('encoding.kind is "cyclotron"');
});

test("unknown keys are kept under extra, once", () => {
  const parsed = parseExperiment({ ...bench(rope), mood: "calm", extra: { old: 1 } });
  expect(parsed.extra).toEqual({ old: 1, mood: "calm" });
  expect(parseExperiment(parsed)).toEqual(parsed);
  expect(parsed).not.toHaveProperty("mood");
});

test("typed arrays become lists, and nothing is shared with the input", () => {
  const input = {
    ...bench({ ...rope, frequencies: Float64Array.of(1, 0.5, 0.25, 0.125) }),
    query: { values: [1] },
  };
  const parsed = parseExperiment(input);
  expect(parsed.encodings[0]?.encoding).toEqual({ ...rope, frequencies: [1, 0.5, 0.25, 0.125] });
  input.query.values.push(2);
  expect(parsed.query).toEqual({ values: [1] });
});

test("migration walks a step a version", () => {
  const table = { 1: (d: object) => ({ ...d, a: 1 }), 2: (d: object) => ({ ...d, b: 2 }) };
  expect(migrate({ v: 1 }, table, 3)).toEqual({ v: 3, a: 1, b: 2 });
  expect(migrate({ v: 2 }, table, 3)).toEqual({ v: 3, b: 2 });
  expect(() => migrate({ v: 1 }, {}, 2)).toThrow("nothing is known of version 1");
  expect(migrate({})).toEqual({ v: currentVersion });
});

test("whatever comes in, the answer is a document or an EtxError with a short message", () => {
  const hostile = fc.oneof(
    fc.anything(),
    fc.object({
      key: fc.constantFrom(
        "v",
        "encodings",
        "query",
        "lags",
        "kind",
        "encoding",
        "id",
        "__proto__",
      ),
    }),
  );
  const key = fc.constantFrom(
    "v",
    "query",
    "key",
    "lags",
    "views",
    "cross",
    "time",
    "seed",
    "encodings",
    "extra",
    "causal",
  );
  fc.assert(
    fc.property(key, hostile, (key, value) => {
      try {
        const parsed = parseExperiment({ ...presets.rope, [key]: value });
        expect(parseExperiment(parsed)).toEqual(parsed);
      } catch (error) {
        expect(error).toBeInstanceOf(EtxError);
        expect((error as Error).message.length).toBeLessThan(800);
      }
    }),
    { numRuns: 5000 },
  );
});
