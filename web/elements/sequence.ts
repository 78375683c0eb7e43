/**
 * A sampled sequence of queries and keys, one for all encodings of the bench: normals as torch draws them, queries first,
 * scaled and moved by what the document says of query and key. An encoding takes each row's first d numbers.
 */
import type { Etx } from "../core/api.ts";
import { dimension as dimensionOf } from "../model/encodings/registry.ts";
import { EtxError } from "../model/error.ts";
import type { Encoding, Experiment, Matrix, Vector } from "../model/types.ts";
import { resolve } from "../model/vector.ts";
import { optionsOf } from "./views.ts";

/** What a sequence is drawn from; the same draw is the same sequence. */
export interface Draw {
  seed: number;
  /** Positions. */
  length: number;
  /** Numbers of a row, of which an encoding takes the first. */
  dimension: number;
  query: Vector;
  key: Vector;
}

export const lengths = [512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536] as const;
const [shortest, usual, longest] = [2, 2048, 65_536];
/** Numbers of the queries: a page holds them and the keys a few times over. */
const mostNumbers = 2 ** 23;

export function drawOf(experiment: Experiment): Draw {
  const { length = usual } = optionsOf(experiment, "statistics");
  if (!Number.isInteger(length) || (length as number) < shortest || (length as number) > longest) {
    const said = (JSON.stringify(length) ?? String(length)).slice(0, 60);
    throw new EtxError(
      "range",
      `views: the statistics' length is ${said}; it must be a whole number from ${shortest} to ${longest}`,
    );
  }
  const shown = experiment.encodings.filter(({ hidden }) => !hidden);
  const dimension = Math.max(1, ...shown.map(({ encoding }) => dimensionOf(encoding) ?? 0));
  if ((length as number) * dimension > mostNumbers)
    throw new EtxError(
      "too-large",
      `views: the statistics' length ${length} × dimension ${dimension} is beyond ${mostNumbers} numbers`,
    );
  const { seed = 42, query, key } = experiment;
  return { seed, length: length as number, dimension, query, key };
}

/** Standard normals of the queries and of the keys, row by row. */
export type Normals = readonly [Float32Array, Float32Array];

export async function normalsOf(etx: Etx, { seed, length, dimension }: Draw): Promise<Normals> {
  const counts = [length * dimension, length * dimension];
  const [query = none, key = none] = await etx.normals({ seed, mean: 0, deviation: 1, counts });
  return [query, key];
}
const none = new Float32Array();

/** What an encoding is asked of; queries are divided by √d, as models do. */
export function rowsOf(
  [query, key]: Normals,
  draw: Draw,
  encoding: Encoding,
): { query: Matrix; key: Matrix } {
  const d = dimensionOf(encoding) ?? 0;
  const rows = (normals: Float32Array, vector: Vector, scale: number): Matrix => {
    const [mean, deviation] = [resolve(vector, d), deviationsOf(vector, d)];
    const data = new Float64Array(draw.length * d);
    for (let t = 0, at = 0; t < draw.length; t++)
      for (let i = 0; i < d; i++, at++) {
        const z = normals[t * draw.dimension + i] as number;
        data[at] = scale * ((mean[i] as number) + (deviation[i] as number) * z);
      }
    return { rows: draw.length, cols: d, data };
  };
  const root = d > 0 ? 1 / Math.sqrt(d) : 1;
  return { query: rows(query, draw.query, root), key: rows(key, draw.key, 1) };
}

/** A vector that is no distribution does not deviate. */
function deviationsOf(vector: Vector, d: number): Float64Array {
  const variance =
    typeof vector === "object" && "gaussian" in vector ? vector.gaussian.variance : 0;
  if (typeof variance === "object" && !Array.isArray(variance))
    throw new EtxError(
      "unsupported",
      "variance is a matrix; a sequence is drawn from independent numbers",
    );
  const list = typeof variance === "number" ? [variance] : variance;
  return Float64Array.from({ length: d }, (_, i) => Math.sqrt(list[i % list.length] as number));
}
