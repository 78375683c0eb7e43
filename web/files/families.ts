/**
 * What a model's class says and its config.json leaves out, by `model_type`. The file never says how coordinates pair
 * up, for one; and a default that differs from the usual one is where readers of such files go wrong.
 */
import type { RotaryLayout } from "../model/types.ts";

export interface ModelFamily {
  layout: RotaryLayout;
  base: number;
  /** The class has its base in its code and reads none. */
  fixedBase?: true;
  /** The key that multiplies it. */
  baseRatio?: string;
  /** Its key where that is not rope_theta. */
  baseKey?: string;
  /** The base of sliding-window layers, where they have one of their own. */
  localBase?: number;
  localBaseKey?: string;
  /** Sliding-window layers have the same base, unscaled. */
  localUnscaled?: true;
  /** The rotated part of a head. */
  partial?: number;
  rotaryDimension?: number;
  headDimension?: number;
  /** In tokens: original_max_position_embeddings. */
  originalContext?: number;
  /** Each layer of this number does not rotate, where the file does not list them. */
  bareEvery?: number;
  /** Full-attention layers do not rotate, known by layer_types: in any file, or where others have a window. */
  bareFull?: "always" | "windowed";
  /** The softmax scale takes the square of YaRN's mscale. */
  scalesSoftmax?: true;
  /** longrope's factor on cos and sin is the file's short_mscale or long_mscale. */
  scalesByLength?: true;
}

const usual: ModelFamily = { layout: "half", base: 10000 };
const interleaved: ModelFamily = { layout: "interleaved", base: 10000 };
const deepseek: ModelFamily = { ...interleaved, scalesSoftmax: true };
const gemma3: ModelFamily = {
  ...usual,
  headDimension: 256,
  base: 1e6,
  localBase: 10000,
  localBaseKey: "rope_local_base_freq",
};
const modernbert: ModelFamily = {
  ...usual,
  base: 160000,
  baseKey: "global_rope_theta",
  localBase: 10000,
  localBaseKey: "local_rope_theta",
};

/** Rotary models whose class says nothing unusual. */
const plainFamilies =
  "llama mistral ministral ministral3 qwen qwen2 qwen2_moe qwen3_moe internlm internlm2 internlm3 olmo olmo2 olmoe falcon " +
  "granite granitemoe granitemoehybrid starcoder2 gpt_neox_japanese esm arcee seed_oss baichuan hunyuan_v1_dense apertus";

/** By configuration_*.py of transformers; layouts by the models' apply_rotary_pos_emb. */
const families = new Map<string, ModelFamily>([
  ...plainFamilies.split(" ").map((type) => [type, usual] as const),
  ["phi3", { ...usual, originalContext: 4096 }],
  ["phimoe", { ...usual, originalContext: 4096, scalesByLength: true }],
  ["mixtral", { ...usual, base: 1e6 }],
  ["qwen2_vl", { ...usual, base: 1e6 }],
  ["qwen2_5_vl", { ...usual, base: 1e6 }],
  ["qwen3_vl", { ...usual, base: 5e6, headDimension: 128 }],
  ["qwen3", { ...usual, headDimension: 128 }],
  ["qwen3_next", { ...usual, partial: 0.25, headDimension: 256 }],
  ["qwen3_5", { ...usual, partial: 0.25, headDimension: 256 }],
  ["dbrx", { ...usual, base: 500000 }],
  ["gemma", { ...usual, headDimension: 256 }],
  ["gemma2", { ...usual, headDimension: 256 }],
  ["gemma3", gemma3],
  ["gemma3n", gemma3],
  ["gemma4", { ...usual, headDimension: 256 }],
  ["modernbert", modernbert],
  ["modernbert-decoder", modernbert],
  ["olmo3", { ...usual, localUnscaled: true }],
  ["smollm3", { ...usual, base: 2e6, bareEvery: 4 }],
  ["gpt_oss", { ...usual, base: 150000, headDimension: 64 }],
  ["gpt_neox", { ...usual, baseKey: "rotary_emb_base", partial: 0.25 }],
  ["stablelm", { ...usual, partial: 0.25 }],
  ["phi", { ...usual, partial: 0.5 }],
  ["nemotron", { ...usual, partial: 0.5 }],
  ["persimmon", { ...usual, partial: 0.5, base: 25000 }],
  ["bamba", { ...usual, partial: 0.5 }],
  ["gptj", { ...interleaved, rotaryDimension: 64, fixedBase: true }],
  ["codegen", { ...interleaved, rotaryDimension: 64, fixedBase: true }],
  ["glm", { ...interleaved, partial: 0.5, headDimension: 128 }],
  ["glm4", { ...interleaved, partial: 0.5, headDimension: 128 }],
  ["glm4_moe", { ...usual, partial: 0.5, headDimension: 128 }],
  ["chatglm", { ...interleaved, partial: 0.5, baseRatio: "rope_ratio" }],
  ["glm4v", { ...interleaved, partial: 0.5 }],
  ["ernie4_5", { ...interleaved, base: 500000 }],
  ["ernie4_5_moe", { ...interleaved, base: 500000 }],
  ["roformer", { ...interleaved, fixedBase: true }],
  ["cohere", interleaved],
  ["cohere2", { ...interleaved, bareEvery: 4, bareFull: "always" }],
  ["exaone4", { ...usual, base: 1e6, bareFull: "windowed" }],
  ["deepseek_v2", deepseek],
  ["deepseek_v3", deepseek],
  ["kimi_k2", deepseek],
  ["mistral4", { ...usual, scalesSoftmax: true }],
  ["llama4", { ...interleaved, base: 500000, headDimension: 128, bareEvery: 4 }],
]);

/** undefined: a class that is not known here. */
export function familyOfModel(modelType: string): ModelFamily | undefined {
  return families.get(bare(modelType));
}

export const unknownFamily = usual;

/** "gemma3_text" is gemma3's language model. */
export function bare(modelType: string): string {
  return modelType.replace(/_text$/, "");
}
