/** What a figure about X itself speaks of: the selected encoding's X where it is small, else the selected block alone. */
import type { Etx, LiftedGenerator } from "../core/api.ts";
import type { Language } from "../locales/index.ts";
import { dimension as dimensionOf } from "../model/encodings/registry.ts";
import type { Block, Encoding, Experiment, Matrix } from "../model/types.ts";
import { resolve } from "../model/vector.ts";
import { plain } from "./format.ts";
import type { Memo } from "./memo.ts";
import { coordinatesOf, lift } from "./orbit-picture.ts";
import { generatorOf } from "./picture.ts";
import { blockOf, selectionOf } from "./views.ts";

export interface Subject {
  /** An encoding's id. */
  entry: string;
  colorIndex: number;
  /** With X for its generator and no lift. */
  encoding: Encoding;
  matrix: Matrix;
  key: Float64Array;
  query: Float64Array;
  /** X is similar to these. */
  blocks: readonly Block[];
  /** Which coordinates of the document's key these are; absent where a lift or nothing of it stands between. */
  coordinates?: readonly number[];
}

/** The last lag of a grid, and the tokens that the fastest pair takes for a turn: Infinity where none turns. */
export function spansOf(
  { blocks }: Subject,
  { lags }: Experiment,
): { horizon: number; period: number } | undefined {
  if (Array.isArray(lags) || "x" in lags) return undefined;
  const fastest = Math.max(...blocks.map((b) => (b.kind === "pair" ? Math.abs(b.frequency) : 0)));
  return {
    horizon: lags.start + lags.step * (lags.count - 1),
    period: (2 * Math.PI) / fastest,
  };
}

/** X is written out up to this order. */
const most = 4;

export async function subjectOf(
  etx: Etx,
  experiment: Experiment,
  memo: Memo,
  selection = selectionOf(experiment),
): Promise<Subject | undefined> {
  const index = experiment.encodings.findIndex(({ id }) => id === selection.entry);
  const encoding = experiment.encodings[index]?.encoding;
  if (!encoding) return undefined;
  const lifted = await generatorOf(etx, encoding, memo);
  const [generator, matrix] = [lifted?.generators[0], lifted?.matrices[0]];
  if (!lifted || !matrix) return undefined;

  const { key, query } = vectorsOf(experiment, encoding, lifted);
  const shared = { entry: selection.entry, colorIndex: index % 6 };
  const free = !lifted.keyLift && !lifted.keyOffset;
  if (matrix.rows <= most) {
    const blocks =
      generator?.blocks ??
      (await memo.get(["classify", encoding], () => etx.classify(matrix))).blocks;
    // Closed forms where X is a block as it stands; else the matrix itself, not what was read off it.
    const only = blocks.length === 1 && generator && !generator.basis;
    return {
      ...shared,
      encoding: only ? { kind: "generator", generator: { blocks } } : { kind: "matrix", matrix },
      matrix,
      key,
      query,
      blocks,
      ...(free && { coordinates: Array.from(key.keys()) }),
    };
  }
  if (!generator || generator.basis) return undefined;
  const { blocks } = generator;
  const chosen = blockOf(selection, blocks);
  const block = blocks[chosen];
  if (!block) return undefined;
  const coordinates = coordinatesOf(generator, chosen);
  const alone: Encoding = { kind: "generator", generator: { blocks: [block] } };
  const small = await generatorOf(etx, alone, memo);
  const pick = (vector: Float64Array): Float64Array =>
    Float64Array.from(coordinates, (i) => vector[i] ?? 0);
  return {
    ...shared,
    encoding: alone,
    matrix: small?.matrices[0] as Matrix,
    key: pick(key),
    query: pick(query),
    blocks: [block],
    ...(free && { coordinates }),
  };
}

/** Query and key as the generator sees them. */
function vectorsOf(
  experiment: Experiment,
  encoding: Encoding,
  { queryLift, queryOffset, keyLift, keyOffset }: LiftedGenerator,
): { key: Float64Array; query: Float64Array } {
  const dimension = dimensionOf(encoding) ?? 0;
  return {
    key: lift(resolve(experiment.key, dimension), keyLift, keyOffset),
    query: lift(resolve(experiment.query, dimension), queryLift, queryOffset),
  };
}

/** The handle of the subject's key in its plane; none where a lift stands between, or the key has no plane. */
export function keyGrip({ coordinates, key }: Subject, label: string, language: Language) {
  if (!coordinates || key.length < 2) return {};
  const text = `${plain(language, key[0] ?? 0)}, ${plain(language, key[1] ?? 0)}`;
  return { grip: { id: "v", label, text } };
}

/** The experiment with some coordinates of the subject's key elsewhere. */
export function withKey(
  experiment: Experiment,
  { entry, coordinates, key }: Subject,
  values: readonly number[],
): Experiment {
  if (!coordinates) return experiment;
  const encoding = experiment.encodings.find(({ id }) => id === entry)?.encoding;
  const whole = Array.from(
    resolve(experiment.key, (encoding && dimensionOf(encoding)) || key.length),
  );
  values.forEach((value, i) => {
    const at = coordinates[i];
    if (at !== undefined) whole[at] = value;
  });
  return { ...experiment, key: { values: whole } };
}
