/** The ways in which engines misread a file: which of them a file invites, and what each comes to. */
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLayers, readRotary } from "../../../web/files/config.ts";
import { misreadings, type Reading } from "../../../web/files/readings.ts";
import { EtxError } from "../../../web/model/error.ts";
import { frequencies, yarnRamp } from "./oracle.ts";

type Config = Record<string, unknown>;
const folder = new URL("../../data/configs/", import.meta.url);
const read = (name: string): Config =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
const names = readdirSync(folder).flatMap((name) => name.match(/^(.*)\.json$/)?.[1] ?? []);
const ids = (config: unknown): string[] => misreadings(config).map(({ id }) => id);
const misread = (config: unknown, id: Reading["id"]): Config => {
  const found = misreadings(config).find((one) => one.id === id);
  if (!found) throw new Error(`no reading ${id}`);
  return found.config;
};
const table = (config: unknown) => {
  const [layer] = readRotary(config);
  if (!layer) throw new Error("no rotated layer");
  return layer;
};

describe("which readings a file invites", () => {
  const expected: Record<string, string[]> = {
    "deepseek-v3": ["unscaled", "linear", "longest", "scales", "paired"],
    "gemma-3-4b-it": ["unscaled", "base", "paired"],
    "gemma-4-e2b": ["base", "paired"],
    "glm-4-9b-chat-hf": ["whole", "paired"],
    "gpt-neox-20b": ["whole", "paired"],
    "gpt-oss-120b": ["unscaled", "linear", "base", "longest", "truncated", "paired"],
    "internlm2.5-7b": ["unscaled", "linear", "base", "paired"],
    "llama-3.1-8b": ["unscaled", "linear", "base", "longest", "paired"],
    "llama-3.2-1b": ["unscaled", "linear", "base", "longest", "paired"],
    "llama-4-scout": ["unscaled", "linear", "base", "longest", "rotated", "paired"],
    "gpt-j-6b": ["paired"],
    "ministral-3-3b": ["unscaled", "linear", "base", "longest", "scales", "paired"],
    "mistral-7b-v0.3": ["base", "paired"],
    "modernbert-base": ["base", "paired"],
    "phi-3.5-mini": ["unscaled", "long", "paired"],
    "qwen2-vl-7b": ["base", "paired"],
    "qwen2.5-7b-instruct-yarn4": ["unscaled", "linear", "base", "longest", "paired"],
    "qwen3-0.6b": ["base", "paired"],
    "qwen3-vl-8b": ["base", "paired"],
    "smollm3-3b": ["base", "rotated", "paired"],
  };
  test.each(names)("%s", (name) => {
    expect(ids(read(name))).toEqual(expected[name] ?? []);
  });

  test("none that would change nothing", () => {
    for (const name of names) {
      const config = read(name);
      for (const { id, config: other } of misreadings(config))
        expect(readLayers(other), `${name}, ${id}`).not.toEqual(readLayers(config));
    }
    const plain = { rope_type: "default", rope_theta: 10000 };
    expect(ids({ model_type: "llama", head_dim: 64, rope_parameters: plain })).toEqual(["paired"]);
  });

  test("a base that is not 10000, under whichever key or by which class", () => {
    const bases = (config: object) => readRotary(misread(config, "base")).map(({ base }) => base);
    const modern = read("modernbert-base");
    expect(bases(modern)).toEqual([10000, 10000]);
    expect(bases({ ...modern, local_rope_theta: 160000 })).toEqual([10000, 10000]);
    const { global_rope_theta: _, ...silent } = modern;
    expect(readRotary(silent).map(({ base }) => base)).toEqual([160000, 10000]);
    expect(bases(silent)).toEqual([10000, 10000]);
    expect(bases({ ...read("gpt-neox-20b"), rotary_emb_base: 40000 })).toEqual([10000]);
    // GPT-J's base is in its code: nothing in a file can be read wrong.
    expect(ids(read("gpt-j-6b"))).toEqual(["paired"]);
  });

  test("pairs the other way: named by the key where the file has one; of a single pair there is but one way", () => {
    const deepseek = misread(read("deepseek-v3"), "paired");
    expect(table(deepseek).layout).toBe("half");
    expect(misread({ ...deepseek, rope_interleave: true }, "paired").rope_interleave).toBe(false);
    expect(table(misread(read("llama-3.1-8b"), "paired")).layout).toBe("interleaved");
    expect(ids({ model_type: "llama", head_dim: 2, rope_theta: 10000 })).toEqual([]);
  });

  test("the text's part of a file that speaks of more", () => {
    const config = { model_type: "llava", vision_config: {}, text_config: read("llama-3.1-8b") };
    expect(ids(config)).toEqual(ids(read("llama-3.1-8b")));
    expect(table(misread(config, "base")).base).toBe(10000);
    expect(misread(config, "base").vision_config).toEqual({});
  });

  test("an empty block beside the one that counts", () => {
    const config = read("llama-4-scout");
    expect(ids({ ...config, rope_scaling: {} })).toEqual(ids(config));
  });

  test("the file itself is left as it is", () => {
    for (const name of names) {
      const config = read(name);
      misreadings(config);
      expect(config).toEqual(read(name));
    }
  });
});

describe("what they come to", () => {
  test("transformers#33783: Qwen 2.5's ramp by a context of 131072, 30 to 47 for 23 to 40", () => {
    const config = read("qwen2.5-7b-instruct-yarn4");
    expect(yarnRamp(table(config).request)).toEqual({ low: 23, high: 40 });
    expect(yarnRamp(table(misread(config, "longest")).request)).toEqual({ low: 30, high: 47 });
  });

  test("vllm#27722, sglang#14270: GPT-OSS with its ramp rounded, pair 17 off by 76 %", () => {
    const config = read("gpt-oss-120b");
    const { low, high } = yarnRamp(table(config).request);
    expect(low).toBeCloseTo(8.092779, 6);
    expect(high).toBeCloseTo(17.398025, 6);
    const rounded = table(misread(config, "truncated")).request;
    expect(yarnRamp(rounded)).toEqual({ low: 8, high: 18 });
    const ratio =
      (frequencies(rounded)[17] as number) / (frequencies(table(config).request)[17] ?? 0);
    expect(ratio).toBeCloseTo(1.7627, 4);
  });

  test("llama.cpp#8650: Llama 3.1 unscaled is 8 times too fast in 29 pairs", () => {
    const config = read("llama-3.1-8b");
    const right = frequencies(table(config).request);
    const wrong = frequencies(table(misread(config, "unscaled")).request);
    const ratios = wrong.map((w, i) => w / (right[i] as number));
    const near = (target: number) => ratios.filter((one) => Math.abs(one / target - 1) < 1e-12);
    expect([near(1).length, near(8).length]).toEqual([29, 29]);
  });

  test("exllamav3#259, llama.cpp#17945: 1.2773 on cos and sin by who does not know mscale", () => {
    const wrong = table(misread(read("ministral-3-3b"), "scales"));
    expect(wrong.attentionFactor).toBeCloseTo(1.2772589, 7);
    expect(table(read("ministral-3-3b")).attentionFactor).toBe(1);
  });

  test("mobius#548, Megatron-LM#1429: DeepSeek without its factor on the logit", () => {
    expect(table(read("deepseek-v3")).softmaxScaleFactor).toBeCloseTo(1.873854, 6);
    const wrong = table(misread(read("deepseek-v3"), "scales"));
    expect([wrong.softmaxScaleFactor, wrong.attentionFactor.toFixed(7)]).toEqual([1, "1.3688879"]);
  });

  test("mlx-lm#1698, vllm#43770: GLM with its whole head turned, 128 for 64", () => {
    const config = read("glm-4-9b-chat-hf");
    expect(table(config).rotaryDimension).toBe(64);
    expect(table(misread(config, "whole")).rotaryDimension).toBe(128);
    // By class default too.
    const next = { model_type: "qwen3_next", rope_theta: 1e7 };
    expect(table(next).rotaryDimension).toBe(64);
    expect(table(misread(next, "whole")).rotaryDimension).toBe(256);
  });

  test("unsloth#10681: Phi with its long factors always, 64.8 times slower at the end", () => {
    const config = read("phi-3.5-mini");
    const right = table(config).request.divisors ?? [];
    const wrong = table(misread(config, "long")).request.divisors ?? [];
    expect(Math.max(...right)).toBeLessThan(3);
    expect(Math.max(...wrong)).toBeCloseTo(64.8, 1);
  });

  test("rknn-llm#501: SmolLM3 with every layer rotated has one kind of layer", () => {
    expect(readLayers(misread(read("smollm3-3b"), "rotated")).map(({ layers }) => layers)).toEqual([
      "all",
    ]);
  });

  test("vllm#42624: a base of 10000, in each layer type that has another", () => {
    const wrong = readRotary(misread(read("gemma-4-e2b"), "base"));
    expect(wrong.map(({ base }) => base)).toEqual([10000, 10000]);
  });
});

test("whatever is in the file: readings, each a file or one with a complaint", () => {
  expect(misreadings(null)).toEqual([]);
  expect(misreadings([1])).toEqual([]);
  // Arbitraries of any depth cost more than what they test: some are drawn beforehand.
  const odd = fc.constantFrom(...fc.sample(fc.anything(), { numRuns: 100, seed: 1 }));
  const keys =
    "model_type rope_theta rope_scaling rope_parameters text_config partial_rotary_factor no_rope_layers head_dim max_position_embeddings full_attention".split(
      " ",
    );
  const block = fc.dictionary(
    fc.constantFrom(
      ..."rope_type type factor rope_theta mscale mscale_all_dim truncate long_factor partial_rotary_factor toString".split(
        " ",
      ),
    ),
    fc.oneof(fc.constantFrom("yarn", "llama3", "longrope", 4, 0, null, [1]), odd),
  );
  const config = fc.dictionary(
    fc.constantFrom(...keys),
    fc.oneof(block, fc.dictionary(fc.constantFrom(...keys), block), odd),
  );
  fc.assert(
    fc.property(config, (file) => {
      for (const { config: other } of misreadings(file))
        try {
          readLayers(other);
        } catch (error) {
          if (!(error instanceof EtxError)) throw error;
        }
    }),
    { numRuns: 1000 },
  );
});
