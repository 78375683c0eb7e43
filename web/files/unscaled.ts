/** What a rotary encoding was before its file stretched it, and between which contexts. */
import type { Encoding, RopeEncoding } from "../model/types.ts";
import { isObject } from "./fields.ts";

export interface Stretch {
  /** The type as the block names it. */
  type: string;
  /** The same encoding with nothing stretched. */
  unscaled: Encoding;
  factor?: number;
  /** In tokens: what the model was trained for, and what the block is to serve. */
  trained?: number;
  target?: number;
}

/** undefined: nothing is scaled. */
export function stretchOf(encoding: Encoding): Stretch | undefined {
  const { scaling, ...rope } = encoding as RopeEncoding;
  if (encoding.kind !== "rope" || !isObject(scaling)) return undefined;
  const type = scaling.rope_type ?? scaling.type ?? "default";
  if (typeof type !== "string" || type === "default") return undefined;
  const factor = positive(scaling.factor);
  const longest = positive(scaling.max_position_embeddings);
  const trained =
    positive(scaling.original_max_position_embeddings) ??
    (type === "dynamic" ? longest : undefined);
  const stretched = trained !== undefined && factor !== undefined ? trained * factor : undefined;
  const length = type === "dynamic" ? positive(scaling.sequence_length) : undefined;
  const target =
    length !== undefined && length > (trained ?? 0)
      ? length
      : longest !== undefined && longest !== trained
        ? longest
        : stretched;
  // Base and rotated prefix may stand in the block alone; a proportional table is as long as the head.
  const { rope_theta, partial_rotary_factor } = scaling;
  const kept = {
    rope_type: "default",
    ...(rope_theta !== undefined && { rope_theta }),
    ...(partial_rotary_factor !== undefined &&
      type !== "proportional" && { partial_rotary_factor }),
  };
  return {
    type: type.slice(0, 40),
    unscaled: { ...rope, scaling: kept },
    ...(factor !== undefined && { factor }),
    ...(trained !== undefined && { trained }),
    ...(target !== undefined && { target }),
  };
}

/** An encoding that nothing stretches, knowing the context it was trained for, in tokens. */
export function withContext(encoding: Encoding, tokens: number | undefined): Encoding {
  if (encoding.kind !== "rope" || "scaling" in encoding || tokens === undefined) return encoding;
  return { ...encoding, scaling: { rope_type: "default", max_position_embeddings: tokens } };
}

export function contextOf(encoding: Encoding): number | undefined {
  const { scaling } = encoding as RopeEncoding;
  if (encoding.kind !== "rope" || !isObject(scaling)) return undefined;
  return positive(scaling.max_position_embeddings);
}

/** Without a block that says no more than that. */
export function withoutContext(encoding: Encoding): Encoding {
  const { scaling, ...rope } = encoding as RopeEncoding;
  if (encoding.kind !== "rope" || !isObject(scaling)) return encoding;
  const { rope_type, max_position_embeddings: _tokens, ...rest } = scaling;
  return rope_type === "default" && Object.keys(rest).length === 0 ? rope : encoding;
}

function positive(value: unknown): number | undefined {
  return typeof value === "number" && value > 0 && value < Infinity ? value : undefined;
}
