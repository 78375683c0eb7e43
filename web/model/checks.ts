/**
 * The schema's vocabulary. Each message is the end of a sentence, "… is expected"; `check` puts the path and the value
 * before it.
 */
import * as v from "valibot";
import { EtxError } from "./error.ts";
import { complaint, pathText, plain } from "./plain.ts";

/** The largest dimension that the core takes. */
export const maxDimension = 1024;

export const number = v.number("a number");
export const positive = v.pipe(number, v.gtValue(0, "a number above 0"));
export const notPositive = v.pipe(number, v.maxValue(0, "a number of at most 0"));
export const notNegative = v.pipe(number, v.minValue(0, "a number of at least 0"));
export const truth = v.boolean("true or false");
export const text = v.pipe(
  v.string("a text"),
  v.maxLength(200, "a text of at most 200 characters"),
);
export const record = v.record(v.string(), v.unknown(), "an object");
export const dimension = integer(1, maxDimension);

export function integer(min: number, max: number) {
  const expected = `a whole number from ${min} to ${max}`;
  return v.pipe(number, v.integer(expected), v.minValue(min, expected), v.maxValue(max, expected));
}

export function list<const S extends v.GenericSchema>(item: S, min: number, max: number) {
  const expected = `a list of ${min} to ${max} entries`;
  return v.pipe(v.array(item, "a list"), v.minLength(min, expected), v.maxLength(max, expected));
}

export function choice<const T extends readonly string[]>(values: T) {
  return v.picklist(values, `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`);
}

/** The value as plain JSON that fits the schema, or an EtxError that names the first place where it does not. */
export function check<const S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): v.InferOutput<S> {
  const input = plain(value);
  const result = v.safeParse(schema, input, { abortEarly: true });
  if (result.success) return result.output;
  const issue = result.issues[0];
  const path = (issue.path ?? []).map((item) => item.key as string | number);
  const found = path.reduce<unknown>(
    (at, key) => (at as Record<string | number, unknown> | undefined)?.[key],
    input,
  );
  throw new EtxError(
    "parse",
    found === undefined ? `${pathText(path)} is missing` : complaint(path, found, issue.message),
  );
}
