/** Encodings of positions in the plane: two generators, resolved to numbers. */
import { EtxError } from "../model/error.ts";
import type { Encoding } from "../model/types.ts";
import { record, show, squareMatrix } from "./check.ts";
import type { CoreEncoding, CoreGenerator, CorePlane } from "./door.ts";
import { dimensionOf, resolveGenerator } from "./encoding.ts";

/** `axesOf`: the generators that the catalogue makes of a kind of the plane. */
export function resolvePlane(
  encoding: Encoding,
  axesOf: () => readonly [CoreEncoding, CoreEncoding] | undefined,
): CorePlane & { dimension: number } {
  const { kind, generators } = record("encoding", encoding);
  if (kind !== "lie2d" || generators === undefined) {
    const axes = axesOf();
    if (axes)
      return { generators: [half(axes[0]), half(axes[1])], dimension: dimensionOf(axes[0]) };
    throw new EtxError(
      "unsupported",
      `encoding.kind is ${show(kind)}; two lags are for axial2d, mixed2d and lie2d`,
    );
  }
  if (!Array.isArray(generators) || generators.length !== 2) {
    throw new EtxError(
      "shape",
      `encoding.generators is ${show(generators)}; it must be an array of two, of x and of y`,
    );
  }
  const [x, y] = [axis(generators[0], 0), axis(generators[1], 1)];
  if (x.dimension !== y.dimension) {
    throw new EtxError(
      "shape",
      `encoding.generators have dimensions ${x.dimension} and ${y.dimension}; they must agree`,
    );
  }
  return { generators: [x.generator, y.generator], dimension: x.dimension };
}

function half(axis: CoreEncoding): CorePlane["generators"][0] {
  if (axis.kind === "generator") return axis.generator;
  if (axis.kind === "matrix") return axis.matrix;
  throw new EtxError("crashed", `an axis is of kind ${axis.kind}`);
}

/** A generator by its blocks, or a square matrix. */
function axis(
  value: unknown,
  index: number,
): { generator: CorePlane["generators"][0]; dimension: number } {
  const name = `encoding.generators[${index}]`;
  if (record(name, value).blocks === undefined) {
    const generator = squareMatrix(name, value);
    return { generator, dimension: generator.rows };
  }
  const generator: CoreGenerator = resolveGenerator(name, value);
  return { generator, dimension: dimensionOf({ kind: "generator", generator }) };
}
