/** What can be put on the bench, as a list to search: the kinds of the registry, and presets and variants that are none of their own. */
import type { Etx } from "../core/api.ts";
import { type Language, languages, t } from "../locales/index.ts";
import { type Family, families, familyOf } from "../model/blocks.ts";
import { formulas } from "../model/encodings/formulas.ts";
import { encodingKinds } from "../model/encodings/registry.ts";
import { rotaryVariants } from "../model/encodings/rotary-variants.ts";
import { presets } from "../model/presets.ts";
import { type Reference, references } from "../model/references.ts";
import type { BenchEntry, Encoding } from "../model/types.ts";
import { bareName } from "./names.ts";

/** null: no one-parameter group; undefined: nobody has computed it. */
export type FoundFamily = Family | null | undefined;

export interface CatalogueItem {
  /** A key of `formulas`. */
  id: string;
  entry: Omit<BenchEntry, "id">;
  formula: string;
  reference?: Reference;
  family: FoundFamily;
}

const entries: readonly { id: string; entry: Omit<BenchEntry, "id">; reference?: string }[] = [
  ...encodingKinds.map(({ kind, defaults }) => ({
    id: kind,
    entry: { encoding: defaults },
    reference: kind,
  })),
  ...rotaryVariants.map(({ id, entry }) => ({ id, entry, reference: id })),
  ...(["damped-rope", "j2"] as const).flatMap((id) =>
    presets[id].encodings.map(({ id: _, ...entry }) => ({ id, entry })),
  ),
];

/** In the order of the families, groups before the others. */
export async function catalogueItems(etx: Promise<Etx>): Promise<CatalogueItem[]> {
  const items = await Promise.all(
    entries.map(async ({ id, entry, reference }): Promise<CatalogueItem> => {
      const source = reference === undefined ? undefined : references[reference];
      return {
        id,
        entry,
        formula: formulas[id] ?? "",
        ...(source && { reference: source }),
        family: await familyOfEncoding(etx, entry.encoding),
      };
    }),
  );
  const rank = ({ family }: CatalogueItem): number =>
    family ? families.indexOf(family) : families.length;
  return items.sort((a, b) => rank(a) - rank(b));
}

async function familyOfEncoding(etx: Promise<Etx>, encoding: Encoding): Promise<FoundFamily> {
  try {
    const blocks = (await (await etx).generator(encoding, { matrices: "none" }))?.generators[0]
      ?.blocks;
    return blocks ? familyOf(blocks) : null;
  } catch {
    return undefined; // the list serves without it
  }
}

/** On the bench a generator is called by its family; here that is the heading. */
export function titleOf({ id, entry }: CatalogueItem, language: Language): string {
  return id === "generator" ? t(language, "encoding.generator") : bareName(entry, language);
}

/** Those that every word of the text is found in: names and families in all languages, authors, titles, formulas. */
export function searched(items: readonly CatalogueItem[], text: string): CatalogueItem[] {
  const wanted = fold(text).split(/\s+/);
  return items.filter((item) => {
    const words = fold(wordsOf(item).join(" "));
    return wanted.every((word) => words.includes(word));
  });
}

function wordsOf(item: CatalogueItem): string[] {
  const { id, entry, formula, reference, family } = item;
  const said = languages.flatMap((language) => [
    titleOf(item, language),
    family ? t(language, `family.${family}`) : "",
  ]);
  const source = reference ? [reference.authors, reference.title, String(reference.year)] : [];
  return [id, entry.encoding.kind, formula, ...said, ...source];
}

/** KERPLE is found by "kerple", Müller by "muller". */
function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
