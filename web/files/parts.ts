/** Which kinds of rotated layer a config.json describes, each with its scaling block and its base. */
import { EtxError } from "../model/error.ts";
import type { ModelFamily } from "./families.ts";
import { type Fields, isObject, type Sourced } from "./fields.ts";

/** One kind of rotated layer: its scaling block and its base. */
export interface Part {
  layers: string;
  block: Fields | undefined;
  base: Sourced<number>;
}

export function baseKey(file: Fields): string | undefined {
  return file.first("rope_theta", "global_rope_theta", "rotary_emb_base");
}

/** rope_scaling counts before rope_parameters, as transformers has it. */
export function blockOf(file: Fields, warnings: string[]): Fields | undefined {
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
    warnings.push(`${block.path} and ${other.path} are both set: ${block.path} counts here`);
  return block;
}

export function partsOf(file: Fields, family: ModelFamily, warnings: string[]): Part[] {
  const block = blockOf(file, warnings);
  const key = baseKey(file);
  const outer: Sourced<number> = key
    ? { value: file.positive(key) as number, from: "file" }
    : { value: family.base, from: "class default" };
  const kinds = block ? Object.keys(block.value).filter((key) => isObject(block.value[key])) : [];
  if (block && kinds.length > 0) {
    return kinds.map((kind) => {
      const own = block.fields(kind) as Fields;
      return { layers: kind, block: own, base: baseOf(own, outer, warnings) };
    });
  }
  const base = baseOf(block, outer, warnings);
  const local = localBase(file, family, base);
  if (!local) return [{ layers: "all", block, base }];
  return [
    { layers: "full_attention", block, base },
    { layers: "sliding_attention", block: undefined, base: local },
  ];
}

/** A value inside the block counts before the same beside it. */
function baseOf(
  block: Fields | undefined,
  outer: Sourced<number>,
  warnings: string[],
): Sourced<number> {
  const inner = block?.positive("rope_theta");
  if (block === undefined || inner === undefined) return outer;
  if (outer.from === "file" && outer.value !== inner) {
    warnings.push(
      `${block.name("rope_theta")} is ${inner}, and ${outer.value} beside the block: the inner one counts`,
    );
  }
  return { value: inner, from: "file" };
}

function localBase(
  file: Fields,
  family: ModelFamily,
  base: Sourced<number>,
): Sourced<number> | undefined {
  const key = file.first("rope_local_base_freq", "local_rope_theta");
  if (key) return { value: file.positive(key) as number, from: "file" };
  if (family.localBase === undefined) return undefined;
  // ModernBERT's null says that local layers share the global base.
  return file.value.local_rope_theta === null
    ? base
    : { value: family.localBase, from: "class default" };
}
