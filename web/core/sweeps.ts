/** `Etx.sweep` on the caller's side: how the work is dealt out, and the picture of the answer. */
import type { Context, Source, SweepBackend, Tables } from "../gpu/backend.ts";
import {
  isWeighed,
  lagCount,
  picture,
  type Reduced,
  type SweepPicture,
  type SweepQuestion,
} from "../model/sweep.ts";
import type { EtxOptions, SweepOptions, SweepResult } from "./api.ts";
import { longCall, onBackend } from "./backends.ts";
import { callback } from "./check.ts";
import { CoarseToFine } from "./coarse.ts";
import type { Pool } from "./pool.ts";
import type { Call } from "./rpc.ts";
import type { Runtime } from "./runtime.ts";

/** Samples from where a GPU wins: below, its start and the tables' way to it cost more than they save. */
const worthwhile = 2 ** 25;
/** Samples of about an eighth of a second of a wasm worker's time, from where coarse pictures are worth having. */
const slow = 2 ** 23;
/** A row costs as much before its first sample. */
const rowStart = 2 ** 17;
/** Pieces a worker: the last ones to finish have then little left to wait for. */
const piecesEach = 8;

/** `asked` is the callee's own. */
export async function sweep(
  runtime: Runtime,
  options: EtxOptions,
  asked: SweepOptions,
): Promise<SweepResult> {
  const { wanted, context, rest } = longCall("sweep", asked);
  const { onCoarse, ...question } = rest as SweepQuestion & Pick<SweepOptions, "onCoarse">;
  callback("onCoarse", onCoarse);
  const { rows, lags } = sizes(question);
  const coarse = (fine: SweepBackend): SweepBackend =>
    onCoarse && rows * (lags + rowStart) >= slow ? new CoarseToFine(fine, onCoarse) : fine;
  return onBackend<SweepQuestion, Reduced, SweepPicture>(runtime, options, {
    method: "sweep",
    wanted,
    question,
    context,
    wins: rows * lags >= worthwhile,
    wasm: (pool) => coarse(new PoolBackend(pool)),
    webgpu: async (pool, gpu) =>
      coarse(new (await import("../gpu/sweep.ts")).GpuSweep(sourceOf(pool.call), gpu)),
    finish: (reduced) => picture(reduced, question),
  });
}

/** How many rows of how many samples. A question that is none is the core's to refuse. */
function sizes({ values, lags, within, quantity }: SweepQuestion): { rows: number; lags: number } {
  if (typeof lags !== "object" || lags === null) return { rows: 0, lags: 0 };
  const count = within && !isWeighed(quantity) ? within.count : lagCount(lags);
  return { rows: values?.length ?? 0, lags: count };
}

/** Rows dealt out to wasm workers. */
export class PoolBackend implements SweepBackend {
  readonly name = "wasm";
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async compute(question: SweepQuestion, context: Context): Promise<Reduced> {
    const { values } = question;
    const height = Array.isArray(values) || ArrayBuffer.isView(values) ? values.length : 0;
    const rows = Math.max(1, Math.ceil(height / (piecesEach * this.#pool.size)));
    // A question without rows goes out all the same: it may be wrong.
    const pieces = Math.max(1, Math.ceil(height / rows));
    const parts: Reduced[] = [];
    const done = new Float64Array(pieces);
    const { signal } = context;
    await this.#pool.each(pieces, async (call, piece) => {
      const own =
        height === 0
          ? question
          : { ...question, values: values.slice(piece * rows, (piece + 1) * rows) };
      const onProgress = (fraction: number): void => {
        done[piece] = fraction;
        context.progress(done.reduce((sum, part) => sum + part, 0) / pieces);
      };
      parts[piece] = (await call("sweep", [own], { signal, onProgress })) as Reduced;
      onProgress(1);
    });
    return joined(parts);
  }
}

function joined(parts: readonly Reduced[]): Reduced {
  const [first] = parts;
  if (!first || parts.length === 1) return first as Reduced;
  const all = (name: keyof Reduced): Float64Array => {
    const rows = parts.map((part) => part[name] as Float64Array);
    const out = new Float64Array(rows.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const row of rows) {
      out.set(row, at);
      at += row.length;
    }
    return out;
  };
  return {
    sum: all("sum"),
    min: all("min"),
    max: all("max"),
    ...(first.mass && { mass: all("mass"), moment: all("moment") }),
  };
}

/** The workers make what the GPU multiplies. */
export function sourceOf(call: Call): Source {
  return {
    terms: (question, { signal }) =>
      call("sweepTerms", [question], { signal }) as Promise<(Float64Array | null)[]>,
    tables: (question, row, starts, width, { signal }) => {
      const values = [question.values[row] as number];
      const args = [{ ...question, values }, 0, starts, width];
      return call("sweepTables", args, { signal }) as Promise<Tables>;
    },
  };
}
