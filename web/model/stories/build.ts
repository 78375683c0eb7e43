/** What the experiments' documents are written with. */
import { defaults } from "../defaults.ts";
import type { BenchEntry, Block, Encoding, Experiment, View } from "../types.ts";

/** A document of a story. Where a story has several, the reader picks by the variant's name. */
export interface Variant {
  id: string;
  document: Experiment;
}

type Parts = Omit<Experiment, "v" | "encodings" | "lags" | "views"> & {
  views: View[];
  lags: Experiment["lags"];
};

export function experiment(
  encodings: (Encoding | BenchEntry)[],
  views: (View | View["kind"])[],
  more: Partial<Parts> = {},
): Experiment {
  const shared = structuredClone<Omit<Experiment, "v" | "encodings">>(defaults as never);
  return {
    v: 1,
    encodings: encodings.map((one, i) =>
      "encoding" in one ? (one as BenchEntry) : { id: `e${i + 1}`, encoding: one as Encoding },
    ),
    ...shared,
    ...more,
    views: views.map((view) => (typeof view === "string" ? { kind: view } : view)),
  };
}

export const one = (document: Experiment): readonly Variant[] => [{ id: "only", document }];
export const upTo = (last: number): Experiment["lags"] => ({ start: 0, step: 1, count: last + 1 });
export const blocks = (...list: Block[]): Encoding => ({
  kind: "generator",
  generator: { blocks: list },
});
export const named = (id: string, name: string, encoding: Encoding): BenchEntry => ({
  id,
  name,
  encoding,
});
export const rope = (dimension: number, more: object = {}): Encoding => ({
  kind: "rope",
  dimension,
  base: 10000,
  ...more,
});

export const linear = (options: Record<string, unknown> = {}): View => ({
  kind: "curve",
  options: { scale: "linear", ...options },
});

export { square } from "../small-matrix.ts";
