/** The synchronous engine: the methods of `Etx` with plain returns. The worker, Node and the tests all run this. */
import { readRotary } from "../files/config.ts";
import { EtxError } from "../model/error.ts";
import type { Encoding } from "../model/types.ts";
import type { Engine, EtxOptions } from "./api.ts";
import { count, lags, numbers, record } from "./check.ts";
import type { Core, CoreEncoding, Failure, RotaryRequest } from "./door.ts";
import { dimensionOf, resolveEncoding } from "./encoding.ts";
import { expm, expmBatch } from "./exponentials.ts";
import { loadCore, type WasmUrls, wasmUrls } from "./module.ts";
import { version } from "./version.ts";

export type EngineOptions = Pick<EtxOptions, "assetBase" | "wasm">;

export function createEngine({ wasm, assetBase }: EngineOptions = {}): Promise<Engine> {
  return startEngine({ wasm, urls: wasmUrls(assetBase) });
}

/** What a worker needs to be told: its own URL may be a blob's, beside which nothing lies. */
export interface StartOptions {
  wasm: EtxOptions["wasm"] | undefined;
  urls: WasmUrls;
}

export async function startEngine({ wasm, urls }: StartOptions): Promise<Engine> {
  return engineOn(await loadCore(wasm, urls));
}

/** After a trap the instance's memory is in an unknown state, so it is never called again: make a new engine. */
export function engineOn(core: Core): Engine {
  let end: EtxError | undefined;

  function ask<Result>(question: () => Result): Exclude<Result, Failure> {
    if (end) throw end;
    let answer: Result;
    try {
      answer = question();
    } catch (error) {
      end = new EtxError(
        "crashed",
        `The wasm core stopped: ${error instanceof Error ? error.message : String(error)}`,
      );
      throw end;
    }
    if (isFailure(answer)) throw new EtxError(answer.error.code, answer.error.message);
    return answer as Exclude<Result, Failure>;
  }

  const rotary = (request: RotaryRequest): Float64Array => ask(() => core.frequencies(request));
  const resolve = (encoding: Encoding): CoreEncoding => resolveEncoding(encoding, rotary);

  return {
    versions: { etx: version, ...ask(() => core.versions()) },

    expm: (x, options = {}) => expm(core, ask, x, options),
    expmBatch: (xs, options = {}) => expmBatch(core, ask, xs, options),

    generator(encoding) {
      const resolved = resolve(encoding);
      return ask(() => core.generator(resolved));
    },

    curve(encoding, options) {
      const resolved = resolve(encoding);
      const { query, key, lags: given, width } = record("options", options);
      const [d, why] = [dimensionOf(resolved), "the encoding's dimension"];
      const checkedQuery = numbers("query", query, d, why);
      const checkedKey = numbers("key", key, d, why);
      const checkedLags = lags("lags", given);
      const samples = checkedLags instanceof Float64Array ? checkedLags.length : checkedLags.count;
      const columns = width === undefined ? 0 : count("width", width);
      if (width !== undefined && (columns === 0 || columns > samples)) {
        throw new EtxError(
          "range",
          `width is ${columns}; it must lie between 1 and the ${samples} lags`,
        );
      }
      return ask(() => core.curve(resolved, checkedQuery, checkedKey, checkedLags, columns));
    },

    orbit(encoding, options) {
      const resolved = resolve(encoding);
      const { vector, times } = record("options", options);
      const checkedVector = numbers(
        "vector",
        vector,
        dimensionOf(resolved),
        "the encoding's dimension",
      );
      const checkedTimes = lags("times", times);
      return ask(() => core.orbit(resolved, checkedVector, checkedTimes));
    },

    frequencies(config, options = {}) {
      return readRotary(config, options).map(({ request, ...table }) => ({
        ...table,
        inverseFrequencies: rotary(request),
      }));
    },

    dispose() {
      end ??= new EtxError("aborted", "This engine was disposed");
    },
  };
}

function isFailure(answer: unknown): answer is Failure {
  return typeof answer === "object" && answer !== null && "error" in answer;
}
