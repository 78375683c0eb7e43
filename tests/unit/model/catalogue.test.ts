/** What a Spec becomes: a document's schema, controls, defaults. */
import { expect, test } from "vitest";
import { moveEigenvalue } from "../../../web/model/edit.ts";
import { catalogue } from "../../../web/model/encodings/catalogue.ts";
import { lookup } from "../../../web/model/encodings/registry.ts";
import { limitedBy } from "../../../web/model/encodings/spec.ts";
import { parseEncoding } from "../../../web/model/schema.ts";

test.each(catalogue.map((spec) => [spec.kind, spec] as const))(
  "%s is valid with its kind and dimension alone, but for what it must be told",
  (kind, { dimension, begin }) => {
    const least = { kind, dimension: dimension.step * 4, ...begin };
    expect(parseEncoding(least)).toEqual(least);
    expect(lookup(kind)?.defaults).toMatchObject({ kind, ...begin });
  },
);

test.each([
  [{ kind: "alibi", heads: 8, head: 9 }, "head is 9; a head from 1 to heads, 8, is expected"],
  [{ kind: "alibi", heads: 8 }, "head is missing"],
  [
    { kind: "alibi", slope: 1, heads: 8, head: 1 },
    "slope is 1; heads and head, or slope, not both, is expected",
  ],
  [{ kind: "xpos", dimension: 3 }, "dimension is 3; a multiple of 2 is expected"],
  [{ kind: "axial2d", dimension: 6 }, "dimension is 6; a multiple of 4 is expected"],
  [{ kind: "kerple", dimension: 1, p: 0 }, "p is 0; a number above 0 is expected"],
  [{ kind: "gla", dimension: 1, clock: -1 }, "clock is -1; a number of at least 0 is expected"],
  [
    { kind: "gla", dimension: 1, clock: [1, -2] },
    "clock[1] is -2; a number of at least 0 is expected",
  ],
  [
    { kind: "t5", dimension: 1, table: [1] },
    "table is a list of 1; a list of 32 numbers is expected",
  ],
  [{ kind: "lightning", dimension: 1, layer: 30 }, "layer is 30; a layer from 0 to 23 is expected"],
])("a document refuses %j", (encoding, message) => {
  expect(() => parseEncoding(encoding)).toThrow(message);
});

test("a head's slider ends with the heads", () => {
  for (const { kind } of catalogue) {
    for (const { path, limit } of lookup(kind)?.parameters ?? []) {
      expect(limit !== undefined, `${kind}.${path}`).toBe(path in limitedBy && kind !== "retnet");
    }
  }
  const head = (kind: string) => lookup(kind)?.parameters.find(({ path }) => path === "head");
  expect(head("alibi")?.limit?.({ kind: "alibi", heads: 12, head: 1 })).toBe(12);
  expect(head("lightning")?.limit?.({ kind: "lightning", dimension: 1, heads: 12 })).toBe(11);
});

test("ALiBi's eigenvalue is zero, and stays", () => {
  const alibi = { kind: "alibi", slope: 0.5, dimension: 1 };
  const generator = { blocks: [{ kind: "real" as const, rate: 0, size: 2 }] };
  expect(moveEigenvalue(alibi, generator, 0, { rate: -1, frequency: 0 }, false)).toEqual(alibi);
});

test("clocks that data drive make a kind positional", () => {
  const positional = (encoding: { kind: string; [key: string]: unknown }) =>
    lookup(encoding.kind)?.positional?.(encoding);
  expect(positional({ kind: "gla", dimension: 1, clock: [1] })).toBe(true);
  expect(positional({ kind: "gla", dimension: 1 })).toBe(false);
  expect(positional({ kind: "fire", dimension: 1 })).toBe(true);
});
