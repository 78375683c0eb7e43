/** From an encoding as people write it to one with everything resolved to numbers, which the core takes. */
import { resolveScaling } from "../files/config.ts";
import { EtxError } from "../model/error.ts";
import type { Encoding } from "../model/types.ts";
import { catalogued } from "./catalogue.ts";
import {
  choice,
  count,
  finite,
  flag,
  maximumSize,
  numbers,
  record,
  show,
  squareMatrix,
} from "./check.ts";
import type { CoreEncoding, CoreGenerator, RotaryRequest, RotaryTable } from "./door.ts";

type Fields = Record<string, unknown>;
type Frequencies = (request: RotaryRequest) => RotaryTable;

const kinds: Record<string, (fields: Fields, frequencies: Frequencies) => CoreEncoding> = {
  generator: ({ generator }) => ({
    kind: "generator",
    generator: resolveGenerator("encoding.generator", generator),
  }),
  matrix: ({ matrix }) => ({ kind: "matrix", matrix: squareMatrix("encoding.matrix", matrix) }),
  nope: (fields) => ({ kind: "nope", dimension: dimension(fields) }),
  decay: (fields) => ({
    kind: "decay",
    dimension: dimension(fields),
    rate: finite("encoding.rate", fields.rate),
    bidirectional: flag("encoding.bidirectional", fields.bidirectional ?? false),
  }),
  rope: resolveRope,
  ...catalogued,
};

export function resolveEncoding(encoding: Encoding, frequencies: Frequencies): CoreEncoding {
  const fields = record("encoding", encoding);
  const { kind } = fields;
  const resolve = typeof kind === "string" && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!resolve) {
    const known = Object.keys(kinds).join(", ");
    throw new EtxError("unsupported", `encoding.kind is ${show(kind)}; the core knows ${known}`);
  }
  return resolve(fields, frequencies);
}

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

function dimension(fields: Fields): number {
  return count("encoding.dimension", fields.dimension);
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

function resolveRope(fields: Fields, frequencies: Frequencies): CoreEncoding {
  const d = dimension(fields);
  const layout = choice("encoding.layout", fields.layout ?? "half", ["half", "interleaved"]);
  const rotaryDimension = count(
    "encoding.rotaryDimension",
    fields.rotaryDimension ?? rotatedPart(fields.scaling, d),
  );
  if (rotaryDimension > d) {
    throw new EtxError(
      "range",
      `encoding.rotaryDimension is ${rotaryDimension}; it is a part of the dimension ${d}`,
    );
  }
  if (rotaryDimension % 2 !== 0) {
    const name =
      fields.rotaryDimension === undefined ? "encoding.dimension" : "encoding.rotaryDimension";
    throw new EtxError(
      "shape",
      `${name} is ${rotaryDimension}; rotation takes pairs, so it must be even`,
    );
  }
  const pairs = rotaryDimension / 2;
  const base = fields.base === undefined ? undefined : finite("encoding.base", fields.base);
  if (base !== undefined && base <= 0)
    throw new EtxError("range", `encoding.base is ${base}; it must be positive`);
  const scaling = ropeScaling(fields, rotaryDimension, base);
  return {
    kind: "rope",
    dimension: d,
    layout,
    frequencies:
      fields.frequencies === undefined
        ? frequencies(scaling.request).frequencies
        : numbers(
            "encoding.frequencies",
            fields.frequencies,
            pairs,
            `one a rotated pair of ${rotaryDimension} dimensions`,
          ),
    rates: dampingRates(fields.rate ?? 0, pairs),
    attentionFactor: finite(
      "encoding.attentionFactor",
      fields.attentionFactor ?? scaling.attentionFactor,
    ),
  };
}

function ropeScaling(
  fields: Fields,
  rotaryDimension: number,
  base: number | undefined,
): { request: RotaryRequest; attentionFactor: number } {
  // config.json writes null for "none".
  if (fields.scaling === undefined || fields.scaling === null) {
    const request = { rotaryDimension, base: base ?? 10000, ropeType: "default" };
    return { request, attentionFactor: 1 };
  }
  if (fields.frequencies !== undefined) {
    throw new EtxError(
      "range",
      "encoding has frequencies and scaling; scaling works on frequencies made from base",
    );
  }
  return resolveScaling(record("encoding.scaling", fields.scaling), {
    rotaryDimension,
    ...(base !== undefined && { base }),
  });
}

/** The rotated prefix as transformers v5 writes it into the block; "proportional" has a table of the whole head. */
function rotatedPart(scaling: unknown, d: number): number {
  if (typeof scaling !== "object" || scaling === null) return d;
  const { partial_rotary_factor: part, rope_type, type } = scaling as Fields;
  if (typeof part !== "number" || (rope_type ?? type) === "proportional") return d;
  return Math.trunc(d * part);
}

function dampingRates(value: unknown, pairs: number): Float64Array {
  const rates =
    typeof value === "number"
      ? numbers("encoding.rate", [value])
      : numbers("encoding.rate", value, pairs, "one a rotated pair");
  const growing = rates.findIndex((rate) => rate > 0);
  if (growing >= 0)
    throw new EtxError("range", `encoding.rate is ${rates[growing]}; damping is not positive`);
  return rates;
}
