/** X given by its blocks: every encoding of the theorem can be said this way. */
import * as v from "valibot";
import { dimensionOf, familyOf } from "../blocks.ts";
import { choice, integer, list, maxDimension, number } from "../checks.ts";
import type { Encoding, GeneratorLike } from "../types.ts";
import type { EncodingKind } from "./kind.ts";
import { matrixSchema } from "./matrix.ts";

const size = v.exactOptional(integer(1, maxDimension));
const blockSchema = v.lazy((input) =>
  (input as { kind?: unknown } | null)?.kind === "pair"
    ? v.looseObject({ kind: choice(["pair"]), rate: number, frequency: number, size }, "a block")
    : v.looseObject({ kind: choice(["real", "pair"]), rate: number, size }, "a block"),
);

type Parsed = GeneratorLike;
const fits = (generator: Parsed) => dimensionOf(generator.blocks) <= maxDimension;
const basisFits = ({ basis, blocks }: Parsed) => !basis || basis.rows === dimensionOf(blocks);
const notBoth = ({ basis, permutation }: Parsed) => !basis || !permutation;

function permutes({ permutation, blocks }: Parsed): boolean {
  if (!permutation) return true;
  const n = dimensionOf(blocks);
  return (
    permutation.length === n && new Set(permutation).size === n && permutation.every((i) => i < n)
  );
}

const generatorSchema = v.pipe(
  v.looseObject(
    {
      blocks: list(blockSchema, 1, maxDimension),
      basis: v.exactOptional(matrixSchema),
      permutation: v.exactOptional(list(integer(0, maxDimension - 1), 1, maxDimension)),
    },
    "a generator",
  ),
  v.check((g) => fits(g as Parsed), `a generator of at most ${maxDimension} dimensions`),
  v.check((g) => notBoth(g as Parsed), "a generator with a basis or a permutation, not both,"),
  v.forward(
    v.check((g) => basisFits(g as Parsed), "a matrix as large as the blocks together"),
    ["basis"],
  ),
  v.forward(
    v.check((g) => permutes(g as Parsed), "a permutation of the blocks' coordinates"),
    ["permutation"],
  ),
);

/** What has blocks is a generator by its blocks; anything else must be a square matrix. */
export const generatorOrMatrixSchema = v.lazy(
  (input): v.GenericSchema =>
    (input as { blocks?: unknown } | null)?.blocks === undefined ? matrixSchema : generatorSchema,
);

type GeneratorEncoding = { kind: "generator"; generator: GeneratorLike };

export const generator: EncodingKind<GeneratorEncoding> = {
  kind: "generator",
  // Its own name says nothing: its blocks do.
  name: (encoding) => `family.${familyOf(encoding.generator.blocks)}`,
  defaults: {
    kind: "generator",
    generator: { blocks: [{ kind: "pair", rate: -0.01, frequency: 0.1 }] },
  },
  parameters: [],
  schema: v.looseObject({ kind: v.literal("generator"), generator: generatorSchema }),
  dimension: (encoding) => dimensionOf(encoding.generator.blocks),
  express: (encoding, blocks): Encoding => ({
    ...encoding,
    generator: { ...encoding.generator, blocks: [...blocks] },
  }),
};
