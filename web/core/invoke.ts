import type { Engine } from "./api.ts";
import { type Jobs, paced } from "./jobs.ts";
import type { Method } from "./methods.ts";
import type { CallContext } from "./rpc.ts";

/** An engine, and its long jobs in slices: what a worker or a page runs. */
export interface Workshop {
  engine: Engine;
  jobs: Jobs;
}

/** Calls a method by its name, which is how messages carry it; a job goes by its slices. */
export function invoke(
  { engine, jobs }: Workshop,
  method: string,
  args: unknown[],
  context: CallContext,
): unknown {
  const job = Object.hasOwn(jobs, method) ? jobs[method] : undefined;
  if (job) return paced(job(...(args as never[])), method, context);
  const call = engine[method as Method] as (...args: unknown[]) => unknown;
  return call(...args);
}
