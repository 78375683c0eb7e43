/**
 * Ways in which engines misread a config.json, each as the file that they in effect have read: then the one reader here
 * shows what they got.
 */
import { familyOfModel } from "./families.ts";
import { isObject } from "./fields.ts";

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
    | "rotated";
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
    // A reader that looks where the key no longer stands takes 10000.
    id: "base",
    misread(config) {
      const nested = inBlock(config, (block) =>
        block.rope_theta === undefined || block.rope_theta === 10000
          ? undefined
          : { ...block, rope_theta: 10000 },
      );
      const beside = config.rope_theta !== undefined && config.rope_theta !== 10000;
      if (!nested && !beside) return undefined;
      return { ...(nested ?? config), ...(beside && { rope_theta: 10000 }) };
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
      const keys = ["partial_rotary_factor", "rotary_pct", "rope_pct"];
      const nested = inBlock(config, (block) =>
        block.partial_rotary_factor === undefined || typeOf(block) === "proportional"
          ? undefined
          : without(block, "partial_rotary_factor"),
      );
      // A class default has to be written over, not left out.
      const { model_type: type } = config;
      const byClass = typeof type === "string" && familyOfModel(type)?.partial !== undefined;
      if (!nested && !byClass && !keys.some((key) => key in config)) return undefined;
      return { ...without(nested ?? config, ...keys), partial_rotary_factor: 1 };
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
];

/** Those that change what is read of this file. */
export function misreadings(config: unknown): { id: Reading["id"]; config: Config }[] {
  if (!isObject(config)) return [];
  return readings.flatMap(({ id, misread }) => {
    const changed = inText(config, misread);
    return changed ? [{ id, config: changed }] : [];
  });
}
