/** A model's rotary layers, read off its config.json: transformers v4 or v5 keys, whatever they leave to the class. */
import { EtxError } from "../model/error.ts";
import { shown } from "../model/plain.ts";
import type { FrequencyTable, Provenance } from "../model/types.ts";
import {
  alibiModel,
  familyOfModel,
  insteadByPositionType,
  insteadOfRotation,
  type ModelFamily,
  unknownFamily,
} from "./families.ts";
import { Fields } from "./fields.ts";
import { baseKey, blockOf, type Part, partsOf } from "./parts.ts";
import { type RotaryRequest, resolveScaling } from "./scaling.ts";
import { headDimension, rotaryDimension } from "./sizes.ts";

/** A table without its numbers: `request` is what the core makes them from. */
export type RotaryLayer = Omit<FrequencyTable, "inverseFrequencies"> & { request: RotaryRequest };

export interface RotaryOptions {
  /** For types that change with it. */
  sequenceLength?: number;
}

export function readRotary(config: unknown, options: RotaryOptions = {}): RotaryLayer[] {
  new Fields({ ...options }, "").positive("sequenceLength");
  const file = languageModel(new Fields(config, ""));
  refuseUnrotated(file);
  const type = file.text("model_type") ?? "";
  const family = familyOfModel(type);
  if (!family && !baseKey(file) && !blockOf(file, [])) {
    throw new EtxError(
      "unsupported",
      `model_type is ${type ? shown(type) : "missing"}, and nothing in the file speaks of rotation: its encoding cannot be told`,
    );
  }
  const warnings = family
    ? []
    : [
        `model_type is ${type ? shown(type) : "missing"}, a class unknown here: read by its keys, with pairs (i, i + r/2)`,
      ];
  const layers = partsOf(file, family ?? unknownFamily, warnings).map((part) =>
    layerOf(file, family ?? unknownFamily, part),
  );
  warnings.push(...unrotatedLayers(file, family ?? unknownFamily), ...unread(file));
  return layers.map((layer) => ({ ...layer, warnings: [...warnings, ...layer.warnings] }));
}

/** The part of a multimodal config that speaks of text. */
function languageModel(file: Fields, depth = 0): Fields {
  const key = file.first("text_config", "llm_config", "language_config", "thinker_config");
  if (key === undefined || depth >= 3) return file;
  return languageModel(file.fields(key) as Fields, depth + 1);
}

function refuseUnrotated(file: Fields): void {
  const refuse = (key: string, value: unknown, instead: string): never => {
    throw new EtxError(
      "unsupported",
      `${key} is ${shown(value)}: the model has ${instead}, not rotation, and this version reads rotation only`,
    );
  };
  const type = file.text("model_type");
  const instead = type === undefined ? undefined : insteadOfRotation(type);
  if (instead) refuse(file.name("model_type"), type, instead);
  if (file.get("alibi") === true) refuse(file.name("alibi"), true, alibiModel);
  const position = file.get("position_embedding_type");
  const other = typeof position === "string" ? insteadByPositionType(position) : undefined;
  if (other) refuse(file.name("position_embedding_type"), position, other);
}

function layerOf(file: Fields, family: ModelFamily, { layers, block, base }: Part): RotaryLayer {
  const warnings: string[] = [];
  const head = headDimension(file, family, layers, warnings);
  const rotary = rotaryDimension(file, family, block, head.value, warnings);
  const max = file.positive("max_position_embeddings");
  const original = file.positive("original_max_position_embeddings");
  const scaling = resolveScaling(block, {
    rotaryDimension: rotary.value,
    base: base.value,
    ...(max !== undefined && { maxPositionEmbeddings: max }),
    ...(original !== undefined && { originalMaxPositionEmbeddings: original }),
  });
  const interleave = file.truth("rope_interleave");
  if (base.from === "class default")
    warnings.push(`rope_theta is not in the file: the class default, ${base.value}, is used`);
  if (block?.has("mrope_section"))
    warnings.push(
      `${block.name("mrope_section")} is set: the table holds for text, where all bands have one position`,
    );
  return {
    layers,
    ropeType: scaling.ropeType,
    headDimension: head.value,
    rotaryDimension: rotary.value,
    layout: interleave === undefined ? family.layout : interleave ? "interleaved" : "half",
    base: base.value,
    attentionFactor: scaling.attentionFactor,
    softmaxScaleFactor: 1,
    provenance: {
      base: base.from,
      headDimension: head.from,
      rotaryDimension: rotary.from,
      layout: interleave === undefined ? "class default" : "file",
      ropeType: block?.first("rope_type", "type") ? "file" : "class default",
      attentionFactor: "derived",
      softmaxScaleFactor: "derived",
      ...scalingProvenance(file, block, scaling.request),
    },
    warnings: [...warnings, ...scaling.warnings],
    request: scaling.request,
  };
}

function scalingProvenance(
  file: Fields,
  block: Fields | undefined,
  request: RotaryRequest,
): Record<string, Provenance> {
  const key = "original_max_position_embeddings";
  return {
    ...(request.factor !== undefined && { factor: "file" }),
    ...(request.lowFrequencyFactor !== undefined && { lowFrequencyFactor: "file" }),
    ...(request.highFrequencyFactor !== undefined && { highFrequencyFactor: "file" }),
    ...(request.originalContext !== undefined && {
      originalContext: file.has(key) || block?.has(key) ? "file" : "derived",
    }),
  };
}

/** In no_rope_layers, 1 means that the layer rotates. Without it the class may leave out each so many-th. */
export function layersWithoutRotation(file: Fields): number[] {
  const flags = file.get("no_rope_layers");
  const every = familyOfModel(file.text("model_type") ?? "")?.bareEvery;
  const rotates = Array.isArray(flags)
    ? (index: number) => flags[index] !== 0
    : (index: number) => every === undefined || (index + 1) % every !== 0;
  const count = Array.isArray(flags) ? flags.length : Number(file.get("num_hidden_layers") ?? 0);
  const indices = Array.from({ length: count > 0 ? Math.min(count, 4096) : 0 }, (_, i) => i);
  return indices.filter((index) => !rotates(index));
}

function unrotatedLayers(file: Fields, family: ModelFamily): string[] {
  const bare = layersWithoutRotation(file);
  if (bare.length > 0) {
    const from = file.has("no_rope_layers")
      ? "no_rope_layers (1 means rotate)"
      : "the class's default";
    return [`by ${from}, ${bare.length} layers do not rotate: ${listed(bare)}`];
  }
  return family.bareEvery !== undefined && !file.has("no_rope_layers")
    ? [`by the class's default, one layer in ${family.bareEvery} does not rotate`]
    : [];
}

/** Keys that speak of rotation and that nothing here asked for; a dozen says enough. */
function unread(file: Fields): string[] {
  const keys: string[] = [];
  for (const key in file.value) {
    if (!/rope|rotar/i.test(key) || file.asked.has(key) || file.value[key] === null) continue;
    if (keys.push(shown(key)) === 12) break;
  }
  return keys.length === 0 ? [] : [`not read here: ${listed(keys)}`];
}

function listed(items: readonly (string | number)[]): string {
  return items.length <= 12
    ? items.join(", ")
    : `${items.slice(0, 11).join(", ")}, …, ${items.at(-1)}`;
}

/** The language model's part of a config, for what else a caller wants to know of it. */
export function languageModelOf(config: unknown): Fields {
  return languageModel(new Fields(config, ""));
}
