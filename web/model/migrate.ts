/** Brings a document of any earlier version to the present one, a step a version. */
import { EtxError } from "./error.ts";
import { complaint } from "./plain.ts";

type Document = Record<string, unknown>;

export const currentVersion = 1;

/** steps[v] turns a document of version v into one of version v + 1. There is no earlier version yet. */
const steps: Readonly<Record<number, (document: Document) => Document>> = {};

/** A document that does not say its version is of the first. */
export function migrate(
  document: Document,
  table = steps,
  current: number = currentVersion,
): Document {
  const written = document.v ?? 1;
  if (typeof written !== "number" || !Number.isInteger(written) || written < 1) {
    throw new EtxError("parse", complaint(["v"], written, `a version from 1 to ${current}`));
  }
  if (written > current) {
    throw new EtxError(
      "parse",
      `v is ${written}: a later etX wrote this document; this one reads versions up to ${current}`,
    );
  }
  let result = document;
  for (let version = written; version < current; version++) {
    const step = table[version];
    if (!step)
      throw new EtxError("parse", `v is ${written}: nothing is known of version ${version}`);
    result = step(result);
  }
  return { ...result, v: current };
}
