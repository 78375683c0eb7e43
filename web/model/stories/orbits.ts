/** What e^{tX} does to one key. */
import type { Block, Experiment } from "../types.ts";
import { blocks, experiment, linear, one, rope, upTo, type Variant } from "./build.ts";

const orbitOf = (block: Block, time: number, options?: Record<string, unknown>): Experiment =>
  experiment(
    [blocks(block)],
    [options ? { kind: "orbit", options } : "orbit", linear({ normalise: false })],
    {
      query: { values: [1, 0] },
      key: { values: [0.6, 0.8] },
      lags: upTo(120),
      time,
    },
  );

const circle: Block = { kind: "pair", rate: 0, frequency: 0.1 };
const spiral: Block = { kind: "pair", rate: -0.02, frequency: 0.1 };

export const orbits = {
  orbits: [
    { id: "circle", document: orbitOf(circle, 40) },
    { id: "spiral", document: orbitOf(spiral, 60) },
    { id: "cloud", document: orbitOf(circle, 40, { deviation: 0.3 }) },
    { id: "line", document: orbitOf({ kind: "real", rate: 0, size: 2 }, 6) },
    { id: "jordan", document: orbitOf({ kind: "real", rate: -0.05, size: 2 }, 30) },
  ],
  animations: [
    { id: "orbit", document: orbitOf(spiral, 0) },
    {
      id: "deviation",
      document: experiment(
        [rope(128)],
        [{ kind: "panels", options: { panels: [{ mean: 1, deviation: 0.1 }], length: 5000 } }],
        { lags: upTo(4999) },
      ),
    },
    {
      id: "build-up",
      document: experiment([rope(768)], [{ kind: "build-up", options: { count: 1 } }], {
        lags: upTo(4999),
        time: 1107,
      }),
    },
    { id: "blur", document: orbitOf(circle, 40, { deviation: 0 }) },
  ],
  clocks: one(experiment([rope(768)], ["clocks", "curve"], { lags: upTo(100_000), time: 1000 })),
} as const satisfies Record<string, readonly Variant[]>;
