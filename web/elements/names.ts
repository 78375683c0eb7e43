import { type Language, t } from "../locales/index.ts";
import { lookup } from "../model/encodings/registry.ts";
import type { BenchEntry } from "../model/types.ts";

/** What an encoding on the bench is called: its own name, else its kind's. */
export function nameOf(entry: BenchEntry, language: Language): string {
  if (entry.name) return entry.name;
  const kind = lookup(entry.encoding.kind);
  return kind ? t(language, kind.name) : entry.encoding.kind;
}
