import type { Block } from "../types.ts";

/** The rate of blocks that are all 1 × 1 and alike; null where they are not. */
export function sharedRate(blocks: readonly Block[]): number | null {
  const rate = blocks[0]?.rate ?? 0;
  const alike = blocks.every(
    (block) => block.kind === "real" && (block.size ?? 1) === 1 && block.rate === rate,
  );
  return alike ? rate : null;
}
