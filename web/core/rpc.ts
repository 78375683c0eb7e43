/**
 * Calls across a Worker or a MessagePort. Inputs are cloned, results transferred; every call is answered: by its result,
 * by an error that keeps its code, by "aborted", or by whatever `fail` says when the other end is gone.
 */
import { EtxError } from "../model/error.ts";
import type { CallOptions } from "./api.ts";

/** What a Worker, a MessagePort and a worker's own scope have in common. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

export interface CallContext {
  signal: AbortSignal;
  progress(fraction: number): void;
}
export type Answer = (method: string, args: unknown[], context: CallContext) => unknown;
/** transfer: buffers among the arguments that go instead of being cloned. */
export type Call = (
  method: string,
  args: unknown[],
  options?: CallOptions & { transfer?: Transferable[] },
) => Promise<unknown>;

export const aborted = (method: string): EtxError =>
  new EtxError("aborted", `${method} was aborted`);

function cloning<Result>(method: string, clone: () => Result): Result {
  try {
    return clone();
  } catch (error) {
    throw new EtxError("parse", `${method} takes plain data: ${(error as Error).message}`);
  }
}

/** Arguments as they would arrive on the other side. */
export function plain(method: string, args: unknown[], transfer: Transferable[] = []): unknown[] {
  return cloning(method, () =>
    transfer.length > 0 ? structuredClone(args, { transfer }) : args.map(copied),
  );
}

/** Cloning writes numbers down and reads them again; doubles are copied once. */
function copied(value: unknown): unknown {
  if (value instanceof Float64Array) return value.slice();
  if (typeof value !== "object" || value === null) return structuredClone(value);
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copied(part)]));
}

/** The calling end. */
export function connect(port: Port): {
  call: Call;
  readonly failed: boolean;
  fail(error: EtxError): void;
} {
  interface Pending {
    resolve(result: unknown): void;
    reject(error: EtxError): void;
    progress: CallOptions["onProgress"];
  }
  const pending = new Map<number, Pending>();
  let next = 0;
  let failure: EtxError | undefined;

  port.onmessage = ({ data }) => {
    const entry = pending.get(data.id); // Gone where the call was aborted meanwhile.
    if ("progress" in data) entry?.progress?.(data.progress);
    else if ("error" in data) entry?.reject(new EtxError(data.error.code, data.error.message));
    else entry?.resolve(data.result);
  };

  return {
    async call(method, args, { signal, onProgress, transfer = [] } = {}) {
      if (failure) throw failure;
      if (signal?.aborted) throw aborted(method);
      const id = next++;
      cloning(method, () => port.postMessage({ id, method, args }, transfer));
      const answer = new Promise<unknown>((resolve, reject) =>
        pending.set(id, { resolve, reject, progress: onProgress }),
      );
      const abort = (): void => {
        port.postMessage({ id, abort: true }, []);
        pending.get(id)?.reject(aborted(method));
      };
      signal?.addEventListener("abort", abort);
      return answer.finally(() => {
        signal?.removeEventListener("abort", abort);
        pending.delete(id);
      });
    },
    get failed() {
      return failure !== undefined;
    },
    fail(error) {
      failure ??= error;
      for (const { reject } of pending.values()) reject(failure);
    },
  };
}

/** The answering end: one call at a time, in order; a call aborted while it waits is never begun. */
export function serve(port: Port, answer: Answer): void {
  const controllers = new Map<number, AbortController>();
  let queue = Promise.resolve();

  port.onmessage = ({ data: { id, method, args, abort } }) => {
    if (abort) return controllers.get(id)?.abort();
    const controller = new AbortController();
    controllers.set(id, controller);
    queue = queue.then(turn).then(async () => {
      const { signal } = controller;
      const progress = (fraction: number): void => port.postMessage({ id, progress: fraction }, []);
      try {
        if (signal.aborted) throw aborted(method);
        const result = await answer(method, args, { signal, progress });
        port.postMessage({ id, result }, transferables(result));
      } catch (error) {
        const { code, message } =
          error instanceof EtxError ? error : new EtxError("crashed", `${method} failed: ${error}`);
        port.postMessage({ id, error: { code, message } }, []);
      }
      controllers.delete(id);
    });
  };
}

/** Lets the messages that came during the last call in first: an abort among them spares the next call. */
export function turn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** The buffers of a result made of plain objects, arrays and typed arrays. */
function transferables(result: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(result)) found.add(result.buffer as ArrayBuffer);
  else if (typeof result === "object" && result !== null)
    for (const part of Object.values(result)) transferables(part, found);
  return [...found];
}
