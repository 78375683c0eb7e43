/** What the figures keep in the document's views: which eigenvalue is selected, how the curve is drawn. */
import { EtxError } from "../model/error.ts";
import { maxEncodings } from "../model/schema.ts";
import type { BenchEntry, Block, Experiment, FigureKind } from "../model/types.ts";

export interface Selection {
  /** An encoding's id. */
  entry: string;
  /** A block of its generator; absent: none was chosen yet. */
  block?: number;
}

export interface CurveView {
  scale: "linear" | "log";
  /** Divide each curve by its score at lag 0. */
  normalise: boolean;
  /** Draw the law that the interference of a ladder of frequencies follows. */
  law: boolean;
  /** Scores beyond leave the chart. */
  limits?: readonly [number, number];
}

export function optionsOf(experiment: Experiment, kind: FigureKind): Record<string, unknown> {
  return experiment.views.find((view) => view.kind === kind)?.options ?? {};
}

export function withOptions(
  experiment: Experiment,
  kind: FigureKind,
  options: Record<string, unknown>,
): Experiment {
  const present = experiment.views.some((view) => view.kind === kind);
  const views = present ? experiment.views : [...experiment.views, { kind }];
  return {
    ...experiment,
    views: views.map((view) =>
      view.kind === kind ? { ...view, options: defined({ ...view.options, ...options }) } : view,
    ),
  };
}

/** A document holds no undefined. */
function defined(options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** What is selected; the first encoding where the document names none that exists. */
export function selectionOf(experiment: Experiment): Selection {
  const { selected, block } = optionsOf(experiment, "plane");
  const entry = experiment.encodings.find((one) => one.id === selected) ?? experiment.encodings[0];
  const chosen = Number.isInteger(block) && (block as number) >= 0;
  return { entry: entry?.id ?? "", ...(chosen && { block: block as number }) };
}

/**
 * The selected block. By itself one that moves, and at a pace the eye can follow: a quarter down the ladder of those
 * that turn or fade; of equal ones the first.
 */
export function blockOf({ block }: Selection, blocks: readonly Block[]): number {
  if (block !== undefined) return Math.min(block, blocks.length - 1);
  const moves = (one: Block): boolean =>
    one.rate !== 0 || (one.size ?? 1) > 1 || (one.kind === "pair" && one.frequency !== 0);
  const moving = blocks.filter(moves);
  const ladder = moving.length > 0 ? moving : blocks;
  const chosen = JSON.stringify(ladder[Math.floor(ladder.length / 4)]);
  return Math.max(
    0,
    blocks.findIndex((one) => JSON.stringify(one) === chosen),
  );
}

/** Whether a drag moves all eigenvalues of an encoding together, which is the default: one law, one hand. */
export function movesTogether(experiment: Experiment): boolean {
  return optionsOf(experiment, "plane").together !== false;
}

/** The deviation of the noise around the orbit's key; absent: none is shown. */
export function orbitDeviationOf(experiment: Experiment): number | undefined {
  const { deviation } = optionsOf(experiment, "orbit");
  return typeof deviation === "number" && deviation >= 0 ? deviation : undefined;
}

export function curveViewOf(experiment: Experiment): CurveView {
  const { scale, normalise, law, limits } = optionsOf(experiment, "curve");
  const [low, high] = Array.isArray(limits) ? limits : [];
  return {
    scale: scale === "linear" ? "linear" : "log",
    normalise: normalise !== false,
    law: law === true,
    ...(Number.isFinite(high - low) && low < high && { limits: [low, high] as const }),
  };
}

/** The experiment with more encodings, the first of them selected. */
export function joined(
  experiment: Experiment,
  newcomers: readonly Omit<BenchEntry, "id">[],
): Experiment {
  const count = experiment.encodings.length + newcomers.length;
  if (count > maxEncodings) {
    throw new EtxError(
      "too-large",
      `encodings would be ${count}; a bench holds at most ${maxEncodings}`,
    );
  }
  const ids = freshIds(experiment, newcomers.length);
  const entries = newcomers.map((one, index) => ({ ...one, id: ids[index] ?? "" }));
  const encodings = [...experiment.encodings, ...entries];
  return withOptions({ ...experiment, encodings }, "plane", { selected: ids[0], block: undefined });
}

/** Ids that no encoding on the bench has. */
function freshIds({ encodings }: Experiment, count: number): string[] {
  const taken = new Set(encodings.map(({ id }) => id));
  const ids: string[] = [];
  for (let number = encodings.length + 1; ids.length < count; number++) {
    if (!taken.has(`e${number}`)) ids.push(`e${number}`);
  }
  return ids;
}
