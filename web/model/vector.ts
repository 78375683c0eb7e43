/** A document's query or key as the numbers that an encoding of some dimension takes. */
import { EtxError } from "./error.ts";
import type { Vector } from "./types.ts";

/** What was done to make it fit, for the interface to say. `from`: how many numbers the document gives. */
export interface Fit {
  rule: "filled" | "as given" | "cut" | "repeated";
  from: number;
}

/** A Gaussian stands for its mean: that is the curve's expectation. */
export function resolve(vector: Vector, dimension: number): Float64Array {
  const given = numbersOf(vector);
  return Float64Array.from({ length: dimension }, (_, i) => given[i % given.length] as number);
}

export function fitOf(vector: Vector, dimension: number): Fit {
  const from = numbersOf(vector).length;
  if (from === 1) return { rule: dimension === 1 ? "as given" : "filled", from };
  return { rule: from === dimension ? "as given" : from > dimension ? "cut" : "repeated", from };
}

function numbersOf(vector: Vector): readonly number[] {
  if (vector === "ones") return [1];
  if ("values" in vector) return vector.values;
  if ("gaussian" in vector)
    return typeof vector.gaussian.mean === "number" ? [vector.gaussian.mean] : vector.gaussian.mean;
  throw new EtxError(
    "unsupported",
    `the vector is in the file ${JSON.stringify(vector.file.name)}, which is not open`,
  );
}
