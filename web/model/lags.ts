/** The lags of a document. */
import type { Experiment } from "./types.ts";

/** The last of them, in tokens or in the timestamps' unit; along x where they are a pair. */
export function lastLag({ lags }: Experiment): number {
  const along = "x" in lags ? lags.x : lags;
  return Array.isArray(along) ? (along.at(-1) ?? 0) : along.start + along.step * (along.count - 1);
}
