import { expect, test } from "vitest";
import {
  encodingsOf,
  readLayers,
  sentence,
  sentences,
  type WarningCode,
} from "../../../web/files/config.ts";
import { configWarnings } from "../../../web/locales/config-warnings.ts";

const base = { model_type: "llama", head_dim: 64, rope_theta: 1e4, max_position_embeddings: 8192 };
const scaled = (rope_scaling: object, more: object = {}) => ({ ...base, ...more, rope_scaling });
const yarn = { rope_type: "yarn", factor: 4, original_max_position_embeddings: 2048 };
const factors = Array(32).fill(1);
const longrope = {
  rope_type: "longrope",
  short_factor: factors,
  long_factor: factors,
  original_max_position_embeddings: 4096,
};
const llama3 = { rope_type: "llama3", factor: 8, low_freq_factor: 1, high_freq_factor: 4 };
const said = (config: object, sequenceLength?: number): string[] =>
  readLayers(config, sequenceLength === undefined ? {} : { sequenceLength }).flatMap(
    ({ warnings }) => warnings.map((one) => sentence(one)),
  );

/** One config a trap; the codes that no config here brings are asked for below. */
const traps: [WarningCode, object, string, number?][] = [
  [
    "unknown-class",
    { ...base, model_type: "novel" },
    'model_type is "novel", a class unknown here',
  ],
  [
    "two-blocks",
    scaled({ type: "linear", factor: 2 }, { rope_parameters: { factor: 3 } }),
    "rope_scaling and rope_parameters are both set: rope_scaling counts here",
  ],
  [
    "inner-counts",
    scaled({ rope_theta: 5e5 }),
    "rope_scaling.rope_theta is 500000, and 10000 beside",
  ],
  [
    "outer-counts",
    scaled(yarn, { original_max_position_embeddings: 1024 }),
    "original_max_position_embeddings is 2048, and 1024 beside the block: the outer one counts",
  ],
  [
    "outer-counts",
    scaled({ partial_rotary_factor: 0.25 }, { partial_rotary_factor: 0.5 }),
    "partial_rotary_factor is 0.25, and 0.5 beside the block: the outer one counts",
  ],
  [
    "types-disagree",
    scaled({ ...yarn, type: "linear" }),
    'rope_scaling.rope_type is "yarn" and type is "linear": rope_type counts here',
  ],
  [
    "default-used",
    { model_type: "glm", rope_theta: 1e4 },
    "partial_rotary_factor is not in the file: the class default, 0.5, is used",
  ],
  [
    "default-counts",
    { ...base, model_type: "gptj", rope_theta: 5e5 },
    "rope_theta is 500000, but the class does not read it: its own 10000 counts",
  ],
  [
    "default-elsewhere",
    { model_type: "llama", head_dim: 64, rope_parameters: { rope_theta: 5e5 } },
    "take the class default, 10000",
  ],
  [
    "head-differs",
    { ...base, hidden_size: 1024, num_attention_heads: 8 },
    "head_dim is 64, not hidden_size / num_attention_heads = 128",
  ],
  [
    "latent-head",
    { ...base, model_type: "deepseek_v3", qk_rope_head_dim: 64, qk_nope_head_dim: 128 },
    "the head has 192 dimensions, of which 64 turn",
  ],
  [
    "bands-unfit",
    scaled({ type: "mrope", mrope_section: [16, "8", 8] }),
    'mrope_section is [16, "8", 8], which does not share out 32 pairs',
  ],
  [
    "base-by-alpha",
    scaled({ type: "dynamic", alpha: 1000, factor: 1 }),
    "alpha is 1000: the base grows by it once for all, to 12496090",
  ],
  [
    "warm-queries",
    { ...base, attn_temperature_tuning: 4, floor_scale: 8192, attn_scale: 0.1 },
    "scaled by 1 + 0.1·ln(⌊(t + 1)/8192⌋ + 1)",
  ],
  ["bands", scaled({ type: "mrope", mrope_section: [16, 8, 8] }), "mrope_section is set"],
  ["old-name", scaled({ ...longrope, rope_type: "su" }), '"su": the older name of "longrope"'],
  [
    "bare-layers",
    { ...base, model_type: "cohere2", layer_types: ["sliding_attention", "full_attention"] },
    "by layer_types, layers that do not rotate, 1 in all: 1",
  ],
  ["bare-flags", { ...base, no_rope_layers: [1, 0] }, "1 means rotate"],
  [
    "bare-class",
    { ...base, model_type: "llama4_text", no_rope_layers: [], num_hidden_layers: 8 },
    "by the class’s default, layers that do not rotate, 2 in all: 3, 7",
  ],
  ["bare-every", { ...base, model_type: "smollm3" }, "one layer in 4 does not rotate"],
  ["unread", { ...base, rope_magic: 1 }, 'not read here: "rope_magic"'],
  [
    "unused",
    scaled({ type: "dynamic", factor: 2, original_max_position_embeddings: 4096 }),
    'rope_scaling.original_max_position_embeddings: type "dynamic" does not use this',
  ],
  ["unused", scaled({ ...yarn, finetuned: true }), 'rope_scaling.finetuned: type "yarn"'],
  ["unused", scaled({ factor: 2 }), 'rope_scaling.factor: type "default" does not use this'],
  ["short-factor", scaled({ type: "linear", factor: 0.5 }), "below 1 it shortens the context"],
  ["original-missing", scaled(llama3), "max_position_embeddings, 8192, stands for it"],
  [
    "original-long",
    scaled({ ...llama3, original_max_position_embeddings: 16384 }),
    "is 16384, not below max_position_embeddings, 8192",
  ],
  ["factor-missing", scaled({ ...yarn, factor: null }), "4, stands for it"],
  [
    "factor-differs",
    scaled({ ...yarn, factor: 8 }),
    "is 8, but max_position_embeddings / original",
  ],
  ["no-ramp", scaled({ ...llama3, high_freq_factor: 1 }), "are both 1: there is no ramp"],
  ["zero-beta", scaled({ ...yarn, beta_fast: 0 }), "beta_fast is 0: 32 is used"],
  ["betas-reversed", scaled({ ...yarn, beta_fast: 0.5 }), "beta_fast is 0.5, below beta_slow, 1"],
  [
    "nested-truncate",
    { ...base, rope_parameters: { full_attention: { ...yarn, truncate: false } } },
    "rope_parameters.full_attention.truncate is false and counts here",
  ],
  ["scales-cancel", scaled({ ...yarn, mscale: 1, mscale_all_dim: 1 }), "the attention factor is 1"],
  [
    "softmax-scale",
    scaled({ ...yarn, mscale_all_dim: 1 }, { model_type: "deepseek_v3" }),
    "the whole logit is scaled by 1.296477 too",
  ],
  ["query-scale", scaled({ ...yarn, llama_4_scaling_beta: 0.1 }), "llama_4_scaling_beta is 0.1"],
  [
    "all-pairs",
    scaled({ type: "proportional" }),
    "partial_rotary_factor is missing: all pairs turn",
  ],
  ["base-grows", scaled({ type: "dynamic", factor: 2 }), "beyond 8192 tokens the base grows"],
  ["base-grown", scaled({ type: "dynamic", factor: 2 }), "has grown from 10000", 9000],
  ["factors-short", scaled(longrope), "up to 4096 tokens the short factors hold"],
  ["factors-long", scaled(longrope), "at 4097 tokens, beyond 4096, the long factors hold", 4097],
  [
    "long-once",
    { ...base, rope_parameters: { full_attention: longrope } },
    "transformers recomputes the long factors",
  ],
  [
    "float-phases",
    { ...base, max_position_embeddings: 2 ** 20 },
    "is 1048576: engines that keep phases in float32 err there by up to 0.13 radians",
  ],
];

test.each(traps)("%s", (code, config, text, length) => {
  const options = length === undefined ? {} : { sequenceLength: length };
  const codes = readLayers(config, options).flatMap(({ warnings }) => warnings.map((w) => w.code));
  expect(codes).toContain(code);
  expect(said(config, length).join("; ")).toContain(text);
});

test("every code is met, here or beside models without rotation", () => {
  const others =
    "both-ways one-head rounded-bias scaled-bias key-positions learned-values cut-dimensions skipped-rows two-sided no-softmax-scale side-by-side data-clock";
  const met = new Set<string>([...traps.map(([code]) => code), ...others.split(" ")]);
  expect(Object.keys(sentences).filter((code) => !met.has(code))).toEqual([]);
});

test("an ordinary file is read without a word", () => {
  expect(said(base)).toEqual([]);
  expect(said(scaled({ ...llama3, original_max_position_embeddings: 2048 }))).toEqual([]);
});

test("Chinese has the same codes and values", () => {
  const names = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  expect(Object.keys(configWarnings).sort()).toEqual(Object.keys(sentences).sort());
  for (const code of Object.keys(sentences) as WarningCode[]) {
    expect(names(configWarnings[code]), code).toEqual(names(sentences[code]));
    expect(configWarnings[code], code).not.toMatch(/[\u4e00-\u9fff][,;:?!]|[,;:?!][\u4e00-\u9fff]/);
  }
  const [layer] = encodingsOf({ ...base, no_rope_layers: [1, 0] }, "config.json");
  expect(layer?.warnings.map((one) => sentence(one, configWarnings))).toEqual([
    "按 no_rope_layers（1 表示旋转），有 1 层不旋转：1",
  ]);
});
