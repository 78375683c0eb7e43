/** `createEtx`: the façade over the shared runtime. */
import { EtxError } from "../model/error.ts";
import type { CallOptions, Etx, EtxOptions } from "./api.ts";
import { abortSignal, callback } from "./check.ts";
import { methods } from "./methods.ts";
import { plain } from "./rpc.ts";
import { sharedRuntime } from "./runtime.ts";

/** In a browser the work runs in a worker; in Node in the process. Several calls share one runtime; the last dispose() ends it. */
export async function createEtx(options: EtxOptions = {}): Promise<Etx> {
  const runtime = sharedRuntime(options);
  const versions = await runtime.open().catch(rethrow);
  const ended = new AbortController();
  const refuseOnceEnded = (): void => {
    if (ended.signal.aborted) throw new EtxError("aborted", "This Etx was disposed");
  };

  async function call(method: string, args: unknown[]): Promise<unknown> {
    refuseOnceEnded();
    const { data, signal, onProgress } = splitOptions(args);
    const result = await runtime
      .call(method, data, { signal: either(signal), ...(onProgress && { onProgress }) })
      .catch(rethrow);
    onProgress?.(1);
    return result;
  }

  const either = (signal?: AbortSignal): AbortSignal =>
    signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;

  const answered = Object.fromEntries(
    methods.map((method) => [method, (...args: unknown[]) => call(method, args)]),
  );
  return {
    ...(answered as unknown as Pick<Etx, (typeof methods)[number]>),
    async sweep(asked) {
      refuseOnceEnded();
      const own = owned("sweep", asked, either);
      const { sweep } = await import("./sweeps.ts"); // few pages need it
      return sweep(runtime, options, own).catch(rethrow);
    },
    async attentionStatistics(encoding, asked) {
      refuseOnceEnded();
      const own = owned("attentionStatistics", { ...asked, encoding }, either);
      const { statistics } = await import("./sequences.ts");
      return statistics(runtime, options, own.encoding, own).catch(rethrow);
    },
    versions,
    async dispose() {
      if (ended.signal.aborted) return;
      ended.abort();
      runtime.close();
    },
  };
}

/** Cloned before any wait, but for what stays on this side. */
function owned<Asked extends CallOptions>(
  method: string,
  asked: Asked,
  either: (signal?: AbortSignal) => AbortSignal,
): Asked {
  if (typeof asked !== "object" || asked === null) return asked; // the core's to refuse
  const { signal, onProgress, onCoarse, ...data } = asked as Asked & { onCoarse?: unknown };
  const [own] = plain(method, [data]) as [Asked];
  abortSignal(signal);
  return Object.assign(
    own,
    { signal: either(signal) },
    onProgress && { onProgress },
    onCoarse && { onCoarse },
  );
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
