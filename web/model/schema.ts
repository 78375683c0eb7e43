/**
 * The Experiment document, version 1, as one schema. Everything that enters etX as a document passes `parseExperiment`:
 * what comes out is plain, complete, and free of references to what came in.
 */
import * as v from "valibot";
import {
  check,
  choice,
  integer,
  list,
  maxDimension,
  notNegative,
  number,
  record,
  text,
  truth,
} from "./checks.ts";
import { type CompleteExperiment, type SparseExperiment, withDefaults } from "./defaults.ts";
import { matrixSchema } from "./encodings/matrix.ts";
import { lookup } from "./encodings/registry.ts";
import { EtxError } from "./error.ts";
import { migrate } from "./migrate.ts";
import { complaint, plain } from "./plain.ts";
import { type Encoding, figureKinds } from "./types.ts";

const maxLags = 2 ** 27;
/** On one bench. */
export const maxEncodings = 64;
const maxListed = 2 ** 20;

/** A kind of a later version is kept as it is: the core answers "unsupported" and the rest of the document lives. */
const laterEncoding = v.looseObject({ kind: text }, "an encoding");
const encodingSchema = v.lazy((input) => {
  const kind = (input as { kind?: unknown } | null)?.kind;
  return (typeof kind === "string" ? lookup(kind)?.schema : undefined) ?? laterEncoding;
});

const entrySchema = v.looseObject(
  {
    id: v.pipe(text, v.nonEmpty("a text")),
    encoding: encodingSchema,
    name: v.exactOptional(text),
    hidden: v.exactOptional(truth),
  },
  "an object with id and encoding",
);
const distinctIds = (entries: { id: string }[]) =>
  new Set(entries.map((entry) => entry.id)).size === entries.length;

const components = (item: v.GenericSchema) =>
  v.lazy((input): v.GenericSchema => (Array.isArray(input) ? list(item, 1, maxDimension) : item));
const variance = v.lazy(
  (input): v.GenericSchema => (isObject(input) ? matrixSchema : components(notNegative)),
);
const vectorShapes = {
  values: v.looseObject({ values: list(number, 1, maxDimension) }),
  gaussian: v.looseObject({
    gaussian: v.looseObject(
      { mean: components(number), variance },
      "an object with mean and variance",
    ),
  }),
  file: v.looseObject({
    file: v.looseObject(
      { name: text, sha256: v.pipe(text, v.regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits")) },
      "an object with name and sha256",
    ),
  }),
};
const vectorSchema = v.lazy((input): v.GenericSchema => {
  if (isObject(input)) {
    for (const [key, shape] of Object.entries(vectorShapes))
      if (Object.hasOwn(input, key)) return shape;
  }
  return v.literal("ones", '"ones" or an object with values, gaussian or file');
});

const gridSchema = v.pipe(
  v.looseObject(
    {
      start: number,
      step: v.pipe(number, v.notValue(0, "a number other than 0")),
      count: integer(1, maxLags),
    },
    "a list of numbers, or a grid of start, step and count,",
  ),
  v.check(
    (grid) => Number.isFinite(grid.start + (grid.count - 1) * grid.step),
    "a grid that ends within range",
  ),
);
const lags1 = v.lazy(
  (input): v.GenericSchema => (Array.isArray(input) ? list(number, 1, maxListed) : gridSchema),
);
const lagsSchema = v.lazy(
  (input): v.GenericSchema =>
    isObject(input) && Object.hasOwn(input, "x") ? v.looseObject({ x: lags1, y: lags1 }) : lags1,
);

const rows = list(list(number, 1, maxDimension), 1, maxDimension);
const known = {
  v: v.literal(1, "1"),
  encodings: v.pipe(
    list(entrySchema, 0, maxEncodings),
    v.check((entries) => distinctIds(entries), "a list whose ids differ"),
  ),
  cross: v.exactOptional(v.lazy((input) => (Array.isArray(input) ? rows : number))),
  query: vectorSchema,
  key: vectorSchema,
  lags: lagsSchema,
  causal: truth,
  time: number,
  seed: integer(0, Number.MAX_SAFE_INTEGER),
  views: list(
    v.looseObject(
      { kind: choice(figureKinds), options: v.exactOptional(record) },
      "an object with a kind",
    ),
    0,
    64,
  ),
  extra: v.exactOptional(record),
};
const experimentSchema = v.looseObject(known, "an object");

/** A document of any version so far, with its defaults filled in; an EtxError says where and why it is none. */
export function parseExperiment(value: unknown): CompleteExperiment {
  const document = plain(value);
  if (!isObject(document)) throw new EtxError("parse", complaint([], document, "an object"));
  const complete = withDefaults(migrate(document) as unknown as SparseExperiment);
  return gatherExtra(check(experimentSchema, complete)) as unknown as CompleteExperiment;
}

/** One encoding, checked as a document's are. */
export function parseEncoding(value: unknown): Encoding {
  return check(encodingSchema, value) as Encoding;
}

/** Keys of a newer version move under `extra`, where they are kept and handed back. */
function gatherExtra(document: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(document);
  const own = entries.filter(([key]) => Object.hasOwn(known, key));
  if (own.length === entries.length) return document;
  const foreign = entries.filter(([key]) => !Object.hasOwn(known, key));
  return {
    ...Object.fromEntries(own),
    extra: { ...(document.extra as object | undefined), ...Object.fromEntries(foreign) },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
