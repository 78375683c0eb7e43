/** Distributions and samplings as people write them, to the numbers the core takes. */
import { EtxError } from "../model/error.ts";
import { count, finite, numbers, record, squareMatrix } from "./check.ts";
import type { CoreGaussian, CoreJoint } from "./door.ts";

/** What `moments` is asked, for an encoding of `dimension`. */
export function jointGaussian(options: Record<string, unknown>, dimension: number): CoreJoint {
  const { query, key, cross, given } = options;
  const joint: CoreJoint = {
    query: gaussian("query", query, dimension),
    key: gaussian("key", key, dimension),
  };
  if (cross !== undefined) joint.cross = squareMatrix("cross", cross);
  if (given !== undefined)
    joint.given = numbers("given", given, dimension, "the encoding's dimension");
  return joint;
}

function gaussian(name: string, value: unknown, dimension: number): CoreGaussian {
  const { mean, variance } = record(name, value);
  const isMatrix = typeof variance === "object" && variance !== null && "rows" in variance;
  return {
    mean: components(`${name}.mean`, mean, dimension),
    variance: isMatrix
      ? squareMatrix(`${name}.variance`, variance)
      : components(`${name}.variance`, variance, dimension),
  };
}

/** A number stands for every component. */
function components(name: string, value: unknown, dimension: number): Float64Array {
  if (typeof value === "number") return new Float64Array(dimension).fill(finite(name, value));
  return numbers(name, value, dimension, "the encoding's dimension");
}

/** What torch.manual_seed and torch.normal are told. */
export function sampling(options: Record<string, unknown>): {
  seed: number;
  mean: number;
  deviation: number;
} {
  const seed = finite("seed", options.seed);
  if (!Number.isSafeInteger(seed))
    throw new EtxError("range", `seed is ${seed}; it must be a whole number within ±2^53`);
  return {
    seed: seed >>> 0, // the generator keeps 32 bits, two's complement
    mean: finite("mean", options.mean),
    deviation: finite("deviation", options.deviation),
  };
}

export function counts(value: unknown): number[] {
  return Array.from(numbers("counts", value), (n, i) => count(`counts[${i}]`, n));
}
