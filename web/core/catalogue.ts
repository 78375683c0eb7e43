/** The catalogue's kinds: checked by their Spec and filled in, then said in the core's terms. */
import { catalogue } from "../model/encodings/catalogue.ts";
import type { CatalogueKind, PlaneKind } from "../model/encodings/kind.ts";
import { isPlane } from "../model/encodings/plane.ts";
import { type Filled, type ParameterSpec, rangeOf, type Spec } from "../model/encodings/spec.ts";
import { EtxError } from "../model/error.ts";
import type { Numbers } from "../model/types.ts";
import { choice, count, finite, flag, numbers, show } from "./check.ts";
import type { CatalogueEncoding, CoreEncoding, RotaryRequest, RotaryTable } from "./door.ts";
import { type Axis, dimensionOf, generatorOrMatrix } from "./generator.ts";
import { type Axes, axesIn } from "./planes.ts";

type Fields = Record<string, unknown>;
type Frequencies = (request: RotaryRequest) => RotaryTable;
type Reduction = (encoding: Filled, frequencies: Frequencies) => CoreEncoding;

/** Kinds in the core's terms: another kind that they are, or their values and lists in its order. */
const reductions: Record<Exclude<CatalogueKind, PlaneKind>, Reduction> = {
  alibi: ({ dimension, slope, heads, head, bidirectional }) =>
    entry("alibi", dimension, [slope ?? Number.NaN, heads ?? 0, head ?? 0, bidirectional]),
  xpos: ({ dimension, layout }) => entry("xpos", dimension, [layout === "half"]),
  retnet: ({ dimension, head, angles, layout }) =>
    entry("retnet", dimension, [head, angles === "linspace", layout === "half"]),
  lightning(e) {
    const of = (name: string): number => e[name] as number;
    const rate = -(8 / of("heads")) * (1 - of("layer") / of("layers")) * of("head");
    return { kind: "decay", dimension: e.dimension, rate: rate + 0, bidirectional: false };
  },
  gla({ dimension, clock }) {
    const { speed, steps } = clockOf(clock);
    return { kind: "decay", dimension, rate: -speed, bidirectional: false, ...steps };
  },
  fox({ dimension, clock }) {
    const { speed, steps } = clockOf(clock);
    return { ...entry("alibi", dimension, [speed]), ...steps };
  },
  mamba(e, frequencies) {
    const { dimension, fraction, clock, angles } = e;
    const { speed, steps } = clockOf(clock);
    const pairs = Math.floor((dimension * (fraction as number)) / 2);
    const turning = angles
      ? numbers("encoding.angles", angles, pairs, "one a turning pair")
      : frequencies({
          rotaryDimension: 2 * pairs,
          base: 10000,
          ropeType: "default",
        }).frequencies.map((ladder) => Math.PI * ladder);
    const rate = speed * (e.rate as number);
    return {
      kind: "rope",
      dimension,
      layout: "interleaved",
      frequencies: turning.map((angle) => speed * angle),
      rates: [rate],
      restRate: rate,
      attentionFactor: 1,
      ...steps,
    };
  },
  "grape-m"({ a, b, dimension }, frequencies) {
    if (a) return entry("grape-m", dimension, [], [a, b]);
    const angles = frequencies({
      rotaryDimension: dimension,
      base: 10000,
      ropeType: "default",
    }).frequencies;
    return {
      kind: "rope",
      dimension,
      layout: "half",
      frequencies: angles.map((angle) => -angle),
      rates: [0],
      attentionFactor: 1,
    };
  },
  "grape-a"({ dimension, slope, u, v }) {
    if (u || v) return entry("grape-a", dimension, [slope], [u ?? [], v ?? []]);
    return entry("alibi", dimension, [2 * Math.LN2 * (slope as number)]);
  },
  sinusoidal: ({ dimension, base, layout }) =>
    entry("sinusoidal", dimension, [base, layout === "concatenated"]),
  learned: ({ dimension, rows, seed }) => entry("learned", dimension, [rows, seed]),
  shaw: ({ dimension, clip, seed }) => entry("shaw", dimension, [clip, seed]),
  t5: ({ dimension, heads, head, buckets, maxDistance, bidirectional, seed, table }) =>
    entry("t5", dimension, [heads, head, buckets, maxDistance, bidirectional, seed], [table ?? []]),
  kerple: ({ dimension, p, a, form }) =>
    a === 0 ? { kind: "nope", dimension } : entry("kerple", dimension, [p, a, form === "power"]),
  fire: ({ dimension, c, threshold, seed }) => entry("fire", dimension, [c, threshold, seed]),
  sandwich: ({ dimension, heads, head }) => entry("sandwich", dimension, [heads, head]),
  cope: ({ dimension, maxPosition, seed }) => entry("cope", dimension, [maxPosition, seed]),
};

function entry(
  kind: CatalogueKind,
  dimension: number,
  values: unknown[],
  lists: unknown[] = [],
): CatalogueEncoding {
  return { kind, dimension, values: values.map(Number), lists: lists as Numbers[] };
}

/** A steady clock runs at its speed; one that data drive is told step by step. */
function clockOf(clock: unknown): { speed: number; steps: { clock?: Float64Array } } {
  return typeof clock === "number"
    ? { speed: clock, steps: {} }
    : { speed: 1, steps: { clock: clock as Float64Array } };
}

export const catalogued: Record<
  string,
  (fields: Fields, frequencies: Frequencies) => CoreEncoding
> = Object.fromEntries(
  catalogue.map((spec) => [
    spec.kind,
    (fields: Fields, frequencies: Frequencies): CoreEncoding => {
      const filled = fill(spec, fields);
      if (isPlane(filled.kind)) return axesIn(filled, frequencies)[0]; // a curve runs along x
      return reductions[filled.kind as keyof typeof reductions](filled, frequencies);
    },
  ]),
);

/** The two generators of a kind in the plane, in the core's terms; undefined for the others. */
export function axesOf(fields: Fields, frequencies: Frequencies): Axes | undefined {
  const spec = catalogue.find(({ kind }) => kind === fields.kind && isPlane(kind));
  return spec && axesIn(fill(spec, fields), frequencies);
}

function fill(spec: Spec, fields: Fields): Filled {
  const filled: Filled = { kind: spec.kind, dimension: 0 };
  for (const [name, one] of Object.entries(spec.parameters)) {
    const value = fields[name] ?? ("default" in one ? one.default : undefined);
    if (value !== undefined) filled[name] = checked(`encoding.${name}`, value, one);
  }
  const given = filled.generators as Axes | undefined; // they tell a dimension that is left out
  filled.dimension = dimensionIn(spec, fields.dimension ?? (given && dimensionOf(given[0])));
  const conflict = spec.conflict?.(filled);
  if (conflict) {
    const [name, expected] = conflict;
    const value = filled[name] ?? "missing";
    const shown = typeof value === "object" ? "a list" : value;
    throw new EtxError("range", `encoding.${name} is ${shown}; ${expected} is expected`);
  }
  return filled;
}

function dimensionIn({ dimension }: Spec, value: unknown): number {
  if (dimension.optional && value === undefined) return 0;
  const number = count("encoding.dimension", value, 4096);
  if (number % dimension.step !== 0) {
    throw new EtxError(
      "shape",
      `encoding.dimension is ${number}; it must be a multiple of ${dimension.step}`,
    );
  }
  return number;
}

function checked(name: string, value: unknown, spec: ParameterSpec): unknown {
  switch (spec.type) {
    case "integer": {
      const number = count(name, value);
      if (number >= spec.min && number <= spec.max) return number;
      throw new EtxError(
        "range",
        `${name} is ${number}; it must lie between ${spec.min} and ${spec.max}`,
      );
    }
    case "number": {
      const number = finite(name, value);
      const { min = -Infinity, max = Infinity, above = -Infinity } = spec;
      if (number >= min && number <= max && number > above) return number;
      throw new EtxError("range", `${name} is ${number}; it must be ${rangeOf(spec)}`);
    }
    case "flag":
      return flag(name, value);
    case "choice":
      return choice(name, value, spec.choices);
    case "numbers":
      return numbers(name, value);
    case "clock":
      return typeof value === "number" ? speed(name, value) : numbers(name, value);
    case "generators":
      return twoGenerators(name, value);
  }
}

function speed(name: string, value: number): number {
  if (finite(name, value) >= 0) return value;
  throw new EtxError("range", `${name} is ${value}; a clock does not run backwards`);
}

function twoGenerators(name: string, value: unknown): Axes {
  if (!Array.isArray(value) || value.length !== 2) {
    throw new EtxError(
      "shape",
      `${name} is ${show(value)}; it must be an array of two, of x and of y`,
    );
  }
  const [x, y] = value.map((one, i) => generatorOrMatrix(`${name}[${i}]`, one)) as [Axis, Axis];
  const [across, down] = [dimensionOf(x), dimensionOf(y)];
  if (across === down) return [x, y];
  throw new EtxError("shape", `${name} have dimensions ${across} and ${down}; they must agree`);
}
