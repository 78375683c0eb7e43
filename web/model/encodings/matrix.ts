/** X given entry by entry. */
import * as v from "valibot";
import { dimension, list, maxDimension, number } from "../checks.ts";
import type { MatrixLike } from "../types.ts";
import type { EncodingKind } from "./kind.ts";

export const matrixSchema = v.pipe(
  v.looseObject(
    { rows: dimension, cols: dimension, data: list(number, 1, maxDimension ** 2) },
    "a matrix",
  ),
  v.check((m) => m.rows === m.cols, "a matrix with as many columns as rows"),
  v.check((m) => m.data.length === m.rows * m.cols, "a matrix with rows × cols entries"),
);

export const matrix: EncodingKind<{ kind: "matrix"; matrix: MatrixLike }> = {
  kind: "matrix",
  name: () => "encoding.matrix",
  defaults: { kind: "matrix", matrix: { rows: 2, cols: 2, data: [-0.01, -0.1, 0.1, -0.01] } },
  parameters: [],
  schema: v.looseObject({ kind: v.literal("matrix"), matrix: matrixSchema }),
  dimension: (encoding) => encoding.matrix.rows,
};
