/** A model's config.json as encodings for the bench, one a kind of layer. */
import { bare } from "./families.ts";
import { Fields } from "./fields.ts";
import { type ModelLayer, readLayers } from "./layers.ts";
import { languageModel } from "./rotary.ts";

export interface ModelEncoding extends Omit<ModelLayer, "rotary"> {
  name: string;
  /** max_position_embeddings, in tokens. */
  longest?: number;
}

export function encodingsOf(config: unknown, fileName: string): ModelEncoding[] {
  const layers = readLayers(config);
  const file = languageModel(new Fields(config, ""));
  const model = modelName(fileName, file.get("_name_or_path"), file.get("model_type"));
  const nameOf = ({ layers, encoding }: ModelLayer): string => {
    if (layers === "all") return model;
    const which = encoding.kind === "nope" ? "NoPE" : layers.slice(0, 40);
    return `${model}, ${which}`;
  };
  return layers.map(({ rotary, ...layer }) => ({
    ...layer,
    name: nameOf({ ...layer }),
    ...(rotary?.longest !== undefined && { longest: rotary.longest }),
  }));
}

/** The file's own name unless it is the one that every model's file has. */
function modelName(fileName: string, path: unknown, type: unknown): string {
  const stem = fileName.replace(/^.*[/\\]/, "").replace(/\.json$/i, "");
  if (stem !== "" && !/^config\b/i.test(stem)) return stem.slice(0, 80);
  const last = typeof path === "string" ? path.replace(/\/+$/, "").split("/").at(-1) : undefined;
  return (last || (typeof type === "string" && bare(type)) || "config.json").slice(0, 80);
}
