/** What was reported in public, each report by its name, with the right value. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { FrequencyTable } from "../../../web/model/types.ts";
import { engine, expectNear } from "./support.ts";

const read = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../data/configs/${name}.json`, import.meta.url), "utf8"));
const table = (config: unknown): FrequencyTable => engine.frequencies(config)[0] as FrequencyTable;
const without = (config: Record<string, unknown>, ...keys: string[]) =>
  Object.fromEntries(Object.entries(config).filter(([key]) => !keys.includes(key)));
/** Frequencies against the unscaled ones: 1 where kept, 1/factor where divided. */
const shares = ({ inverseFrequencies, base, rotaryDimension }: FrequencyTable): number[] =>
  [...inverseFrequencies].map((w, i) => w * base ** ((2 * i) / rotaryDimension));
const bands = (config: unknown, factor: number): number[] => {
  const all = shares(table(config));
  const near = (target: number) =>
    all.filter((share) => Math.abs(share / target - 1) < 1e-12).length;
  return [near(1), all.length - near(1) - near(1 / factor), near(1 / factor)];
};
/** The pairs between which YaRN's ramp runs: the last kept, the first divided. */
const ramp = (config: unknown, factor: number): number[] => {
  const [kept, between] = bands(config, factor) as [number, number];
  return [kept - 1, kept + between];
};

test("llama.cpp#8650, #8676: Llama 3.1 keeps 29 pairs, ramps 6, divides 29", () => {
  expect(bands(read("llama-3.1-8b"), 8)).toEqual([29, 6, 29]);
});

test("tiny-vllm#1: Llama 3.2 keeps 15, ramps 3, divides 14", () => {
  expect(bands(read("llama-3.2-1b"), 32)).toEqual([15, 3, 14]);
});

test("Llama 4 Scout: low = high = 1 leaves no ramp and no NaN", () => {
  const config = read("llama-4-scout");
  expect(bands(config, 16)).toEqual([35, 0, 29]);
  const { warnings } = table(config);
  expect(warnings.join()).toContain("low_freq_factor and high_freq_factor are both 1");
  expect(warnings.join()).toContain("10485760: engines that keep phases in float32 err");
});

test("transformers#33783: Qwen 2.5's ramp is 23 to 40; by a context of 131072 it would be 30 to 47", () => {
  const config = read("qwen2.5-7b-instruct-yarn4");
  expect(ramp(config, 4)).toEqual([23, 40]);
  expectNear(table(config).attentionFactor, 1.138629, 5e-7);
  expectNear(table(config).attentionFactor ** 2, 1.29648, 5e-6);
  const scaling = { type: "yarn", factor: 4 };
  const missing = { ...config, max_position_embeddings: 131072, rope_scaling: scaling };
  expect(ramp(missing, 4)).toEqual([30, 47]);
  expect(table(missing).warnings.join()).toContain("original_max_position_embeddings is missing");
});

test("vllm#27722, sglang#14270: GPT-OSS truncated against not, pair 17 off by 76 %", () => {
  const config = read("gpt-oss-120b");
  const rounded = {
    ...config,
    rope_scaling: { ...(config.rope_scaling as object), truncate: true },
  };
  const [exact, wrong] = [table(config).inverseFrequencies, table(rounded).inverseFrequencies];
  const known = [0.9973, 1.006, 1.0173, 1.0325, 1.0542, 1.0876, 1.1459, 1.2727, 1.7627];
  for (const [i, ratio] of known.entries())
    expectNear((wrong[9 + i] as number) / (exact[9 + i] as number), ratio, 5.1e-5);
  expectNear(table(config).attentionFactor, 1.3465736, 5e-8);
  expectNear(table(config).attentionFactor ** 2, 1.8132604, 5e-8);
});

test("keras-hub#2981: the ramp may end beyond the last pair", () => {
  const yarn = (head_dim: number) =>
    table({
      model_type: "llama",
      head_dim,
      max_position_embeddings: 524288,
      rope_scaling: {
        rope_type: "yarn",
        factor: 4,
        truncate: false,
        original_max_position_embeddings: 131072,
      },
    });
  for (const [d, low, high] of [
    [64, 22.513440636877274, 34.55464046343652],
    [128, 45.02688127375455, 69.10928092687304],
  ] as const) {
    const along = (d / 2 - 1 - low) / (high - low);
    expectNear(shares(yarn(d)).at(-1) as number, 1 - along * 0.75, 1e-12);
  }
});

test("mobius#548, transformers#47435: the softmax scale of latent attention, apart from cos and sin", () => {
  const v3 = read("deepseek-v3");
  expect(ramp(v3, 40)).toEqual([10, 23]);
  expectNear(table(v3).softmaxScaleFactor, 1.873854, 5e-7);
  expect(table(v3).attentionFactor).toBe(1);
  const scaling = {
    ...(v3.rope_scaling as object),
    mscale: 707 / 1000,
    mscale_all_dim: 707 / 1000,
  };
  const v2 = table({ ...v3, model_type: "deepseek_v2", rope_scaling: scaling });
  expectNear(v2.softmaxScaleFactor, 1.5896, 5e-5);
  expect(v2.attentionFactor).toBe(1);
});

test("exllamav3#259, llama.cpp#17945: equal mscales cancel, and the other reading is named", () => {
  const config = read("ministral-3-3b");
  expect(ramp(config, 16)).toEqual([20, 37]);
  expect(table(config).attentionFactor).toBe(1);
  expect(table(config).softmaxScaleFactor).toBe(1);
  expect(table(config).warnings.join()).toContain("others read 0.1·ln(factor) + 1 = 1.277259");
});

test("YaRN's mscales, as published", () => {
  const mscale = (factor: number, mscale?: number) =>
    table({
      model_type: "llama",
      head_dim: 128,
      rope_scaling: {
        rope_type: "yarn",
        factor,
        original_max_position_embeddings: 4096,
        ...(mscale !== undefined && { mscale, mscale_all_dim: 1e-300 }),
      },
    }).attentionFactor;
  for (const [factor, value] of [
    [32, 1.3465736],
    [40, 1.3688879],
    [16, 1.2772589],
    [4, 1.1386294],
    [8, 1.2079442],
  ] as const)
    expectNear(mscale(factor), value, 5.1e-8);
  expectNear(mscale(40, 707 / 1000), 1.2608038, 5.1e-8);
});

test("mlx-vlm#1709, ferrox#39, vllm#29111: Gemma 3's factor is for global layers, its thetas differ", () => {
  const tables = engine.frequencies(read("gemma-3-4b-it"));
  expect(tables.map(({ layers, base }) => [layers, base])).toEqual([
    ["full_attention", 1e6],
    ["sliding_attention", 1e4],
  ]);
  expect(tables.map(({ inverseFrequencies }) => inverseFrequencies[0])).toEqual([1 / 8, 1]);
});

test("Megatron-Bridge#4195: Gemma 4's table is of the whole head, 64 live pairs and 192 zeros", () => {
  const { inverseFrequencies, rotaryDimension, layout } = table(read("gemma-4-e2b"));
  expect([inverseFrequencies.length, rotaryDimension, layout]).toEqual([256, 512, "half"]);
  expectNear(inverseFrequencies[63] as number, 0.03338, 5e-6);
  expect([...inverseFrequencies].filter((w) => w === 0)).toHaveLength(192);
  // As a rotated prefix its last frequency would be another.
  const prefix = {
    model_type: "novel",
    head_dim: 512,
    rope_theta: 1e6,
    partial_rotary_factor: 0.25,
  };
  expectNear(table(prefix).inverseFrequencies.at(-1) as number, 1.24e-6, 5e-9);
});

test("mlx-lm#1698, vllm#43770: GLM turns half of each head, by a default that the file leaves out", () => {
  const glm = table(read("glm-4-9b-chat-hf"));
  expect([glm.rotaryDimension, glm.headDimension]).toEqual([64, 128]);
  expect(glm.provenance.rotaryDimension).toBe("class default");
  const nemotron = table({ model_type: "nemotron", head_dim: 128, rope_theta: 10000 });
  expect([nemotron.rotaryDimension, nemotron.provenance.rotaryDimension]).toEqual([
    64,
    "class default",
  ]);
});

test("vllm#16904: reading a file does not change it", () => {
  const config = Object.freeze(read("glm-4-9b-chat-hf"));
  for (let i = 0; i < 4; i++) expect(table(config).rotaryDimension).toBe(64);
});

test("vllm#42624, DeepSpeed#8345, mlx-lm#953: a nested rope_theta counts, and who misses it is said", () => {
  const config = without(read("llama-3.1-8b"), "rope_theta", "rope_scaling");
  const v5 = { ...config, rope_parameters: { rope_type: "default", rope_theta: 500000 } };
  expect([table(v5).base, table(v5).provenance.base]).toEqual([500000, "file"]);
  expect(table(v5).warnings.join()).toContain(
    "rope_parameters.rope_theta is 500000: readers that look for it beside the block alone take the class default, 10000",
  );
});

test("TensorRT-Model-Connect#400: one block under either name", () => {
  const config = read("llama-3.1-8b");
  const renamed = { ...without(config, "rope_scaling"), rope_parameters: config.rope_scaling };
  expect(table(renamed).inverseFrequencies).toEqual(table(config).inverseFrequencies);
});

test("transformers#43756, smollm#130: 1 in no_rope_layers means rotate", () => {
  const layers = engine.readConfig(read("smollm3-3b"));
  expect(layers.map(({ encoding, layers }) => [encoding.kind, layers])).toEqual([
    ["rope", "all"],
    ["nope", "3, 7, 11, 15, 19, 23, 27, 31, 35"],
  ]);
});

test("NeMo's KERPLE, whose a is a constant 0, is NoPE", () => {
  const kerple = { kind: "kerple", dimension: 4, a: 0 };
  expect(engine.generator(kerple)).toEqual(engine.generator({ kind: "nope", dimension: 4 }));
  expect(engine.axioms(kerple)).toEqual(engine.axioms({ kind: "nope", dimension: 4 }));
  // As good as none already where a is all but 0.
  const [query, key] = [Float64Array.of(1, 2, 3, 4), Float64Array.of(1, 1, 1, 1)];
  const lags = Float64Array.of(0, 1, 4096);
  const curve = (a: number) => engine.curve({ ...kerple, a }, { query, key, lags });
  expect([...curve(0)]).toEqual([10, 10, 10]);
  for (const score of curve(1e-300)) expectNear(score, 10, 1e-12);
});

test("mlx#343, TensorRT-LLM#1611: ALiBi heads that are no power of two are described whole", () => {
  const bloom = engine.readConfig({ ...read("bloom-176b"), n_head: 12, hidden_size: 768 })[0];
  expect(bloom?.encoding).toEqual({ kind: "alibi", dimension: 64, heads: 12, head: 1 });
  expect(bloom?.provenance).toEqual({ dimension: "derived", heads: "file", head: "derived" });
});

test("nanochat#264, transformers#34741: both layouts are one generator, but for a fixed permutation of coordinates", () => {
  const of = (layout: "half" | "interleaved") =>
    engine.generator({ kind: "rope", dimension: 10, rotaryDimension: 8, layout });
  const [half, interleaved] = [of("half"), of("interleaved")];
  const [a, b] = [half?.matrices[0]?.data ?? [], interleaved?.matrices[0]?.data ?? []];
  // Pair i is (i, i + 4) in one and (2i, 2i + 1) in the other; the last two coordinates stay.
  const places = [0, 4, 1, 5, 2, 6, 3, 7, 8, 9];
  expect([...(half?.generators[0]?.permutation ?? [])]).toEqual(places);
  for (const [i, row] of places.entries())
    for (const [j, column] of places.entries()) expect(a[10 * row + column]).toBe(b[10 * i + j]);
  expect(a).not.toEqual(b);
});

test("flashinfer#1606, #5101: a rank's ALiBi slopes are a slice of all heads', not those of its own number", () => {
  const slope = (heads: number, head: number): number =>
    -engine.curve(
      { kind: "alibi", heads, head },
      {
        query: new Float64Array(),
        key: new Float64Array(),
        lags: Float64Array.of(1),
      },
    )[0]!;
  const heads = (count: number, from = 1, to = count) =>
    Array.from({ length: to - from + 1 }, (_, i) => slope(count, from + i));
  expect(heads(12, 1, 6)).toEqual([1, 2, 3, 4, 5, 6].map((k) => 2 ** -k));
  expect(heads(6).slice(0, 2)).toEqual([2 ** -2, 2 ** -4]); // what both of two ranks would take
});
