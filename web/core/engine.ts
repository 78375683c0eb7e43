/** The synchronous engine: the methods of `Etx` with plain returns. The worker, Node and the tests all run this. */
import { EtxError } from "../model/error.ts";
import { concluded } from "../model/statistics.ts";
import { picture } from "../model/sweep.ts";
import type { Encoding } from "../model/types.ts";
import type { Engine, EtxOptions } from "./api.ts";
import { measureAxioms } from "./axioms.ts";
import { axesOf } from "./catalogue.ts";
import {
  array,
  backends,
  choice,
  count,
  finite,
  flag,
  lags,
  numbers,
  record,
  squareMatrix,
} from "./check.ts";
import { configLayers, frequencyTables } from "./config.ts";
import type { Core, CoreEncoding, Failure, RotaryRequest, RotaryTable } from "./door.ts";
import { resolveEncoding } from "./encoding.ts";
import { expm, expmBatch } from "./exponentials.ts";
import { counts, jointGaussian, sampling } from "./gaussian.ts";
import { dimensionOf } from "./generator.ts";
import type { Workshop } from "./invoke.ts";
import { finish, jobsOn } from "./jobs.ts";
import { loadCore } from "./module.ts";
import { joined, onePlane, planeOf } from "./planes.ts";
import { statisticsJob } from "./statistics.ts";
import { sweepJob, type Tools } from "./sweep.ts";
import { type WasmUrls, wasmUrls } from "./urls.ts";
import { version } from "./version.ts";

export { invoke } from "./invoke.ts";

export type EngineOptions = Pick<EtxOptions, "assetBase" | "wasm">;

export function createEngine({ wasm, assetBase }: EngineOptions = {}): Promise<Engine> {
  return startEngine({ wasm, urls: wasmUrls(assetBase) });
}

/** What a worker needs to be told: its own URL may be a blob's, beside which nothing lies. */
export interface StartOptions {
  wasm: EtxOptions["wasm"] | undefined;
  urls: WasmUrls;
}

export async function startEngine(start: StartOptions): Promise<Engine> {
  return (await startWorkshop(start)).engine;
}

export async function startWorkshop({ wasm, urls }: StartOptions): Promise<Workshop> {
  return workshopOn(await loadCore(wasm, urls));
}

/** After a trap the instance's memory is in an unknown state, so it is never called again: make a new engine. */
export function engineOn(core: Core): Engine {
  return workshopOn(core).engine;
}

function workshopOn(core: Core): Workshop {
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

  const rotary = (request: RotaryRequest): RotaryTable => ask(() => core.frequencies(request));
  const resolve = (encoding: Encoding): CoreEncoding => resolveEncoding(encoding, rotary);

  const tools: Tools = { core, ask, resolve };

  /** What a score is asked of, checked. */
  function scoreQuestion(encoding: Encoding, options: unknown) {
    const resolved = resolve(encoding);
    const { query, key, lags: given } = record("options", options);
    const [d, why] = [dimensionOf(resolved), "the encoding's dimension"];
    return {
      resolved,
      query: numbers("query", query, d, why),
      key: numbers("key", key, d, why),
      lags: lags("lags", given),
    };
  }

  const engine: Engine = {
    versions: { etx: version, ...ask(() => core.versions()) },

    expm: (x, options = {}) => expm(core, ask, x, options),
    expmBatch: (xs, options = {}) => expmBatch(core, ask, xs, options),

    generator(encoding, options = {}) {
      const axes = axesOf(record("encoding", encoding), rotary);
      const { matrices = "all" } = record("options", options);
      const levels = ["none", "lifts", "all"] as const; // as the door counts them
      const level = levels.indexOf(choice("matrices", matrices, levels));
      if (!axes) {
        const resolved = resolve(encoding);
        return ask(() => core.generator(resolved, level));
      }
      const found = joined(axes.map((one) => ask(() => core.generator(one, 2))));
      return found && level < 2 ? { ...found, matrices: [] } : found;
    },

    curve(encoding, options) {
      const { resolved, query, key, lags: tau } = scoreQuestion(encoding, options);
      const given = record("options", options);
      const { position } = given;
      const placed: CoreEncoding = {
        ...resolved,
        ...(position !== undefined && { position: finite("position", position) }),
      };
      const precision = choice("precision", given.precision ?? "double", ["double", "single"]);
      const samples = tau instanceof Float64Array ? tau.length : tau.count;
      const columns = given.width === undefined ? 0 : count("width", given.width);
      if (given.width !== undefined && (columns === 0 || columns > samples)) {
        throw new EtxError(
          "range",
          `width is ${columns}; it must lie between 1 and the ${samples} lags`,
        );
      }
      return ask(() => core.curve(placed, query, key, tau, precision, columns));
    },

    contributions(encoding, options) {
      const { resolved, query, key, lags: tau } = scoreQuestion(encoding, options);
      return ask(() => core.contributions(resolved, query, key, tau));
    },

    classify(x, options = {}) {
      const matrix = squareMatrix("x", x);
      const { tolerance } = record("options", options);
      const relative = tolerance === undefined ? undefined : finite("tolerance", tolerance);
      if (relative !== undefined && !(relative >= 0 && relative < 1))
        throw new EtxError("range", `tolerance is ${relative}; it must lie in [0, 1)`);
      return ask(() => core.classify(matrix, relative));
    },

    curve2(encoding, options) {
      const axes = onePlane(encoding, axesOf(record("encoding", encoding), rotary));
      const dimension = dimensionOf(axes[0]);
      const { query, key, lags: given } = record("options", options);
      const why = "the encoding's dimension";
      const checkedQuery = numbers("query", query, dimension, why);
      const checkedKey = numbers("key", key, dimension, why);
      const { x, y } = record("lags", given);
      const [across, down] = [lags("lags.x", x), lags("lags.y", y)];
      return ask(() => core.curve2(planeOf(axes), checkedQuery, checkedKey, across, down));
    },

    fit(samples, options) {
      const checked = numbers("samples", samples);
      const given = record("options", options);
      const step = finite("step", given.step);
      const order = count("order", given.order);
      const stable = flag("stable", given.stable ?? false);
      const found = ask(() => core.fit(checked, step, order, stable));
      if ([...found.query, ...found.key].every(Number.isFinite)) return found;
      const largest = checked.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      throw new EtxError(
        "overflow",
        `samples reach ${largest}: products of them leave the range of numbers`,
      );
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

    axioms(encoding, options = {}) {
      return measureAxioms(engine, encoding, record("options", options));
    },

    moments(encoding, options) {
      const resolved = resolve(encoding);
      const given = record("options", options);
      const joint = jointGaussian(given, dimensionOf(resolved));
      const checkedLags = lags("lags", given.lags);
      return ask(() => core.moments(resolved, joint, checkedLags));
    },

    normals(options) {
      const given = record("options", options);
      const { seed, mean, deviation } = sampling(given);
      const checkedCounts = counts(given.counts);
      return ask(() => core.normals(seed, mean, deviation, checkedCounts));
    },

    sampledRow(encoding, options) {
      const resolved = resolve(encoding);
      const given = record("options", options);
      const { seed, mean, deviation } = sampling(given);
      const length = count("length", given.length);
      return ask(() => core.sampledRow(resolved, seed, mean, deviation, length));
    },

    attention(scores) {
      const row = array("scores", scores);
      return ask(() => core.attention(row));
    },

    sweep(options) {
      refuseGpu(options?.backend);
      const reduced = finish(sweepJob(tools, options));
      return { ...picture(reduced, options), backend: "wasm" };
    },

    attentionStatistics(encoding, options) {
      refuseGpu(options?.backend);
      const sums = finish(statisticsJob(tools, encoding, options));
      return { ...concluded([sums]), backend: "wasm" };
    },

    frequencies(config, options = {}) {
      return frequencyTables(config, options, rotary);
    },

    readConfig(config, options = {}) {
      return configLayers(config, options, rotary);
    },

    dispose() {
      end ??= new EtxError("aborted", "This engine was disposed");
    },
  };
  return { engine, jobs: jobsOn(tools) };
}

function refuseGpu(backend: unknown): void {
  if (choice("backend", backend ?? "auto", backends) === "webgpu")
    throw new EtxError("unsupported", 'backend is "webgpu", which only answers an Etx');
}

function isFailure(answer: unknown): answer is Failure {
  return typeof answer === "object" && answer !== null && "error" in answer;
}
