import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Encoding, FrequencyTable, OtherEncoding } from "../../../web/model/types.ts";
import { engine, expectEach, expectFailure, expectNear, ones } from "./support.ts";

const folder = new URL("../../data/configs/", import.meta.url);
const read = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
interface Row {
  layers: string;
  cos_sin_factor: number;
  softmax_scale_factor: number;
  inv_freq: number[];
  inv_freq_long?: number[];
}
const expected = read("expected/frequencies") as unknown as Record<string, Row[]>;
const models = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -5));

const only = (config: unknown, sequenceLength?: number): FrequencyTable => {
  const options = sequenceLength === undefined ? {} : { sequenceLength };
  const tables = engine.frequencies(config, options);
  expect(tables).toHaveLength(1);
  return tables[0] as FrequencyTable;
};
const relative = (tolerance: number, values: number[]) => (i: number) =>
  tolerance * Math.abs(values[i] as number);

describe("released models", () => {
  test.each(Object.keys(expected))("%s: the table, to 1e-12", (name) => {
    const tables = engine.frequencies(read(name));
    const rows = expected[name] as Row[];
    expect(tables.map(({ layers }) => layers)).toEqual(rows.map(({ layers }) => layers));
    for (const [i, row] of rows.entries()) {
      const table = tables[i] as FrequencyTable;
      expect(table.inverseFrequencies).toHaveLength(row.inv_freq.length);
      expectEach(
        table.inverseFrequencies,
        (pair) => row.inv_freq[pair] as number,
        relative(1e-12, row.inv_freq),
      );
      expectNear(table.attentionFactor, row.cos_sin_factor, 1e-12);
      expectNear(table.softmaxScaleFactor, row.softmax_scale_factor, 1e-12);
      const named = Object.keys(table).filter((key) => key !== "provenance" && key !== "warnings");
      expect(Object.keys(table.provenance)).toEqual(expect.arrayContaining(named));
      expect(table.warnings.every((text) => typeof text === "string" && !text.includes("{"))).toBe(
        true,
      );
    }
  });

  test.each(Object.keys(expected))("%s: its encoding makes the same scores", (name) => {
    for (const { encoding, table, layers } of engine.readConfig(read(name))) {
      if (!table) {
        expect(encoding.kind).toBe("nope");
        continue;
      }
      expect(layers).toBe(table.layers);
      const d = table.headDimension;
      const lags = [0, 1, 77, 4096];
      const scores = engine.curve(encoding, { query: ones(d), key: ones(d), lags });
      const turned = [...table.inverseFrequencies];
      const scale = table.attentionFactor ** 2;
      const still = d - 2 * turned.length;
      expectEach(
        scores,
        (j) => 2 * scale * turned.reduce((sum, w) => sum + Math.cos(w * lags[j]!), 0) + still,
        1e-9,
      );
    }
  });

  test.each(models.filter((name) => !(name in expected)))(
    "%s: described, with no table",
    (name) => {
      const config = read(name);
      expectFailure(() => engine.frequencies(config), "unsupported", /readConfig describes it$/);
      const layers = engine.readConfig(config);
      expect(layers).toHaveLength(1);
      expect(layers[0]).toMatchObject({ layers: "all", encoding: { kind: expect.any(String) } });
      expect(layers[0]).not.toHaveProperty("table");
    },
  );

  test("transformers#8518, bloom, mpt, gpt2, retnet, mamba3: what the file says", () => {
    const encodings = Object.fromEntries(
      models.map((name) => [name, engine.readConfig(read(name))[0]?.encoding]),
    );
    expect(encodings).toMatchObject({
      "t5-defaults": { kind: "t5", dimension: 64, heads: 8, buckets: 32, maxDistance: 128 },
      "bloom-176b": { kind: "alibi", dimension: 128, heads: 112, head: 1 },
      "mpt-7b": { kind: "alibi", dimension: 128, heads: 32, head: 1 },
      gpt2: { kind: "learned", dimension: 768, rows: 1024 },
      "retnet-fla": { kind: "retnet", dimension: 256, head: 0, angles: "rope" },
      "mamba3-fla": { kind: "mamba", dimension: 128, fraction: 0.5 },
    });
  });
});

describe("tables that change with the length", () => {
  const ntk = {
    model_type: "llama",
    head_dim: 128,
    max_position_embeddings: 4096,
    rope_scaling: { type: "dynamic", factor: 2 },
  };

  test("transformers#25104, vllm#3488: dynamic bases", () => {
    for (const [length, base] of [
      [1, 10000],
      [4096, 10000],
      [4097, 10004.96],
      [8192, 30527.7],
      [16384, 72195.9],
    ] as const) {
      const table = only(ntk, length);
      expectNear(table.base, base, length === 4097 ? 0.005 : 0.05);
      expectEach(
        table.inverseFrequencies,
        (i) => table.base ** (-i / 64),
        (i) => 1e-14 * table.base ** (-i / 64),
      );
      expect(table.provenance.base).toBe(length > 4096 ? "derived" : "class default");
    }
    expect(only(ntk).base).toBe(10000);
    expect(only(ntk).warnings.join()).toContain("beyond 4096 tokens the base grows");
    expect(only(ntk, 8192).warnings.join()).toContain("keys that an engine cached before");
  });

  test("internlm2.5-7b at twice its context", () => {
    expectNear(only(read("internlm2.5-7b"), 65536).base, 3052773.67488067, 1e-8);
  });

  test("unsloth#10681, mlxcel#1358: short factors to exactly 4096, long from 4097", () => {
    const phi = read("phi-3.5-mini");
    const long = expected["phi-3.5-mini"]?.[0]?.inv_freq_long as number[];
    const short = only(phi).inverseFrequencies;
    expect(only(phi, 4096).inverseFrequencies).toEqual(short);
    for (const length of [4097, 131072])
      expectEach(only(phi, length).inverseFrequencies, (i) => long[i]!, relative(1e-12, long));
    expect(only(phi, 4097).attentionFactor).toBeCloseTo(1.190238, 6);
  });

  test("beyond the switch, readConfig's encoding has the frequencies themselves", () => {
    for (const [name, length] of [
      ["phi-3.5-mini", 5000],
      ["internlm2.5-7b", 65536],
    ] as const) {
      const [layer] = engine.readConfig(read(name), { sequenceLength: length });
      const { encoding, table } = layer!;
      expect((encoding as OtherEncoding).frequencies).toEqual([...table!.inverseFrequencies]);
      const d = table!.headDimension;
      const [score] = engine.curve(encoding, { query: ones(d), key: ones(d), lags: [100] });
      const turned = [...table!.inverseFrequencies];
      expectNear(
        score!,
        2 * table!.attentionFactor ** 2 * turned.reduce((sum, w) => sum + Math.cos(100 * w), 0),
        1e-11,
      );
    }
  });

  test("a length that is none", () => {
    for (const sequenceLength of [0, -1, Number.NaN, "4096"])
      expectFailure(
        () => engine.readConfig(ntk, { sequenceLength } as object),
        sequenceLength === "4096" ? "parse" : Number.isNaN(sequenceLength) ? "not-finite" : "range",
        /^sequenceLength is/,
      );
  });
});

describe("a scaling block on an encoding, as config.json spells it", () => {
  const score = (encoding: Encoding, lag: number, d = 64): number =>
    engine.curve(encoding, { query: ones(d), key: ones(d), lags: [lag] })[0]!;
  const sum = (base: number, pairs: number, lag: number, rotated = 2 * pairs): number =>
    Array.from(
      { length: pairs },
      (_, i) => 2 * Math.cos(lag * base ** ((-2 * i) / rotated)),
    ).reduce((a, b) => a + b, 0);

  test("v5 keys: rope_theta and partial_rotary_factor inside", () => {
    const scaling = { rope_type: "default", rope_theta: 5e5, partial_rotary_factor: 0.5 };
    const rope = { kind: "rope", dimension: 64, scaling };
    expectNear(score(rope, 9), 32 + sum(5e5, 16, 9), 1e-11);
    expectNear(score({ ...rope, base: 100, rotaryDimension: 64 }, 9), sum(100, 32, 9), 1e-11);
  });

  test("yarn brings its attention factor, squared in the score", () => {
    const scaling = { type: "yarn", factor: 4, original_max_position_embeddings: 32768 };
    expectNear(score({ kind: "rope", dimension: 64, scaling }, 0), 64 * 1.2964769927, 1e-7);
    const silent = { kind: "rope", dimension: 64, scaling, attentionFactor: 1 };
    expectNear(score(silent, 0), 64, 1e-11);
  });

  test("proportional leaves most pairs alone", () => {
    const scaling = { rope_type: "proportional", partial_rotary_factor: 0.25 };
    expectNear(
      score({ kind: "rope", dimension: 64, base: 1e6, scaling }, 5),
      48 + sum(1e6, 8, 5, 64),
      1e-11,
    );
  });

  test("what a block lacks is named", () => {
    expectFailure(
      () => score({ kind: "rope", dimension: 64, scaling: { type: "yarn", factor: 4 } }, 0),
      "parse",
      /^scaling\.original_max_position_embeddings is missing; type "yarn" needs it$/,
    );
  });
});

test("frequencies beyond range end in words", () => {
  const config = {
    model_type: "llama",
    head_dim: 8,
    rope_scaling: { type: "linear", factor: 5e-324 },
  };
  expectFailure(() => engine.frequencies(config), "overflow", /pair 0 is Infinity/);
  const tiny = { model_type: "llama", head_dim: 8, rope_theta: 1e-308 };
  expect(engine.frequencies(tiny)[0]?.inverseFrequencies[3]).toBeGreaterThan(1e230);
});

test("hostile files end in words", () => {
  let deep: unknown = { model_type: "llama", head_dim: 8 };
  for (let i = 0; i < 1000; i++) deep = { text_config: deep };
  const wide: Record<string, unknown> = { model_type: "llama", head_dim: 8 };
  for (let i = 0; i < 1e5; i++) wide[`key${i}`] = [i];
  expect(engine.readConfig(wide)).toHaveLength(1);
  for (const config of [
    deep,
    {
      model_type: "llama",
      head_dim: 8,
      rope_scaling: { type: "longrope", short_factor: Array(1e6).fill(1) },
    },
    { model_type: "llama", head_dim: 8, no_rope_layers: Array(1e6).fill(1) },
    { model_type: "llama", head_dim: 8, rope_theta: "1e6" },
    { model_type: "llama", head_dim: 8, rope_scaling: { type: "yarn", factor: -4 } },
    {
      model_type: "llama",
      head_dim: 8,
      rope_theta: 1,
      rope_scaling: { type: "yarn", factor: 4, original_max_position_embeddings: 64 },
    },
    JSON.parse('{"__proto__":{"model_type":"llama","head_dim":8}}'),
    { model_type: "__proto__", constructor: 1 },
  ])
    expectFailure(
      () => engine.readConfig(config),
      expect.stringMatching(/^(parse|range|unsupported)$/) as never,
      /^.{10,300}$/,
    );
});
