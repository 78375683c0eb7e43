/** A report of axioms in the reader's words. */
import type { AxiomReport } from "../../core/api.ts";
import { say } from "../../locales/figures/axioms.ts";
import { type Language, t } from "../../locales/index.ts";
import { plain } from "../format.ts";

export const axiomNames = ["linear", "invariant", "normalised", "composes", "continuous"] as const;
export type AxiomName = (typeof axiomNames)[number];

export function verdict(language: Language, { holds, residuals, conditions }: AxiomReport): string {
  const broken = axiomNames.filter((name) => !holds[name]);
  const alone = broken.length === 1 ? broken[0] : undefined;
  if (broken.length === 0) return say(language, conditions.square ? "group" : "lifted");
  if (alone === "normalised")
    return say(language, "absorbed", { residual: plain(language, residuals.normalised) });
  if (alone === "composes")
    return say(language, "noGroup", { residual: plain(language, residuals.composes) });
  if (!conditions.dataFree && holds.composes && holds.linear) return say(language, "clocked");
  const names = broken.map((name) => say(language, name)).join(t(language, "words.separator"));
  return say(language, "breaks", { names });
}

/** What the numbers of a counterexample are, by axiom and count. */
const coordinates: Record<AxiomName, readonly string[][]> = {
  linear: [["t", "s"]],
  invariant: [
    ["t", "s", "c"],
    ["x", "y", "c₁", "c₂"],
  ],
  normalised: [["τ"]],
  composes: [
    ["s", "t"],
    ["t", "s", "r"],
  ],
  continuous: [["τ"]],
};

/** The first broken axiom, where, and the two numbers that should agree; empty where none is broken. */
export function counterexample(language: Language, { counterexample: found }: AxiomReport): string {
  if (!found) return "";
  const axiom = found.axiom as AxiomName;
  const names = coordinates[axiom]?.find(({ length }) => length === found.at.length) ?? [];
  const at = found.at.map((value, i) => `${names[i] ?? ""} = ${plain(language, value)}`);
  return say(language, "counterexample", {
    axiom: say(language, axiom),
    at: at.join(t(language, "words.separator")),
    left: plain(language, found.left),
    right: plain(language, found.right),
  });
}
