/** How long a head is and how much of it rotates. */
import { EtxError } from "../model/error.ts";
import type { ModelFamily } from "./families.ts";
import type { Fields, Sourced } from "./fields.ts";

export function headDimension(
  file: Fields,
  family: ModelFamily,
  layers: string,
  warnings: string[],
): Sourced<number> {
  const latent = file.size("qk_rope_head_dim");
  if (latent !== undefined) return { value: latent, from: "file" };
  const global = layers === "full_attention" ? file.size("global_head_dim") : undefined;
  const said = global ?? file.size("head_dim");
  const derived = derivedHead(file);
  if (said !== undefined) {
    if (derived !== undefined && derived !== said && global === undefined) {
      warnings.push(
        `head_dim is ${said}, not hidden_size / num_attention_heads = ${derived}: head_dim counts`,
      );
    }
    return { value: said, from: "file" };
  }
  if (family.headDimension !== undefined) {
    warnings.push(
      `head_dim is not in the file: the class default, ${family.headDimension}, is used`,
    );
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

function derivedHead(file: Fields): number | undefined {
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
  warnings: string[],
): Sourced<number> {
  if (file.has("qk_rope_head_dim"))
    return even({ value: head, from: "file" }, head, "qk_rope_head_dim");
  const said = file.size("rotary_dim");
  if (said !== undefined) return even({ value: said, from: "file" }, head, "rotary_dim");
  const holder = block?.has("partial_rotary_factor") ? block : file;
  const key = holder.first("partial_rotary_factor", "rotary_pct", "rope_pct");
  if (key)
    return even(
      { value: Math.trunc(head * (holder.positive(key) as number)), from: "derived" },
      head,
      `the head's ${head} dimensions × ${holder.name(key)}`,
    );
  if (family.rotaryDimension !== undefined)
    return even(
      { value: family.rotaryDimension, from: "class default" },
      head,
      "the class default of rotary_dim",
    );
  if (family.partial === undefined)
    return even({ value: head, from: "derived" }, head, "the head's dimension");
  warnings.push(
    `partial_rotary_factor is not in the file: the class default, ${family.partial}, is used`,
  );
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
