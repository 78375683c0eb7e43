/** What it means that A(t) is the exponential of X. */
import type { BenchEntry, Block, Encoding, Experiment } from "../types.ts";
import { blocks, experiment, named, square, upTo, type Variant } from "./build.ts";

const turning: Block = { kind: "pair", rate: 0, frequency: 0.1 };
const spiralling: Block = { kind: "pair", rate: -0.02, frequency: 0.1 };
const fadingBy = (rate: number): Block => ({ kind: "real", rate: -rate });
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

const matrixOf = (
  reading: string,
  encodings: (Encoding | BenchEntry)[],
  time: number,
  last: number,
): Experiment =>
  experiment(encodings, [{ kind: "matrix", options: { reading } }], {
    query: { values: [1, 0] },
    key: { values: [1, 0] },
    lags: upTo(last),
    time,
  });

const shear = (id: string, name: string, data: number[]): BenchEntry =>
  named(id, name, { kind: "matrix", matrix: square(data) });

export const exponential = {
  derivative: [
    { id: "circle", document: tangentOf([turning], [1, 0], 20) },
    { id: "spiral", document: tangentOf([spiralling], [1, 0], 12) },
    { id: "chain", document: tangentOf([chain(2)], [1, 0.02], 30) },
    { id: "fading", document: tangentOf([fadingBy(0.05), fadingBy(0.01)], [1, 1], 10) },
  ],
  series: [
    { id: "circle", document: seriesOf([turning], [1, 0], 20, 3) },
    { id: "chain2", document: seriesOf([chain(2)], [0.2, 0.02], 40, 1) },
    { id: "chain3", document: seriesOf([chain(3)], [0, 0.03, -0.0004], 60, 2) },
    { id: "fading", document: seriesOf([fadingBy(0.05), fadingBy(0.02)], [1, 1], 40, 4) },
  ],
  picture: [
    { id: "chain2", document: matrixOf("vectors", [blocks(chain(2))], 1, 4) },
    { id: "chain3", document: matrixOf("vectors", [blocks(chain(3))], 1, 4) },
    { id: "spiral", document: matrixOf("vectors", [blocks(spiralling)], 8, 80) },
    { id: "number", document: matrixOf("complex", [blocks(spiralling)], 15, 80) },
    {
      id: "commuting",
      document: matrixOf(
        "product",
        [
          named("x", "0.1 J", blocks(turning)),
          named("y", "−0.02 I", blocks(fadingBy(0.02), fadingBy(0.02))),
        ],
        20,
        60,
      ),
    },
    {
      id: "shears",
      document: matrixOf(
        "product",
        [shear("x", "↔", [0, -0.1, 0, 0]), shear("y", "↕", [0, 0, 0.1, 0])],
        12,
        30,
      ),
    },
  ],
} as const satisfies Record<string, readonly Variant[]>;
