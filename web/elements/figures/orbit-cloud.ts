/** The orbit's key with noise: seeded samples around its mean, turned with it, and what the noise does to the score. */
import type { Etx } from "../../core/api.ts";
import type { Experiment, Matrix } from "../../model/types.ts";
import type { Memo } from "../memo.ts";
import { blockAlone } from "../orbit-picture.ts";
import { liftedOf } from "../picture.ts";
import { blockOf, orbitDeviationOf, selectionOf } from "../views.ts";

export interface Cloud {
  /** x0, y0, x1, y1, … */
  points: Float64Array;
  /** Two deviations around the mean. */
  outline: Float64Array;
  /** Of what this block adds to the score, exact. */
  scoreDeviation: number;
}

const samples = 400;
const outlinePoints = 96;

/** Each component of the key gets independent Gaussian noise of the view's deviation. */
export async function cloudOf(
  etx: Etx,
  experiment: Experiment,
  memo: Memo,
): Promise<Cloud | undefined> {
  const selection = selectionOf(experiment);
  const encoding = experiment.encodings.find(({ id }) => id === selection.entry)?.encoding;
  const lifted = encoding && (await liftedOf(etx, encoding, memo));
  const blocks = lifted?.generators[0]?.blocks;
  if (!lifted || !blocks) return undefined;
  const alone = blockAlone(experiment, encoding, lifted, blockOf(selection, blocks));
  if (!alone) return undefined;

  const { time = 0, seed = 42 } = experiment;
  const deviation = orbitDeviationOf(experiment) ?? 0;
  const { key, query } = alone;
  // A lift carries the noise with it: a constant coordinate has none.
  const spread = alone.coordinates.map((row) => deviation * rowNorm(lifted.keyLift, row));
  const at = (vector: number[]): Promise<Matrix> =>
    memo.get(["at", alone.block, vector, time], () =>
      etx.orbit(alone.encoding, { vector, times: [time] }),
    );
  const unit = (i: number): number[] => key.map((_, j) => (i === j ? 1 : 0));
  const [mean, columns, normals, moments] = await Promise.all([
    at(key),
    Promise.all(key.map((_, i) => at(unit(i)))),
    memo.get(["normals", seed, key.length], () =>
      etx.normals({ seed, mean: 0, deviation: 1, counts: [samples * key.length] }),
    ),
    memo.get(["moments", alone.block, query, key, spread, time], () =>
      etx.moments(alone.encoding, {
        query: { mean: query, variance: 0 },
        key: { mean: key, variance: spread.map((one) => one * one) },
        lags: [time],
      }),
    ),
  ]);
  // A(t) times the deviations: its first two rows, which are drawn.
  const rows = [0, 1].map((row) =>
    columns.map(({ data }, i) => (data[row] ?? 0) * (spread[i] ?? 0)),
  ) as [number[], number[]];
  const center = [mean.data[0] ?? 0, mean.data[1] ?? 0] as const;
  const drawn = normals[0] ?? new Float32Array();
  const points = Float64Array.from({ length: 2 * samples }, (_, i) => {
    const row = rows[i % 2] as number[];
    const sample = (i >> 1) * key.length;
    return row.reduce(
      (sum, entry, j) => sum + entry * (drawn[sample + j] ?? 0),
      center[i % 2] as number,
    );
  });
  return {
    points,
    outline: ellipse(center, rows),
    scoreDeviation: moments.deviation[0] ?? Number.NaN,
  };
}

/** Two deviations around the center, where the covariance is B·Bᵀ: the unit circle through a Cholesky factor of it. */
function ellipse([cx, cy]: readonly [number, number], [x, y]: [number[], number[]]): Float64Array {
  const dot = (a: number[], b: number[]): number =>
    a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
  const l11 = Math.sqrt(dot(x, x));
  const l21 = l11 > 0 ? dot(x, y) / l11 : 0;
  const l22 = Math.sqrt(Math.max(0, dot(y, y) - l21 * l21));
  const points = new Float64Array(2 * (outlinePoints + 1));
  for (let i = 0; i <= outlinePoints; i++) {
    const angle = (2 * Math.PI * i) / outlinePoints;
    const [cos, sin] = [2 * Math.cos(angle), 2 * Math.sin(angle)];
    points[2 * i] = cx + l11 * cos;
    points[2 * i + 1] = cy + l21 * cos + l22 * sin;
  }
  return points;
}

function rowNorm(lift: Matrix | undefined, row: number): number {
  if (!lift) return 1;
  return Math.hypot(...lift.data.subarray(row * lift.cols, (row + 1) * lift.cols));
}
