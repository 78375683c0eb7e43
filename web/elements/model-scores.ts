/** How far two readings of one file take a head's scores apart, lag by lag. */
import type { Etx } from "../core/api.ts";
import { uniforms } from "../model/seeded.ts";
import type { Matrix } from "../model/types.ts";
import type { LayerDifference } from "./model-differences.ts";
import type { ReadLayer } from "./model-reading.ts";

export interface ScoresApart {
  lags: Float64Array;
  /** √E(b - a)² / √E a² over queries and keys of no direction; √2 where b is as good as any other score. */
  apart: Float64Array;
}

/** Keys drawn: without more of them, which coordinates make a pair would show in the mean. */
const drawn = 8;
const perOctave = 8;
const longest = { usual: 2 ** 17, most: 2 ** 21 };

/** Of layers that both have, whose heads are of one length; undefined where their encodings are the same. */
export async function scoresApart(
  etx: Etx,
  { layer, partner }: LayerDifference,
): Promise<ScoresApart | undefined> {
  const [a, b] = [layer, partner];
  if (!a.table || !b?.table || a.table.headDimension !== b.table.headDimension) return undefined;
  const softmax = b.table.softmaxScaleFactor / a.table.softmaxScaleFactor;
  if (softmax === 1 && JSON.stringify(a.encoding) === JSON.stringify(b.encoding)) return undefined;
  const lags = lagsTo(longestOf(a));
  const random = uniforms(42);
  const apart = new Float64Array(lags.length);
  const whole = new Float64Array(lags.length);
  const queries = await Promise.all(
    [a, b].map(({ encoding }) => etx.generator(encoding, { matrices: "lifts" })),
  );
  for (let n = 0; n < drawn; n++) {
    // Every coordinate alike: all pairs count as much.
    const key = Float64Array.from({ length: a.table.headDimension }, () =>
      random() < 0.5 ? -1 : 1,
    );
    const [one, other] = (await Promise.all(
      [a, b].map(async ({ encoding }, i) =>
        lifted(await etx.orbit(encoding, { vector: key, times: lags }), queries[i]?.queryLift),
      ),
    )) as [Matrix, Matrix];
    for (let j = 0; j < one.data.length; j++) {
      const from = one.data[j] as number;
      const row = Math.floor(j / one.cols);
      apart[row] = (apart[row] as number) + (softmax * (other.data[j] as number) - from) ** 2;
      whole[row] = (whole[row] as number) + from ** 2;
    }
  }
  // What a latent head has beside its turning part knows only the factor on the logit.
  const beside = drawn * besideOf(a);
  return {
    lags,
    apart: apart.map((sum, j) =>
      Math.sqrt((sum + beside * (softmax - 1) ** 2) / ((whole[j] as number) + beside)),
    ),
  };
}

/** What a query meets: its own lift taken over to the keys, Lᵀ·(A(τ) k) a row. */
function lifted(keys: Matrix, lift: Matrix | undefined): Matrix {
  if (!lift) return keys;
  const entries = Array.from(lift.data).flatMap((value, i) =>
    value === 0 ? [] : [{ value, from: Math.floor(i / lift.cols), to: i % lift.cols }],
  );
  const data = new Float64Array(keys.rows * lift.cols);
  for (let row = 0; row < keys.rows; row++)
    for (const { value, from, to } of entries) {
      const place = row * lift.cols + to;
      data[place] = (data[place] as number) + value * (keys.data[row * keys.cols + from] as number);
    }
  return { rows: keys.rows, cols: lift.cols, data };
}

function besideOf({ warnings }: ReadLayer): number {
  const { total, rotated } = warnings.find(({ code }) => code === "latent-head")?.values ?? {};
  return Number(total ?? 0) - Number(rotated ?? 0);
}

function longestOf({ fields }: ReadLayer): number {
  const said = fields.find(({ name }) => name === "longest")?.value;
  return typeof said === "number" ? Math.min(said, longest.most) : longest.usual;
}

/** 0, then rising by a share of themselves, whole. */
function lagsTo(end: number): Float64Array {
  const lags = [0];
  for (let i = 0; (lags.at(-1) ?? 0) < end; i++) {
    const next = Math.min(end, Math.round(2 ** (i / perOctave)));
    if (next > (lags.at(-1) ?? 0)) lags.push(next);
  }
  return Float64Array.from(lags);
}
