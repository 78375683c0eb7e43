import type { Etx } from "./api.ts";

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
