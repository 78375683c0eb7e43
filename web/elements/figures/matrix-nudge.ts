/** A Jordan block at 0 whose corner is nudged: by how much, and where its curve leaves the exact block's. */
import type { Etx } from "../../core/api.ts";
import type { Matrix, MatrixLike } from "../../model/types.ts";
import type { Memo } from "../memo.ts";

/** ε where X is a Jordan block at 0 but for the entry ε in its lower left corner: then λⁿ = ε. */
export function cornerOf({ rows, cols, data }: MatrixLike): number | undefined {
  if (rows < 2) return undefined;
  const corner = (rows - 1) * cols;
  const chain = Array.from(data).every((entry, i) =>
    i === corner ? true : entry === (i % cols === Math.floor(i / cols) + 1 ? 1 : 0),
  );
  return chain ? data[corner] : undefined;
}

/** A curve has left another where it is off by more than this part. */
export const off = 0.01;
/** Lags are tried a fiftieth apart, down to so many powers of e below the last. */
const [perPower, powers] = [50, 8];

/** The first lag where the first coordinate, for a key in the last, is more than `off` away from the exact block's. */
export async function leaving(
  etx: Etx,
  matrix: Matrix,
  last: number,
  memo: Memo,
): Promise<number | undefined> {
  const epsilon = cornerOf(matrix);
  if (!epsilon || last <= 0) return undefined;
  const { rows: order } = matrix;
  const data = Array.from(matrix.data);
  return memo.get(["leaving", data, last], async () => {
    const lags = Array.from(
      { length: perPower * powers + 1 },
      (_, i) => last * Math.exp((i - perPower * powers) / perPower),
    );
    const exact = matrix.data.with((order - 1) * order, 0);
    const unit = (at: number): number[] => data.slice(0, order).map((_, i) => (i === at ? 1 : 0));
    const ask = (entries: Float64Array): Promise<Float64Array> =>
      etx.curve(
        { kind: "matrix", matrix: { rows: order, cols: order, data: entries } },
        { query: unit(0), key: unit(order - 1), lags },
      );
    const [nudged, chain] = await Promise.all([ask(matrix.data), ask(exact)]);
    return lags.find((_, i) => {
      const [moved, whole] = [nudged[i] as number, chain[i] as number];
      return !(Math.abs(moved - whole) <= off * Math.abs(whole));
    });
  });
}
