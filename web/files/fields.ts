/** Checked reads from one object of a file. Only own keys count, null says "not set", and every complaint names key and value. */
import { EtxError } from "../model/error.ts";
import { shown } from "../model/plain.ts";
import type { Provenance } from "../model/types.ts";

/** A value and where it came from. */
export interface Sourced<T> {
  value: T;
  from: Provenance;
  /** With its path: the key that gave it; of a class default the one that would have. */
  key?: string;
}

const maxSize = 1024; // dimensions the core takes; models stay below
const maxList = 4096;

export class Fields {
  readonly value: Readonly<Record<string, unknown>>;
  readonly path: string;
  /** The keys that someone asked for; the others were not understood. */
  readonly asked = new Set<string>();

  constructor(value: unknown, path: string) {
    if (!isObject(value))
      throw new EtxError(
        "parse",
        `${path || "the config"} is ${shown(value)}; an object is expected`,
      );
    this.value = value;
    this.path = path;
  }

  name(key: string): string {
    return this.path ? `${this.path}.${key}` : key;
  }

  get(key: string): unknown {
    this.asked.add(key);
    return Object.hasOwn(this.value, key) ? (this.value[key] ?? undefined) : undefined;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  /** The first of the keys that is set. */
  first(...keys: string[]): string | undefined {
    return keys.filter((key) => this.has(key))[0];
  }

  fields(key: string): Fields | undefined {
    return this.has(key) ? new Fields(this.get(key), this.name(key)) : undefined;
  }

  text(key: string): string | undefined {
    const value = this.get(key);
    if (value === undefined || typeof value === "string") return value;
    throw this.complaint("parse", key, "a text");
  }

  truth(key: string): boolean | undefined {
    const value = this.get(key);
    if (value === undefined || typeof value === "boolean") return value;
    throw this.complaint("parse", key, "true or false");
  }

  positive(key: string): number | undefined {
    const value = this.get(key);
    if (value === undefined) return undefined;
    if (typeof value !== "number") throw this.complaint("parse", key, "a number");
    if (!Number.isFinite(value)) throw this.complaint("not-finite", key, "a finite number");
    if (value <= 0) throw this.complaint("range", key, "a number above 0");
    return value;
  }

  positiveOrZero(key: string): number | undefined {
    return this.get(key) === 0 ? 0 : this.positive(key);
  }

  /** A list of this many numbers above 0. */
  positives(key: string, length: number): number[] | undefined {
    const list = this.list(key);
    if (list === undefined) return undefined;
    if (list.length !== length)
      throw this.complaint("shape", key, `${length} numbers, one a rotated pair,`);
    return Array.from(list, (value, i) => {
      if (typeof value === "number" && value > 0 && value < Infinity) return value;
      throw new EtxError(
        "parse",
        `${this.name(key)}[${i}] is ${shown(value)}; a finite number above 0 is expected`,
      );
    });
  }

  /** Of any length up to a model's most layers or pairs. */
  list(key: string): unknown[] | undefined {
    const given = this.get(key);
    if (given === undefined) return undefined;
    const value = isNumbers(given) ? Array.from(given) : given; // who calls may have them as such
    if (!Array.isArray(value)) throw this.complaint("parse", key, "a list");
    if (value.length > maxList) throw this.complaint("range", key, `a list of at most ${maxList}`);
    return value;
  }

  /** Keys that are set and that nobody asked for, at most `most` of them. */
  unread(most: number, pattern?: RegExp): string[] {
    const keys: string[] = [];
    for (const key in this.value) {
      if (keys.length === most) break;
      if (pattern?.test(key) === false || this.asked.has(key)) continue;
      if (Object.hasOwn(this.value, key) && (this.value[key] ?? undefined) !== undefined)
        keys.push(key);
    }
    return keys;
  }

  /** A number of dimensions, heads or the like. */
  size(key: string, max = maxSize): number | undefined {
    const value = this.positive(key);
    if (value === undefined || (Number.isInteger(value) && value <= max)) return value;
    throw this.complaint("range", key, `a whole number from 1 to ${max}`);
  }

  complaint(
    code: "parse" | "range" | "not-finite" | "shape",
    key: string,
    expected: string,
  ): EtxError {
    return new EtxError(
      code,
      `${this.name(key)} is ${shown(this.get(key))}; ${expected} is expected`,
    );
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !ArrayBuffer.isView(value)
  );
}

const isNumbers = (value: unknown): value is Float64Array | Float32Array =>
  value instanceof Float64Array || value instanceof Float32Array;
