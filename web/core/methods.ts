import type { Etx } from "./api.ts";

/** The methods that are answered by an engine, wherever it runs. */
export const methods = ["expm", "generator", "curve", "orbit", "frequencies"] as const satisfies (keyof Etx)[];
export type Method = (typeof methods)[number];
