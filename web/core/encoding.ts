/** From an encoding as people write it to one with everything resolved to numbers, which the core takes. */
import { resolveScaling, sequenceLengthIn } from "../files/config.ts";
import { EtxError } from "../model/error.ts";
import type { Encoding } from "../model/types.ts";
import { catalogued } from "./catalogue.ts";
import { choice, count, finite, flag, numbers, record, show, squareMatrix } from "./check.ts";
import type { CoreEncoding, RotaryRequest, RotaryTable } from "./door.ts";
import { resolveGenerator } from "./generator.ts";

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

function dimension(fields: Fields): number {
  return count("encoding.dimension", fields.dimension);
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
  const scaling = record("encoding.scaling", fields.scaling);
  const sequenceLength = sequenceLengthIn(scaling);
  return resolveScaling(scaling, {
    rotaryDimension,
    ...(base !== undefined && { base }),
    ...(sequenceLength !== undefined && { sequenceLength }),
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
