/** Which kinds of rotated layer a config.json describes, each with its scaling block and its base. */
import { EtxError } from "../model/error.ts";
import type { ModelFamily } from "./families.ts";
import { type Fields, isObject, type Sourced } from "./fields.ts";
import { type Warning, warning } from "./warnings.ts";

/** One kind of rotated layer: its scaling block and its base. */
export interface Part {
  layers: string;
  block: Fields | undefined;
  base: Sourced<number>;
  /** The block is this layer type's alone. */
  perLayer: boolean;
}

export const baseKeys = [
  "rope_theta",
  "global_rope_theta",
  "rotary_emb_base",
  "rope_freq_constant", // OpenELM's
  "rope_embedding_base", // Phi-3-small's
];
/** Of sliding-window layers, where they have one of their own: Gemma 3's and ModernBERT's. */
export const localBaseKeys = ["rope_local_base_freq", "local_rope_theta"];

export function baseKey(file: Fields): string | undefined {
  return file.first(...baseKeys);
}

/** rope_scaling counts before rope_parameters, as transformers has it. */
export function blockOf(file: Fields, warnings: Warning[]): Fields | undefined {
  const [block, other] = ["rope_scaling", "rope_parameters"].flatMap((key) => {
    const fields = file.fields(key);
    const count = fields ? Object.keys(fields.value).length : 0;
    if (count <= 64) return fields && count > 0 ? [fields] : [];
    throw new EtxError(
      "range",
      `${file.name(key)} is an object of ${count} keys; at most 64 are expected`,
    );
  });
  if (block && other)
    warnings.push(warning("two-blocks", { counted: block.path, other: other.path }));
  return block;
}

export function partsOf(file: Fields, family: ModelFamily, warnings: Warning[]): Part[] {
  const block = blockOf(file, warnings);
  const outer = outerBase(file, family, warnings);
  const kinds = block ? Object.keys(block.value).filter((key) => isObject(block.value[key])) : [];
  if (block && kinds.length > 0) {
    const parts = kinds.map((layers): Part => {
      const own = block.fields(layers) as Fields;
      const key = own.name("rope_theta");
      const usual: Sourced<number> =
        outer.from === "file"
          ? outer
          : layers === "sliding_attention"
            ? { value: family.localBase ?? outer.value, from: outer.from, key }
            : { ...outer, key };
      return { layers, block: own, base: baseOf(own, usual, warnings, true), perLayer: true };
    });
    const unused = block.unread(12).map((key) => block.name(key.slice(0, 40)));
    if (unused.length > 0) warnings.push(warning("unread", { keys: unused.join(", ") }));
    return parts;
  }
  const base = family.fixedBase ? outer : baseOf(block, outer, warnings);
  const local = localBase(file, family, base);
  if (!local) return [{ layers: "all", block, base, perLayer: false }];
  return [
    { layers: "full_attention", block, base, perLayer: false },
    { layers: "sliding_attention", block: undefined, base: local, perLayer: false },
  ];
}

function outerBase(file: Fields, family: ModelFamily, warnings: Warning[]): Sourced<number> {
  const ratio = family.baseRatio === undefined ? undefined : file.positive(family.baseRatio);
  if (ratio !== undefined) return { value: family.base * ratio, from: "derived" };
  // DBRX's block of its attention.
  const inner = file.fields("attn_config");
  const within = inner?.positive("rope_theta");
  if (inner && within !== undefined)
    return { value: within, from: "file", key: inner.name("rope_theta") };
  const key = baseKey(file);
  const said = key === undefined ? undefined : file.positive(key);
  if (key === undefined || said === undefined) {
    const missing = file.name(family.baseKey ?? "rope_theta");
    return { value: family.base, from: "class default", key: missing };
  }
  if (!family.fixedBase || said === family.base)
    return { value: said, from: "file", key: file.name(key) };
  const values = { key: file.name(key), value: said, default: family.base };
  warnings.push(warning("default-counts", values));
  return { value: family.base, from: "class default" };
}

/** A value inside the block counts before the same beside it. */
function baseOf(
  block: Fields | undefined,
  outer: Sourced<number>,
  warnings: Warning[],
  perLayer = false,
): Sourced<number> {
  const inner = block?.positive("rope_theta");
  if (block === undefined || inner === undefined) return outer;
  if (outer.value !== inner) {
    const [key, value] = [block.name("rope_theta"), inner];
    if (outer.from === "file")
      warnings.push(warning("inner-counts", { key, value, other: outer.value }));
    else if (!perLayer)
      warnings.push(warning("default-elsewhere", { key, value, default: outer.value }));
  }
  return { value: inner, from: "file", key: block.name("rope_theta") };
}

function localBase(
  file: Fields,
  family: ModelFamily,
  base: Sourced<number>,
): Sourced<number> | undefined {
  const said = file.first(...localBaseKeys);
  if (said) return { value: file.positive(said) as number, from: "file", key: file.name(said) };
  if (family.localUnscaled) return base;
  if (family.localBase === undefined) return undefined;
  // ModernBERT's null says that local layers share the global base.
  if (file.value.local_rope_theta === null) return base;
  const key = file.name(family.localBaseKey ?? "rope_theta");
  return { value: family.localBase, from: "class default", key };
}
