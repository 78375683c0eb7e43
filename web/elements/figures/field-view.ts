/** What a field keeps in the document's views: which patch asks, and what its score is measured against. */
import type { Experiment } from "../../model/types.ts";

export const comparisons = ["order", "path", "place"] as const;
export interface FieldView {
  column: number;
  row: number;
  against: (typeof comparisons)[number];
}

export function fieldViewOf(experiment: Experiment, columns: number, rows: number): FieldView {
  const { column, row, against } =
    experiment.views.find(({ kind }) => kind === "field")?.options ?? {};
  const place = (value: unknown, count: number): number =>
    Number.isInteger(value) ? Math.min(Math.max(value as number, 0), count - 1) : count >> 1;
  return {
    column: place(column, columns),
    row: place(row, rows),
    against: comparisons.find((one) => one === against) ?? "order",
  };
}
