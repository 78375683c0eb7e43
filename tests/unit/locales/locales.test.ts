import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { type Key, number, resolveLanguage, t, tables } from "../../../web/locales/index.ts";
import type { Table } from "../../../web/locales/message.ts";
import { families } from "../../../web/model/blocks.ts";
import { encodingKinds } from "../../../web/model/encodings/registry.ts";
import { presetNames } from "../../../web/model/presets.ts";

const keys = Object.keys(tables.en) as Key[];
/** The page's own words and those that figures and panels bring. */
type Words = { en: Table; "zh-Hans": Table };
const namesIn = (folder: string): string[] =>
  readdirSync(new URL(`../../../web/locales/${folder}`, import.meta.url)).map((file) =>
    file.replace(".ts", ""),
  );
const all: { file: string; words: Words }[] = [
  { file: "the page", words: tables },
  ...(await Promise.all([
    ...namesIn("figures").map(async (name) => ({
      file: `figures/${name}`,
      words: (await import(`../../../web/locales/figures/${name}.ts`)).words as Words,
    })),
    ...namesIn("panels").map(async (name) => ({
      file: `panels/${name}`,
      words: (await import(`../../../web/locales/panels/${name}.ts`)).words as Words,
    })),
  ])),
];
const placeholders = (message: unknown) => new Set(JSON.stringify(message).match(/\{\w+\}/g) ?? []);

test.each(all)(
  "$file: both languages have every key, with the same placeholders and no empty text",
  ({ words }) => {
    expect(Object.keys(words["zh-Hans"]).sort()).toEqual(Object.keys(words.en).sort());
    for (const [key, message] of Object.entries<unknown>(words["zh-Hans"])) {
      expect(placeholders(message), key).toEqual(placeholders(words.en[key]));
      for (const text of typeof message === "string" ? [message] : Object.values(message as object))
        expect(text).not.toBe("");
    }
  },
);

test.each(all)("$file: Chinese texts have Chinese punctuation", ({ words }) => {
  for (const [key, message] of Object.entries(words["zh-Hans"])) {
    expect(JSON.stringify(message), key).not.toMatch(
      /[\u4e00-\u9fff][,;:?!]|[,;:?!][\u4e00-\u9fff]/,
    );
  }
});

test("what the model names has names", () => {
  const used = [
    ...encodingKinds.flatMap((kind) => [
      kind.name(kind.defaults),
      ...kind.parameters.flatMap((p) => [p.name, ...(p.unit ? [p.unit] : [])]),
    ]),
    ...encodingKinds.flatMap((kind) =>
      kind.parameters.flatMap((p) => (p.choices ?? []).map((choice) => `choice.${choice}`)),
    ),
    ...families.map((family) => `family.${family}`),
    ...presetNames.map((name) => `preset.${name}`),
  ];
  for (const key of used) expect(keys).toContain(key);
});

test("values are put in", () => {
  expect(t("en", "fit.cut", { count: "10", dimension: 4 })).toBe("cut from 10 numbers to 4");
  expect(t("zh-Hans", "fit.cut", { count: "10", dimension: 4 })).toBe("从 10 个数截取前 4 个");
  expect(t("en", "family.decay")).toBe("decay");
  // @ts-expect-error a placeholder without a value
  expect(t("en", "fit.cut", { count: "10" })).toContain("{dimension}");
  // @ts-expect-error no such key
  expect(() => t("en", "no.such.key")).toThrow();
});

test.each([
  [undefined, "en"],
  ["", "en"],
  ["en-GB", "en"],
  ["de", "en"],
  ["zh", "zh-Hans"],
  ["zh-CN", "zh-Hans"],
  ["zh-Hant-TW", "zh-Hans"],
  ["ZH-hans", "zh-Hans"],
  ["zha", "en"],
] as const)("the language for %s is %s", (tag, language) => {
  expect(resolveLanguage(tag)).toBe(language);
});

test.each([
  [5000, 4, "5000"],
  [10000, 5, "10\u202f000"],
  [-1234567, 7, "\u22121\u202f234\u202f567"],
  [0.00123456, 3, "0.00123"],
  [-0.5, 3, "\u22120.5"],
  [2.5e-7, 4, "2.5 × 10⁻⁷"],
  [-1e20, 3, "\u22121 × 10²⁰"],
  [0, 3, "0"],
  [-0, 3, "0"],
  [Number.NaN, 3, "–"],
  [Number.POSITIVE_INFINITY, 3, "∞"],
  [Number.NEGATIVE_INFINITY, 3, "\u2212∞"],
])("%s to %s digits is %s", (x, digits, text) => {
  expect(number("en", x, digits)).toBe(text);
  expect(number("zh-Hans", x, digits)).toBe(text);
});
