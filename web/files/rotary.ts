/** A model's rotary layers, read off its config.json: transformers v4 or v5 keys, whatever they leave to the class. */
import { EtxError } from "../model/error.ts";
import { shown } from "../model/plain.ts";
import type { FrequencyTable } from "../model/types.ts";
import { type Bands, bandsOf } from "./bands.ts";
import { bareLayers } from "./bare-layers.ts";
import { familyOfModel, type ModelFamily, unknownFamily } from "./families.ts";
import { Fields } from "./fields.ts";
import { baseKey, blockOf, type Part, partsOf } from "./parts.ts";
import { type RotaryRequest, resolveScaling } from "./scaling.ts";
import { headDimension, rotaryDimension } from "./sizes.ts";
import { listed, type Warning, warning } from "./warnings.ts";

/** A table without its numbers: `request` is what the core makes them from. */
export type RotaryLayer = Omit<FrequencyTable, "inverseFrequencies" | "warnings"> & {
  request: RotaryRequest;
  /** In tokens, where the table depends on it and somebody said one. */
  sequenceLength?: number;
  /** It is beyond the length where the table becomes another one. */
  beyond: boolean;
  /** longrope's, one a pair. */
  factors?: { short: number[]; long: number[] };
  /** M-RoPE's. */
  bands?: Bands;
  /** max_position_embeddings, in tokens. */
  longest?: number;
  /** The key that gave a value, with its path, where the file has one. */
  keys: Readonly<Record<string, string | undefined>>;
  warnings: Warning[];
};

export interface RotaryOptions {
  /** In tokens, for types that change with it. Absent: short factors, the unscaled base. */
  sequenceLength?: number;
}

/** Float32 holds 24 bits: below this many tokens a phase errs by less than about an eighth of a radian. */
const floatContext = 2 ** 20;

export function sequenceLengthOf(options: RotaryOptions): number | undefined {
  return new Fields({ ...options }, "").positive("sequenceLength");
}

/** The part of a multimodal config that speaks of text. */
export function languageModel(file: Fields, depth = 0): Fields {
  const key = file.first("text_config", "llm_config", "language_config", "thinker_config");
  if (key === undefined || depth >= 3) return file;
  return languageModel(file.fields(key) as Fields, depth + 1);
}

/** One entry a kind of rotated layer. */
export function rotaryLayers(file: Fields, sequenceLength: number | undefined): RotaryLayer[] {
  const type = file.text("model_type") ?? "";
  const shownType = type ? shown(type) : "missing";
  const family = familyOfModel(type);
  const relative = file.first("relative_attention", "pos_att_type");
  if (!family && relative && file.get(relative) !== false) {
    throw new EtxError(
      "unsupported",
      `${file.name(relative)} is ${shown(file.get(relative))}: attention of this kind is not known here`,
    );
  }
  const position = file.get("position_embedding_type");
  const spoken = position === "rope" || position === "rotary";
  if (!family && !spoken && !baseKey(file) && !blockOf(file, [])) {
    throw new EtxError(
      "unsupported",
      `model_type is ${shownType}, and nothing in the file speaks of position: its encoding cannot be told`,
    );
  }
  const warnings = family ? [] : [warning("unknown-class", { type: shownType })];
  const known = family ?? unknownFamily;
  const layers = partsOf(file, known, warnings).map((part) =>
    layerOf(file, known, part, family !== undefined, sequenceLength),
  );
  warnings.push(...warningsOfBare(file, known), ...warningsOfQueries(file));
  if (file.value.rotary === true) file.get("rotary"); // GPT-J's, in every file
  const unread = file.unread(12, /^[^_].*(rope|rotar|alibi)|^rope|^rotar|ntk|logn_attn/i);
  if (unread.length > 0) warnings.push(warning("unread", { keys: listed(unread.map(shown)) }));
  return layers.map((layer) => ({ ...layer, warnings: [...warnings, ...layer.warnings] }));
}

function layerOf(
  file: Fields,
  family: ModelFamily,
  { layers, block, base, perLayer }: Part,
  known: boolean,
  sequenceLength: number | undefined,
): RotaryLayer {
  const warnings: Warning[] = [];
  const head = headDimension(file, family, layers, warnings);
  const rotary = rotaryDimension(file, family, block, head.value, warnings);
  const max = file.positive("max_position_embeddings");
  const original = file.positive("original_max_position_embeddings");
  const scaling = resolveScaling(block, {
    rotaryDimension: rotary.value,
    base: base.value,
    perLayer,
    scalesSoftmax: family.scalesSoftmax ?? false,
    scalesByLength: family.scalesByLength ?? false,
    ...(max !== undefined && { maxPositionEmbeddings: max }),
    ...(original !== undefined && { originalMaxPositionEmbeddings: original }),
    ...(family.originalContext !== undefined && { usualOriginal: family.originalContext }),
    outside: (key) => file.name(key),
    ...(sequenceLength !== undefined && { sequenceLength }),
  });
  const interleaveKey = file.first("rope_interleave", "rotary_emb_interleaved");
  const interleave = interleaveKey === undefined ? undefined : file.truth(interleaveKey);
  if (base.from === "class default" && !family.fixedBase)
    warnings.push(
      warning("default-used", {
        key: base.key as string,
        value: base.value,
      }),
    );
  const bands = block && bandsOf(block, rotary.value / 2, warnings);
  if (max !== undefined && max >= floatContext) {
    const error = (max * 2 ** -23).toPrecision(2);
    warnings.push(warning("float-phases", { context: max, error: Number(error) }));
  }
  const beyond = scaling.byLength === "long";
  const typeKey = block?.first("rope_type", "type");
  const keys = {
    base: base.from === "file" && scaling.alpha === undefined ? base.key : undefined,
    headDimension: head.key,
    rotaryDimension: rotary.key,
    layout: interleaveKey && file.name(interleaveKey),
    bands: bands && block?.name("mrope_section"),
    ropeType: block && typeKey && block.name(typeKey),
    longest: max === undefined ? undefined : file.name("max_position_embeddings"),
  };
  return {
    layers,
    ropeType: scaling.ropeType,
    headDimension: head.value,
    rotaryDimension: rotary.value,
    layout: interleave === undefined ? family.layout : interleave ? "interleaved" : "half",
    base: scaling.alpha === undefined ? base.value : scaling.request.base,
    attentionFactor: scaling.attentionFactor,
    softmaxScaleFactor: scaling.softmaxScaleFactor,
    provenance: {
      layers: perLayer ? "file" : layers === "all" ? "derived" : "class default",
      ...scaling.provenance,
      base:
        scaling.alpha !== undefined || (beyond && scaling.ropeType === "dynamic")
          ? "derived"
          : base.from,
      headDimension: head.from,
      rotaryDimension: rotary.from,
      layout: interleave !== undefined ? "file" : known ? "class default" : "derived",
      ropeType: typeKey ? "file" : "class default",
      inverseFrequencies: "derived",
      ...(bands && { bands: "file" as const }),
    },
    warnings: [...warnings, ...scaling.warnings],
    request: scaling.request,
    ...(scaling.factors && { factors: scaling.factors }),
    ...(max !== undefined && { longest: max }),
    ...(bands && { bands }),
    keys: { ...scaling.keys, ...keys },
    ...(scaling.byLength && sequenceLength !== undefined && { sequenceLength }),
    beyond,
  };
}

function warningsOfBare(file: Fields, family: ModelFamily): Warning[] {
  const { indices, source } = bareLayers(file, family);
  if (indices.length > 0) {
    const values = { count: indices.length, layers: listed(indices) };
    if (source === undefined) return [warning("bare-class", values)];
    return source === "no_rope_layers"
      ? [warning("bare-flags", values)]
      : [warning("bare-layers", { ...values, source })];
  }
  const every = family.bareEvery;
  return every !== undefined && source === undefined ? [warning("bare-every", { every })] : [];
}

/** Llama 4's layers that do not rotate: Llama4TextAttention. */
function warningsOfQueries(file: Fields): Warning[] {
  if (!file.get("attn_temperature_tuning")) return [];
  const scale = file.positive("attn_scale") ?? 0.1;
  const floor = file.positive("floor_scale") ?? 8192;
  return [warning("warm-queries", { key: file.name("attn_temperature_tuning"), scale, floor })];
}
