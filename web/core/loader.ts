/**
 * Finds a place for the work: a worker; through a blob where the package lies on another origin, which may not start
 * workers directly; the calling thread where a page's policy allows neither, and in Node.
 */
import { EtxError } from "../model/error.ts";
import type { EtxOptions, Versions } from "./api.ts";
import type { StartOptions } from "./engine.ts";
import { aborted, type Call, connect, plain, turn } from "./rpc.ts";
import { assetUrl, wasmUrls } from "./urls.ts";
import workerFile from "./worker.ts?worker&url";

export interface Backend {
  readonly versions: Versions;
  readonly call: Call;
  /** It answers no more calls. */
  readonly dead: boolean;
  /** Rejects what is pending and frees everything. */
  end(error: EtxError): void;
}

/** A worker that fails to load says so by an event without text, and under some policies not at all. */
const patience = 20_000;

export async function startBackend(options: EtxOptions): Promise<Backend> {
  const start: StartOptions = { wasm: options.wasm, urls: wasmUrls(options.assetBase) };
  if (options.worker !== false && typeof Worker === "function") {
    const base = options.assetBase;
    const url =
      base === undefined ? new URL(workerFile, import.meta.url).href : assetUrl("worker.js", base);
    try {
      return await inWorker(url, start);
    } catch {
      // The calling thread either works or fails for the same reason, and can say it in words.
    }
  }
  return inThread(start);
}

async function inWorker(url: string, start: StartOptions): Promise<Backend> {
  const { worker, release } = spawn(url);
  const remote = connect(worker);
  const end = (error: EtxError): void => {
    worker.terminate();
    remote.fail(error);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    end(
      new EtxError(
        "crashed",
        `The worker from ${url} stopped: ${event.message || "the browser gives no reason"}`,
      ),
    );
  };
  worker.onmessageerror = () =>
    end(new EtxError("crashed", `The worker from ${url} sent something unreadable`));
  const timer = setTimeout(
    () => end(new EtxError("crashed", `The worker from ${url} did not start`)),
    patience,
  );
  try {
    const versions = (await remote.call("start", [start])) as Versions;
    return {
      versions,
      call: remote.call,
      end,
      get dead() {
        return remote.failed;
      },
    };
  } catch (error) {
    end(error as EtxError);
    throw error;
  } finally {
    clearTimeout(timer);
    release();
  }
}

function spawn(url: string): { worker: Worker; release(): void } {
  if (new URL(url).origin === globalThis.location?.origin) {
    return { worker: new Worker(url, { type: "module" }), release() {} };
  }
  const blob = URL.createObjectURL(
    new Blob([`import ${JSON.stringify(url)};`], { type: "text/javascript" }),
  );
  return { worker: new Worker(blob, { type: "module" }), release: () => URL.revokeObjectURL(blob) };
}

async function inThread(start: StartOptions): Promise<Backend> {
  const { invoke, startWorkshop } = await import("./engine.ts");
  const workshop = await startWorkshop(start);
  let failure: EtxError | undefined;
  return {
    versions: workshop.engine.versions,
    // The same manners as across a port: inputs are cloned at once, and an abort before the turn spares the call.
    async call(method, args, { signal, onProgress, transfer } = {}) {
      if (failure) throw failure;
      if (signal?.aborted) throw aborted(method);
      const copies = plain(method, args, transfer);
      await turn();
      if (failure) throw failure;
      if (signal?.aborted) throw aborted(method);
      const never = new AbortController().signal;
      const progress = (fraction: number): void => onProgress?.(fraction);
      return invoke(workshop, method, copies, { signal: signal ?? never, progress });
    },
    get dead() {
      return failure !== undefined;
    },
    end(error) {
      failure ??= error;
      workshop.engine.dispose();
    },
  };
}
