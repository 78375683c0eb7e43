/**
 * What comes from outside (a link, a file, an attribute, a caller) made plain JSON before anything looks at it: a deep
 * copy with bounded depth and size, finite numbers only, and no key that could reach a prototype. Typed arrays become
 * lists, because documents hold lists.
 */
import { EtxError } from "./error.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Path = readonly (string | number)[];

const maxDepth = 32;
const maxValues = 2 ** 21; // a 1024 × 1024 matrix, with room
const maxText = 100_000;
const reservedKeys = new Set(["__proto__", "constructor", "prototype"]);

export function plain(value: unknown): Json {
  const path: (string | number)[] = [];
  let left = maxValues;

  function refuse(value: unknown, expected: string): never {
    throw new EtxError("parse", complaint(path, value, expected));
  }
  function copy(value: unknown): Json {
    if (--left < 0) throw new EtxError("parse", `the document holds more than ${maxValues} values`);
    if (value === null || typeof value === "boolean") return value;
    if (typeof value === "number")
      return Number.isFinite(value) ? value + 0 : refuse(value, "a finite number"); // -0 is no JSON
    if (typeof value === "string")
      return value.length <= maxText
        ? value
        : refuse(value, `a text of at most ${maxText} characters`);
    if (typeof value !== "object") return refuse(value, "plain JSON");
    if (path.length >= maxDepth) return refuse(value, `nesting of at most ${maxDepth} levels`);
    if (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))) {
      return Array.from(value as ArrayLike<unknown>, (item, i) => below(i, item));
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
      return refuse(value, "plain JSON");
    const result: { [key: string]: Json } = {};
    for (const [key, item] of Object.entries(value)) {
      if (reservedKeys.has(key))
        throw new EtxError("parse", `${pathText([...path, key])} is not allowed as a key`);
      if (item !== undefined) result[key] = below(key, item);
    }
    return result;
  }
  function below(key: string | number, item: unknown): Json {
    path.push(key);
    const result = copy(item);
    path.pop();
    return result;
  }
  return copy(value);
}

/** "encodings[0].encoding.rate" */
export function pathText(path: Path): string {
  if (path.length === 0) return "the document";
  return path
    .map((key, i) => (typeof key === "number" ? `[${key}]` : (i > 0 ? "." : "") + shorten(key)))
    .join("");
}

/** `encodings[0].encoding.rate is "abc"; a number is expected` */
export function complaint(path: Path, value: unknown, expected: string): string {
  return `${pathText(path)} is ${shown(value)}; ${expected} is expected`;
}

/** A value as an error message shows it: recognisable, and never long. */
export function shown(value: unknown): string {
  if (value === undefined) return "missing";
  if (typeof value === "string") return JSON.stringify(shorten(value));
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return `a list of ${(value as unknown[]).length}`;
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "function" || typeof value === "symbol") return `a ${typeof value}`;
  return shorten(typeof value === "bigint" ? `${value}n` : String(value));
}

function shorten(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 39)}…`;
}
