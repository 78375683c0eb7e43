import { describe, expect, test } from "vitest";
import { isDrawn } from "../../../web/elements/figures/index.ts";
import { languages } from "../../../web/locales/index.ts";
import { storyWords } from "../../../web/locales/stories/index.ts";
import { decodeLink, encodeLink } from "../../../web/model/link.ts";
import { parseExperiment } from "../../../web/model/schema.ts";
import { stories, storyNames } from "../../../web/model/stories/index.ts";

const variants = stories.flatMap(({ id, variants }) =>
  variants.map((variant) => ({ name: `${id}/${variant.id}`, document: variant.document })),
);

describe("experiments", () => {
  test.each(variants)("$name is a document like any other", async ({ document }) => {
    expect(parseExperiment(structuredClone(document))).toEqual(document);
    expect(await decodeLink(await encodeLink(document))).toEqual(document);
    for (const { kind } of document.views) expect(isDrawn(kind)).toBe(true);
  });

  test.each(languages)("each has its words in %s", (language) => {
    expect(Object.keys(storyWords[language]).sort()).toEqual([...storyNames].sort());
    expect(stories.length).toBe(new Set(storyNames).size);
    for (const { id, variants } of stories) {
      const { title, lead, text, variants: names } = storyWords[language][id];
      for (const words of [title, lead, text]) expect(words.trim().length).toBeGreaterThan(0);
      expect(text.split("**").length % 2).toBe(1);
      const { header, rows } = storyWords[language][id].table ?? { header: [], rows: [] };
      for (const row of rows) {
        expect(row.length).toBe(header.length);
        for (const cell of row) expect(cell.trim()).not.toBe("");
      }
      if (variants.length > 1)
        expect(Object.keys(names ?? {})).toEqual(variants.map((variant) => variant.id));
    }
  });
});
