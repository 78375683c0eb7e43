/** The pairs of an encoding by wavelength, what a model's file made of each, and how far a context takes them. */
import type { Etx } from "../../core/api.ts";
import { contextOf, stretchOf } from "../../files/unscaled.ts";
import type { Block, Experiment } from "../../model/types.ts";
import type { Memo } from "../memo.ts";
import { blocksOf, type Picture, type Shown } from "../picture.ts";

export type Band = "plain" | "kept" | "ramp" | "scaled";

export interface Pair {
  /** Counted from 0, in the generator's order. */
  index: number;
  /** In tokens. */
  wavelength: number;
  /** Unscaled. */
  before: number;
  band: Band;
}

export interface Spectrum {
  /** By rising wavelength. */
  pairs: Pair[];
  /** Pairs that never turn. */
  still: number;
  /** In tokens. */
  trained?: number;
  target?: number;
  /** A block of scaling stands on the encoding. */
  stretched: boolean;
  factor?: number;
  /** Each pair has its own factor, or the base has grown: there is no ramp. */
  own: boolean;
}

/** The unscaled blocks, by the encodings' ids. */
type Answer = ReadonlyMap<string, readonly Block[]>;

export async function askSpectrum(etx: Etx, experiment: Experiment, memo: Memo): Promise<Answer> {
  const found = experiment.encodings.map(async ({ id, encoding, hidden }) => {
    const stretch = hidden ? undefined : stretchOf(encoding);
    if (!stretch) return undefined;
    const { unscaled } = stretch;
    const lifted = await blocksOf(etx, unscaled, memo).catch(() => null); // the encoding itself shows the error
    return [id, lifted?.generators[0]?.blocks ?? []] as const;
  });
  return new Map((await Promise.all(found)).filter((one) => one !== undefined));
}

/** A ratio this near to 1, or to the factor, is it: frequencies are quotients of rounded powers. */
const near = 1e-9;

/** undefined: the encoding has no pairs, or is hidden. */
export function spectrumOf(picture: Picture, { entry, generator }: Shown): Spectrum | undefined {
  if (entry.hidden || !generator) return undefined;
  const stretch = stretchOf(entry.encoding);
  const unscaled = (picture.answers.get("spectrum") as Answer | undefined)?.get?.(entry.id);
  const all = pairsIn(generator.blocks);
  if (all.length === 0) return undefined;
  const were = unscaled ? pairsIn(unscaled) : all;
  const pairs = all
    .map(({ index, wavelength }, i): Pair => {
      const before = were[i]?.wavelength ?? wavelength;
      const ratio = wavelength / before;
      const band = !stretch ? "plain" : bandOf(ratio, stretch.factor);
      return { index, wavelength, before, band };
    })
    .filter(({ wavelength }) => wavelength < Infinity)
    .sort((a, b) => a.wavelength - b.wavelength);
  const options = picture.experiment.views.find(({ kind }) => kind === "spectrum")?.options ?? {};
  const said = stretch ? stretch.trained : contextOf(entry.encoding);
  const trained = said ?? tokens(options.trained);
  const target = stretch?.target ?? tokens(options.target);
  return {
    pairs,
    still: all.length - pairs.length,
    ...(trained !== undefined && { trained }),
    ...(target !== undefined && { target }),
    stretched: stretch !== undefined && unscaled !== undefined,
    ...(stretch?.factor !== undefined && { factor: stretch.factor }),
    own: stretch?.type === "longrope" || stretch?.type === "dynamic",
  };
}

function bandOf(ratio: number, factor: number | undefined): Band {
  if (Math.abs(ratio - 1) <= near) return "kept";
  return factor !== undefined && Math.abs(ratio / factor - 1) <= near ? "scaled" : "ramp";
}

function pairsIn(blocks: readonly Block[]): { index: number; wavelength: number }[] {
  return blocks
    .filter((block) => block.kind === "pair")
    .map(({ frequency }, index) => ({ index, wavelength: (2 * Math.PI) / Math.abs(frequency) }));
}

function tokens(value: unknown): number | undefined {
  return typeof value === "number" && value > 0 && value < Infinity ? value : undefined;
}

/** Whether it never completed a turn in training, and so has angles left that no token has shown it. */
export function turnless({ trained }: Spectrum, { before }: Pair): boolean {
  return trained !== undefined && before > trained;
}

/** Whether it turns further by the target context than it ever did in training. */
export function freshAt({ trained, target }: Spectrum, { wavelength, before }: Pair): boolean {
  if (trained === undefined || target === undefined) return false;
  return target / wavelength > (trained / before) * (1 + near);
}
