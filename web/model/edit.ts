/** What moving an eigenvalue does to the document. */
import { lookup } from "./encodings/registry.ts";
import type { Block, Encoding, GeneratorLike } from "./types.ts";

/** A place on the eigenvalue plane; the frequency's sign is ignored, because a pair occupies both halves. */
export interface Target {
  rate: number;
  frequency: number;
}

/**
 * The encoding after the eigenvalue of block `index` was moved to `target`. `generator` is the encoding's own, from
 * `Etx.generator`. Blocks that coincide with the moved one are one point of the plane and move with it; a Jordan block
 * moves as a whole; real eigenvalues stay real, and pairs keep their direction of turning.
 *
 * together: every rate shifts by the same difference and every frequency scales by the same ratio.
 */
export function moveEigenvalue(
  encoding: Encoding,
  generator: GeneratorLike,
  index: number,
  target: Target,
  together: boolean,
): Encoding {
  const before = generator.blocks;
  const moved = before[index];
  if (!moved) throw new RangeError(`there is no block ${index} among ${before.length}`);
  const after = together
    ? moveAll(before, moved, target)
    : before.map((block) => (coincide(block, moved) ? place(block, target) : block));
  return lookup(encoding.kind)?.express?.(encoding, after, before) ?? asGenerator(generator, after);
}

function moveAll(blocks: readonly Block[], moved: Block, target: Target): Block[] {
  const shift = target.rate - moved.rate;
  const start = moved.kind === "pair" ? Math.abs(moved.frequency) : 0;
  const ratio = start > 0 ? finite(Math.abs(target.frequency) / start) : 1;
  // The dragged point lies exactly under the finger, and whatever shared its rate still does, however sums round.
  const rateOf = (block: Block): number =>
    block.rate === moved.rate ? target.rate : finite(block.rate + shift);
  return blocks.map((block) => {
    if (coincide(block, moved)) return place(block, target);
    if (block.kind === "real") return { ...block, rate: rateOf(block) };
    return { ...block, rate: rateOf(block), frequency: finite(block.frequency * ratio) };
  });
}

/** A document holds finite numbers, also where a tiny frequency is scaled by a huge ratio. */
function finite(x: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, x));
}

function place(block: Block, { rate, frequency }: Target): Block {
  if (block.kind === "real") return { ...block, rate };
  const clockwise = block.frequency < 0 || Object.is(block.frequency, -0);
  return { ...block, rate, frequency: clockwise ? -Math.abs(frequency) : Math.abs(frequency) };
}

function coincide(a: Block, b: Block): boolean {
  if (a.kind !== b.kind || a.rate !== b.rate || (a.size ?? 1) !== (b.size ?? 1)) return false;
  return a.kind === "real" || a.frequency === (b as typeof a).frequency;
}

/** The general form: what cannot be said in an encoding's own words is said by its blocks. Documents hold lists. */
function asGenerator({ basis, permutation }: GeneratorLike, blocks: Block[]): Encoding {
  return {
    kind: "generator",
    generator: {
      blocks,
      ...(basis && { basis: { ...basis, data: Array.from(basis.data) } }),
      ...(permutation && { permutation: Array.from(permutation) }),
    },
  };
}
