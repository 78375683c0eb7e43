/** X of the selected encoding on a plane that time does not leave: what fits into 2×2 matrices. */
import type { Etx } from "../../core/api.ts";
import { planeOf } from "../../model/small-matrix.ts";
import type { Block, Encoding, Experiment, MatrixLike } from "../../model/types.ts";
import type { Memo } from "../memo.ts";
import { generatorOf } from "../picture.ts";
import { blockOf, selectionOf } from "../views.ts";

export interface SelectedPlane {
  x: MatrixLike;
  /** Where it comes from a block; a 2×2 matrix is its own plane. */
  block?: Block;
}

export const selectedEncoding = (experiment: Experiment): Encoding | undefined => {
  const { entry } = selectionOf(experiment);
  return experiment.encodings.find(({ id }) => id === entry)?.encoding;
};

/** null where the encoding is no one-parameter group, or of no dimension. */
export async function selectedPlane(
  etx: Etx,
  experiment: Experiment,
  memo: Memo,
): Promise<SelectedPlane | null> {
  const encoding = selectedEncoding(experiment);
  const lifted = encoding && (await generatorOf(etx, encoding, memo));
  const dense = lifted?.matrices[0];
  if (!lifted || !dense) return null;
  if (dense.rows === 2 && lifted.generators.length === 0) return { x: dense };
  const blocks =
    lifted.generators[0]?.blocks ??
    (await memo.get(["classify", encoding], () => etx.classify(dense))).blocks;
  const block = blocks[blockOf(selectionOf(experiment), blocks)];
  return block ? { x: planeOf(block), block } : null;
}
