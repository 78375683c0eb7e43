import type { Encoding } from "../types.ts";

export interface Steady {
  /** The encoding with neither mirror nor data clock: what it is itself where it has none. */
  encoding: Encoding;
  /** |τ| in place of τ. */
  mirrored: boolean;
  /** The steps of a clock that data drive. */
  clock: ArrayLike<number> | undefined;
}

/** The group behind an encoding whose lags are mirrored or told by a clock that data drive: the same blocks, other lags. */
export function steady(encoding: Encoding): Steady {
  const { bidirectional, clock: given, ...plain } = encoding as Record<string, unknown>;
  const mirrored = bidirectional === true && encoding.kind !== "t5";
  const clock = typeof given === "object" ? (given as ArrayLike<number>) : undefined;
  if (!mirrored && !clock) return { encoding, mirrored, clock };
  const told = clock ? { clock: 1 } : given !== undefined && { clock: given };
  return { encoding: { ...plain, ...told } as Encoding, mirrored, clock };
}
