/** What it means that A(t) is the exponential of X. */
import type { Block, Experiment } from "../types.ts";
import { blocks, experiment, upTo, type Variant } from "./build.ts";

const turning: Block = { kind: "pair", rate: 0, frequency: 0.1 };
const spiralling: Block = { kind: "pair", rate: -0.02, frequency: 0.1 };
const fading: Block = { kind: "real", rate: -0.05 };
const chain = (size: number): Block => ({ kind: "real", rate: 0, size });

const tangentOf = (list: Block[], key: number[], time: number): Experiment =>
  experiment([blocks(...list)], ["tangent"], {
    query: { values: [1, 0] },
    key: { values: key },
    lags: upTo(100),
    time,
  });

const seriesOf = (list: Block[], key: number[], time: number, terms: number): Experiment =>
  experiment([blocks(...list)], [{ kind: "series", options: { terms } }], {
    query: { values: [1, 0] },
    key: { values: key },
    lags: upTo(100),
    time,
  });

export const exponential = {
  derivative: [
    { id: "circle", document: tangentOf([turning], [1, 0], 20) },
    { id: "spiral", document: tangentOf([spiralling], [1, 0], 12) },
    { id: "chain", document: tangentOf([chain(2)], [1, 0.02], 30) },
    { id: "fading", document: tangentOf([fading, { ...fading, rate: -0.01 }], [1, 1], 10) },
  ],
  series: [
    { id: "circle", document: seriesOf([turning], [1, 0], 20, 3) },
    { id: "chain2", document: seriesOf([chain(2)], [0.2, 0.02], 40, 1) },
    { id: "chain3", document: seriesOf([chain(3)], [0, 0.03, -0.0004], 60, 2) },
    { id: "fading", document: seriesOf([fading, { ...fading, rate: -0.02 }], [1, 1], 40, 4) },
  ],
} as const satisfies Record<string, readonly Variant[]>;
