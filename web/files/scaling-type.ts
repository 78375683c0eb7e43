/** Which scaling a block names, under any of its names. */
import { EtxError } from "../model/error.ts";
import { shown } from "../model/plain.ts";
import type { Fields } from "./fields.ts";
import { type Warning, warning } from "./warnings.ts";

const ropeTypes = [
  "default",
  "linear",
  "dynamic",
  "yarn",
  "longrope",
  "llama3",
  "proportional",
] as const;
export type RopeType = (typeof ropeTypes)[number];

/** `su` stands in Phi-3's first files; of `mrope` nothing is left for text, which has one position for all three bands. */
const olderNames = new Map<string, RopeType>([
  ["su", "longrope"],
  ["mrope", "default"],
]);

export function ropeTypeOf(block: Fields, warnings: Warning[]): RopeType {
  const key = block.first("rope_type", "type");
  if (key === undefined) return "default";
  const said = block.text(key) as string;
  const legacy = block.text("type");
  if (legacy !== undefined && legacy !== said && legacy !== "mrope") {
    const values = { key: block.name(key), value: shown(said), other: shown(legacy) };
    warnings.push(warning("types-disagree", values));
  }
  const older = olderNames.get(said);
  if (older) {
    const values = { key: block.name(key), value: shown(said), name: shown(older) };
    warnings.push(warning("old-name", values));
    return older;
  }
  const known = ropeTypes.find((type) => type === said);
  if (known) return known;
  throw new EtxError("unsupported", `${block.name(key)} is ${shown(said)}: no such type is known`);
}
