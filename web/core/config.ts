/** A model's config.json with its numbers: what `frequencies` and `readConfig` answer. */
import {
  type ModelLayer,
  type RotaryLayer,
  type RotaryOptions,
  readLayers,
  readRotary,
  sentence,
} from "../files/config.ts";
import type { Encoding, FrequencyTable } from "../model/types.ts";
import type { ConfigLayer } from "./api.ts";
import type { RotaryRequest, RotaryTable } from "./door.ts";

type Rotary = (request: RotaryRequest) => RotaryTable;

export function frequencyTables(
  config: unknown,
  options: RotaryOptions,
  rotary: Rotary,
): FrequencyTable[] {
  return readRotary(config, options).map((layer) => tableOf(layer, rotary));
}

export function configLayers(
  config: unknown,
  options: RotaryOptions,
  rotary: Rotary,
): ConfigLayer[] {
  return readLayers(config, options).map(({ rotary: layer, keys: _keys, ...described }) => {
    const warnings = described.warnings.map((one) => sentence(one));
    if (!layer) return { ...described, warnings };
    const table = tableOf(layer, rotary);
    const encoding = layer.beyond ? atLength(described, table) : described.encoding;
    return { ...described, encoding, table, warnings };
  });
}

function tableOf(
  {
    request,
    beyond: _beyond,
    factors: _factors,
    longest: _longest,
    keys: _keys,
    sequenceLength: _length,
    bands: _bands,
    warnings,
    ...layer
  }: RotaryLayer,
  rotary: Rotary,
): FrequencyTable {
  const { base, frequencies } = rotary(request);
  return {
    ...layer,
    base,
    inverseFrequencies: frequencies,
    warnings: warnings.map((one) => sentence(one)),
  };
}

/** An encoding has no sequence length: beyond the switch its frequencies stand for base and scaling. */
function atLength({ encoding }: Pick<ModelLayer, "encoding">, table: FrequencyTable): Encoding {
  const { base: _base, scaling: _scaling, ...rest } = encoding as Record<string, unknown>;
  return {
    ...rest,
    kind: "rope",
    dimension: table.headDimension,
    frequencies: Array.from(table.inverseFrequencies),
  };
}
