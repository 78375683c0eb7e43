/** The core's part of a sweep: checks it, resolves each value's row, and computes rows in slices that end soon. */
import { EtxError } from "../model/error.ts";
import {
  addPart,
  emptyReduced,
  isWeighed,
  lagCount,
  type Reduced,
  type SweepQuestion,
  sweepEdges,
  sweepQuantities,
} from "../model/sweep.ts";
import type { Encoding, LagGrid } from "../model/types.ts";
import { choice, count, lags, numbers, record, show } from "./check.ts";
import type { Core, CoreEncoding, CoreJoint, Failure, SweepTables } from "./door.ts";
import { jointGaussian } from "./gaussian.ts";
import { dimensionOf } from "./generator.ts";

/** What a job may use of its engine. */
export interface Tools {
  core: Core;
  ask<Result>(question: () => Result): Exclude<Result, Failure>;
  resolve(encoding: Encoding): CoreEncoding;
}

/** Columns of all rows together: three or five doubles each. */
const maximumCells = 2 ** 24;
/** Milliseconds of a slice. A job hears of a cancel between two. */
export const slice = 8;

interface Row {
  encoding: CoreEncoding;
  joint: CoreJoint;
}
export interface Sweep {
  lags: LagGrid | Float64Array;
  edges: Float64Array;
  height: number;
  deviation: boolean;
  weighed: boolean;
  row(index: number): Row;
}

export function checkSweep(tools: Tools, question: unknown): Sweep {
  const given = record("options", question) as unknown as SweepQuestion;
  const quantity = choice("quantity", given.quantity, sweepQuantities);
  const tau = lags("lags", given.lags);
  const values = numbers("values", given.values);
  const width = count("width", given.width);
  const samples = lagCount(tau);
  const within = given.within === undefined ? undefined : checkWithin(given.within, samples);
  const most = within?.count ?? samples;
  if (width < 1 || width > most)
    throw new EtxError("range", `width is ${width}; it must lie between 1 and the ${most} lags`);
  if (width * values.length > maximumCells)
    throw new EtxError(
      "too-large",
      `values × width is ${values.length} × ${width}; at most ${maximumCells} cells fit`,
    );
  const set = setter(given);
  return {
    lags: tau,
    edges: sweepEdges({ ...given, lags: tau, width, quantity, ...(within && { within }) }),
    height: values.length,
    deviation: quantity === "deviation",
    weighed: isWeighed(quantity),
    row: (index) => rowOf(tools, set(values[index] as number)),
  };
}

function checkWithin(value: unknown, samples: number): { first: number; count: number } {
  const given = record("within", value);
  const first = count("within.first", given.first);
  const held = count("within.count", given.count);
  if (held < 1 || first + held > samples)
    throw new EtxError(
      "range",
      `within runs from ${first} over ${held} lags; it must hold at least one of the ${samples}`,
    );
  return { first, count: held };
}

interface Asked {
  encoding: Encoding;
  query: unknown;
  key: unknown;
  angle?: number;
}

/** How the parameter's value gets into the question. */
function setter({ encoding, query, key, parameter }: SweepQuestion): (value: number) => Asked {
  if (typeof parameter !== "string")
    throw new EtxError("parse", `parameter is ${show(parameter)}; it must be a path`);
  if (parameter === "meanAngle") return (angle) => ({ encoding, query, key, angle });
  if (parameter === "query.mean" || parameter === "query.variance") {
    const name = parameter.slice(6);
    return (value) => ({
      encoding,
      key,
      query: { ...distribution("query", query), [name]: value },
    });
  }
  if (parameter === "key.mean")
    return (mean) => ({ encoding, query, key: { ...distribution("key", key), mean } });
  const path = parameter.split(".");
  return (value) => ({ encoding: placed("encoding", encoding, path, value), query, key });
}

/** A copy with the number at the path. All but the path's last step must be there. */
function placed<Whole>(
  name: string,
  whole: Whole,
  [step = "", ...rest]: string[],
  value: number,
): Whole {
  if (typeof whole !== "object" || whole === null)
    throw new EtxError("range", `parameter leads to ${name}, which is ${show(whole)}`);
  const inside = Object.hasOwn(whole, step) ? (whole as Record<string, unknown>)[step] : undefined;
  if (rest.length === 0 && !["number", "undefined"].includes(typeof inside))
    throw new EtxError("range", `parameter leads to ${name}.${step}, which is ${show(inside)}`);
  const next = rest.length === 0 ? value : placed(`${name}.${step}`, inside, rest, value);
  if (!Array.isArray(whole)) return { ...whole, [step]: next };
  if (!(step in whole))
    throw new EtxError("range", `parameter leads to ${name}[${step}]; it has ${whole.length}`);
  return Object.assign([...whole], { [step]: next }) as Whole;
}

/** A vector is a distribution without spread. */
function distribution(name: string, value: unknown): Record<string, unknown> {
  const vector = Array.isArray(value) || ArrayBuffer.isView(value);
  return vector ? { mean: value, variance: 0 } : record(name, value);
}

function rowOf(tools: Tools, { encoding, query, key, angle }: Asked): Row {
  const resolved = tools.resolve(encoding);
  const given = { query: distribution("query", query), key: distribution("key", key) };
  const joint = jointGaussian(given, dimensionOf(resolved));
  if (angle !== undefined) joint.key.mean = turned(tools, resolved, joint.key.mean, angle);
  return { encoding: resolved, joint };
}

/** The vector with every pair of the generator turned by an angle: A(1) of a generator that turns nothing else. */
function turned(
  { core, ask }: Tools,
  encoding: CoreEncoding,
  vector: Float64Array,
  angle: number,
): Float64Array {
  const generator = ask(() => core.generator(encoding, 0))?.generators[0];
  if (!generator || generator.blocks.every(({ kind }) => kind !== "pair"))
    throw new EtxError(
      "unsupported",
      `parameter is "meanAngle", but the encoding "${encoding.kind}" has no pairs to turn`,
    );
  const blocks = generator.blocks.map(({ kind, size = 1 }) => ({
    kind,
    rate: 0,
    frequency: angle,
    size: 1,
    times: size,
  }));
  const flat = blocks.flatMap(({ times, ...block }) => Array.from({ length: times }, () => block));
  const turning = { kind: "generator" as const, generator: { ...generator, blocks: flat } };
  return ask(() => core.orbit(turning, vector, [1])).data;
}

/** All rows, computed here; yields the part that is done. */
export function* sweepJob(tools: Tools, question: unknown): Generator<number, Reduced> {
  const sweep = checkSweep(tools, question);
  const { edges, height, weighed } = sweep;
  const width = edges.length - 1;
  const out = emptyReduced(width * height, weighed);
  const [start, samples] = [edges[0] as number, edges[width] as number];
  let length = 2 ** 14; // lags a slice; follows the clock
  let rested = performance.now();
  for (let index = 0; index < height; index++) {
    const row = sweep.row(index);
    let column = 0;
    for (let first = start; first < samples; ) {
      const begun = performance.now();
      const end = sliceEnd(edges, column, first, length);
      const bounds = [first];
      while ((edges[column + bounds.length] as number) < end)
        bounds.push(edges[column + bounds.length] as number);
      bounds.push(end);
      const values = tools.ask(() =>
        tools.core.sweepSlice(
          row.encoding,
          row.joint,
          sweep.deviation,
          part(sweep.lags, first, end),
          bounds.map((bound) => bound - first),
          weighed,
        ),
      );
      add(out, index * width + column, values, bounds.length - 1);
      column += bounds.length - 1 - Number((edges[column + bounds.length - 1] as number) > end);
      first = end;
      const now = performance.now();
      length = paceOf(length, now - begun);
      if (now - rested > slice) {
        yield (index + (first - start) / (samples - start)) / height;
        rested = performance.now();
      }
    }
  }
  return out;
}

/** At a column's edge where one lies within reach. */
function sliceEnd(edges: Float64Array, column: number, first: number, length: number): number {
  const reach = Math.min(first + length, edges.at(-1) as number);
  let [low, high] = [column, edges.length - 1]; // the last edge within reach
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((edges[middle] as number) <= reach) low = middle;
    else high = middle - 1;
  }
  return (edges[low] as number) > first ? (edges[low] as number) : reach;
}

export function paceOf(length: number, milliseconds: number): number {
  const factor = Math.min(2, Math.max(0.5, slice / Math.max(milliseconds, 1e-3)));
  return Math.max(64, Math.round(length * factor));
}

/** A grid's part begins at the double nearest its lag: an error far below that of 32-bit products. */
export function part(
  all: LagGrid | Float64Array,
  first: number,
  end: number,
): LagGrid | Float64Array {
  if (all instanceof Float64Array) return all.subarray(first, end);
  return { start: all.start + first * all.step, step: all.step, count: end - first };
}

function add(out: Reduced, cell: number, values: Float64Array, columns: number): void {
  const at = (row: number, c: number): number => values[row * columns + c] as number;
  for (let c = 0; c < columns; c++) {
    addPart(out, cell + c, {
      sum: at(0, c),
      min: at(1, c),
      max: at(2, c),
      ...(out.mass && { mass: at(3, c), moment: at(4, c) }),
    });
  }
}

/** Every row's terms, null where one has none: what another backend needs to know before it begins. */
export function sweepTerms(tools: Tools, question: unknown): (Float64Array | null)[] {
  const sweep = checkSweep(tools, question);
  return Array.from({ length: sweep.height }, (_, index) => {
    const { encoding, joint } = sweep.row(index);
    return tools.ask(() => tools.core.sweepTerms(encoding, joint, sweep.deviation));
  });
}

/** The two tables of one row's product; starts: numbers of lags. */
export function sweepTables(
  tools: Tools,
  question: unknown,
  index: number,
  starts: Float64Array,
  width: number,
): SweepTables {
  const sweep = checkSweep(tools, question);
  if (sweep.lags instanceof Float64Array)
    throw new EtxError("unsupported", "lags: tables are for a uniform grid");
  const { encoding, joint } = sweep.row(index);
  const grid = sweep.lags;
  return tools.ask(() =>
    tools.core.sweepTables(encoding, joint, sweep.deviation, grid, starts, grid.step, width),
  );
}
