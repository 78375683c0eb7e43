/** What e^{tX} does to one key. */
import type { Block, Experiment } from "../types.ts";
import { blocks, experiment, linear, one, rope, upTo, type Variant } from "./build.ts";

const orbitOf = (block: Block, time: number): Experiment =>
  experiment([blocks(block)], ["orbit", linear({ normalise: false })], {
    query: { values: [1, 0] },
    key: { values: [0.6, 0.8] },
    lags: upTo(120),
    time,
  });

export const orbits = {
  orbits: [
    { id: "circle", document: orbitOf({ kind: "pair", rate: 0, frequency: 0.1 }, 40) },
    { id: "spiral", document: orbitOf({ kind: "pair", rate: -0.02, frequency: 0.1 }, 60) },
    { id: "line", document: orbitOf({ kind: "real", rate: 0, size: 2 }, 6) },
    { id: "jordan", document: orbitOf({ kind: "real", rate: -0.05, size: 2 }, 30) },
  ],
  clocks: one(experiment([rope(768)], ["clocks", "curve"], { lags: upTo(100_000), time: 1000 })),
} as const satisfies Record<string, readonly Variant[]>;
