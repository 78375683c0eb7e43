/** The derivation: what invariance asks for, why it is an exponential, and who breaks which law. */
import { blocks, experiment, named, one, upTo, type Variant } from "./build.ts";

const view = (kind: "factors" | "composition", options: Record<string, unknown>) => ({
  kind,
  options,
});
const turning = blocks({ kind: "pair", rate: -0.02, frequency: 0.3 });
const short = { lags: upTo(64) };

export const laws = {
  factors: [
    {
      id: "turning",
      document: experiment([turning], [view("factors", { t: 12, s: 7 })], short),
    },
    {
      id: "overflow",
      document: experiment(
        [{ kind: "decay", dimension: 2, rate: -0.5 }],
        [view("factors", { t: 2000, s: 1990 })],
        short,
      ),
    },
  ],
  composition: [
    {
      id: "proof",
      document: experiment([turning], [view("composition", { s: 5, t: 3 })], short),
    },
    {
      id: "outsider",
      document: experiment(
        [{ kind: "kerple", dimension: 2, p: 1, a: 1, form: "log" }],
        [view("composition", { s: 5, t: 3 }), "curve"],
        short,
      ),
    },
    {
      id: "mirrored",
      document: experiment(
        [{ kind: "decay", dimension: 2, rate: -0.1, bidirectional: true }],
        [view("composition", { s: 6, t: -4 }), "curve"],
        { lags: { start: -32, step: 1, count: 65 } },
      ),
    },
  ],
  integers: one(
    experiment(
      [named("pair", "R(πτ)", blocks({ kind: "pair", rate: Math.log(0.9), frequency: Math.PI }))],
      [view("composition", { ratio: -0.9, s: 2, t: 3 })],
      { query: { values: [1, 0] }, key: { values: [1, 0] }, lags: upTo(24) },
    ),
  ),
} as const satisfies Record<string, readonly Variant[]>;
