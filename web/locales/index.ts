/** Words in the reader's language. Every call says which, so that one page can hold two. */
import { en } from "./en.ts";
import type { Message, Placeholders, Table, Translation } from "./message.ts";

export { number } from "./number.ts";

export const languages = ["en", "zh-Hans"] as const;
export type Language = (typeof languages)[number];
export type Key = keyof typeof en;

type Value = string | number;
type Values<T extends Table, K extends keyof T> = [Placeholders<T[K]>] extends [never]
  ? [values?: Readonly<Record<string, Value>>]
  : [values: Readonly<Record<Placeholders<T[K]>, Value>>];

export type Translator<T extends Table> = <K extends keyof T & string>(
  language: Language,
  key: K,
  ...values: Values<T, K>
) => string;

/** Speaks from one pair of tables: the page's own, or those that a figure brings with it (web/locales/figures). */
export function translator<T extends Table>(words: {
  readonly en: T;
  readonly "zh-Hans": Translation<T>;
}): Translator<T> {
  return (language, key, ...[values = {}]) => {
    const message: Message = (words[language] as Translation<T>)[key];
    const text =
      typeof message === "string"
        ? message
        : message[category(language, (values as { count?: Value }).count)];
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
      String((values as Record<string, Value>)[name] ?? placeholder),
    );
  };
}

/** Chinese is loaded when somebody reads it; until then its words are the English ones. */
export const tables: { en: typeof en; "zh-Hans": Translation<typeof en> } = { en, "zh-Hans": en };
export const t = translator(tables);

export const isLoaded = (language: Language): boolean =>
  language === "en" || tables[language] !== en;

/** Resolves when `language` can be spoken. Every later call is one look. */
export async function loadLanguage(language: Language): Promise<void> {
  if (!isLoaded(language)) tables["zh-Hans"] = (await import("./zh-Hans.ts")).zhHans;
}

/** The table that serves a BCP 47 tag best. */
export function resolveLanguage(tag: string | undefined): Language {
  return /^zh\b/i.test(tag ?? "") ? "zh-Hans" : "en";
}

function category(language: Language, count: Value | undefined): "one" | "other" {
  return new Intl.PluralRules(language).select(Number(count)) === "one" ? "one" : "other";
}
