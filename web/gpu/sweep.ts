/**
 * Sweeps on a GPU: chunk by chunk, each short enough to leave the screen its frames and small enough for the budget.
 * All inputs stay here, so a device that is lost in the middle loses nothing.
 */
import { EtxError } from "../model/error.ts";
import {
  addPart,
  columnEdges,
  emptyReduced,
  isWeighed,
  lagCount,
  type Reduced,
  type SweepQuestion,
} from "../model/sweep.ts";
import type { LagGrid, Numbers } from "../model/types.ts";
import { type Context, type Source, type SweepBackend, Unfit } from "./backend.ts";
import { Device, type Dispatch, OutOfMemory } from "./device.ts";
import { checkPhases } from "./self-test.ts";
import { checkFit, isMirrored, packLags, packTerms } from "./terms.ts";
import { cut, halves, type Range, type Tiles } from "./tiles.ts";

export interface GpuSettings {
  /** Bytes of tables in one chunk. */
  budget?: number;
  /** Grids go by the kernel of turns as well: for tests and the bench. */
  turns?: boolean;
  /** Milliseconds to wait before an adapter is asked for again. */
  patience?: readonly number[];
  /** Opens the device; default: the browser's, tested. */
  open?(): Promise<Computer>;
}

/** As much of a device as sweeps use. */
export type Computer = Pick<
  Device,
  "name" | "software" | "lost" | "gone" | "latency" | "run" | "destroy"
>;

async function openTested(): Promise<Computer> {
  const device = await Device.open();
  await checkPhases(device);
  await checkPhases(device); // its shader is compiled now: the time is the way there and back
  return device;
}

const cellWords = 5;
const longestTile = 1024;
const mostGroups = 65535;
/** Milliseconds of a chunk's work, beside the way there and back. */
const [briefest, longest] = [8, 16];

/** What is computed, made once. */
interface Work {
  question: SweepQuestion;
  context: Context;
  rows: readonly Float64Array[];
  tiles: Tiles;
  out: Reduced;
  width: number;
  variant: Dispatch["variant"];
  done: number;
}

export class GpuSweep implements SweepBackend {
  readonly name = "webgpu";
  readonly #source: Source;
  readonly #settings: GpuSettings;
  #device: Promise<Computer> | undefined;
  #ended = false;

  constructor(source: Source, settings: GpuSettings = {}) {
    this.#source = source;
    this.#settings = settings;
  }

  /** The device, tested; a fresh one where the last was lost. */
  device(): Promise<Computer> {
    const opening = this.#device ?? (this.#settings.open ?? openTested)();
    this.#device = opening;
    return opening.then(
      (device) => {
        if (!device.lost || this.#ended) return device;
        if (this.#device === opening) this.#device = undefined;
        return this.device();
      },
      (error) => {
        if (this.#device === opening) this.#device = undefined;
        throw error;
      },
    );
  }

  /** After a crash of the GPU's process adapters come back, but not at once. */
  async #reopen(): Promise<Computer> {
    const { patience = [0, 500, 2000] } = this.#settings;
    let reason: unknown;
    for (const wait of patience) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      try {
        return await this.device();
      } catch (error) {
        reason = error;
      }
    }
    throw new Unfit(`the GPU was lost and did not come back: ${(reason as Error).message}`);
  }

  end(): void {
    this.#ended = true;
    void this.#device?.then((device) => device.destroy()).catch(() => undefined);
  }

  async reduce(question: SweepQuestion, context: Context): Promise<Reduced> {
    const [rows] = await Promise.all([this.#source.terms(question, context), this.device()]);
    checkFit(rows, question.lags);
    const edges = columnEdges(lagCount(question.lags), question.width);
    const tiles = cut(
      edges,
      Math.min(longestTile, Math.floor(this.#budget / (16 * mostColumns(rows)))),
    );
    const weighed = isWeighed(question.quantity);
    const work: Work = {
      question,
      context,
      rows,
      tiles,
      out: emptyReduced(rows.length * question.width, weighed),
      width: question.width,
      variant: { weighed, root: question.quantity === "deviation" },
      done: 0,
    };
    let units = Math.max(1, Math.floor((rows.length * tiles.starts.length) / 64));
    let range = this.#next(work, undefined, units);
    let prepared = range && this.#prepare(work, range);
    while (range && prepared) {
      const [now, dispatch] = [range, await prepared];
      // The workers make the next tables while the GPU is at these.
      range = this.#next(work, now, units);
      prepared = range && this.#prepare(work, range);
      prepared?.catch(() => undefined); // heard of when its turn comes
      const begun = performance.now();
      const whole = await this.#compute(work, now, dispatch);
      const took = performance.now() - begun - (await this.device()).latency;
      if (!whole || took > longest) units = Math.max(1, units >> 1);
      else if (took < briefest) units *= 2;
      context.progress(work.done / (rows.length * tiles.starts.length));
      if (context.signal.aborted) throw new EtxError("aborted", "sweep was aborted");
    }
    return work.out;
  }

  get #budget(): number {
    return this.#settings.budget ?? 2 ** 26; // half of what WebGPU binds by default
  }

  /** The chunk after this one, of about so many tiles. */
  #next(work: Work, last: Range | undefined, units: number): Range | undefined {
    const { rows, tiles } = work;
    const all = tiles.starts.length;
    const tile = last && last.tile + last.tiles < all ? last.tile + last.tiles : 0;
    const row = last ? last.row + (tile > 0 ? 0 : last.rows) : 0;
    const terms = rows[row];
    if (!terms) return undefined;
    const columns = columnsOf(terms);
    const bytes = (some: number): number => 4 * columns * (some + tiles.width) + 24 * some;
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

  async #prepare(work: Work, range: Range): Promise<Dispatch> {
    const { question, tiles, variant } = work;
    const lengths = tiles.lengths.subarray(range.tile, range.tile + range.tiles);
    const results = cellWords * range.rows * range.tiles;
    if (!("count" in question.lags) || this.#settings.turns)
      return { kernel: "turn", variant, results, ...turnInputs(work, range, lengths) };
    const starts = tiles.starts.slice(range.tile, range.tile + range.tiles);
    const tables = await Promise.all(
      Array.from({ length: range.rows }, (_, i) =>
        this.#source.tables(question, range.row + i, starts, tiles.width, work.context),
      ),
    );
    const fours = (tables[0]?.columns ?? 0) / 4;
    return {
      kernel: "product",
      variant,
      shape: [range.tiles, fours, tiles.width],
      inputs: [
        concat(tables.map(({ left }) => left)),
        concat(tables.map(({ right }) => right)),
        lengths,
      ],
      groups: [Math.ceil(range.tiles / 4), range.rows],
      results,
    };
  }

  /** false: not in one piece, but done. */
  async #compute(work: Work, range: Range, dispatch: Dispatch, retried = false): Promise<boolean> {
    let cells: Float64Array | Float32Array;
    const device = retried ? await this.#reopen() : await this.device();
    try {
      cells = await device.run(dispatch);
    } catch (error) {
      if (this.#ended || error instanceof Unfit) throw error;
      if (error instanceof OutOfMemory || (retried && !device.lost)) {
        const parts = halves(range);
        if (!parts) throw new Unfit("the GPU has not memory enough for one tile");
        for (const part of parts) await this.#compute(work, part, await this.#prepare(work, part));
        return false;
      }
      // A lost device says so a moment later than its work fails.
      await Promise.race([device.gone, new Promise((resolve) => setTimeout(resolve, 100))]);
      if (retried) throw new Unfit(`the GPU was lost again: ${(error as Error).message}`);
      await this.#compute(work, range, dispatch, true);
      return false;
    }
    this.#absorb(work, range, cells);
    return true;
  }

  #absorb(work: Work, range: Range, cells: ArrayLike<number>): void {
    const { out, tiles, width } = work;
    for (let i = 0, at = 0; i < range.rows; i++) {
      for (let t = 0; t < range.tiles; t++, at += cellWords) {
        const column = tiles.columns[range.tile + t] as number;
        addPart(out, (range.row + i) * width + column, {
          sum: cells[at] as number,
          min: cells[at + 1] as number,
          max: cells[at + 2] as number,
          mass: cells[at + 3] as number,
          moment: cells[at + 4] as number,
        });
      }
    }
    work.done += range.rows * range.tiles;
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

function turnInputs(
  { question: { lags }, rows, tiles }: Work,
  range: Range,
  lengths: Uint32Array,
): Pick<Dispatch, "shape" | "inputs" | "groups"> {
  const some = rows.slice(range.row, range.row + range.rows);
  const { words, fours } = packTerms(some);
  const first = tiles.starts[range.tile] as number;
  const last = range.tile + range.tiles - 1;
  const end = (tiles.starts[last] as number) + (tiles.lengths[last] as number);
  const bounds = new Uint32Array(2 * range.tiles);
  lengths.forEach((length, t) => {
    bounds[2 * t] = (tiles.starts[range.tile + t] as number) - first;
    bounds[2 * t + 1] = length;
  });
  return {
    shape: [range.tiles, fours],
    inputs: [words, packLags(stretch(lags, first, end), isMirrored(some)), bounds],
    groups: [range.tiles, range.rows],
  };
}

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
