/** A model's values as a page writes them. */
import type { Bands } from "../files/bands.ts";
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
    const frequencies = name === "inverseFrequencies";
    // A pair at rest has no frequency to speak of.
    const turning = frequencies ? numbers.filter((one) => one !== 0) : numbers;
    const moving = turning.length > 0 ? turning : numbers;
    const ends = [Math.min(...moving), Math.max(...moving)];
    const [first, last] = (frequencies ? ends.reverse() : ends).map((end) => plain(language, end));
    const said = { count: moving.length, first: first ?? "", last: last ?? "" };
    const text = say(language, frequencies ? "frequencies" : "divisors", said);
    const still = numbers.length - moving.length;
    return still === 0 ? text : text + say(language, "still", { count: still });
  }
  if (name === "bands") {
    const { time, height, width, interleaved } = value as Bands;
    if (!interleaved)
      return say(language, "bands.contiguous", {
        time: ranges(time),
        height: ranges(height),
        width: ranges(width),
      });
    // Each third: its beginning says the rest.
    const thirds = ([a, b, ...rest]: number[]): string =>
      rest.length > 1 ? `${a}, ${b}, …, ${rest.at(-1)}` : [a, b, ...rest].join(", ");
    const count = time.length;
    return say(language, "bands.interleaved", {
      height: thirds(height),
      width: thirds(width),
      count,
    });
  }
  if (name === "layers") return ranges(String(value).split(", ").map(Number));
  const choice = `choice.${String(value)}`;
  if (name === "layout" && Object.hasOwn(tables.en, choice))
    return t(language, choice as "choice.half");
  const kind = `encoding.${String(value)}`;
  if (name === "encoding" && Object.hasOwn(tables.en, kind))
    return t(language, kind as "encoding.rope");
  return String(value).slice(0, 60);
}

/** "3, 7, 11" or "0–5, 8": neighbours together. */
export function ranges(indices: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const i of indices) {
    const last = runs.at(-1);
    if (last && last[1] === i - 1) last[1] = i;
    else runs.push([i, i]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}
