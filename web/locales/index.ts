/** Words in the reader's language. Every call says which, so that one page can hold two. */
import { en } from "./en.ts";
import type { Message, Placeholders } from "./message.ts";
import { zhHans } from "./zh-Hans.ts";

export { number } from "./number.ts";

export const tables = { en, "zh-Hans": zhHans };
export type Language = keyof typeof tables;
export const languages = Object.keys(tables) as Language[];
export type Key = keyof typeof en;

type Value = string | number;
type Values<K extends Key> = [Placeholders<(typeof en)[K]>] extends [never]
  ? [values?: Readonly<Record<string, Value>>]
  : [values: Readonly<Record<Placeholders<(typeof en)[K]>, Value>>];

export function t<K extends Key>(language: Language, key: K, ...[values = {}]: Values<K>): string {
  const message: Message = tables[language][key];
  const text =
    typeof message === "string"
      ? message
      : message[category(language, (values as { count?: Value }).count)];
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String((values as Record<string, Value>)[name] ?? placeholder),
  );
}

/** The table that serves a BCP 47 tag best. */
export function resolveLanguage(tag: string | undefined): Language {
  return /^zh\b/i.test(tag ?? "") ? "zh-Hans" : "en";
}

function category(language: Language, count: Value | undefined): "one" | "other" {
  return new Intl.PluralRules(language).select(Number(count)) === "one" ? "one" : "other";
}
