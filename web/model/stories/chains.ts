/** Jordan blocks: position, velocity, and what a nudge does to them. */
import type { Block, Encoding, Experiment } from "../types.ts";
import { blocks, experiment, linear, named, one, square, upTo, type Variant } from "./build.ts";

const dense = (data: number[]): Encoding => ({ kind: "matrix", matrix: square(data) });

/** A block beside itself with an entry in its corner; the score is how far the last coordinate has come. */
const nudged = (exact: number[], moved: number[], key: number[]): Experiment =>
  experiment(
    [
      named("nudged", "ε", dense(moved)),
      named("exact", key.length === 2 ? "J₂" : "J₃", dense(exact)),
    ],
    [{ kind: "matrix", options: { reading: "eigenvalues" } }, linear({ normalise: false })],
    {
      query: { values: key.map((_, i) => (i === 0 ? 1 : 0)) },
      key: { values: key },
      lags: upTo(5000),
    },
  );

/** A content of 1 beside [[0, 1], [−ω², 0]]: the score is 1 − m·sin(ωτ)/ω, and 1 − mτ at ω = 0. */
const slowPair = (omega: number): Encoding => dense([0, 0, 0, 0, 0, 1, 0, 0 - omega ** 2, 0]);

/** Four coordinates, of which the block moves the first and the third. */
const onFirstAndThird = (block: Block): Encoding => ({
  kind: "generator",
  generator: {
    blocks: [block, { kind: "real", rate: 0 }, { kind: "real", rate: 0 }],
    permutation: [0, 2, 1, 3],
  },
});

export const chains = {
  "slow-pair": one(
    experiment(
      [
        named("slow", "ω = 0.0005", slowPair(0.0005)),
        named("slower", "ω = 0.0001", slowPair(0.0001)),
        named("line", "J₂", slowPair(0)),
      ],
      [linear(), { kind: "matrix", options: { reading: "eigenvalues" } }],
      { query: { values: [1, 1, 0] }, key: { values: [1, 0, -0.0005] }, lags: upTo(5000) },
    ),
  ),
  nudge: [
    { id: "turning", document: nudged([0, 1, 0, 0], [0, 1, -1e-6, 0], [0, 1]) },
    { id: "growing", document: nudged([0, 1, 0, 0], [0, 1, 1e-7, 0], [0, 1]) },
    {
      id: "cube",
      document: nudged([0, 1, 0, 0, 0, 1, 0, 0, 0], [0, 1, 0, 0, 0, 1, -1e-9, 0, 0], [0, 0, 1]),
    },
  ],
  puck: [
    {
      id: "velocity",
      document: experiment(
        [named("chain", "J₂", blocks({ kind: "real", rate: 0, size: 2 }))],
        ["puck", linear({ normalise: false })],
        { query: { values: [1, 0] }, key: { values: [1, -0.01] }, lags: upTo(200), time: 60 },
      ),
    },
    {
      id: "acceleration",
      document: experiment(
        [named("chain", "J₃", blocks({ kind: "real", rate: 0, size: 3 }))],
        ["puck", linear({ normalise: false })],
        {
          query: { values: [1, 0, 0] },
          key: { values: [1, -0.02, 0.0002] },
          lags: upTo(200),
          time: 60,
        },
      ),
    },
  ],
  lift: one(
    experiment(
      [{ id: "alibi", encoding: { kind: "alibi", slope: 0.5, dimension: 2 } }],
      ["lift", linear({ normalise: false })],
      { query: { values: [1, 1] }, key: { values: [1, 1] }, lags: upTo(6), time: 4 },
    ),
  ),
  corners: [
    {
      id: "bumps",
      document: experiment(
        [
          named("critical", "τ exp(−aτ)", onFirstAndThird({ kind: "real", rate: -0.01, size: 2 })),
          named(
            "wave",
            "τ exp(−aτ) cos ωτ",
            blocks({ kind: "pair", rate: -0.01, frequency: 0.1, size: 2 }),
          ),
          named(
            "quadratic",
            "τ² exp(−bτ)",
            blocks({ kind: "real", rate: -0.08, size: 3 }, { kind: "real", rate: 0 }),
          ),
        ],
        [linear({ normalise: false }), "plane"],
        { query: { values: [1, 0, 0, 0] }, key: { values: [0, 0, 0.02, 0] }, lags: upTo(500) },
      ),
    },
    {
      id: "lift",
      document: experiment(
        [
          named(
            "quadratic",
            "1 − cτ²",
            blocks({ kind: "real", rate: 0 }, { kind: "real", rate: 0, size: 3 }),
          ),
          named("line", "1 − mτ", { kind: "alibi", slope: 0.01, dimension: 4 }),
        ],
        [linear({ normalise: false }), "plane"],
        {
          query: { values: [1, -0.0002, 0, 0] },
          key: { values: [1, 0, 0, 1] },
          lags: upTo(200),
        },
      ),
    },
  ],
} as const satisfies Record<string, readonly Variant[]>;
