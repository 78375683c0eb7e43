/** Every kind of encoding that this version knows. A new kind is one file and one line here. */
import { EtxError } from "../error.ts";
import { shown } from "../plain.ts";
import type { Encoding } from "../types.ts";
import { catalogue } from "./catalogue.ts";
import { decay } from "./decay.ts";
import { fromSpec } from "./from-spec.ts";
import { generator } from "./generator.ts";
import type { EncodingKind } from "./kind.ts";
import { matrix } from "./matrix.ts";
import { nope } from "./nope.ts";
import { rope } from "./rope.ts";

export const encodingKinds: readonly EncodingKind[] = [
  nope,
  decay,
  rope,
  generator,
  matrix,
  ...catalogue.map(fromSpec),
];

const byKind = new Map(encodingKinds.map((entry) => [entry.kind, entry]));

/** undefined: a kind of a later version. */
export function lookup(kind: string): EncodingKind | undefined {
  return byKind.get(kind);
}

/** The length of the encoding's queries and keys; "unsupported" where this version cannot know. */
export function dimension(encoding: Encoding): number {
  const known =
    lookup(encoding.kind)?.dimension(encoding) ?? (encoding as { dimension?: unknown }).dimension;
  if (typeof known === "number") return known;
  throw new EtxError(
    "unsupported",
    `encoding.kind is ${shown(encoding.kind)}, which this version does not know`,
  );
}
