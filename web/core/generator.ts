/** Generators as people write them, by their blocks or as a matrix, checked. */
import { EtxError } from "../model/error.ts";
import {
  choice,
  count,
  finite,
  maximumSize,
  numbers,
  record,
  show,
  squareMatrix,
} from "./check.ts";
import type { CoreEncoding, CoreGenerator } from "./door.ts";

/** A generator by its blocks, or a dense one. */
export type Axis = Extract<CoreEncoding, { kind: "generator" | "matrix" }>;

/** The length of the encoding's own queries and keys. */
export function dimensionOf(encoding: CoreEncoding): number {
  switch (encoding.kind) {
    case "generator":
      return encoding.generator.blocks.reduce(
        (sum, { kind, size }) => sum + (kind === "pair" ? 2 : 1) * size,
        0,
      );
    case "matrix":
      return encoding.matrix.rows;
    default:
      return encoding.dimension;
  }
}

/** What has blocks is a generator by its blocks; anything else must be a square matrix. */
export function generatorOrMatrix(name: string, value: unknown): Axis {
  return record(name, value).blocks === undefined
    ? { kind: "matrix", matrix: squareMatrix(name, value) }
    : { kind: "generator", generator: resolveGenerator(name, value) };
}

export function resolveGenerator(name: string, value: unknown): CoreGenerator {
  const generator = record(name, value);
  if (!Array.isArray(generator.blocks)) {
    throw new EtxError(
      "parse",
      `${name}.blocks is ${show(generator.blocks)}; it must be an array of blocks`,
    );
  }
  const blocks = generator.blocks.map((block, i) => resolveBlock(`${name}.blocks[${i}]`, block));
  const n = dimensionOf({ kind: "generator", generator: { blocks } });
  if (n > maximumSize)
    throw new EtxError(
      "too-large",
      `${name}.blocks span ${n} dimensions; at most ${maximumSize} fit`,
    );
  if (generator.basis !== undefined && generator.permutation !== undefined) {
    throw new EtxError(
      "range",
      `${name} has a basis and a permutation; fold the permutation into the basis`,
    );
  }
  if (generator.basis !== undefined) {
    const basis = squareMatrix(`${name}.basis`, generator.basis);
    if (basis.rows !== n) {
      throw new EtxError(
        "shape",
        `${name}.basis has ${basis.rows} rows; the blocks span ${n} dimensions`,
      );
    }
    return { blocks, basis };
  }
  if (generator.permutation !== undefined) {
    return { blocks, permutation: permutation(`${name}.permutation`, generator.permutation, n) };
  }
  return { blocks };
}

function resolveBlock(name: string, value: unknown) {
  const block = record(name, value);
  const kind = choice(`${name}.kind`, block.kind, ["real", "pair"]);
  const size = count(`${name}.size`, block.size ?? 1, maximumSize);
  if (size === 0)
    throw new EtxError("range", `${name}.size is 0; a block has a size of at least 1`);
  return {
    kind,
    rate: finite(`${name}.rate`, block.rate),
    frequency: kind === "pair" ? finite(`${name}.frequency`, block.frequency) : 0,
    size,
  };
}

function permutation(name: string, value: unknown, n: number): Uint32Array {
  const places = numbers(name, value, n, "one a dimension");
  const taken = new Set<number>();
  places.forEach((place, i) => {
    if (!Number.isInteger(place) || place < 0 || place >= n || taken.has(place)) {
      throw new EtxError(
        "range",
        `${name}[${i}] is ${place}; it must hold each of 0 to ${n - 1} once`,
      );
    }
    taken.add(place);
  });
  return Uint32Array.from(places);
}
