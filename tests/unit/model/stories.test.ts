import { describe, expect, test } from "vitest";
import { isDrawn } from "../../../web/elements/figures/index.ts";
import { languages } from "../../../web/locales/index.ts";
import { storyWords } from "../../../web/locales/stories/index.ts";
import { interferenceEnd, interferenceLaw } from "../../../web/model/interference.ts";
import { decodeLink, encodeLink } from "../../../web/model/link.ts";
import { parseExperiment } from "../../../web/model/schema.ts";
import { stories, storyNames } from "../../../web/model/stories/index.ts";
import { engine, ones } from "../core/support.ts";

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
      if (variants.length > 1)
        expect(Object.keys(names ?? {})).toEqual(variants.map((variant) => variant.id));
    }
  });
});

describe("interference of a ladder", () => {
  const ladder = { dimension: 768, base: 10000 };

  test("falls by a logarithm until neighbouring rungs are a turn apart", () => {
    const query = ones(768);
    const scores = engine.curve(
      { kind: "rope", ...ladder },
      { query, key: query, lags: { start: 0, step: 1, count: 240 } },
    );
    for (let lag = 10; lag < 240; lag++) {
      const decay = (scores[lag] as number) / (scores[0] as number);
      expect(Math.abs(decay - interferenceLaw(lag, ladder))).toBeLessThan(0.011);
    }
  });

  test("its end: 262 for d = 768, 44 for d = 128", () => {
    expect(Math.round(interferenceEnd(ladder))).toBe(262);
    expect(Math.round(interferenceEnd({ dimension: 128, base: 10000 }))).toBe(44);
  });
});
