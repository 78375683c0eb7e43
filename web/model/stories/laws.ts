/** The derivation: what invariance asks for, why it is an exponential, and who breaks which law. */
import type { FigureKind } from "../types.ts";
import { blocks, experiment, linear, named, one, rope, upTo, type Variant } from "./build.ts";

const view = (kind: FigureKind, options: Record<string, unknown>) => ({
  kind,
  options,
});
const turning = blocks({ kind: "pair", rate: -0.02, frequency: 0.3 });
const short = { lags: upTo(64) };

/** A small head, so that its words differ by their vectors and not by chance alone. */
const small = rope(16, { base: 100 });

export const laws = {
  shuffle: [
    {
      id: "blind",
      document: experiment(
        [small],
        [view("shuffle", { sentence: "love", order: [2, 1, 0] })],
        short,
      ),
    },
    {
      id: "placed",
      document: experiment(
        [small],
        [view("shuffle", { sentence: "only", order: [1, 2, 3, 4, 0, 5, 6, 7], position: true })],
        short,
      ),
    },
  ],
  invariance: [
    {
      id: "relative",
      document: experiment(
        [rope(64, { rate: -0.02 })],
        [view("invariance", { t: 10, s: 5, shift: 100 })],
        short,
      ),
    },
    {
      id: "absolute",
      document: experiment(
        [{ kind: "sinusoidal", dimension: 64 }],
        [view("invariance", { t: 10, s: 5, shift: 100 })],
        short,
      ),
    },
    {
      id: "learned",
      document: experiment(
        [{ kind: "learned", dimension: 64, rows: 64, seed: 1 }],
        [view("invariance", { t: 10, s: 5, shift: 40 })],
        short,
      ),
    },
  ],
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
        [view("composition", { s: 5, t: 3 }), linear()],
        short,
      ),
    },
    {
      id: "mirrored",
      document: experiment(
        [{ kind: "decay", dimension: 2, rate: -0.1, bidirectional: true }],
        [view("composition", { s: 6, t: -4 }), linear()],
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
  axioms: one(
    experiment(
      [
        rope(8),
        { kind: "alibi", slope: 0.5, dimension: 2 },
        named("yarn", "RoPE × 1.2²", rope(8, { attentionFactor: 1.2 })),
        named("mirrored", "exp(−|τ|/10)", {
          kind: "decay",
          dimension: 2,
          rate: -0.1,
          bidirectional: true,
        }),
        { kind: "kerple", dimension: 2 },
        { kind: "t5", dimension: 2 },
        { kind: "sinusoidal", dimension: 8 },
      ],
      ["axioms"],
      short,
    ),
  ),
} as const satisfies Record<string, readonly Variant[]>;
