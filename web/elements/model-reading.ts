/** A model's config.json read whole: each kind of layer with its numbers, where each value comes from, and what to beware of. */
import type { ConfigLayer, Etx } from "../core/api.ts";
import {
  encodingsOf,
  type ModelLayer,
  type RotaryLayer,
  readLayers,
  type Warning,
} from "../files/config.ts";
import { layerStrip } from "../files/strip.ts";
import type { Encoding, FrequencyTable, Provenance } from "../model/types.ts";

/** An opened file. It belongs to the session, not to the document, which has its encodings. */
export interface OpenModel {
  name: string;
  config: unknown;
  /** The bench's ids of its layers' encodings. */
  ids: readonly string[];
}

export interface Field {
  name: string;
  value: unknown;
  from?: Provenance;
  /** The key in the file that gave it. */
  key?: string;
}

export interface ReadLayer {
  layers: string;
  name: string;
  encoding: Encoding;
  table?: FrequencyTable;
  fields: Field[];
  warnings: Warning[];
  /** The length beyond which its table is another one. */
  switchesAt?: number;
}

export interface ReadModel {
  layers: ReadLayer[];
  /** For each layer its kind's place in `layers`. */
  strip?: number[];
}

export async function readModel(
  etx: Etx,
  config: unknown,
  fileName: string,
  sequenceLength?: number,
): Promise<ReadModel> {
  const options = sequenceLength === undefined ? {} : { sequenceLength };
  const described = readLayers(config, options);
  const named = encodingsOf(config, fileName);
  const answered: readonly Partial<ConfigLayer>[] = await etx.readConfig(config, options);
  const layers = described.map((layer, i): ReadLayer => {
    const { rotary } = layer;
    const { table } = answered[i] ?? {};
    const byLength = rotary?.ropeType === "dynamic" || rotary?.ropeType === "longrope";
    const switchesAt = byLength ? rotary.request.originalContext : undefined;
    return {
      layers: layer.layers,
      name: named[i]?.name ?? fileName,
      encoding: layer.encoding,
      ...(table && { table }),
      fields: rotary && table ? rotaryFields(rotary, table) : plainFields(layer),
      warnings: layer.warnings,
      ...(switchesAt !== undefined && { switchesAt }),
    };
  });
  const strip = layerStrip(
    config,
    layers.map((layer) => layer.layers),
  );
  return { layers, ...(strip && { strip }) };
}

function rotaryFields(
  { request, provenance, keys, longest, bands }: RotaryLayer,
  table: FrequencyTable,
): Field[] {
  const { sequenceLength: _length, ropeType: _type, ...asked } = request;
  const { layers: _layers, warnings: _warnings, provenance: _provenance, ...resolved } = table;
  const all: Record<string, unknown> = { ...asked, ...resolved, longest, bands };
  // As they are told: what it is, what it is made of, what comes out.
  const order = [
    "ropeType",
    "base",
    "headDimension",
    "rotaryDimension",
    "layout",
    "bands",
    "longest",
    ...Object.keys(asked).filter((name) => !(name in resolved)),
    "attentionFactor",
    "softmaxScaleFactor",
    "inverseFrequencies",
  ];
  return order.flatMap((name) => {
    const from = name === "longest" ? "file" : provenance[name];
    return all[name] === undefined ? [] : [fieldOf(name, all[name], from, keys[name])];
  });
}

function plainFields({ layers, encoding, provenance, keys }: ModelLayer): Field[] {
  const { kind, ...parameters } = encoding as Record<string, unknown>;
  const fields = Object.entries(parameters).map(([name, value]) =>
    fieldOf(name, value, provenance[name], keys[name]),
  );
  const which = fieldOf("layers", layers, provenance.layers, keys.layers);
  // Layers by their numbers are those that a file or a class picks out.
  return [{ name: "encoding", value: kind }, ...(/^\d/.test(layers) ? [which] : []), ...fields];
}

function fieldOf(name: string, value: unknown, from?: Provenance, key?: string): Field {
  return { name, value, ...(from && { from }), ...(key !== undefined && { key }) };
}
