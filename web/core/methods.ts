import type { Engine, Etx } from "./api.ts";

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
] as const satisfies (keyof Etx)[];
export type Method = (typeof methods)[number];

/** Calls a method by its name, which is how messages carry it. */
export function invoke(engine: Engine, method: string, args: unknown[]): unknown {
  const call = engine[method as Method] as (...args: unknown[]) => unknown;
  return call(...args);
}
