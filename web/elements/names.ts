import { type Language, t } from "../locales/index.ts";
import { lookup } from "../model/encodings/registry.ts";
import type { EtxError } from "../model/error.ts";
import type { BenchEntry, Experiment } from "../model/types.ts";

/** What an encoding on the bench is called: its own name, else its kind's; a number tells namesakes apart. */
export function nameOf({ encodings }: Experiment, entry: BenchEntry, language: Language): string {
  const name = bareName(entry, language);
  const namesakes = encodings.filter((one) => bareName(one, language) === name);
  const place = namesakes.findIndex(({ id }) => id === entry.id);
  return place > 0 ? `${name} (${place + 1})` : name;
}

/** What went wrong, its kind in the reader's language. */
export function wordsOf({ code, message }: EtxError, language: Language): string {
  return t(language, `error.${code}`) + t(language, "say.colon") + message;
}

/** Its own name, else its kind's. */
export function bareName({ name, encoding }: Omit<BenchEntry, "id">, language: Language): string {
  if (name) return name;
  const kind = lookup(encoding.kind);
  return kind ? t(language, kind.name(encoding)) : encoding.kind;
}
