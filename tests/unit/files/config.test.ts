import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  encodingsOf,
  parseConfigText,
  type RotaryLayer,
  readRotary,
  resolveScaling,
  sentence,
} from "../../../web/files/config.ts";
import { EtxError } from "../../../web/model/error.ts";
import { parseEncoding } from "../../../web/model/schema.ts";
import type { RopeEncoding } from "../../../web/model/types.ts";
import { frequencies } from "./oracle.ts";

const folder = new URL("../../data/configs/", import.meta.url);
const read = (name: string) =>
  parseConfigText(readFileSync(new URL(name, folder), "utf8")) as Record<string, unknown>;
const models = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -5));
const said = ({ warnings }: Pick<RotaryLayer, "warnings">): string =>
  warnings.map((one) => sentence(one)).join("; ");
type Row = {
  layers: string;
  rope_type: string;
  head_dim: number;
  rotary_dim: number;
  theta: number;
  cos_sin_factor: number;
  softmax_scale_factor: number;
  inv_freq: number[];
};
const expected = read("expected/frequencies.json") as Record<string, Row[]>;

const llama = read("llama-3.1-8b.json");
const only = (config: unknown) => {
  const layers = readRotary(config);
  expect(layers).toHaveLength(1);
  return layers[0] as (typeof layers)[0];
};
const failure = (run: () => unknown): EtxError => {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(EtxError);
    return error as EtxError;
  }
  throw new Error("accepted");
};
const scaled = (changes: object) => ({
  ...llama,
  rope_scaling: { ...(llama.rope_scaling as object), ...changes },
});

describe("models", () => {
  test.each(Object.keys(expected))("%s resolves to the known table", (name) => {
    const layers = readRotary(read(`${name}.json`));
    const rows = expected[name] as Row[];
    expect(layers.map((layer) => layer.layers)).toEqual(rows.map((row) => row.layers));
    for (const [i, row] of rows.entries()) {
      const layer = layers[i] as (typeof layers)[0];
      expect(layer).toMatchObject({
        ropeType: row.rope_type,
        headDimension: row.head_dim,
        rotaryDimension: row.rotary_dim,
        base: row.theta,
      });
      expect(layer.attentionFactor / row.cos_sin_factor).toBeCloseTo(1, 12);
      expect(layer.softmaxScaleFactor / row.softmax_scale_factor).toBeCloseTo(1, 12);
      for (const [pair, frequency] of frequencies(layer.request).entries()) {
        const known = row.inv_freq[pair] as number;
        expect(Math.abs(frequency - known)).toBeLessThanOrEqual(1e-12 * known);
      }
    }
  });

  test.each(models.filter((name) => !(name in expected)))("%s has no rotary table", (name) => {
    const error = failure(() => readRotary(read(`${name}.json`)));
    expect(error.code).toBe("unsupported");
    expect(error.message).toMatch(
      /^model_type is .* and no rotary table; readConfig describes it$/,
    );
  });

  test("the pairs of Llama 3.1 on the ramp", () => {
    const table = frequencies(only(llama).request).slice(29, 35);
    expect(table.map((w) => w.toExponential(6))).toEqual([
      "2.166571e-3",
      "1.371894e-3",
      "8.567514e-4",
      "5.248462e-4",
      "3.126938e-4",
      "1.785078e-4",
    ]);
  });

  test("the layout comes from the class", () => {
    const layouts = Object.keys(expected).map((name) => [
      name,
      readRotary(read(`${name}.json`))[0]?.layout,
    ]);
    expect(layouts.filter(([, layout]) => layout === "interleaved").map(([name]) => name)).toEqual([
      "deepseek-v3",
      "glm-4-9b-chat-hf",
      "gpt-j-6b",
      "llama-4-scout",
    ]);
  });
});

describe("keys of all times", () => {
  const { rope_theta, rope_scaling, ...rest } = llama;
  const v5 = { ...rest, rope_parameters: { ...(rope_scaling as object), rope_theta } };

  test("v4 and v5 spell the same table", () => {
    expect(only(v5).request).toEqual(only(llama).request);
    expect(only(v5).provenance.base).toBe("file");
  });

  test("vllm#42624: a nested rope_theta counts before one beside it and before the class default", () => {
    const layer = only({ ...v5, rope_theta: 10000 });
    expect(layer.base).toBe(500000);
    expect(said(layer)).toContain("the inner one counts");
  });

  test("one block a layer type", () => {
    const layers = readRotary({
      model_type: "gemma3_text",
      head_dim: 256,
      rope_parameters: {
        full_attention: { rope_type: "linear", factor: 8, rope_theta: 1e6 },
        sliding_attention: { rope_type: "default", rope_theta: 10000 },
      },
    });
    expect(
      layers.map(({ layers, base, ropeType, request }) => [layers, base, ropeType, request.factor]),
    ).toEqual([
      ["full_attention", 1e6, "linear", 8],
      ["sliding_attention", 10000, "default", undefined],
    ]);
  });

  test("ferrox#39: Gemma 3's factor is for full-attention layers only", () => {
    expect(readRotary(read("gemma-3-4b-it.json")).map(({ request }) => request.factor)).toEqual([
      8,
      undefined,
    ]);
  });

  test("vllm#43770: GLM's half is a class default, and said to be", () => {
    const layer = only(read("glm-4-9b-chat-hf.json"));
    expect(layer.rotaryDimension).toBe(64);
    expect(layer.provenance.rotaryDimension).toBe("class default");
    expect(said(layer)).toContain(
      "partial_rotary_factor is not in the file: the class default, 0.5",
    );
  });

  test("smollm#130: in no_rope_layers 1 means rotate", () => {
    const warning = said(only(read("smollm3-3b.json")));
    expect(warning).toContain(
      "by no_rope_layers (1 means rotate), layers that do not rotate, 9 in all: 3, 7, 11, 15, 19, 23, 27, 31, 35",
    );
  });

  test("classes that leave out each fourth layer say so where the file does not", () => {
    for (const model_type of ["smollm3", "llama4_text", "cohere2"]) {
      const config = { ...llama, model_type, num_hidden_layers: 8 };
      expect(said(only(config))).toContain("layers that do not rotate, 2 in all: 3, 7");
      expect(encodingsOf(config, "config.json").map(({ encoding }) => encoding.kind)).toEqual([
        "rope",
        "nope",
      ]);
    }
  });

  test("a head_dim that hidden_size / heads contradicts counts, and is said", () => {
    expect(said(only(read("qwen3-0.6b.json")))).toContain(
      "head_dim is 128, not hidden_size / num_attention_heads = 64",
    );
  });

  test("the language model of a multimodal file", () => {
    expect(only({ model_type: "llava", text_config: llama, vision_config: {} }).request).toEqual(
      only(llama).request,
    );
    expect(failure(() => readRotary({ text_config: { ...llama, rope_theta: "x" } })).message).toBe(
      'text_config.rope_theta is "x"; a number is expected',
    );
  });

  test("a class that is not known is read by its keys and said to be; rotation-like keys that nobody read are named", () => {
    const layer = only({
      model_type: "novel",
      head_dim: 64,
      rope_theta: 1e5,
      swa_rope_theta: 1e4,
    });
    expect(layer.layout).toBe("half");
    expect(layer.provenance.layout).toBe("derived");
    expect(said(layer)).toBe(
      'model_type is "novel", a class unknown here: read by its keys, with pairs (i, i + r/2); not read here: "swa_rope_theta"',
    );
  });

  test("ModernBERT's local layers share the global base where the file says null", () => {
    expect(
      readRotary({ ...read("modernbert-base.json"), local_rope_theta: null }).map(
        ({ base }) => base,
      ),
    ).toEqual([160000, 160000]);
  });

  test("a missing original context falls back, and is said", () => {
    const layer = only(scaled({ original_max_position_embeddings: undefined }));
    expect(layer.request.originalContext).toBe(131072);
    expect(layer.provenance.originalContext).toBe("derived");
    expect(said(layer)).toContain(
      "original_max_position_embeddings is missing: max_position_embeddings, 131072, stands for it",
    );
  });

  test("two types that disagree", () => {
    expect(said(only(scaled({ type: "linear" })))).toContain(
      'rope_type is "llama3" and type is "linear"',
    );
    expect(only({ ...llama, rope_scaling: { type: "linear", factor: 2 } }).ropeType).toBe("linear");
  });
});

describe("complaints name key and value", () => {
  test.each([
    [{ ...llama, rope_theta: "500000" }, "parse", 'rope_theta is "500000"; a number is expected'],
    [
      { ...llama, rope_theta: Number.NaN },
      "not-finite",
      "rope_theta is NaN; a finite number is expected",
    ],
    [{ ...llama, rope_theta: -1 }, "range", "rope_theta is -1; a number above 0 is expected"],
    [scaled({ factor: -8 }), "range", "rope_scaling.factor is -8; a number above 0 is expected"],
    [scaled({ factor: null }), "parse", 'rope_scaling.factor is missing; type "llama3" needs it'],
    [
      scaled({ high_freq_factor: 0.5 }),
      "range",
      "rope_scaling.high_freq_factor is 0.5; at least low_freq_factor, 1, is expected",
    ],
    [
      scaled({ rope_type: "warp" }),
      "unsupported",
      'rope_scaling.rope_type is "warp": no such type is known',
    ],
    [scaled({ rope_type: 3 }), "parse", "rope_scaling.rope_type is 3; a text is expected"],
    [{ ...llama, rope_scaling: [] }, "parse", "rope_scaling is a list of 0; an object is expected"],
    [
      { ...llama, rope_scaling: "linear" },
      "parse",
      'rope_scaling is "linear"; an object is expected',
    ],
    [
      { ...llama, num_attention_heads: 3 },
      "range",
      "hidden_size / num_attention_heads is 1365.3333333333333; a whole number from 1 to 1024 is expected",
    ],
    [
      { ...llama, head_dim: 12.5 },
      "range",
      "head_dim is 12.5; a whole number from 1 to 1024 is expected",
    ],
    [
      { ...llama, partial_rotary_factor: 2 },
      "range",
      "the head's 128 dimensions × partial_rotary_factor is 256; an even number from 2 to 128 is expected",
    ],
    [
      { model_type: "llama" },
      "parse",
      "head_dim is missing, and so are hidden_size and num_attention_heads to derive it from",
    ],
    [
      { model_type: "falcon", alibi: true },
      "unsupported",
      "alibi is true: the model has ALiBi, and no rotary table; readConfig describes it",
    ],
    [
      { model_type: "gpt2" },
      "unsupported",
      'model_type is "gpt2": the model has a learned table of positions, and no rotary table; readConfig describes it',
    ],
    [
      {},
      "unsupported",
      "model_type is missing, and nothing in the file speaks of position: its encoding cannot be told",
    ],
    [[], "parse", "the config is a list of 0; an object is expected"],
    [null, "parse", "the config is null; an object is expected"],
    ["{}", "parse", 'the config is "{}"; an object is expected'],
  ])("%#", (config, code, message) => {
    const error = failure(() => readRotary(config));
    expect(error.message).toBe(message);
    expect(error.code).toBe(code);
  });

  test("the sequence length", () => {
    expect(failure(() => readRotary(llama, { sequenceLength: -1 })).message).toBe(
      "sequenceLength is -1; a number above 0 is expected",
    );
  });
});

describe("a scaling block by itself", () => {
  test("its own rope_theta stands where no base is given", () => {
    const block = { rope_type: "linear", factor: 4, rope_theta: 5e5 };
    expect(resolveScaling(block, { rotaryDimension: 8 }).request.base).toBe(5e5);
    expect(resolveScaling(block, { rotaryDimension: 8, base: 100 }).request).toEqual({
      rotaryDimension: 8,
      base: 100,
      ropeType: "linear",
      factor: 4,
    });
    expect(resolveScaling({}, { rotaryDimension: 8 }).request).toEqual({
      rotaryDimension: 8,
      base: 10000,
      ropeType: "default",
    });
  });
  test("it may carry max_position_embeddings", () => {
    const block = {
      rope_type: "llama3",
      factor: 4,
      low_freq_factor: 1,
      high_freq_factor: 4,
      max_position_embeddings: 4096,
    };
    expect(resolveScaling(block, { rotaryDimension: 8 }).request.originalContext).toBe(4096);
  });
});

describe("encodings for the bench", () => {
  test.each(Object.keys(expected))("%s: valid, named, and with the same frequencies", (name) => {
    const config = read(`${name}.json`);
    const layers = readRotary(config);
    const entries = encodingsOf(config, `models/${name}.json`);
    for (const entry of entries) {
      expect(parseEncoding(entry.encoding)).toEqual(entry.encoding);
      expect(entry.name).toContain(name);
      expect(Object.values(entry.provenance)).toSatisfy((all: string[]) =>
        all.every((from) => ["file", "class default", "derived"].includes(from)),
      );
    }
    for (const [i, layer] of layers.entries()) {
      const rope = entries[i]?.encoding as RopeEncoding;
      const context = {
        rotaryDimension: rope.rotaryDimension ?? rope.dimension,
        base: rope.base as number,
      };
      expect(resolveScaling(rope.scaling, context).request).toEqual(layer.request);
    }
  });

  test("layers without rotation join as NoPE", () => {
    const entries = encodingsOf(read("smollm3-3b.json"), "config.json");
    expect(
      entries.map(({ name, encoding, layers }) => [name, encoding.kind, layers.slice(0, 8)]),
    ).toEqual([
      ["smollm3", "rope", "all"],
      ["smollm3, NoPE", "nope", "3, 7, 11"],
    ]);
  });

  test("a file named config.json takes the model's name", () => {
    expect(
      encodingsOf({ ...llama, _name_or_path: "meta/Llama-3.1-8B/" }, "config (1).json")[0]?.name,
    ).toBe("Llama-3.1-8B");
    expect(encodingsOf(llama, "config.json")[0]?.name).toBe("llama");
  });
});
