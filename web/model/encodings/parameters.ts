/** Parameters that several kinds have. */
import { maxDimension } from "../checks.ts";
import type { Parameter } from "./kind.ts";

export const rateParameter: Parameter = {
  path: "rate",
  name: "parameter.rate",
  unit: "unit.perToken",
  type: "number",
  min: -1,
  max: 0,
  step: 1e-5,
  scale: "symlog",
};

/** step: 2 where coordinates come in pairs, 4 where pairs do. */
export function dimensionParameter(step: 1 | 2 | 4): Parameter {
  return {
    path: "dimension",
    name: "parameter.dimension",
    type: "integer",
    min: step,
    max: maxDimension,
    step,
    scale: "log",
  };
}
