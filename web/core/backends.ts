/** Long calls on the caller's side: which backend answers, and what lives as long as the runtime for them. */
import { type Backend, type Context, Unfit } from "../gpu/backend.ts";
import { EtxError } from "../model/error.ts";
import type { CallOptions, EtxOptions } from "./api.ts";
import { abortSignal, backends, callback, choice, record } from "./check.ts";
import { startBackend } from "./loader.ts";
import { Pool, poolSize } from "./pool.ts";
import { aborted } from "./rpc.ts";
import type { Runtime } from "./runtime.ts";

type Gpu = InstanceType<typeof import("../gpu/gpu.ts").Gpu>;
type Wanted = (typeof backends)[number];

/** Signal, callback and choice of a backend stay on this side; the rest is the question. */
export function longCall(
  method: string,
  asked: CallOptions & { backend?: unknown },
): { wanted: Wanted; context: Context; rest: object } {
  const { signal, onProgress, backend, ...rest } = record("options", asked) as typeof asked;
  const wanted = choice("backend", backend ?? "auto", backends);
  abortSignal(signal);
  callback("onProgress", onProgress);
  if (signal?.aborted) throw aborted(method);
  const progress = (fraction: number): void => onProgress?.(Math.min(1, fraction));
  return { wanted, context: { signal: signal ?? new AbortController().signal, progress }, rest };
}

interface LongCall<Question, Answer, Result> {
  method: string;
  wanted: Wanted;
  question: Question;
  context: Context;
  /** Whether a GPU is worth its start. */
  wins: boolean;
  wasm(pool: Pool): Backend<Question, Answer>;
  webgpu(pool: Pool, gpu: Gpu): Promise<Backend<Question, Answer>>;
  finish(answer: Answer): Result;
}

type Answered<Result> = Result & { backend: "wasm" | "webgpu"; reason?: string };

/** A cancel is heard at once, also while workers or a GPU start, which nothing can hasten: what they begin then ends soon. */
export async function onBackend<Question, Answer, Result>(
  runtime: Runtime,
  options: EtxOptions,
  asked: LongCall<Question, Answer, Result>,
): Promise<Answered<Result>> {
  const { signal } = asked.context;
  let hear = (): void => undefined;
  const cancelled = new Promise<never>((_, reject) => {
    hear = () => reject(aborted(asked.method));
  });
  signal.addEventListener("abort", hear);
  return Promise.race([answered(runtime, options, asked), cancelled]).finally(() =>
    signal.removeEventListener("abort", hear),
  );
}

/** On the backend that is wanted; "auto": on a GPU where it wins and can, else on wasm, with the reason. */
async function answered<Question, Answer, Result>(
  runtime: Runtime,
  options: EtxOptions,
  asked: LongCall<Question, Answer, Result>,
): Promise<Answered<Result>> {
  const { method, wanted, question, context, wins, wasm, webgpu, finish } = asked;
  const pool = poolOf(runtime, options);
  const run = async (on: Backend<Question, Answer>) => {
    const answer = await on.compute(question, context);
    context.progress(1);
    return { ...finish(answer), backend: on.name };
  };
  if (wanted === "wasm") return run(wasm(pool));
  if (wanted === "auto" && (!wins || options.gpu === "off")) return run(wasm(pool));
  if (options.gpu === "off")
    throw new EtxError("unsupported", 'backend is "webgpu", but this Etx was made with gpu "off"');
  try {
    const gpu = await gpuOf(runtime);
    const { software, name } = await gpu.device();
    if (context.signal.aborted) throw aborted(method);
    if (software && wanted === "auto") throw new Unfit(`"${name}" is a GPU in software`);
    return await run(await webgpu(pool, gpu));
  } catch (error) {
    if (context.signal.aborted) throw aborted(method); // whichever part of it heard that
    const { name, message } = error as Error;
    if (name === "EtxError") throw error; // what is wrong with the question, no backend mends
    const reason = name === "Unfit" ? message : `the GPU failed: ${message}`;
    if (wanted === "webgpu")
      throw new EtxError("unsupported", `backend is "webgpu", but ${reason}`);
    return { ...(await run(wasm(pool))), reason };
  }
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

interface GpuPart {
  gpu: Promise<Gpu>;
  end(): void;
}

/** One device for all of them. */
function gpuOf(runtime: Runtime): Promise<Gpu> {
  const { gpu } = runtime.part<GpuPart>("gpu", () => {
    const made = import("../gpu/gpu.ts").then(({ Gpu }) => new Gpu());
    return { gpu: made, end: () => void made.then((one) => one.end()) };
  });
  return gpu;
}
