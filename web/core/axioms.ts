/** Which of the theorem's axioms an encoding holds, by how much it misses the others, and the nearest counterexample. */
import { EtxError } from "../model/error.ts";
import type { Encoding } from "../model/types.ts";
import type { AxiomReport, AxiomsOptions } from "./api.ts";
import { type Asked, Subject } from "./axiom-subject.ts";
import { count, finite } from "./check.ts";

type Report = AxiomReport;
type Axiom = keyof Report["residuals"];

export function measureAxioms(engine: Asked, encoding: Encoding, options: AxiomsOptions): Report {
  const tolerance = finite("tolerance", options.tolerance ?? 1e-10);
  if (tolerance < 0)
    throw new EtxError("range", `tolerance is ${tolerance}; it must not be negative`);
  const grid = count("grid", options.grid ?? 64, 256);
  if (grid === 0) throw new EtxError("range", "grid is 0; it must be at least 1");
  const subject = new Subject(engine, encoding, grid, tolerance);
  const found = {
    linear: subject.linear(),
    invariant: subject.invariant(),
    normalised: subject.normalised(),
    composes: subject.composes(),
    continuous: subject.continuous(),
  };
  const residuals = {
    ...mapped(found, ({ residual }) => residual),
    ...(subject.whole && { continuous: Number.POSITIVE_INFINITY }),
  };
  const holds = {
    ...mapped(found, ({ residual }) => residual <= tolerance),
    continuous: subject.settles(residuals.continuous),
  };
  const broken = (Object.keys(holds) as Axiom[]).find((axiom) => !holds[axiom]);
  const conditions = subject.conditions(holds);
  const report = { residuals, holds, conditions, verdict: verdictOf(residuals, holds, conditions) };
  if (!broken) return report;
  const example = found[broken].example ?? { at: [], left: 0, right: 0 };
  return { ...report, counterexample: { axiom: broken, ...example } };
}

function mapped<T, U>(from: Record<Axiom, T>, by: (value: T) => U): Record<Axiom, U> {
  const entries = Object.entries(from) as [Axiom, T][];
  return Object.fromEntries(entries.map(([axiom, value]) => [axiom, by(value)])) as Record<
    Axiom,
    U
  >;
}

function verdictOf(
  residuals: Report["residuals"],
  holds: Report["holds"],
  conditions: Report["conditions"],
): string {
  const broken = (Object.keys(holds) as Axiom[]).filter((axiom) => !holds[axiom]);
  if (broken.length === 0) {
    return conditions.square
      ? "A one-parameter group: A(τ) = e^{τX}."
      : "A one-parameter group once queries and keys are lifted by constant coordinates.";
  }
  if (broken.length === 1 && broken[0] === "normalised") {
    return `A one-parameter group but for A(0), which is off I by ${shown(residuals.normalised)}: queries or keys absorb it.`;
  }
  if (broken.length === 1 && broken[0] === "composes") {
    return `Invariant, but no group: A(s)A(t) misses A(s + t) by up to ${shown(residuals.composes)}.`;
  }
  if (!conditions.dataFree && holds.composes && holds.linear) {
    return "A group along the clock that data drive, but the lag alone does not tell it.";
  }
  return `No one-parameter group: it breaks ${broken.map((axiom) => words[axiom]).join(", ")}.`;
}

const shown = (x: number): string => Number(x.toPrecision(4)).toString();
const words: Record<Axiom, string> = {
  linear: "linearity in query and key",
  invariant: "invariance under translation",
  normalised: "A(0) = I",
  composes: "composition",
  continuous: "continuity",
};
