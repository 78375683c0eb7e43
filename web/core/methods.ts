import type { Etx } from "./api.ts";
import type { Workshop } from "./engine.ts";
import { paced } from "./jobs.ts";
import type { CallContext } from "./rpc.ts";

/** The methods that are answered by an engine, wherever it runs. */
export const methods = [
  "expm",
  "expmBatch",
  "generator",
  "classify",
  "curve",
  "contributions",
  "curve2",
  "orbit",
  "fit",
  "moments",
  "normals",
  "sampledRow",
  "attention",
  "axioms",
  "frequencies",
  "readConfig",
  "sweep",
  "attentionStatistics",
] as const satisfies (keyof Etx)[];
export type Method = (typeof methods)[number];

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
