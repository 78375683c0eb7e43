/** The plain sentence under the plane: what the selected encoding is, with numbers that follow the hand. */
import { html, nothing, type TemplateResult } from "lit";
import { type Language, t } from "../locales/index.ts";
import { formulaOf } from "../model/blocks.ts";
import { halfLag, lagAt, normalised } from "./figures/curve.ts";
import { lag } from "./format.ts";
import { formula } from "./formula.ts";
import { nameOf } from "./names.ts";
import type { Picture, Shown } from "./picture.ts";
import { selectionOf } from "./views.ts";

export function sentence(
  picture: Picture | undefined,
  language: Language,
): TemplateResult | typeof nothing {
  if (!picture) return nothing;
  const { entry } = selectionOf(picture.experiment);
  const shown = picture.shown.find((one) => one.entry.id === entry);
  if (!shown) return html`${t(language, "say.empty")}`;
  const name = nameOf(picture.experiment, shown.entry, language);
  if (shown.error) return html`${name}: ${shown.error.message}`;
  if (shown.group && !shown.generator) return html`${t(language, "say.dense", { name })}`;
  if (!shown.family || !shown.generator) return html`${t(language, "say.noGroup", { name })}`;
  return html`${t(language, `say.${shown.family}`)}${t(language, "say.colon")}<b>${t(language, `say.name.${shown.family}`)}</b>${t(language, "say.comma")}${formula(
    formulaOf(shown.generator.blocks),
    language,
  )}${t(language, "say.stop")}${score(shown, language)}`;
}

function score({ curve, family }: Shown, language: Language): TemplateResult | typeof nothing {
  if (!curve) return nothing;
  if (!normalised(curve)) return html`${t(language, "say.zero")}`;
  const half = halfLag(curve);
  if (half === undefined) {
    const last = lagAt(curve, curve.values.length - 1);
    return html`${t(language, "say.neverHalf", { lag: lag(language, last) })}`;
  }
  // The number is marked up inside a sentence whose order belongs to the language: cut the sentence where it stands.
  const mark = "\u0000";
  const [before, after] = t(language, family === "rotation" ? "say.halfInterference" : "say.half", {
    lag: mark,
  }).split(mark);
  return html`${before}<span class="live-number">${lag(language, half)}</span>${after}`;
}
