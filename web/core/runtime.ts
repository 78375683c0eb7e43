/** One runtime a page: figures, scripts and even a second copy of the package share it, and the last to leave ends it. */
import { EtxError } from "../model/error.ts";
import type { EtxOptions, Versions } from "./api.ts";
import { type Backend, startBackend } from "./loader.ts";
import { type Call, plain } from "./rpc.ts";
import { version } from "./version.ts";

export interface Runtime {
  open(): Promise<Versions>;
  readonly call: Call;
  /** What lives as long as the runtime, by its name; made when it is first asked for. */
  part<Part extends RuntimePart>(name: string, make: () => Part): Part;
  close(): void;
}

export interface RuntimePart {
  end(reason: EtxError): void;
}

const registry = Symbol.for("etx.runtime.v1");
type Registry = { [registry]?: Map<string, Runtime> };

/** Shared by all callers who ask for the same build in the same kind of place. */
export function sharedRuntime(options: EtxOptions): Runtime {
  const page = globalThis as Registry;
  page[registry] ??= new Map();
  const runtimes = page[registry];
  const name = JSON.stringify([version, options.wasm ?? "auto", options.worker ?? true]);
  const known = runtimes.get(name);
  if (known) return known;
  const runtime = createRuntime(
    () => startBackend(options),
    () => runtimes.delete(name),
  );
  runtimes.set(name, runtime);
  return runtime;
}

export function createRuntime(start: () => Promise<Backend>, ended: () => void): Runtime {
  const parts = new Map<string, RuntimePart>();
  let users = 0;
  let over: EtxError | undefined;
  let backend: Backend | undefined;
  let starting: Promise<Backend> | undefined;

  /** The live backend; after a crash a fresh one. */
  async function ready(): Promise<Backend> {
    if (backend && !backend.dead) return backend;
    starting ??= start()
      .then((fresh) => {
        if (over) fresh.end(over);
        backend = fresh;
        return fresh;
      })
      .finally(() => {
        starting = undefined;
      });
    return starting;
  }

  function close(): void {
    if (--users > 0 || over) return;
    over = new EtxError("aborted", "This Etx was disposed");
    backend?.end(over);
    for (const part of parts.values()) part.end(over);
    ended();
  }

  return {
    async open() {
      users++;
      try {
        return (await ready()).versions;
      } catch (error) {
        close();
        throw error;
      }
    },
    async call(method, args, options) {
      if (over) throw over;
      // Cloned before any wait: what the caller does to its arrays afterwards is its own business.
      const copies = backend && !backend.dead ? args : plain(method, args);
      const target = backend && !backend.dead ? backend : await ready();
      try {
        return await target.call(method, copies, options);
      } catch (error) {
        // Whatever else waits in that instance would hang or read broken memory.
        if ((error as EtxError).code === "crashed") target.end(error as EtxError);
        throw error;
      }
    },
    part<Part extends RuntimePart>(name: string, make: () => Part): Part {
      const known = parts.get(name) ?? make();
      parts.set(name, known);
      return known as Part;
    },
    close,
  };
}
