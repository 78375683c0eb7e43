/** `Etx.attentionStatistics` on the caller's side. */
import type { Context, Place, StatisticsBackend } from "../gpu/backend.ts";
import {
  concluded,
  type SequenceStatistics,
  type StatisticsQuestion,
} from "../model/statistics.ts";
import type { Encoding } from "../model/types.ts";
import type { AttentionStatistics, AttentionStatisticsOptions, EtxOptions } from "./api.ts";
import { longCall, onBackend } from "./backends.ts";
import type { Pool } from "./pool.ts";
import type { Call } from "./rpc.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Multiply-adds of scores from where a GPU wins: about a second of a wasm worker's time. Below, there is less to save than a
 * GPU's start, its tests and the rows' way to it may cost.
 */
const worthwhile = 2 ** 30;
/** As many are worth another worker's start. */
const laneful = 2 ** 27;

/** `asked` is the callee's own. */
export async function statistics(
  runtime: Runtime,
  options: EtxOptions,
  encoding: Encoding,
  asked: AttentionStatisticsOptions,
): Promise<AttentionStatistics> {
  const { wanted, context, rest } = longCall("attentionStatistics", asked);
  const question = { encoding, ...rest } as StatisticsQuestion;
  return onBackend<StatisticsQuestion, SequenceStatistics, SequenceStatistics>(runtime, options, {
    method: "attentionStatistics",
    wanted,
    question,
    context,
    wins: multiplyAdds(question) >= worthwhile,
    wasm: (pool) => new PoolStatistics(pool),
    webgpu: async (pool, gpu) =>
      new (await import("../gpu/statistics.ts")).GpuStatistics(placeBy(pool.call), gpu),
    finish: (answer) => answer,
  });
}

/** A question that is none is the core's to refuse. */
function multiplyAdds({ query }: StatisticsQuestion): number {
  const { rows, cols } = (query ?? {}) as Partial<StatisticsQuestion["query"]>;
  return ((Number(rows) || 0) ** 2 * (Number(cols) || 0)) / 2;
}

/** Blocks of queries dealt out to wasm workers: every one has the whole sequence. */
class PoolStatistics implements StatisticsBackend {
  readonly name = "wasm";
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async compute(
    question: StatisticsQuestion,
    { signal, progress }: Context,
  ): Promise<SequenceStatistics> {
    const { encoding, ...rest } = question;
    const worth = Math.ceil(multiplyAdds(question) / laneful);
    const lanes = Math.max(1, Math.min(this.#pool.size, worth));
    const done = new Float64Array(lanes);
    const sums: SequenceStatistics[] = [];
    const own = [rest.query, rest.key].flatMap((matrix) =>
      matrix?.data instanceof Float64Array ? [matrix.data.buffer as ArrayBuffer] : [],
    );
    let unsent = lanes;
    await this.#pool.each(lanes, async (call, lane) => {
      const onProgress = (fraction: number): void => {
        done[lane] = fraction;
        progress(done.reduce((sum, part) => sum + part, 0) / lanes);
      };
      const args = [encoding, rest, lane, lanes];
      // The last worker gets the copy itself.
      const transfer = --unsent === 0 ? own : [];
      const manners = { signal, onProgress, transfer };
      sums[lane] = (await call("attentionStatistics", args, manners)) as SequenceStatistics;
      onProgress(1);
    });
    return concluded(sums);
  }
}

/** A worker moves the rows that the GPU multiplies. */
const placeBy =
  (call: Call): Place =>
  ({ encoding, ...rest }, { signal, progress }) =>
    call("attentionPlaced", [encoding, rest], {
      signal,
      onProgress: progress,
    }) as ReturnType<Place>;
