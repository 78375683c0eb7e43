/** The catalogue's list: its order, and what a reader's words find in it. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Etx } from "../../../web/core/api.ts";
import { createEtx } from "../../../web/core/client.ts";
import {
  type CatalogueItem,
  catalogueItems,
  searched,
  titleOf,
} from "../../../web/elements/catalogue-items.ts";
import { joined } from "../../../web/elements/views.ts";
import { languages } from "../../../web/locales/index.ts";
import { families } from "../../../web/model/blocks.ts";
import { encodingKinds } from "../../../web/model/encodings/registry.ts";
import { presets } from "../../../web/model/presets.ts";
import { parseExperiment } from "../../../web/model/schema.ts";

let etx: Etx;
let items: CatalogueItem[];
beforeAll(async () => {
  etx = await createEtx();
  items = await catalogueItems(Promise.resolve(etx));
});
afterAll(() => etx.dispose());
const found = (text: string): string[] => searched(items, text).map(({ id }) => id);

describe("the list", () => {
  test("has every kind of the registry, each with a name in both languages and a formula", () => {
    const ids = items.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(encodingKinds.map(({ kind }) => kind)));
    for (const item of items) {
      expect(item.formula, item.id).not.toBe("");
      for (const language of languages)
        expect(titleOf(item, language), item.id).not.toMatch(/^$|^encoding\./);
    }
  });

  test("families together, in their order, and what has no X last", () => {
    const ranks = items.map(({ family }) => (family ? families.indexOf(family) : families.length));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    expect(items.every(({ family }) => family !== undefined)).toBe(true);
    const outside = items.filter(({ family }) => family === null).map(({ id }) => id);
    expect(outside).toEqual(expect.arrayContaining(["t5", "kerple", "fire", "sandwich", "cope"]));
    expect(outside).not.toEqual(expect.arrayContaining(["alibi"]));
  });

  test("each goes onto a bench as it is", () => {
    for (const { id, entry } of items) {
      const experiment = joined(presets.default, [entry]);
      expect(parseExperiment(JSON.parse(JSON.stringify(experiment))), id).toEqual(experiment);
    }
  });

  test("serves without an engine, in families not computed", async () => {
    const alone = await catalogueItems(Promise.reject(new Error("no engine")));
    expect(alone).toHaveLength(items.length);
    expect(alone.every(({ family }) => family === undefined)).toBe(true);
    expect(searched(alone, "alibi").map(({ id }) => id)).toContain("alibi");
  });
});

describe("a search", () => {
  test("for nothing finds all", () => {
    expect(found("")).toHaveLength(items.length);
    expect(found(" \n\t ")).toHaveLength(items.length);
  });

  test("by name in any case, by part of a name, by author, year, formula and family", () => {
    expect(found("ALiBi")).toContain("alibi");
    expect(found("ali")).toContain("alibi");
    expect(found("KERPLE")).toEqual(["kerple"]);
    expect(found("Press")).toContain("alibi");
    expect(found("su 2021")).toContain("rope");
    expect(found("rope")).toContain("rope");
    expect(found("τ").length).toBeGreaterThan(0);
  });

  test("in Chinese whatever the page's language", () => {
    expect(found("衰减")).toContain("decay");
    expect(found("　衰减　")).toEqual(found("衰减"));
  });

  test("every word must be found, in any order", () => {
    expect(found("press alibi")).toEqual(found("alibi press"));
    expect(found("alibi press")).toContain("alibi");
    expect(found("alibi su")).not.toContain("rope");
    expect(found("kerple nowhere")).toEqual([]);
  });

  test("with marks, wide letters and superscripts folded", () => {
    expect(found("kérplé")).toEqual(["kerple"]);
    expect(found("ＡＬｉＢｉ")).toEqual(found("alibi"));
  });

  test("with anything else: no pattern, no script, in the list's order", () => {
    for (const text of [".*", "[a-z]+", "\\", "$&", "<img src=x>", "x".repeat(100_000)])
      expect(found(text), text.slice(0, 20)).toEqual([]);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const some = searched(items, text);
        expect(some).toEqual(items.filter((item) => some.includes(item)));
      }),
    );
  });
});
