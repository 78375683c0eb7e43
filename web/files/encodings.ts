/** A model's config.json as encodings for the bench, one a kind of layer. */
import type { Encoding, Provenance, RopeEncoding } from "../model/types.ts";
import { languageModelOf, layersWithoutRotation, type RotaryLayer, readRotary } from "./rotary.ts";
import type { RotaryRequest } from "./scaling.ts";

export interface ModelEncoding {
  /** "all", a layer type, or indices. */
  layers: string;
  name: string;
  encoding: Encoding;
  warnings: string[];
  provenance: Record<string, Provenance>;
}

export function encodingsOf(config: unknown, fileName: string): ModelEncoding[] {
  const layers = readRotary(config);
  const file = languageModelOf(config);
  const model = modelName(fileName, file.get("_name_or_path"), file.get("model_type"));
  const entry = (layer: RotaryLayer): ModelEncoding => ({
    layers: layer.layers,
    name: layer.layers === "all" ? model : `${model}, ${layer.layers.slice(0, 40)}`,
    encoding: encodingOf(layer),
    warnings: layer.warnings,
    provenance: layer.provenance,
  });
  const bare = layersWithoutRotation(file);
  const first = layers[0];
  if (bare.length === 0 || !first) return layers.map(entry);
  const nope: ModelEncoding = {
    layers: bare.join(", "),
    name: `${model}, NoPE`,
    encoding: { kind: "nope", dimension: first.headDimension },
    warnings: [],
    provenance: { layers: "file", dimension: first.provenance.headDimension as Provenance },
  };
  return [...layers.map(entry), nope];
}

/** Complete in itself: what stood beside the scaling block is written into it. */
function encodingOf(layer: RotaryLayer): RopeEncoding {
  const { headDimension, rotaryDimension, layout, base } = layer;
  return {
    kind: "rope",
    dimension: headDimension,
    base,
    ...(rotaryDimension !== headDimension && { rotaryDimension }),
    ...(layout !== "half" && { layout }),
    ...(layer.ropeType !== "default" && { scaling: scalingOf(layer.request) }),
    ...(layer.attentionFactor !== 1 && { attentionFactor: layer.attentionFactor }),
  };
}

function scalingOf(request: RotaryRequest): Record<string, unknown> {
  return {
    rope_type: request.ropeType,
    ...(request.factor !== undefined && { factor: request.factor }),
    ...(request.lowFrequencyFactor !== undefined && {
      low_freq_factor: request.lowFrequencyFactor,
    }),
    ...(request.highFrequencyFactor !== undefined && {
      high_freq_factor: request.highFrequencyFactor,
    }),
    ...(request.originalContext !== undefined && {
      original_max_position_embeddings: request.originalContext,
    }),
  };
}

/** The file's own name unless it is the one that every model's file has. */
function modelName(fileName: string, path: unknown, type: unknown): string {
  const stem = fileName.replace(/^.*[/\\]/, "").replace(/\.json$/i, "");
  if (stem !== "" && !/^config\b/i.test(stem)) return stem.slice(0, 80);
  const last = typeof path === "string" ? path.replace(/\/+$/, "").split("/").at(-1) : undefined;
  return (last || (typeof type === "string" && type) || "config.json").slice(0, 80);
}
