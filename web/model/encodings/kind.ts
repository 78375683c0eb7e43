/** What the registry knows about a kind of encoding: how to validate it, name it, move its parameters and edit it. */
import type * as v from "valibot";
import type { Family } from "../blocks.ts";
import type { Block, Encoding, KnownEncoding, RotaryLayout } from "../types.ts";

/** Kinds whose Spec lies in the catalogue. */
export type CatalogueKind =
  | "alibi"
  | "xpos"
  | "retnet"
  | "lightning"
  | "gla"
  | "fox"
  | "mamba"
  | "grape-m"
  | "grape-a"
  | "sinusoidal"
  | "learned"
  | "shaw"
  | "t5"
  | "kerple"
  | "fire"
  | "sandwich"
  | "cope"
  | PlaneKind;

/** Those with two generators. */
export type PlaneKind = "axial2d" | "mixed2d" | "lie2d";

/** Keys of the locales' tables, which know all of them. */
export type EncodingName =
  | `encoding.${KnownEncoding["kind"] | CatalogueKind | "damped-rope"}`
  | `family.${Family}`;
export type ParameterName = `parameter.${
  | "dimension"
  | "rate"
  | "base"
  | "layout"
  | "heads"
  | "head"
  | "slope"
  | "bidirectional"
  | "angles"
  | "layers"
  | "layer"
  | "clock"
  | "fraction"
  | "rows"
  | "seed"
  | "clip"
  | "buckets"
  | "maxDistance"
  | "p"
  | "a"
  | "form"
  | "c"
  | "threshold"
  | "maxPosition"
  | "coupling"}`;
export type UnitName = `unit.${"perToken"}`;
export type Choice = RotaryLayout | "rope" | "linspace" | "concatenated" | "log" | "power";

/** A parameter that a control may move. */
export interface Parameter<E extends Encoding = Encoding> {
  /** Where it stands in the encoding. */
  path: string;
  name: ParameterName;
  unit?: UnitName;
  type: "number" | "integer" | "choice" | "flag";
  /** A slider's range; the schema may allow more. */
  min?: number;
  max?: number;
  step?: number;
  /** symlog: linear around zero, logarithmic away from it, for rates. */
  scale?: "linear" | "log" | "symlog";
  choices?: readonly Choice[];
  /** false where this encoding says the same by other parameters; absent: always. */
  applies?(encoding: E): boolean;
  /** The largest value beside this encoding's other parameters, where they limit it. */
  limit?(encoding: E): number;
}

export interface EncodingKind<E extends Encoding = Encoding> {
  kind: E["kind"];
  /** What an encoding of this kind is called: where a parameter makes it another thing, another name. */
  name(encoding: E): EncodingName;
  /** A valid encoding of this kind; parameters that an encoding leaves out mean these. */
  defaults: E;
  parameters: readonly Parameter<E>[];
  schema: v.GenericSchema<unknown, unknown>;
  /** The length of its queries and keys. */
  dimension(encoding: E): number;
  /** Whether its scores depend on the query's own position, which a curve then needs. */
  positional?(encoding: E): boolean;
  /** An encoding whose generator has exactly the blocks `after` in place of `before`, said in a kind of its own; null where it has no words for them. */
  express?(encoding: E, after: readonly Block[], before: readonly Block[]): Encoding | null;
}
