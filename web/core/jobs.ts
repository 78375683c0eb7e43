/** What takes long and is therefore done in slices, and the questions of a backend that prepares its own work. */
import type { Encoding } from "../model/types.ts";
import { placeJob } from "./placed.ts";
import type { CallContext } from "./rpc.ts";
import { aborted, turn } from "./rpc.ts";
import { statisticsJob } from "./statistics.ts";
import { sweepJob, sweepTables, sweepTerms, type Tools } from "./sweep.ts";

/** Yields the part that is done, at most some milliseconds apart. */
export type Job<Result = unknown> = Generator<number, Result>;

/** By the names that messages carry. */
export type Jobs = Readonly<Record<string, (...args: never[]) => Job>>;

export function jobsOn(tools: Tools): Jobs {
  return {
    sweep: (question: unknown) => sweepJob(tools, question),
    attentionStatistics: (encoding: Encoding, options: unknown, lane: number, lanes: number) =>
      statisticsJob(tools, encoding, options, lane, lanes),
    attentionPlaced: (encoding: Encoding, options: unknown) => placeJob(tools, encoding, options),
    sweepTerms: (question: unknown) => atOnce(() => sweepTerms(tools, question)),
    sweepTables: (question: unknown, index: number, starts: Float64Array, width: number) =>
      atOnce(() => sweepTables(tools, question, index, starts, width)),
  };
}

// biome-ignore lint/correctness/useYield: a job of one slice
function* atOnce<Result>(work: () => Result): Job<Result> {
  return work();
}

/** The whole job in one go. */
export function finish<Result>(job: Job<Result>): Result {
  for (;;) {
    const { done, value } = job.next();
    if (done) return value;
  }
}

/** The job with a turn for messages after each slice, an abort among them. */
export async function paced(job: Job, method: string, context: CallContext): Promise<unknown> {
  for (;;) {
    const { done, value } = job.next();
    if (done) return value;
    context.progress(value);
    await turn();
    if (context.signal.aborted) throw aborted(method);
  }
}
