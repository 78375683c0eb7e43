/** `Etx.attentionStatistics` on the caller's side. */
import type { Context, Place, StatisticsBackend } from "../gpu/backend.ts";
import type { SequenceStatistics, StatisticsQuestion } from "../model/statistics.ts";
import type { Encoding } from "../model/types.ts";
import type { AttentionStatistics, AttentionStatisticsOptions, EtxOptions } from "./api.ts";
import { longCall, onBackend } from "./backends.ts";
import type { Pool } from "./pool.ts";
import { type Call, plain } from "./rpc.ts";
import type { Runtime } from "./runtime.ts";

/** Multiply-adds of scores from where a GPU wins: below, its start and the rows' way to it cost more than they save. */
const worthwhile = 2 ** 31;

export async function statistics(
  runtime: Runtime,
  options: EtxOptions,
  encoding: Encoding,
  asked: AttentionStatisticsOptions,
): Promise<AttentionStatistics> {
  const { wanted, context, rest } = longCall("attentionStatistics", asked);
  const [question] = plain("attentionStatistics", [{ encoding, ...rest }]) as [StatisticsQuestion];
  return onBackend<StatisticsQuestion, SequenceStatistics, SequenceStatistics>(runtime, options, {
    wanted,
    question,
    context,
    wins: multiplyAdds(question) >= worthwhile,
    wasm: (pool) => new WorkerStatistics(pool),
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

/** On one of the workers. */
class WorkerStatistics implements StatisticsBackend {
  readonly name = "wasm";
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async compute(question: StatisticsQuestion, context: Context): Promise<SequenceStatistics> {
    const answer = await ask(this.#pool.call, "attentionStatistics", question, context);
    return answer as SequenceStatistics;
  }
}

/** A worker moves the rows that the GPU multiplies. */
const placeBy =
  (call: Call): Place =>
  (question, { signal }) =>
    ask(call, "attentionPlaced", question, { signal }) as ReturnType<Place>;

function ask(
  call: Call,
  method: string,
  { encoding, ...rest }: StatisticsQuestion,
  { signal, progress }: Pick<Context, "signal"> & Partial<Context>,
): Promise<unknown> {
  return call(method, [encoding, rest], { signal, ...(progress && { onProgress: progress }) });
}
