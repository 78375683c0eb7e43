/** Everything that a config.json says about position, one entry a kind of layer. */
import { EtxError } from "../model/error.ts";
import { shown } from "../model/plain.ts";
import type { Encoding, Provenance, RopeEncoding } from "../model/types.ts";
import { bareLayers } from "./bare-layers.ts";
import { familyOfModel, unknownFamily } from "./families.ts";
import { Fields } from "./fields.ts";
import {
  languageModel,
  type RotaryLayer,
  type RotaryOptions,
  rotaryLayers,
  sequenceLengthOf,
} from "./rotary.ts";
import { planOf, unrotatedLayers } from "./unrotated.ts";
import type { Warning } from "./warnings.ts";

export interface ModelLayer {
  /** "all", a layer type, or indices. */
  layers: string;
  encoding: Encoding;
  /** Where the layer rotates. */
  rotary?: RotaryLayer;
  provenance: Record<string, Provenance>;
  /** The key that gave a value, with its path, where the file has one. */
  keys: Readonly<Record<string, string | undefined>>;
  warnings: Warning[];
}

export function readLayers(config: unknown, options: RotaryOptions = {}): ModelLayer[] {
  const sequenceLength = sequenceLengthOf(options);
  const file = languageModel(new Fields(config, ""));
  const others = unrotatedLayers(file);
  if (others) return others;
  const rotary = rotaryLayers(file, sequenceLength);
  const layers = rotary.map(
    (layer): ModelLayer => ({
      layers: layer.layers,
      encoding: encodingOf(layer),
      rotary: layer,
      provenance: layer.provenance,
      keys: layer.keys,
      warnings: layer.warnings,
    }),
  );
  const family = familyOfModel(file.text("model_type") ?? "") ?? unknownFamily;
  const { indices, source } = bareLayers(file, family);
  const first = rotary[0];
  if (indices.length === 0 || !first) return layers;
  const from = source === undefined ? "class default" : "file";
  const counted = file.first("num_hidden_layers", "n_layer");
  const all = counted && file.size(counted, 4096);
  const nope: ModelLayer = {
    layers: indices.length === all ? "all" : indices.join(", "),
    encoding: { kind: "nope", dimension: first.headDimension },
    provenance: { layers: from, dimension: first.provenance.headDimension as Provenance },
    keys: { layers: source && file.name(source), dimension: first.keys.headDimension },
    warnings: [],
  };
  return indices.length === all ? [{ ...nope, warnings: first.warnings }] : [...layers, nope];
}

/** The rotated layers alone; a model without any is refused by name. */
export function readRotary(config: unknown, options: RotaryOptions = {}): RotaryLayer[] {
  const sequenceLength = sequenceLengthOf(options);
  const file = languageModel(new Fields(config, ""));
  const other = planOf(file);
  if (!other) return rotaryLayers(file, sequenceLength);
  throw new EtxError(
    "unsupported",
    `${other.key} is ${shown(other.value)}: the model has ${other.name}, and no rotary table; readConfig describes it`,
  );
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
    ...(layer.ropeType !== "default" && { scaling: scalingOf(layer) }),
    ...(layer.attentionFactor !== 1 && { attentionFactor: layer.attentionFactor }),
  };
}

/** A layer's scaling as config.json spells it, nothing left to the reader. */
function scalingOf({
  request,
  attentionFactor,
  factors,
  longest,
  sequenceLength,
}: RotaryLayer): Record<string, unknown> {
  const { ropeType, originalContext, rotatedPairs, truncate } = request;
  const context =
    ropeType === "dynamic" ? "max_position_embeddings" : "original_max_position_embeddings";
  const given = {
    factor: request.factor,
    low_freq_factor: request.lowFrequencyFactor,
    high_freq_factor: request.highFrequencyFactor,
    max_position_embeddings: longest,
    [context]: originalContext,
    beta_fast: request.betaFast,
    beta_slow: request.betaSlow,
    truncate: truncate === false ? false : undefined,
    partial_rotary_factor:
      rotatedPairs === undefined ? undefined : (2 * rotatedPairs) / request.rotaryDimension,
    short_factor: factors?.short,
    long_factor: factors?.long,
    attention_factor: ropeType === "yarn" || factors ? attentionFactor : undefined,
    sequence_length: sequenceLength,
  };
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return { rope_type: ropeType, ...Object.fromEntries(set) };
}
