/**
 * Ways in which engines misread a config.json, each as the file that they in effect have read: then the one reader here
 * shows what they got.
 */
import { EtxError } from "../model/error.ts";
import { familyOfModel } from "./families.ts";
import { isObject } from "./fields.ts";
import { readRotary } from "./layers.ts";
import { baseKeys, localBaseKeys } from "./parts.ts";
import type { RotaryLayer } from "./rotary.ts";
import { partKeys } from "./sizes.ts";

type Config = Record<string, unknown>;

export interface Reading {
  id:
    | "unscaled"
    | "linear"
    | "base"
    | "longest"
    | "truncated"
    | "scales"
    | "whole"
    | "long"
    | "rotated"
    | "paired";
  /** undefined: it makes no difference to this file. */
  misread(config: Config): Config | undefined;
}

/** The block under either of its names, the first that has anything in it, changed; per layer type where it is nested so. */
function inBlock(
  config: Config,
  change: (block: Config) => Config | undefined,
): Config | undefined {
  const key = ["rope_scaling", "rope_parameters"].find(
    (name) => isObject(config[name]) && Object.keys(config[name]).length > 0,
  );
  if (key === undefined) return undefined;
  const block = config[key] as Config;
  const kinds = Object.keys(block).filter((name) => isObject(block[name]));
  if (kinds.length === 0) {
    const changed = change(block);
    return changed && { ...config, [key]: changed };
  }
  const changed = kinds.flatMap((name) => {
    const one = change(block[name] as Config);
    return one ? [[name, one] as const] : [];
  });
  if (changed.length === 0) return undefined;
  return { ...config, [key]: { ...block, ...Object.fromEntries(changed) } };
}

const typeOf = ({ rope_type, type }: Config): unknown => rope_type ?? type ?? "default";
const without = (config: Config, ...keys: string[]): Config =>
  Object.fromEntries(Object.entries(config).filter(([key]) => !keys.includes(key)));

/** The language model's part of a config that speaks of more, as readers find it. */
function inText(config: Config, change: (text: Config) => Config | undefined): Config | undefined {
  const key = "text_config";
  if (!isObject(config[key])) return change(config);
  const changed = change(config[key]);
  return changed && { ...config, [key]: changed };
}

const readings: readonly Reading[] = [
  {
    // vLLM, llama.cpp, exllama and others before they knew a type: the block is parsed and dropped.
    id: "unscaled",
    misread: (config) =>
      inBlock(config, (block) => {
        const type = typeOf(block);
        if (type === "default" || type === "mrope" || type === "proportional") return undefined;
        const { rope_theta, partial_rotary_factor } = block;
        return {
          rope_type: "default",
          ...(rope_theta !== undefined && { rope_theta }),
          ...(partial_rotary_factor !== undefined && { partial_rotary_factor }),
        };
      }),
  },
  {
    id: "linear",
    misread: (config) =>
      inBlock(config, (block) => {
        const { factor, rope_theta } = block;
        if (typeof factor !== "number" || typeOf(block) === "linear") return undefined;
        return { rope_type: "linear", factor, ...(rope_theta !== undefined && { rope_theta }) };
      }),
  },
  {
    // A reader that looks where the key no longer stands, or does not know what the class takes, has 10000.
    id: "base",
    misread(config) {
      const other = (value: unknown): boolean => (value ?? 10000) !== 10000;
      const nested = inBlock(config, ({ rope_theta, ...block }) =>
        other(rope_theta) ? { ...block, rope_theta: 10000 } : undefined,
      );
      const beside = [...baseKeys, ...localBaseKeys].filter((key) => other(config[key]));
      const byClass = rotaryOf(config).some(
        ({ base, provenance }) => base !== 10000 && provenance.base === "class default",
      );
      if (!nested && beside.length === 0 && !byClass) return undefined;
      const said = Object.fromEntries(beside.map((key) => [key, 10000]));
      return { ...(nested ?? config), ...said, ...(byClass && { rope_theta: 10000 }) };
    },
  },
  {
    id: "longest",
    misread: (config) =>
      inBlock(config, (block) => {
        const longest = config.max_position_embeddings ?? block.max_position_embeddings;
        const original = block.original_max_position_embeddings;
        if (original === undefined) return undefined;
        // Qwen's cards give max_position_embeddings unextended: then its multiple is meant.
        const factor = typeof block.factor === "number" ? block.factor : 1;
        const wrong =
          longest === original && typeof original === "number" ? original * factor : longest;
        if (wrong === undefined || wrong === original) return undefined;
        return { ...block, original_max_position_embeddings: wrong };
      }),
  },
  {
    id: "truncated",
    misread: (config) =>
      inBlock(config, (block) =>
        typeOf(block) === "yarn" && block.truncate === false
          ? without(block, "truncate")
          : undefined,
      ),
  },
  {
    // Two mscales make a ratio; who does not know them takes 0.1·ln(factor) + 1, and no factor on the logit.
    id: "scales",
    misread: (config) =>
      inBlock(config, (block) =>
        typeOf(block) === "yarn" && block.mscale && block.mscale_all_dim
          ? without(block, "mscale", "mscale_all_dim")
          : undefined,
      ),
  },
  {
    id: "whole",
    misread(config) {
      const nested = inBlock(config, (block) =>
        block.partial_rotary_factor === undefined || typeOf(block) === "proportional"
          ? undefined
          : without(block, "partial_rotary_factor"),
      );
      // A class default has to be written over, not left out.
      const { model_type: type } = config;
      const byClass = typeof type === "string" && familyOfModel(type)?.partial !== undefined;
      if (!nested && !byClass && !partKeys.some((key) => key in config)) return undefined;
      return { ...without(nested ?? config, ...partKeys), partial_rotary_factor: 1 };
    },
  },
  {
    id: "long",
    misread: (config) =>
      inBlock(config, (block) =>
        Array.isArray(block.long_factor)
          ? { ...block, short_factor: block.long_factor }
          : undefined,
      ),
  },
  {
    id: "rotated",
    misread: ({ no_rope_layers: flags, ...config }) =>
      Array.isArray(flags) && flags.some((flag) => !flag)
        ? { ...config, no_rope_layers: flags.map(() => 1) }
        : undefined,
  },
  {
    // Weights trained with one pairing, turned by the other: TinyLlama, llama.cpp, hipfire.
    id: "paired",
    misread(config) {
      const [first] = rotaryOf(config);
      // One pair alone is the same either way.
      if (!first || first.rotaryDimension < 4) return undefined;
      return { ...config, rope_interleave: first.layout === "half" };
    },
  },
];

/** A file that cannot be read has no rotated layers. */
function rotaryOf(config: Config): RotaryLayer[] {
  try {
    return readRotary(config);
  } catch (error) {
    if (error instanceof EtxError) return [];
    throw error;
  }
}

/** Those that change what is read of this file. */
export function misreadings(config: unknown): { id: Reading["id"]; config: Config }[] {
  if (!isObject(config)) return [];
  return readings.flatMap(({ id, misread }) => {
    const changed = inText(config, misread);
    return changed ? [{ id, config: changed }] : [];
  });
}
