/** How long a head is and how much of it rotates. */
import { EtxError } from "../model/error.ts";
import type { ModelFamily } from "./families.ts";
import type { Fields, Sourced } from "./fields.ts";
import { type Warning, warning } from "./warnings.ts";

/** The rotated part of a head, under any of its names. */
export const partKeys = ["partial_rotary_factor", "rotary_pct", "rope_pct", "rotary_emb_fraction"];

export function headDimension(
  file: Fields,
  family: ModelFamily,
  layers: string,
  warnings: Warning[],
): Sourced<number> {
  const latent = file.size("qk_rope_head_dim");
  if (latent !== undefined) {
    const rest = file.size("qk_nope_head_dim");
    if (rest !== undefined)
      warnings.push(warning("latent-head", { total: rest + latent, rotated: latent }));
    return { value: latent, from: "file", key: file.name("qk_rope_head_dim") };
  }
  const global = layers === "full_attention" ? file.size("global_head_dim") : undefined;
  const usual = file.first("head_dim", "kv_channels") ?? "head_dim";
  const key = global === undefined ? usual : "global_head_dim";
  const said = global ?? file.size(key);
  const derived = derivedHead(file);
  if (said !== undefined) {
    if (derived !== undefined && derived !== said && global === undefined)
      warnings.push(
        warning("head-differs", { key, value: said, derived: Number(derived.toPrecision(7)) }),
      );
    return { value: said, from: "file", key: file.name(key) };
  }
  if (family.headDimension !== undefined) {
    warnings.push(warning("default-used", { key: "head_dim", value: family.headDimension }));
    return { value: family.headDimension, from: "class default" };
  }
  if (derived === undefined)
    throw new EtxError(
      "parse",
      "head_dim is missing, and so are hidden_size and num_attention_heads to derive it from",
    );
  if (!Number.isInteger(derived) || derived > 1024) {
    throw new EtxError(
      "range",
      `hidden_size / num_attention_heads is ${derived}; a whole number from 1 to 1024 is expected`,
    );
  }
  return { value: derived, from: "derived" };
}

export function derivedHead(file: Fields): number | undefined {
  const width = file.first("hidden_size", "n_embd", "d_model");
  const heads = file.first("num_attention_heads", "n_head", "n_heads");
  if (width === undefined || heads === undefined) return undefined;
  return (file.size(width, 2 ** 24) as number) / (file.size(heads, 2 ** 16) as number);
}

export function rotaryDimension(
  file: Fields,
  family: ModelFamily,
  block: Fields | undefined,
  head: number,
  warnings: Warning[],
): Sourced<number> {
  if (file.has("qk_rope_head_dim"))
    return even(
      { value: head, from: "file", key: file.name("qk_rope_head_dim") },
      head,
      "qk_rope_head_dim",
    );
  // Its table spans the whole head, with zeros for what does not turn.
  if ((block?.get("rope_type") ?? block?.get("type")) === "proportional")
    return even({ value: head, from: "derived" }, head, "the head's dimension");
  const said = file.size("rotary_dim");
  if (said !== undefined)
    return even({ value: said, from: "file", key: file.name("rotary_dim") }, head, "rotary_dim");
  // standardize_rope_params writes the outer one over the inner.
  const inner = block?.positive("partial_rotary_factor");
  const outer = file.first(...partKeys);
  const part = outer === undefined ? inner : file.positive(outer);
  if (part !== undefined) {
    const name = outer === undefined ? block?.name("partial_rotary_factor") : file.name(outer);
    if (inner !== undefined && inner !== part && block) {
      const key = block.name("partial_rotary_factor");
      warnings.push(warning("outer-counts", { key, value: inner, other: part }));
    }
    return even(
      { value: Math.trunc(head * part), from: "derived" },
      head,
      `the head's ${head} dimensions × ${name}`,
    );
  }
  if (family.rotaryDimension !== undefined)
    return even(
      { value: family.rotaryDimension, from: "class default" },
      head,
      "the class default of rotary_dim",
    );
  if (family.partial === undefined)
    return even({ value: head, from: "derived" }, head, "the head's dimension");
  warnings.push(warning("default-used", { key: "partial_rotary_factor", value: family.partial }));
  return even(
    { value: Math.trunc(head * family.partial), from: "class default" },
    head,
    "the class's rotated part",
  );
}

function even(size: Sourced<number>, head: number, what: string): Sourced<number> {
  if (size.value >= 2 && size.value % 2 === 0 && size.value <= head) return size;
  throw new EtxError(
    size.value % 2 ? "shape" : "range",
    `${what} is ${size.value}; an even number from 2 to ${head} is expected`,
  );
}
