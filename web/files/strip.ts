/** Which layer of a model is of which kind. */
import { bareLayers } from "./bare-layers.ts";
import { bare, familyOfModel, unknownFamily } from "./families.ts";
import { Fields } from "./fields.ts";
import { languageModel } from "./rotary.ts";

/** Classes of two kinds of layer whose files may leave their order out: of each so many one is full, the first or the last. */
const patterns: Readonly<Record<string, { key: string; every: number; full: "first" | "last" }>> = {
  gemma3: { key: "sliding_window_pattern", every: 6, full: "last" },
  modernbert: { key: "global_attn_every_n_layers", every: 3, full: "first" },
};
const counts = ["num_hidden_layers", "n_layer", "n_layers", "num_layers"];
const mostLayers = 4096;
/** Layers that mix tokens by something else than this attention, beside it in one model. */
const unlike = /linear_attention|mamba|recurrent|conv/;

/**
 * For each layer the place of its kind in `kinds` (the layers of readLayers, by name); -1 where the file names another kind.
 * undefined: neither the file nor a class known here says.
 */
export function layerStrip(config: unknown, kinds: readonly string[]): number[] | undefined {
  const file = languageModel(new Fields(config, ""));
  const types = file.list("layer_types")?.map((type) => (typeof type === "string" ? type : ""));
  const flags = file.list("no_rope_layers");
  const key = file.first(...counts);
  const said = key === undefined ? undefined : file.size(key, mostLayers);
  const count = said ?? types?.length ?? flags?.length;
  if (count === undefined || kinds.length === 0) return undefined;
  const all = Array.from({ length: count }, (_, i) => i);
  if (kinds.length === 1) {
    // Qwen3NextConfig: of each so many layers the last is one of attention, the others are linear.
    const interval = file.size("full_attention_interval", mostLayers) ?? 1;
    const other = (i: number): boolean =>
      types?.length === count ? unlike.test(types[i] ?? "") : (i + 1) % interval !== 0;
    return all.map((i) => (other(i) ? -1 : 0));
  }

  const nope = kinds.findIndex((name) => /^\d+(, \d+)*$/.test(name));
  if (nope >= 0) {
    const type = file.text("model_type") ?? "";
    const still = new Set(bareLayers(file, familyOfModel(type) ?? unknownFamily).indices);
    if (kinds.length === 2) return all.map((i) => (still.has(i) ? nope : 1 - nope));
    if (types?.length !== count) return undefined;
    return all.map((i) => (still.has(i) ? nope : kinds.indexOf(types[i] ?? "")));
  }
  if (types?.length === count) return all.map((i) => kinds.indexOf(types[i] ?? ""));
  const pattern = patterns[bare(file.text("model_type") ?? "")];
  if (!pattern) return undefined;
  const every = file.size(pattern.key, mostLayers) ?? pattern.every;
  const place = pattern.full === "first" ? 0 : every - 1;
  return all.map((i) =>
    kinds.indexOf(i % every === place ? "full_attention" : "sliding_attention"),
  );
}
