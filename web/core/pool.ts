/** A few workers beside the engine's own, for work that comes in pieces. They start with the first piece. */
import type { EtxError } from "../model/error.ts";
import type { Backend } from "./loader.ts";
import type { Call } from "./rpc.ts";

/** One core is left to the page. */
export function poolSize(cores = globalThis.navigator?.hardwareConcurrency ?? 1): number {
  return Math.max(1, Math.min(4, cores - 1));
}

export class Pool {
  readonly #start: () => Promise<Backend>;
  readonly #workers: (Promise<Backend> | undefined)[];
  #next = 0;

  constructor(start: () => Promise<Backend>, size: number) {
    this.#start = start;
    this.#workers = Array.from({ length: size }, () => undefined);
  }

  end(reason: EtxError): void {
    for (const worker of this.#workers)
      void worker?.then(
        (backend) => backend.end(reason),
        () => undefined,
      );
  }

  /** A call to one worker after the other. */
  readonly call: Call = async (method, args, options) => {
    const lane = this.#next++ % this.#workers.length;
    return (await this.#worker(lane)).call(method, args, options);
  };

  /** Every piece on whichever worker is free; the first failure is the answer. */
  async each(pieces: number, work: (call: Call, piece: number) => Promise<void>): Promise<void> {
    let piece = 0;
    let failed = false;
    await Promise.all(
      this.#workers.map(async (_, lane) => {
        while (piece < pieces && !failed) {
          const own = piece++;
          try {
            const backend = await this.#worker(lane);
            await work(backend.call, own);
          } catch (error) {
            failed = true;
            throw error;
          }
        }
      }),
    );
  }

  get size(): number {
    return this.#workers.length;
  }

  /** The lane's worker; after a crash a fresh one. */
  async #worker(lane: number): Promise<Backend> {
    const known = this.#workers[lane];
    if (known) {
      const backend = await known.catch(() => undefined);
      if (backend && !backend.dead) return backend;
    }
    if (this.#workers[lane] === known) this.#workers[lane] = this.#start();
    return this.#workers[lane] as Promise<Backend>;
  }
}
