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

function positive(value: unknown): number | undefined {
  return typeof value === "number" && value > 0 && value < Infinity ? value : undefined;
}
