/**
 * From a document to the numbers that its figures show. `paint` asks the engine for what has changed since the last
 * picture and gives back a whole one, so that every figure always shows the same document.
 */
import type { Etx, LiftedGenerator } from "../core/api.ts";
import { type Family, familyOf } from "../model/blocks.ts";
import { dimension as dimensionOf, lookup } from "../model/encodings/registry.ts";
import { EtxError } from "../model/error.ts";
import type {
  BenchEntry,
  Encoding,
  Experiment,
  FigureKind,
  Generator,
  LagGrid,
  Numbers,
} from "../model/types.ts";
import { resolve } from "../model/vector.ts";
import { asEtxError } from "./define.ts";
import type { Memo } from "./memo.ts";
import { type OrbitPicture, orbitOf } from "./orbit-picture.ts";
import { blockOf, selectionOf } from "./views.ts";

/** One encoding of the bench, computed. */
export interface Shown {
  entry: BenchEntry;
  /** Which series colour: its place on the bench. */
  colorIndex: number;
  /** Whether the encoding is a one-parameter group; absent where asking failed. */
  group?: boolean;
  /** Absent where the encoding is no group, or a dense matrix whose blocks nobody has read off. */
  generator?: Generator;
  family?: Family;
  curve?: ScoreCurve;
  error?: EtxError;
}

export interface ScoreCurve {
  lags: LagGrid;
  /** Each value's own lag, rising, where the document lists them: `lags` then only spreads as many evenly. */
  at?: Float64Array;
  /** Raw scores, one a lag. */
  values: Float64Array;
  /** The score at lag 0, which a normalised chart divides by. */
  atZero: number;
}

/** What a figure wants to know of a document beyond curves and orbit; the picture's `answers` hold it. */
export type Question = (etx: Etx, experiment: Experiment, memo: Memo) => Promise<unknown>;

/** The kinds of figures that show the picture, each with its question if it has one. */
export type Questions = ReadonlyMap<FigureKind, Question | undefined>;

/** Who shows the curves, and who the orbit: without them nobody waits for either. */
const curved: readonly FigureKind[] = ["curve", "build-up"];
const orbiting: readonly FigureKind[] = ["orbit"];

export interface Picture {
  experiment: Experiment;
  shown: Shown[];
  orbit?: OrbitPicture & { colorIndex: number };
  /** What figures asked for themselves; an EtxError where asking failed. */
  answers: ReadonlyMap<FigureKind, unknown>;
}

/** A link may ask for more than a page should hold: scores on one curve, and on all together. */
const mostLags = 2 ** 21;
const mostScores = 2 ** 23;

/** `questions` absent: curves and orbit, for whoever wants them. */
export async function paint(
  etx: Etx,
  experiment: Experiment,
  memo: Memo,
  questions?: Questions,
): Promise<Picture> {
  const shows = (kinds: readonly FigureKind[]): boolean =>
    !questions || kinds.some((kind) => questions.has(kind));
  const curves = shows(curved);
  // All questions go out together, not one after the other: a round trip less in every frame of a drag.
  const [shown, orbit, answers] = await Promise.all([
    Promise.all(
      experiment.encodings.map((entry, index) =>
        show(etx, experiment, { entry, colorIndex: index % 6 }, memo, curves),
      ),
    ),
    shows(orbiting)
      ? selectedOrbit(etx, experiment, memo).catch(() => undefined) // its encoding shows the error
      : undefined,
    Promise.all(
      [...(questions ?? [])].flatMap(([kind, ask]) =>
        ask
          ? ask(etx, experiment, memo)
              .catch(asEtxError)
              .then((answer): [FigureKind, unknown] => [kind, answer])
          : [],
      ),
    ),
  ]);
  return { experiment, shown, ...(orbit && { orbit }), answers: new Map(answers) };
}

async function selectedOrbit(
  etx: Etx,
  experiment: Experiment,
  memo: Memo,
): Promise<Picture["orbit"]> {
  const selection = selectionOf(experiment);
  const index = experiment.encodings.findIndex(({ id }) => id === selection.entry);
  const encoding = experiment.encodings[index]?.encoding;
  if (!encoding) return undefined;
  const lifted = await liftedOf(etx, encoding, memo);
  const generator = lifted?.generators[0];
  if (!generator) return undefined;
  const block = blockOf(selection, generator.blocks);
  const orbit = await orbitOf(etx, experiment, encoding, lifted, block, memo);
  return orbit && { ...orbit, colorIndex: index % 6 };
}

async function show(
  etx: Etx,
  experiment: Experiment,
  shown: Shown,
  memo: Memo,
  curves: boolean,
): Promise<Shown> {
  const { entry } = shown;
  try {
    const [lifted, curve] = await Promise.all([
      blocksOf(etx, entry.encoding, memo),
      entry.hidden || !curves ? undefined : curveOf(etx, experiment, entry.encoding, memo),
    ]);
    shown.group = lifted !== null;
    const generator = lifted?.generators[0];
    if (generator) {
      shown.generator = generator;
      shown.family = familyOf(generator.blocks);
    }
    if (curve) shown.curve = curve;
  } catch (reason) {
    shown.error = asEtxError(reason);
  }
  return shown;
}

const asking =
  (matrices: "none" | "lifts" | "all") =>
  (etx: Etx, encoding: Encoding, memo: Memo): Promise<LiftedGenerator | null> =>
    memo.get(["generator", encoding, matrices], () => etx.generator(encoding, { matrices }));

/** The generator of an encoding by its blocks, asked once a picture. */
export const blocksOf = asking("none");
/** The same with the lift that queries and keys need. */
export const liftedOf = asking("lifts");
/** The same with its matrix too. */
export const generatorOf = asking("all");

async function curveOf(
  etx: Etx,
  experiment: Experiment,
  encoding: Encoding,
  memo: Memo,
): Promise<ScoreCurve> {
  const { lags: given } = experiment;
  const lags = "x" in given ? given.x : given; // kinds in the plane are asked along x
  const grid = Array.isArray(lags) ? evenly(lags) : lags;
  if (grid.step <= 0) {
    throw new EtxError("range", `lags.step is ${grid.step}; a figure draws rising lags`);
  }
  const curves = experiment.encodings.filter(({ hidden }) => !hidden).length;
  const most = Math.min(mostLags, Math.floor(mostScores / curves));
  if (grid.count > most) {
    throw new EtxError(
      "too-large",
      `lags.count is ${grid.count}; with ${curves} curves a figure draws at most ${most} each`,
    );
  }
  const dimension = dimensionOf(encoding) ?? 0;
  const query = resolve(experiment.query, dimension);
  const key = resolve(experiment.key, dimension);
  // The last token looks back over all lags.
  const position = Math.max(0, Math.ceil(grid.start + grid.step * (grid.count - 1)));
  const standing = lookup(encoding.kind)?.positional?.(encoding) ? { position } : {};
  const ask = (at: LagGrid | Numbers): Promise<Float64Array> =>
    etx.curve(encoding, { query, key, lags: at, ...standing });
  return memo.get(["curve", encoding, experiment.query, experiment.key, lags], async () => {
    const [values, zero] = await Promise.all([ask(lags), grid.start === 0 ? undefined : ask([0])]);
    const at = Array.isArray(lags) ? { at: Float64Array.from(lags) } : {};
    return { lags: grid, ...at, values, atZero: (zero ?? values)[0] ?? 0 };
  });
}

/** As many lags between the same ends. A list that does not rise has no curve. */
function evenly(lags: readonly number[]): LagGrid {
  const fallen = lags.findIndex((lag, i) => i > 0 && lag < (lags[i - 1] as number));
  if (fallen > 0)
    throw new EtxError("range", `lags[${fallen}] is ${lags[fallen]}; a figure draws rising lags`);
  const start = lags[0] ?? 0;
  const span = (lags.at(-1) ?? 0) - start;
  return { start, step: span > 0 ? span / (lags.length - 1) : 1, count: lags.length };
}
