/** Where each value of a file's reading comes from: file, class or calculation, and under which key. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readLayers, sentence } from "../../../web/files/config.ts";

type Config = Record<string, unknown>;
const read = (name: string): Config =>
  JSON.parse(readFileSync(new URL(`../../data/configs/${name}.json`, import.meta.url), "utf8"));
/** Of each kind of layer: a value's provenance and key. */
const told = (config: Config, name: string) =>
  readLayers(config).map(({ provenance, keys }) => [provenance[name], keys[name]]);
const said = (config: Config): string =>
  readLayers(config)
    .flatMap(({ warnings }) => warnings.map((one) => sentence(one)))
    .join("; ");
const without = (config: Config, key: string): Config => {
  const { [key]: _, ...rest } = config;
  return rest;
};

describe("bases by the keys of their classes", () => {
  test.each<[string, Config, [string, string | undefined][]]>([
    ["Llama", read("llama-3.1-8b"), [["file", "rope_theta"]]],
    ["GPT-NeoX", read("gpt-neox-20b"), [["file", "rotary_emb_base"]]],
    [
      "ModernBERT",
      read("modernbert-base"),
      [
        ["file", "global_rope_theta"],
        ["file", "local_rope_theta"],
      ],
    ],
    [
      "Gemma 3",
      read("gemma-3-4b-it"),
      [
        ["file", "rope_theta"],
        ["file", "rope_local_base_freq"],
      ],
    ],
    [
      "a language model within another",
      { model_type: "llava", text_config: read("gemma-3-4b-it") },
      [
        ["file", "text_config.rope_theta"],
        ["file", "text_config.rope_local_base_freq"],
      ],
    ],
    [
      "Gemma 4, per layer type",
      read("gemma-4-e2b"),
      [
        ["file", "rope_parameters.full_attention.rope_theta"],
        ["file", "rope_parameters.sliding_attention.rope_theta"],
      ],
    ],
  ])("%s", (_, config, expected) => {
    expect(told(config, "base")).toEqual(expected);
  });

  test("what the class takes in their absence is said of the key that is absent", () => {
    const modern = without(
      without(read("modernbert-base"), "global_rope_theta"),
      "local_rope_theta",
    );
    expect(told(modern, "base")).toEqual([
      ["class default", undefined],
      ["class default", undefined],
    ]);
    expect(said(modern)).toBe(
      "global_rope_theta is not in the file: the class default, 160000, is used; " +
        "local_rope_theta is not in the file: the class default, 10000, is used",
    );
    expect(said(without(read("gemma-3-4b-it"), "rope_local_base_freq"))).toContain(
      "rope_local_base_freq is not in the file: the class default, 10000, is used",
    );
    expect(said(without(read("gpt-neox-20b"), "rotary_emb_base"))).toContain(
      "rotary_emb_base is not in the file: the class default, 10000, is used",
    );
  });
});

test("every value that the file gave has a key there, and no other value has one", () => {
  const names =
    "deepseek-v3 gemma-4-e2b glm-4-9b-chat-hf gpt-j-6b gpt-oss-120b internlm2.5-7b llama-4-scout mamba3-fla ministral-3-3b mpt-7b phi-3.5-mini qwen2.5-7b-instruct-yarn4 qwen3-0.6b smollm3-3b t5-defaults";
  for (const name of names.split(" ")) {
    const config = read(name);
    for (const { provenance, keys } of readLayers(config))
      for (const [field, from] of Object.entries(provenance)) {
        const key = keys[field];
        // A layer type's own name is a key of the block, not a value under one.
        if (from !== "file" || field === "layers") continue;
        const value = key
          ?.split(".")
          .reduce<unknown>((object, part) => (object as Config | undefined)?.[part], config);
        expect(value, `${name}: ${field} by ${key}`).toBeDefined();
      }
  }
});

test("Phi-3's original context is its class's where the file has none", () => {
  const phi = without(read("phi-3.5-mini"), "original_max_position_embeddings");
  expect(told({ ...phi, model_type: "phi3" }, "originalContext")).toEqual([
    ["class default", undefined],
  ]);
  expect(told(read("phi-3.5-mini"), "originalContext")).toEqual([
    ["file", "original_max_position_embeddings"],
  ]);
});
