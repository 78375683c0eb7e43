/** A model's values as a page writes them. */
import { type Key, type Language, number, t, tables } from "../locales/index.ts";
import { say, words } from "../locales/panels/model.ts";
import type { Provenance } from "../model/types.ts";
import { lag, plain } from "./format.ts";
import type { Field, ReadLayer } from "./model-reading.ts";

type Word = keyof typeof words.en;

/** A kind of layer: its type where that has a name, else as the file has it. */
export function layersName({ layers, encoding, table }: ReadLayer, language: Language): string {
  if (encoding.kind === "nope") return say(language, "layers.nope");
  if (layers === "all" && table) return say(language, "layers.rotated");
  const key = `layers.${layers}`;
  return Object.hasOwn(words.en, key) ? say(language, key as "layers.all") : layers.slice(0, 60);
}

export function fieldName(name: string, language: Language): string {
  const own = `field.${name}`;
  if (Object.hasOwn(words.en, own)) return say(language, own as Word & "field.base");
  const parameter = `parameter.${name}`;
  return Object.hasOwn(tables.en, parameter)
    ? t(language, parameter as Key & "parameter.base")
    : name;
}

export function provenanceName(from: Provenance | undefined, language: Language): string {
  return say(language, `from.${from ?? "none"}`);
}

export function valueText(
  { name, value }: Pick<Field, "name" | "value">,
  language: Language,
): string {
  if (typeof value === "boolean") return say(language, value ? "yes" : "no");
  if (typeof value === "number") {
    const text = Number.isInteger(value) ? lag(language, value) : number(language, value, 7);
    if (name !== "attentionFactor" || value === 1) return text;
    return say(language, "squared", { factor: text, square: number(language, value ** 2, 7) });
  }
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const numbers = Array.from(value as ArrayLike<number>);
    const [first, last] = [Math.max(...numbers), Math.min(...numbers)];
    if (name !== "inverseFrequencies")
      return `${numbers.length}: ${plain(language, last)} … ${plain(language, first)}`;
    return say(language, "frequencies", {
      count: numbers.length,
      first: plain(language, first),
      last: plain(language, last),
    });
  }
  const choice = `choice.${String(value)}`;
  if (name === "layout" && Object.hasOwn(tables.en, choice))
    return t(language, choice as "choice.half");
  const kind = `encoding.${String(value)}`;
  if (name === "encoding" && Object.hasOwn(tables.en, kind))
    return t(language, kind as "encoding.rope");
  return String(value).slice(0, 60);
}
