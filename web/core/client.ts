/** `createEtx`: the façade over the shared runtime. */
import { EtxError } from "../model/error.ts";
import type { CallOptions, Etx, EtxOptions } from "./api.ts";
import { abortSignal, callback } from "./check.ts";
import { methods } from "./methods.ts";
import { sharedRuntime } from "./runtime.ts";

/** In a browser the work runs in a worker; in Node in the process. Several calls share one runtime; the last dispose() ends it. */
export async function createEtx(options: EtxOptions = {}): Promise<Etx> {
  const runtime = sharedRuntime(options);
  const versions = await runtime.open().catch(rethrow);
  let open = true;

  async function call(method: string, args: unknown[]): Promise<unknown> {
    if (!open) throw new EtxError("aborted", "This Etx was disposed");
    const { data, signal, onProgress } = splitOptions(args);
    const result = await runtime
      .call(method, data, { ...(signal && { signal }), ...(onProgress && { onProgress }) })
      .catch(rethrow);
    onProgress?.(1);
    return result;
  }

  const answered = Object.fromEntries(
    methods.map((method) => [method, (...args: unknown[]) => call(method, args)]),
  );
  return {
    ...(answered as unknown as Pick<Etx, (typeof methods)[number]>),
    async sweep(asked) {
      if (!open) throw new EtxError("aborted", "This Etx was disposed");
      const { sweep } = await import("./sweeps.ts"); // few pages need it
      return sweep(runtime, options, asked).catch(rethrow);
    },
    async attentionStatistics(encoding, asked) {
      if (!open) throw new EtxError("aborted", "This Etx was disposed");
      const { statistics } = await import("./sequences.ts");
      return statistics(runtime, options, encoding, asked).catch(rethrow);
    },
    versions,
    async dispose() {
      if (open) runtime.close();
      open = false;
    },
  };
}

/** Signal and callback stay on this side; the rest of the last argument is data. */
function splitOptions(args: unknown[]): { data: unknown[] } & CallOptions {
  const last = args.at(-1);
  if (typeof last !== "object" || last === null || !("signal" in last || "onProgress" in last))
    return { data: args };
  const { signal, onProgress, ...rest } = last as CallOptions;
  abortSignal(signal);
  callback("onProgress", onProgress);
  return {
    data: [...args.slice(0, -1), rest],
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  };
}

/** The runtime may come from another copy of the package, whose error class is not ours. */
function rethrow(error: unknown): never {
  if (error instanceof Error && error.name === "EtxError" && !(error instanceof EtxError)) {
    throw new EtxError((error as EtxError).code, error.message);
  }
  throw error;
}
