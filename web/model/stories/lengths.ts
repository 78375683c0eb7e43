/** What eigenvalues do not say about lengths. */
import type { Encoding, Experiment } from "../types.ts";
import { blocks, experiment, named, square, upTo, type Variant } from "./build.ts";

const lengthsOf = (
  id: string,
  name: string,
  encoding: Encoding,
  key: number[],
  last: number,
): Experiment =>
  experiment([named(id, name, encoding)], ["tangent", "lengths"], {
    query: { values: [1, 0] },
    key: { values: key },
    lags: upTo(last),
    time: 10,
  });

/** A turn of 0.1 radians a token, as it is and in coordinates of which the second leans by 45°. */
const turning = { kind: "pair", rate: 0, frequency: 0.1 } as const;
const slanted: Encoding = {
  kind: "generator",
  generator: { blocks: [turning], basis: square([1, 1, 0, 1]) },
};

export const lengths = {
  lengths: [
    { id: "isometry", document: lengthsOf("turn", "X", blocks(turning), [1, 0], 126) },
    { id: "slanted", document: lengthsOf("slanted", "PXP⁻¹", slanted, [1, 0], 126) },
    {
      id: "hump",
      document: lengthsOf(
        "hump",
        "[[−0.02, 0.2], [0, −0.05]]",
        { kind: "matrix", matrix: square([-0.02, 0.2, 0, -0.05]) },
        [1, 0.4],
        200,
      ),
    },
    {
      id: "chain",
      document: lengthsOf(
        "chain",
        "J₂",
        blocks({ kind: "real", rate: 0, size: 2 }),
        [0.5, 0.02],
        200,
      ),
    },
  ],
} as const satisfies Record<string, readonly Variant[]>;
