/** A sweep coarse to fine: first a few rows, then those halfway between, and so on; no row is computed twice. */
import type { Context, SweepBackend } from "../gpu/backend.ts";
import {
  emptyReduced,
  isWeighed,
  picture,
  type Reduced,
  type SweepQuestion,
} from "../model/sweep.ts";
import type { CoarsePicture } from "./api.ts";

/** Rows of the first pass, at least. */
const firstRows = 4;

export class CoarseToFine implements SweepBackend {
  readonly #fine: SweepBackend;
  readonly #show: (coarse: CoarsePicture) => void;

  constructor(fine: SweepBackend, show: (coarse: CoarsePicture) => void) {
    this.#fine = fine;
    this.#show = show;
  }

  get name(): SweepBackend["name"] {
    return this.#fine.name;
  }

  async compute(question: SweepQuestion, context: Context): Promise<Reduced> {
    const values = Float64Array.from(question.values);
    let all: Reduced | undefined;
    let done = 0;
    for (const { rows, every } of passes(values.length)) {
      const part = await this.#fine.compute(
        { ...question, values: rows.map((row) => values[row] as number) },
        {
          signal: context.signal,
          progress: (fraction) => context.progress((done + fraction * rows.length) / values.length),
        },
      );
      const columns = part.sum.length / rows.length;
      all ??= emptyReduced(columns * values.length, isWeighed(question.quantity));
      for (const [i, row] of rows.entries()) copyRow(part, i, all, row, columns);
      done += rows.length;
      if (every === 1) break;
      const shown = filled(all, every, columns);
      this.#show({ ...picture(shown, question), backend: this.name, every });
    }
    return all as Reduced;
  }
}

/** Every 2^k-th row, then the others of every 2^{k-1}-th, down to every row. */
export function passes(height: number): { rows: number[]; every: number }[] {
  let every = 2 ** Math.max(0, Math.floor(Math.log2(height / firstRows)));
  const all = [{ rows: multiples(height, every), every }];
  for (; every > 1; every /= 2) {
    const rows = multiples(height, every / 2).filter((row) => row % every !== 0);
    all.push({ rows, every: every / 2 });
  }
  return all;
}

const multiples = (height: number, every: number): number[] =>
  Array.from({ length: Math.ceil(height / every) }, (_, i) => i * every);

const names = ["sum", "min", "max", "mass", "moment"] as const;

function copyRow(from: Reduced, row: number, into: Reduced, to: number, columns: number): void {
  for (const name of names)
    into[name]?.set(
      (from[name] as Float64Array).subarray(row * columns, (row + 1) * columns),
      to * columns,
    );
}

/** Rows that are not known yet repeat the one above that is. */
function filled(all: Reduced, every: number, columns: number): Reduced {
  const height = all.sum.length / columns;
  const out = emptyReduced(all.sum.length, all.mass !== undefined);
  for (let row = 0; row < height; row++) copyRow(all, row - (row % every), out, row, columns);
  return out;
}
