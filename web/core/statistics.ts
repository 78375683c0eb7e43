/** Statistics of a causal softmax over a sequence: blocks of queries against stretches of keys, joined as they come. */
import { EtxError } from "../model/error.ts";
import { bandEdges, Gathered, join, type SequenceStatistics } from "../model/statistics.ts";
import type { Encoding, Matrix } from "../model/types.ts";
import { count, numbers, record } from "./check.ts";
import type { CoreEncoding } from "./door.ts";
import { dimensionOf } from "./generator.ts";
import { paceOf, slice, type Tools } from "./sweep.ts";

const longestSequence = 65536;
const widest = 256;
/** Queries of a block: enough that moving keys to their tile costs little beside their scores. */
const block = 128;

export function checkSequence(
  tools: Tools,
  encoding: Encoding,
  options: unknown,
): { resolved: CoreEncoding; query: Matrix; key: Matrix } {
  const given = record("options", options);
  const resolved = tools.resolve(encoding);
  const query = sequence("query", given.query, dimensionOf(resolved));
  const key = sequence("key", given.key, query.cols);
  if (key.rows !== query.rows)
    throw new EtxError("shape", `key has ${key.rows} rows; query has ${query.rows}`);
  return { resolved, query, key };
}

/** Sums over every `lanes`-th block of queries, so that several workers have alike to do. */
export function* statisticsJob(
  tools: Tools,
  encoding: Encoding,
  options: unknown,
  lane = 0,
  lanes = 1,
): Generator<number, SequenceStatistics> {
  const { resolved, query, key } = checkSequence(tools, encoding, options);
  const length = query.rows;
  const edges = bandEdges(length);
  const out = new Gathered(length);
  let stretch = 512; // keys a slice; follows the clock
  let rested = performance.now();
  for (let first = lane * block; first < length; first += lanes * block) {
    const end = Math.min(length, first + block);
    const queries = rows(query, first, end);
    let all: Matrix | undefined;
    for (let from = 0; from < end; ) {
      const begun = performance.now();
      const to = Math.min(end, from + stretch);
      const some = rows(key, from, to);
      const found = tools.ask(() =>
        tools.core.attentionSlice(resolved, queries, first, some, from, edges),
      );
      if (all) join(all, found);
      else all = found;
      from = to;
      const now = performance.now();
      stretch = Math.max(64, 64 * Math.round(paceOf(stretch, now - begun) / 64));
      if (now - rested > slice) {
        yield (first * first + 2 * first * (end - first) * (to / end)) / length ** 2;
        rested = performance.now();
      }
    }
    if (all) out.add(all, first);
  }
  return out.sums;
}

function sequence(name: string, value: unknown, dimension: number): Matrix {
  const { rows, cols, data } = record(name, value);
  const height = count(`${name}.rows`, rows, longestSequence);
  const width = count(`${name}.cols`, cols, widest);
  if (width !== dimension)
    throw new EtxError(
      "shape",
      `${name}.cols is ${width}; the encoding's dimension is ${dimension}`,
    );
  return {
    rows: height,
    cols: width,
    data: numbers(`${name}.data`, data, height * width, "rows × cols"),
  };
}

const rows = ({ cols, data }: Matrix, from: number, to: number): Matrix => ({
  rows: to - from,
  cols,
  data: data.subarray(from * cols, to * cols),
});
