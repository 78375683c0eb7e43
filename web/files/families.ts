/**
 * What a model's class says and its config.json leaves out, by `model_type`. The file never says how coordinates pair
 * up, for one; and a default that differs from the usual one is where readers of such files go wrong.
 */
import type { RotaryLayout } from "../model/types.ts";

export interface ModelFamily {
  layout: RotaryLayout;
  base: number;
  /** The base of sliding-window layers, where they have one of their own. */
  localBase?: number;
  /** The rotated part of a head. */
  partial?: number;
  rotaryDimension?: number;
  headDimension?: number;
  /** Each layer of this number does not rotate, where the file does not list them. */
  bareEvery?: number;
}

const usual: ModelFamily = { layout: "half", base: 10000 };
const interleaved: ModelFamily = { layout: "interleaved", base: 10000 };

/** Rotary models whose class says nothing unusual. */
const plainFamilies =
  "llama mistral qwen2 qwen2_moe qwen3_moe phi3 internlm2 olmo olmo2 falcon granite starcoder2";

const families = new Map<string, ModelFamily>([
  ...plainFamilies.split(" ").map((type) => [type, usual] as const),
  ["mixtral", { ...usual, base: 1e6 }],
  ["qwen2_vl", { ...usual, base: 1e6 }],
  ["qwen2_5_vl", { ...usual, base: 1e6 }],
  ["qwen3_vl", { ...usual, base: 5e6, headDimension: 128 }],
  ["qwen3", { ...usual, headDimension: 128 }],
  ["gemma", { ...usual, headDimension: 256 }],
  ["gemma2", { ...usual, headDimension: 256 }],
  ["gemma3", { ...usual, headDimension: 256, base: 1e6, localBase: 10000 }],
  ["gemma3n", { ...usual, headDimension: 256, base: 1e6, localBase: 10000 }],
  ["gemma4", { ...usual, headDimension: 256 }],
  ["modernbert", { ...usual, base: 160000, localBase: 10000 }],
  ["smollm3", { ...usual, base: 2e6, bareEvery: 4 }],
  ["gpt_oss", { ...usual, base: 150000, headDimension: 64 }],
  ["gpt_neox", { ...usual, partial: 0.25 }],
  ["stablelm", { ...usual, partial: 0.25 }],
  ["phi", { ...usual, partial: 0.5 }],
  ["nemotron", { ...usual, partial: 0.5 }],
  ["persimmon", { ...usual, partial: 0.5, base: 25000 }],
  ["gptj", { ...interleaved, rotaryDimension: 64 }],
  ["codegen", { ...interleaved, rotaryDimension: 64 }],
  ["glm", { ...interleaved, partial: 0.5, headDimension: 128 }],
  ["glm4", { ...interleaved, partial: 0.5, headDimension: 128 }],
  ["cohere", interleaved],
  ["cohere2", { ...interleaved, bareEvery: 4 }],
  ["deepseek_v2", interleaved],
  ["deepseek_v3", interleaved],
  ["kimi_k2", interleaved],
  ["llama4", { ...interleaved, base: 500000, headDimension: 128, bareEvery: 4 }],
]);

/** undefined: a class that is not known here. */
export function familyOfModel(modelType: string): ModelFamily | undefined {
  return families.get(bare(modelType));
}

export const unknownFamily = usual;

const learned = "a learned table of positions";
const alibi = "ALiBi";
const buckets = "a relative bias by buckets";
const decay = "a decay with a clock of its own";

const unrotated = new Map<string, string>([
  ...[
    "gpt2",
    "gpt_neo",
    "gpt_bigcode",
    "opt",
    "bert",
    "roberta",
    "xlm-roberta",
    "distilbert",
    "electra",
    "albert",
    "vit",
  ].map((type) => [type, learned] as const),
  ...["bloom", "mpt"].map((type) => [type, alibi] as const),
  ...["t5", "mt5", "umt5", "longt5"].map((type) => [type, buckets] as const),
  ...["retnet", "mamba", "mamba2", "mamba3", "rwkv"].map((type) => [type, decay] as const),
]);

const positionTypes = new Map([
  ["alibi", alibi],
  ["absolute", learned],
  ["learned_absolute", learned],
  ["relative_key", "a learned relative table"],
  ["relative_key_query", "a learned relative table"],
  ["nope", "no positional encoding at all"],
]);

/** What a class has in place of rotation; undefined: it rotates, or nothing is known of it. */
export function insteadOfRotation(modelType: string): string | undefined {
  return unrotated.get(bare(modelType));
}

/** The same by `position_embedding_type`. */
export function insteadByPositionType(type: string): string | undefined {
  return positionTypes.get(type);
}

export const alibiModel = alibi;

/** "gemma3_text" is gemma3's language model. */
function bare(modelType: string): string {
  return modelType.replace(/_text$/, "");
}
