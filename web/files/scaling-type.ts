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

export function ropeTypeOf(block: Fields, warnings: Warning[]): RopeType {
  const key = block.first("rope_type", "type");
  if (key === undefined) return "default";
  const said = block.text(key) as string;
  const legacy = block.text("type");
  if (legacy !== undefined && legacy !== said && legacy !== "mrope") {
    const values = { key: block.name(key), value: shown(said), other: shown(legacy) };
    warnings.push(warning("types-disagree", values));
  }
  // Of this nothing is left for text, which has one position for all three bands.
  if (said === "mrope") return "default";
  if (said === "su") {
    const values = { key: block.name(key), value: shown(said), name: shown("longrope") };
    warnings.push(warning("old-name", values));
    return "longrope";
  }
  const known = ropeTypes.find((type) => type === said);
  if (known) return known;
  throw new EtxError("unsupported", `${block.name(key)} is ${shown(said)}: no such type is known`);
}
