/** What a document means where it says nothing. Links and embeds leave these out. */
import type { Experiment } from "./types.ts";

export const defaults = {
  query: "ones",
  key: "ones",
  lags: { start: 0, step: 1, count: 5001 },
  causal: true,
  time: 0,
  seed: 42,
  views: [{ kind: "plane" }, { kind: "orbit" }, { kind: "curve" }],
} as const satisfies Readonly<Partial<Experiment>>;

type Defaulted = keyof typeof defaults;
export type CompleteExperiment = Experiment & Required<Pick<Experiment, Defaulted>>;
/** A document that leaves out what it need not say. */
export type SparseExperiment = Omit<Experiment, Defaulted> & Partial<Experiment>;

export function withDefaults(experiment: SparseExperiment): CompleteExperiment {
  return {
    ...structuredClone<Omit<CompleteExperiment, "v" | "encodings">>(defaults as never),
    ...experiment,
  };
}

export function withoutDefaults(experiment: Experiment): SparseExperiment {
  const said = Object.entries(experiment).filter(([key, value]) => {
    const silent: unknown = Object.hasOwn(defaults, key) ? defaults[key as Defaulted] : undefined;
    return value !== undefined && !same(value, silent);
  });
  return Object.fromEntries(said) as unknown as SparseExperiment;
}

/** The defaults are small and their keys have one order, so their JSON tells. */
function same(value: unknown, silent: unknown): boolean {
  return silent !== undefined && JSON.stringify(value) === JSON.stringify(silent);
}
