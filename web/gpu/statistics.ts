/** Statistics of a sequence on a GPU: groups of queries down, groups of keys across, and of these only the causal ones. */
import {
  bandEdges,
  binOf,
  bins,
  concluded,
  Gathered,
  join,
  mass,
  moment,
  parts,
  type SequenceStatistics,
  type StatisticsQuestion,
  sink,
  top,
} from "../model/statistics.ts";
import type { Matrix } from "../model/types.ts";
import {
  type Context,
  keysTogether,
  type Place,
  type PlacedSequence,
  queriesTogether,
  type StatisticsBackend,
  Unfit,
} from "./backend.ts";
import type { Dispatch } from "./device.ts";
import type { Computer, Gpu, Work } from "./gpu.ts";
import type { Range } from "./tiles.ts";

/** A tile has so many keys at least. */
const fewestKeys = 64;
const cellWords = 3;
/** The rows' part of the progress. */
const placing = 0.1;

export class GpuStatistics implements StatisticsBackend {
  readonly name = "webgpu";
  readonly #place: Place;
  readonly #gpu: Gpu;

  constructor(place: Place, gpu: Gpu) {
    this.#place = place;
    this.#gpu = gpu;
  }

  async compute(question: StatisticsQuestion, context: Context): Promise<SequenceStatistics> {
    const part = (from: number, to: number): Context => ({
      signal: context.signal,
      progress: (fraction) => context.progress(from + fraction * (to - from)),
    });
    const [placed] = await Promise.all([
      this.#place(question, part(0, placing)),
      this.#gpu.device().then(checkSoftmax),
    ]);
    if (typeof placed === "string") throw new Unfit(placed);
    const work = new StatisticsWork(placed, this.#gpu.budget);
    await this.#gpu.run(work, part(placing, 1));
    return concluded([work.out.sums]);
  }
}

const believed = new WeakSet<Computer>();
const [checked, tolerance] = [64, 1e-5];

/** Entropies on the user's own GPU against exact ones: one that computes something else must not be believed. */
async function checkSoftmax(device: Computer): Promise<void> {
  if (believed.has(device)) return;
  const sequence: PlacedSequence = {
    length: checked,
    fours: 1,
    query: Float32Array.from({ length: 4 * checked }, (_, i) => ((i * 7) % 11) / 4 - 1),
    key: Float32Array.from({ length: 4 * (checked + keysTogether) }, (_, i) => ((i * 5) % 13) / 6),
    bias: Float32Array.from({ length: checked }, (_, lag) => lag / -16),
  };
  const work = new StatisticsWork(sequence, 2 ** 20);
  const range = work.next(undefined, work.tiles) as Range;
  try {
    work.absorb(range, await device.run(await work.prepare(range)));
  } catch (error) {
    if (device.lost) return; // it is opened again where the first chunk fails
    throw error;
  }
  const { entropy } = work.out.sums;
  const error = entropy.reduce(
    (most, value, t) => Math.max(most, Math.abs(value - exactEntropy(sequence, t))),
    0,
  );
  if (!(error <= tolerance))
    throw new Unfit(`the GPU "${device.name}" computes a softmax wrongly, by ${error}`);
  believed.add(device);
}

function exactEntropy({ query, key, bias }: PlacedSequence, t: number): number {
  const scores = Array.from({ length: t + 1 }, (_, s) =>
    [0, 1, 2, 3].reduce(
      (sum, i) => sum + (query[4 * t + i] as number) * (key[4 * s + i] as number),
      bias[t - s] as number,
    ),
  );
  const Z = scores.reduce((sum, s) => sum + Math.exp(s), 0);
  return Math.log(Z) - scores.reduce((sum, s) => sum + s * Math.exp(s), 0) / Z;
}

/** Queries of which some keys are still to come. */
interface Open {
  rows: Matrix;
  tiles: number;
}

class StatisticsWork implements Work {
  readonly name = "attentionStatistics";
  readonly out: Gathered;
  readonly tiles: number;
  readonly #sequence: PlacedSequence;
  readonly #budget: number;
  readonly #edges: Float64Array;
  /** Columns of keys in a tile. */
  readonly #together: number;
  /** Tiles of each group of queries: to the last one's own key. */
  readonly #needed: readonly number[];
  readonly #open = new Map<number, Open>();

  constructor(sequence: PlacedSequence, budget: number) {
    const { length } = sequence;
    this.out = new Gathered(length);
    this.#sequence = sequence;
    this.#budget = budget;
    this.#edges = bandEdges(length);
    const columns = this.#columns;
    this.#together = Math.ceil((fewestKeys * columns) / Math.max(1, length));
    this.#needed = Array.from({ length: Math.ceil(length / queriesTogether) }, (_, row) => {
      const seen = Math.min(length, (row + 1) * queriesTogether);
      return Math.ceil(Math.ceil((seen * columns) / length) / this.#together);
    });
    this.tiles = this.#needed.reduce((sum, needed) => sum + needed, 0);
  }

  get #columns(): number {
    return this.#edges.length - 1;
  }

  next(last: Range | undefined, units: number): Range | undefined {
    const within = last && last.tile + last.tiles < (this.#needed[last.row] as number);
    const tile = within && last.rows === 1 ? last.tile + last.tiles : 0;
    const row = last ? last.row + (tile > 0 ? 0 : last.rows) : 0;
    const needed = this.#needed[row];
    if (needed === undefined) return undefined;
    let range: Range = { row, rows: 1, tile, tiles: Math.min(needed - tile, units) };
    while (range.tiles > 1 && this.#bytes(range) > this.#budget)
      range = { ...range, tiles: range.tiles >> 1 };
    if (tile > 0 || range.tiles < needed) return range;
    for (let left = units - needed; ; ) {
      const tiles = this.#needed[row + range.rows];
      if (tiles === undefined || tiles > left) return range;
      const more = { ...range, rows: range.rows + 1, tiles };
      if (this.#bytes(more) > this.#budget) return range;
      range = more;
      left -= tiles;
    }
  }

  async prepare(range: Range): Promise<Dispatch> {
    const { length, fours, query, key, bias } = this.#sequence;
    const [first, end] = this.#span(range);
    const [from, to] = [this.#edges[first] as number, this.#edges[end] as number];
    const [row, rows] = [4 * fours, 4 * fours * queriesTogether];
    return {
      kernel: "attention",
      shape: [
        length,
        this.#columns,
        fours,
        range.row * queriesTogether,
        first,
        end,
        this.#together,
      ],
      inputs: [
        query.subarray(range.row * rows, (range.row + range.rows) * rows),
        key.subarray(from * row, (to + keysTogether) * row),
        bias,
      ],
      groups: [range.tiles, range.rows],
      results: cellWords * this.#slots(range) * queriesTogether * range.rows,
    };
  }

  absorb(range: Range, cells: Float32Array): number {
    let absorbed = 0;
    for (let row = range.row; row < range.row + range.rows; row++) {
      const needed = this.#needed[row] as number;
      const tiles = Math.min(needed - range.tile, range.tiles);
      if (tiles <= 0) continue; // halves may lie beyond the diagonal
      absorbed += tiles;
      const open = this.#open.get(row) ?? { rows: undefined, tiles: 0 };
      const rows = this.#rows(range, row, cells);
      if (open.rows) join(open.rows, rows);
      const all = { rows: open.rows ?? rows, tiles: open.tiles + tiles };
      this.#open.set(row, all);
      if (all.tiles < needed) continue;
      this.out.add(all.rows, row * queriesTogether);
      this.#open.delete(row);
    }
    return absorbed;
  }

  /** The first column of a range, and the one after its last. */
  #span({ tile, tiles }: Range): [number, number] {
    return [tile * this.#together, Math.min(this.#columns, (tile + tiles) * this.#together)];
  }

  /** Cells of a query. */
  #slots(range: Range): number {
    const [first, end] = this.#span(range);
    return end - first + bins + 1;
  }

  #bytes(range: Range): number {
    const { fours } = this.#sequence;
    const [first, end] = this.#span(range);
    const keys = (this.#edges[end] as number) - (this.#edges[first] as number) + keysTogether;
    const queries = queriesTogether * range.rows;
    return 16 * fours * (queries + keys) + 4 * cellWords * this.#slots(range) * queries;
  }

  /** One group's queries, as model/statistics.ts joins them, from the cells of their runs (attention.wgsl). */
  #rows(range: Range, row: number, cells: Float32Array): Matrix {
    const [first, end] = this.#span(range);
    const [slots, edges] = [this.#slots(range), this.#edges];
    const begin = row * queriesTogether;
    const queries = Math.min(queriesTogether, this.#sequence.length - begin);
    const cols = parts + bins + this.#columns;
    const rows = { rows: queries, cols, data: new Float64Array(queries * cols) };
    const runs = new Uint32Array(3 * slots); // bin, column and cell
    for (let i = 0; i < queries; i++) {
      const query = begin + i;
      const cell = (slot: number): number =>
        cellWords * (((row - range.row) * slots + slot) * queriesTogether + i);
      const out = rows.data.subarray(i * cols, (i + 1) * cols);
      const until = Math.min(edges[end] as number, query + 1);
      let count = 0;
      let most = Number.NEGATIVE_INFINITY;
      for (let key = edges[first] as number, column = first; key < until; ) {
        const bin = binOf(query - key);
        const at = cell(column - first + bins - 1 - bin);
        runs.set([bin, column, at], 3 * count++);
        most = Math.max(most, cells[at + top] as number);
        key = Math.min(edges[column + 1] as number, query + 2 - 2 ** bin); // the bin's least lag is 2^bin - 1
        if (key === edges[column + 1]) column++;
      }
      out[top] = most;
      for (let run = 0; run < count; run++) {
        const [bin, column, at] = runs.subarray(3 * run) as unknown as [number, number, number];
        const shift = (cells[at] as number) - most;
        const scale = Math.exp(shift);
        const own = (cells[at + 1] as number) * scale;
        out[mass] = (out[mass] as number) + own;
        out[moment] = (out[moment] as number) + (cells[at + 2] as number) * scale + own * shift;
        out[parts + bin] = (out[parts + bin] as number) + own;
        out[parts + bins + column] = (out[parts + bins + column] as number) + own;
      }
      if (first === 0) out[sink] = Math.exp((cells[cell(slots - 1)] as number) - most);
    }
    return rows;
  }
}
