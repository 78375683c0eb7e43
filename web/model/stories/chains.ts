/** Jordan blocks: position, velocity, and what a nudge does to them. */
import { blocks, experiment, linear, named, one, square, upTo, type Variant } from "./build.ts";

export const chains = {
  "slow-pair": one(
    experiment(
      [
        named("line", "J₂", blocks({ kind: "real", rate: 0, size: 2 })),
        named("slow", "ω = 0.0005", blocks({ kind: "pair", rate: 0, frequency: 0.0005 })),
        named("slower", "ω = 0.0001", blocks({ kind: "pair", rate: 0, frequency: 0.0001 })),
      ],
      ["curve", "plane"],
      { query: { values: [1, 0] }, key: { values: [1, -0.0005] }, lags: upTo(5000) },
    ),
  ),
  nudge: one(
    experiment(
      [
        named("exact", "J₂", { kind: "matrix", matrix: square([0, 1, 0, 0]) }),
        named("turning", "ε = −1e-6", { kind: "matrix", matrix: square([0, 1, -1e-6, 0]) }),
        named("growing", "ε = +1e-7", { kind: "matrix", matrix: square([0, 1, 1e-7, 0]) }),
      ],
      [linear({ normalise: false })],
      { query: { values: [1, 0] }, key: { values: [0, 1] }, lags: upTo(5000) },
    ),
  ),
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
  corners: one(
    experiment(
      [
        named("critical", "τ e^{−aτ}", blocks({ kind: "real", rate: -0.01, size: 2 })),
        named("wave", "τ e^{−aτ} cos ωτ", {
          kind: "generator",
          generator: { blocks: [{ kind: "pair", rate: -0.01, frequency: 0.1, size: 2 }] },
        }),
        named("quadratic", "τ² e^{−aτ}", blocks({ kind: "real", rate: -0.02, size: 3 })),
      ],
      [linear({ normalise: false }), "plane"],
      { query: { values: [1, 0] }, key: { values: [0, 0.02] }, lags: upTo(1000) },
    ),
  ),
} as const satisfies Record<string, readonly Variant[]>;
