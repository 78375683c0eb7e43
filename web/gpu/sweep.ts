/** Sweeps on a GPU: rows of tiles of lags, multiplied from tables or turned by phases. */
import {
  addPart,
  emptyReduced,
  isWeighed,
  type Reduced,
  type SweepQuestion,
  sweepEdges,
} from "../model/sweep.ts";
import type { LagGrid, Numbers } from "../model/types.ts";
import type { Context, Source, SweepBackend } from "./backend.ts";
import type { Dispatch, Variant } from "./device.ts";
import type { Gpu, Work } from "./gpu.ts";
import { checkFit, isMirrored, packLags, packTerms } from "./terms.ts";
import { cut, type Range, type Tiles } from "./tiles.ts";

export interface SweepSettings {
  /** Grids go by the kernel of turns as well: for tests and the bench. */
  turns?: boolean;
}

const cellWords = 5;
const longestTile = 1024;
const mostGroups = 65535;

export class GpuSweep implements SweepBackend {
  readonly name = "webgpu";
  readonly #source: Source;
  readonly #gpu: Gpu;
  readonly #settings: SweepSettings;

  constructor(source: Source, gpu: Gpu, settings: SweepSettings = {}) {
    this.#source = source;
    this.#gpu = gpu;
    this.#settings = settings;
  }

  async compute(question: SweepQuestion, context: Context): Promise<Reduced> {
    const [rows] = await Promise.all([this.#source.terms(question, context), this.#gpu.device()]);
    checkFit(rows, question.lags);
    const { turns = false } = this.#settings;
    const work = new SweepWork(this.#source, question, context, rows, this.#gpu.budget, turns);
    await this.#gpu.run(work, context);
    return work.out;
  }
}

class SweepWork implements Work {
  readonly name = "sweep";
  readonly out: Reduced;
  readonly tiles: number;
  readonly #source: Source;
  readonly #question: SweepQuestion;
  readonly #context: Context;
  readonly #rows: readonly Float64Array[];
  readonly #budget: number;
  readonly #turns: boolean;
  readonly #cut: Tiles;
  readonly #columns: number;
  readonly #variant: Variant;

  constructor(
    source: Source,
    question: SweepQuestion,
    context: Context,
    rows: readonly Float64Array[],
    budget: number,
    turns: boolean,
  ) {
    const edges = sweepEdges(question);
    this.#columns = edges.length - 1;
    const weighed = isWeighed(question.quantity);
    this.#source = source;
    this.#question = question;
    this.#context = context;
    this.#rows = rows;
    this.#budget = budget;
    this.#turns = turns || !("count" in question.lags);
    this.#cut = cut(edges, Math.min(longestTile, Math.floor(budget / (16 * mostColumns(rows)))));
    this.#variant = { weighed, root: question.quantity === "deviation" };
    this.tiles = rows.length * this.#cut.starts.length;
    this.out = emptyReduced(rows.length * this.#columns, weighed);
  }

  next(last: Range | undefined, units: number): Range | undefined {
    const rows = this.#rows;
    const all = this.#cut.starts.length;
    const tile = last && last.tile + last.tiles < all ? last.tile + last.tiles : 0;
    const row = last ? last.row + (tile > 0 ? 0 : last.rows) : 0;
    const terms = rows[row];
    if (!terms) return undefined;
    const columns = columnsOf(terms);
    const bytes = (some: number): number => 4 * columns * (some + this.#cut.width) + 24 * some;
    const fit = Math.max(1, Math.floor((this.#budget - bytes(0)) / (bytes(1) - bytes(0))));
    if (tile > 0 || units < all || fit < all || all > 4 * mostGroups) {
      const some = Math.min(all - tile, units, fit, 4 * mostGroups);
      return { row, rows: 1, tile, tiles: some };
    }
    const most = Math.min(
      Math.floor(units / all),
      Math.max(1, Math.floor(this.#budget / bytes(all))),
      mostGroups,
    );
    let end = row + 1;
    while (end < row + most && rows[end] && columnsOf(rows[end] as Float64Array) === columns) end++;
    return { row, rows: end - row, tile: 0, tiles: all };
  }

  async prepare(range: Range): Promise<Dispatch> {
    const variant = this.#variant;
    const { starts: all, lengths: every, width } = this.#cut;
    const lengths = every.subarray(range.tile, range.tile + range.tiles);
    const results = cellWords * range.rows * range.tiles;
    if (this.#turns)
      return { kernel: "turn", variant, results, ...this.#turnInputs(range, lengths) };
    const starts = all.slice(range.tile, range.tile + range.tiles);
    const tables = await Promise.all(
      Array.from({ length: range.rows }, (_, i) =>
        this.#source.tables(this.#question, range.row + i, starts, width, this.#context),
      ),
    );
    const fours = (tables[0]?.columns ?? 0) / 4;
    return {
      kernel: "product",
      variant,
      shape: [range.tiles, fours, width],
      inputs: [
        concat(tables.map(({ left }) => left)),
        concat(tables.map(({ right }) => right)),
        lengths,
      ],
      groups: [Math.ceil(range.tiles / 4), range.rows],
      results,
    };
  }

  absorb(range: Range, cells: Float32Array): number {
    for (let i = 0, at = 0; i < range.rows; i++) {
      for (let t = 0; t < range.tiles; t++, at += cellWords) {
        const column = this.#cut.columns[range.tile + t] as number;
        addPart(this.out, (range.row + i) * this.#columns + column, {
          sum: cells[at] as number,
          min: cells[at + 1] as number,
          max: cells[at + 2] as number,
          mass: cells[at + 3] as number,
          moment: cells[at + 4] as number,
        });
      }
    }
    return range.rows * range.tiles;
  }

  #turnInputs(range: Range, lengths: Uint32Array): Pick<Dispatch, "shape" | "inputs" | "groups"> {
    const some = this.#rows.slice(range.row, range.row + range.rows);
    const { words, fours } = packTerms(some);
    const { starts, lengths: every } = this.#cut;
    const first = starts[range.tile] as number;
    const last = range.tile + range.tiles - 1;
    const end = (starts[last] as number) + (every[last] as number);
    const bounds = new Uint32Array(2 * range.tiles);
    lengths.forEach((length, t) => {
      bounds[2 * t] = (starts[range.tile + t] as number) - first;
      bounds[2 * t + 1] = length;
    });
    const lags = stretch(this.#question.lags, first, end);
    return {
      shape: [range.tiles, fours],
      inputs: [words, packLags(lags, isMirrored(some)), bounds],
      groups: [range.tiles, range.rows],
    };
  }
}

/** A term that turns takes two columns of a table, others one; tables are filled up to fours. */
function columnsOf(row: Float64Array): number {
  let columns = 0;
  for (let at = 0; at < row.length; at += 7) columns += row[at + 1] === 0 ? 1 : 2;
  return Math.ceil(columns / 4) * 4;
}

const mostColumns = (rows: readonly Float64Array[]): number =>
  rows.reduce((most, row) => Math.max(most, columnsOf(row)), 4);

function stretch(lags: LagGrid | Numbers, first: number, end: number): ArrayLike<number> {
  if (!("count" in lags)) return lags.slice(first, end);
  return Float64Array.from({ length: end - first }, (_, i) => lags.start + (first + i) * lags.step);
}

function concat(arrays: readonly Float32Array[]): Float32Array {
  const [only] = arrays;
  if (only && arrays.length === 1) return only;
  const all = new Float32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}
