/** Which layers of a rotary model do not rotate. */
import type { ModelFamily } from "./families.ts";
import type { Fields } from "./fields.ts";

export interface BareLayers {
  indices: number[];
  /** The key that says so; absent: the class does. */
  source?: string;
}

/**
 * In no_rope_layers, 1 means that the layer rotates (SmolLM3Config, Llama4TextConfig; an empty list is none). Without it a
 * class may leave out each so many-th, or those of full attention (Cohere2Attention, Exaone4Attention).
 */
export function bareLayers(file: Fields, family: ModelFamily): BareLayers {
  const flags = file.list("no_rope_layers");
  const key = family.bareFull ? "sliding_window_pattern" : "no_rope_layer_interval";
  const interval = family.bareEvery === undefined ? undefined : file.get(key);
  if (flags && flags.length > 0) {
    flags.forEach((flag, i) => {
      if (flag !== 0 && flag !== 1 && typeof flag !== "boolean")
        throw file.complaint("parse", "no_rope_layers", `0 or 1 at place ${i}`);
    });
    return { indices: places(flags, (flag) => !flag), source: "no_rope_layers" };
  }
  // Exaone4Attention: a file without a window has nothing to tell full attention from, and all rotates.
  const told = family.bareFull === "always" || file.value.sliding_window !== null;
  const types = family.bareFull && told ? file.list("layer_types") : undefined;
  if (types)
    return { indices: places(types, (type) => type === "full_attention"), source: "layer_types" };
  if (family.bareEvery === undefined) return { indices: [] };
  const said = interval === undefined ? undefined : file.size(key);
  const every = said ?? family.bareEvery;
  const layers = file.first("num_hidden_layers", "n_layer");
  const count = layers === undefined ? 0 : (file.size(layers, 4096) as number);
  const all = Array.from({ length: count }, (_, i) => i);
  return {
    indices: all.filter((i) => (i + 1) % every === 0),
    ...(said !== undefined && { source: key }),
  };
}

function places(list: readonly unknown[], bare: (item: unknown) => boolean): number[] {
  return list.flatMap((item, i) => (bare(item) ? [i] : []));
}
