/** Which layer is of which kind: the strip above a model's tables. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLayers } from "../../../web/files/config.ts";
import { layerStrip } from "../../../web/files/strip.ts";
import { EtxError } from "../../../web/model/error.ts";

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../data/configs/${name}.json`, import.meta.url), "utf8"));
const stripOf = (config: unknown) =>
  layerStrip(
    config,
    readLayers(config).map(({ layers }) => layers),
  );
/** The layers of one kind. */
const members = (strip: readonly number[] | undefined, kind: number): number[] =>
  (strip ?? []).flatMap((one, i) => (one === kind ? [i] : []));

describe("models", () => {
  test("transformers#43756, smollm#130: SmolLM3 leaves 9 of 36 layers unrotated, each fourth", () => {
    const strip = stripOf(read("smollm3-3b"));
    expect(strip).toHaveLength(36);
    expect(members(strip, 1)).toEqual([3, 7, 11, 15, 19, 23, 27, 31, 35]);
    expect(members(strip, 0)).toHaveLength(27);
  });

  test("Llama 4 Scout: 12 of 48", () => {
    const strip = stripOf(read("llama-4-scout"));
    expect(strip).toHaveLength(48);
    expect(members(strip, 1)).toEqual([3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47]);
  });

  test("Gemma 3: the last of each six looks at everything, whether its class says so or the file", () => {
    const gemma = { ...read("gemma-3-4b-it"), num_hidden_layers: 34 };
    expect(members(stripOf(gemma), 0)).toEqual([5, 11, 17, 23, 29]);
    const { sliding_window_pattern: _, ...silent } = gemma;
    expect(stripOf(silent)).toEqual(stripOf(gemma));
    const layer_types = Array.from({ length: 34 }, (_, i) =>
      i % 6 === 5 ? "full_attention" : "sliding_attention",
    );
    expect(stripOf({ ...silent, layer_types })).toEqual(stripOf(gemma));
  });

  test("ModernBERT: the first of each three", () => {
    const strip = stripOf({ ...read("modernbert-base"), num_hidden_layers: 22 });
    expect(members(strip, 0)).toEqual([0, 3, 6, 9, 12, 15, 18, 21]);
  });

  test("GPT-OSS rotates all of its layers alike, whatever their windows", () => {
    const layer_types = Array.from({ length: 36 }, (_, i) =>
      i % 2 ? "full_attention" : "sliding_attention",
    );
    expect(stripOf({ ...read("gpt-oss-120b"), layer_types })).toEqual(Array(36).fill(0));
  });

  test("Qwen3-Next rotates each fourth layer only: its others are linear attention", () => {
    const layer_types = Array.from({ length: 48 }, (_, i) =>
      i % 4 === 3 ? "full_attention" : "linear_attention",
    );
    const next = { model_type: "qwen3_next", rope_theta: 1e7, num_hidden_layers: 48, layer_types };
    expect(members(stripOf(next), 0)).toEqual([3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47]);
    expect(members(stripOf(next), -1)).toHaveLength(36);
    const { layer_types: _, ...rest } = next;
    expect(stripOf({ ...rest, full_attention_interval: 4 })).toEqual(stripOf(next));
  });

  test("the language model's layers, not those of the model around it", () => {
    const config = {
      model_type: "llava",
      num_hidden_layers: 99,
      text_config: { ...read("smollm3-3b") },
    };
    expect(stripOf(config)).toEqual(stripOf(read("smollm3-3b")));
  });
});

describe("what a file does not say", () => {
  test("without a number of layers there is no strip", () => {
    expect(stripOf(read("llama-3.1-8b"))).toBeUndefined();
    expect(stripOf(read("gemma-3-4b-it"))).toBeUndefined();
  });

  test("two kinds and nothing that tells them apart", () => {
    const gemma4 = { ...read("gemma-4-e2b"), num_hidden_layers: 30 };
    expect(stripOf(gemma4)).toBeUndefined();
    // A list of another length says nothing certain either.
    expect(stripOf({ ...gemma4, layer_types: ["full_attention"] })).toBeUndefined();
  });

  test("a type that has no table is none of the kinds", () => {
    const layer_types = ["sliding_attention", "full_attention", "toString", 7, { toString: 1 }];
    const gemma4 = { ...read("gemma-4-e2b"), num_hidden_layers: 5, layer_types };
    expect(stripOf(gemma4)).toEqual([1, 0, -1, -1, -1]);
  });

  test("layers beyond all measure are refused by name", () => {
    for (const num_hidden_layers of [1e9, -1, 2.5, "36"])
      expect(() => stripOf({ ...read("qwen3-0.6b"), num_hidden_layers })).toThrow(
        /num_hidden_layers is/,
      );
  });
});

test("whatever is in the file: places of kinds, or a complaint", () => {
  // Arbitraries of any depth cost more than what they test: some are drawn beforehand.
  const odd = fc.constantFrom(...fc.sample(fc.anything(), { numRuns: 100, seed: 1 }));
  const type = fc.oneof(
    fc.constantFrom("full_attention", "sliding_attention", "linear_attention", "__proto__"),
    odd,
  );
  const config = fc.record(
    {
      model_type: fc.constantFrom("gemma3", "smollm3", "cohere2", "llama", "modernbert", "novel"),
      head_dim: fc.constant(64),
      rope_theta: fc.constant(1e4),
      num_hidden_layers: fc.oneof(fc.integer({ min: -1, max: 40 }), odd),
      layer_types: fc.oneof(fc.array(type, { maxLength: 40 }), odd),
      no_rope_layers: fc.oneof(fc.array(fc.constantFrom(0, 1), { maxLength: 40 }), odd),
      sliding_window_pattern: odd,
    },
    { requiredKeys: ["model_type", "head_dim", "rope_theta"] },
  );
  fc.assert(
    fc.property(config, (file) => {
      try {
        const kinds = readLayers(file).map(({ layers }) => layers);
        const strip = layerStrip(file, kinds);
        expect(strip?.every((kind) => kind >= -1 && kind < kinds.length) ?? true).toBe(true);
      } catch (error) {
        if (!(error instanceof EtxError)) throw error;
      }
    }),
    { numRuns: 1000 },
  );
});
