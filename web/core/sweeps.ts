/** `Etx.sweep` on the caller's side: which backend, how the work is dealt out, and the picture of the answer. */
import {
  type Context,
  type Source,
  type SweepBackend,
  type Tables,
  Unfit,
} from "../gpu/backend.ts";
import type { GpuSettings } from "../gpu/sweep.ts";
import { EtxError } from "../model/error.ts";
import {
  columnEdges,
  lagCount,
  picture,
  type Reduced,
  type SweepQuestion,
} from "../model/sweep.ts";
import type { Encoding } from "../model/types.ts";
import type {
  AttentionStatistics,
  AttentionStatisticsOptions,
  EtxOptions,
  SweepOptions,
  SweepResult,
} from "./api.ts";
import { choice, record } from "./check.ts";
import { startBackend } from "./loader.ts";
import { Pool, poolSize } from "./pool.ts";
import { type Call, plain } from "./rpc.ts";
import type { Runtime } from "./runtime.ts";

/** Samples from where a GPU wins: below, its start and the tables' way to it cost more than they save. */
const worthwhile = 2 ** 25;
/** Pieces a worker: the last ones to finish have then little left to wait for. */
const piecesEach = 8;

export async function sweep(
  runtime: Runtime,
  options: EtxOptions,
  asked: SweepOptions,
): Promise<SweepResult> {
  const { signal, onProgress, backend, ...rest } = record(
    "options",
    asked,
  ) as unknown as SweepOptions;
  const wanted = choice("backend", backend ?? "auto", ["auto", "wasm", "webgpu"]);
  const [question] = plain("sweep", [rest]) as [SweepQuestion];
  const context: Context = {
    signal: signal ?? new AbortController().signal,
    progress: (fraction) => onProgress?.(Math.min(1, fraction)),
  };
  if (context.signal.aborted) throw new EtxError("aborted", "sweep was aborted");
  const pool = poolOf(runtime, options);
  const wasm = new PoolBackend(pool);
  const run = async (on: SweepBackend): Promise<SweepResult> => {
    const reduced = await on.reduce(question, context);
    const edges = columnEdges(lagCount(question.lags), question.width);
    onProgress?.(1);
    return { ...picture(reduced, edges, question.quantity), backend: on.name };
  };
  if (wanted === "wasm") return run(wasm);
  if (wanted === "auto" && !large(question)) return run(wasm);
  if (options.gpu === "off") {
    if (wanted === "auto") return run(wasm);
    throw new EtxError("unsupported", 'backend is "webgpu", but this Etx was made with gpu "off"');
  }
  try {
    const gpu = await gpuOf(runtime, pool);
    const { software, name } = await gpu.device();
    if (software && wanted === "auto") throw new Unfit(`"${name}" is a GPU in software`);
    return await run(gpu);
  } catch (error) {
    if ((error as Error).name !== "Unfit") throw error;
    const reason = (error as Error).message;
    if (wanted === "webgpu")
      throw new EtxError("unsupported", `backend is "webgpu", but ${reason}`);
    return { ...(await run(wasm)), reason };
  }
}

/** The statistics of a sequence, on one of the workers. */
export async function statistics(
  runtime: Runtime,
  options: EtxOptions,
  encoding: Encoding,
  asked: AttentionStatisticsOptions,
): Promise<AttentionStatistics> {
  const { signal, onProgress, ...rest } = record(
    "options",
    asked,
  ) as unknown as AttentionStatisticsOptions;
  const result = await poolOf(runtime, options).call("attentionStatistics", [encoding, rest], {
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  });
  onProgress?.(1);
  return result as AttentionStatistics;
}

/** A question that is none is the core's to refuse. */
function large({ values, lags }: SweepQuestion): boolean {
  const count = typeof lags === "object" && lags !== null ? lagCount(lags) : 0;
  return (values?.length ?? 0) * count >= worthwhile;
}

/** Without workers the page's own engine does it, slice by slice. */
function poolOf(runtime: Runtime, options: EtxOptions): Pool {
  return runtime.part("pool", () => {
    if (options.worker !== false && typeof Worker === "function")
      return new Pool(() => startBackend(options), poolSize());
    const own = { call: runtime.call, dead: false, end() {} };
    return new Pool(async () => own as never, 1);
  });
}

/** Rows dealt out to wasm workers. */
export class PoolBackend implements SweepBackend {
  readonly name = "wasm";
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  end(): void {} // the pool is the runtime's

  async reduce(question: SweepQuestion, context: Context): Promise<Reduced> {
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

interface GpuPart {
  gpu: Promise<InstanceType<typeof import("../gpu/sweep.ts").GpuSweep>>;
  end(): void;
}

async function gpuOf(runtime: Runtime, pool: Pool, settings: GpuSettings = {}) {
  const { gpu } = runtime.part<GpuPart>("gpu", () => {
    const made = import("../gpu/sweep.ts").then(
      ({ GpuSweep }) => new GpuSweep(sourceOf(pool.call), settings),
    );
    return { gpu: made, end: () => void made.then((one) => one.end()) };
  });
  return gpu;
}
