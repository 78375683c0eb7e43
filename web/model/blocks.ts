/** What a page reads off a list of Jordan blocks without the core: dimension, eigenvalues, family, formula. */
import type { Block } from "./types.ts";

export function sizeOf(block: Block): number {
  return block.size ?? 1;
}

export function dimensionOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + sizeOf(block) * (block.kind === "pair" ? 2 : 1), 0);
}

export interface Eigenvalue {
  /** The real part, per token. */
  rate: number;
  /** The imaginary part, in radians per token. */
  frequency: number;
  /** The index of its block. */
  block: number;
  /** The size of its block. */
  size: number;
}

/** One a real block, two conjugates a pair, upper half first. The direction of turning is not theirs to show. */
export function eigenvalues(blocks: readonly Block[]): Eigenvalue[] {
  return blocks.flatMap((block, index) => {
    const common = { rate: block.rate, block: index, size: sizeOf(block) };
    if (block.kind === "real") return [{ ...common, frequency: 0 }];
    const frequency = Math.abs(block.frequency);
    return [
      { ...common, frequency },
      { ...common, frequency: 0 - frequency },
    ];
  });
}

export const families = [
  "nope",
  "decay",
  "rotation",
  "damped-rotation",
  "mixed",
  "polynomial",
  "growth",
] as const;
export type Family = (typeof families)[number];

/** The family of a generator, as `classify` names it. Rates and frequencies within `tolerance` of zero are zero. */
export function familyOf(blocks: readonly Block[], tolerance = 0): Family {
  if (blocks.some((block) => block.rate > tolerance)) return "growth";
  if (blocks.some((block) => sizeOf(block) > 1)) return "polynomial";
  const damped = (block: Block) => block.rate < -tolerance;
  const turning = (block: Block) => block.kind === "pair" && Math.abs(block.frequency) > tolerance;
  const moving = blocks.filter((block) => damped(block) || turning(block));
  if (moving.length === 0) return "nope";
  if (!moving.some(turning)) return "decay";
  if (!moving.every(turning)) return "mixed";
  if (!moving.some(damped)) return "rotation";
  return moving.every(damped) ? "damped-rotation" : "mixed";
}

export interface Range {
  min: number;
  max: number;
}

/** Blocks of one shape. `rates` and `frequencies` span them; frequencies are signed, zero for real blocks. */
export interface FormulaPart {
  kind: Block["kind"];
  size: number;
  count: number;
  rates: Range;
  frequencies: Range;
}

/** A(t) as a direct sum of few parts: blocks alike in kind, in size and in whether they have a rate. */
export interface Formula {
  dimension: number;
  /** The rate that every block has, so that e^{rate·t} can stand in front once; null where they differ. */
  sharedRate: number | null;
  parts: FormulaPart[];
}

export function formulaOf(blocks: readonly Block[]): Formula {
  const parts = new Map<string, FormulaPart>();
  for (const block of blocks) {
    const size = sizeOf(block);
    const frequency = block.kind === "pair" ? block.frequency : 0;
    const key = `${block.kind} ${size} ${Math.sign(block.rate)}`;
    const part = parts.get(key);
    if (part) {
      part.count += 1;
      widen(part.rates, block.rate);
      widen(part.frequencies, frequency);
    } else {
      const rates = { min: block.rate, max: block.rate };
      parts.set(key, {
        kind: block.kind,
        size,
        count: 1,
        rates,
        frequencies: { min: frequency, max: frequency },
      });
    }
  }
  const rate = blocks[0]?.rate ?? 0;
  const sharedRate = blocks.every((block) => block.rate === rate) ? rate : null;
  return { dimension: dimensionOf(blocks), sharedRate, parts: [...parts.values()] };
}

function widen(range: Range, value: number): void {
  range.min = Math.min(range.min, value);
  range.max = Math.max(range.max, value);
}
