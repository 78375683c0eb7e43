/** The sequence's length that a model's encodings on the bench are for, kept in their scaling blocks. */
import type { BenchEntry, Experiment, RopeEncoding } from "../model/types.ts";

type Scaling = { rope_type?: unknown; sequence_length?: unknown };
const scalingOf = ({ encoding }: BenchEntry): Scaling | undefined =>
  (encoding as RopeEncoding).scaling;
/** As the reader of a file writes them: one name a type. */
const byLength = new Set<unknown>(["dynamic", "longrope"]);

export function lengthOf(entries: readonly BenchEntry[]): number | undefined {
  const said = entries.map((entry) => scalingOf(entry)?.sequence_length);
  return said.find((length): length is number => typeof length === "number");
}

/** The experiment with another length for those of these encodings whose frequencies depend on it. */
export function withLength(
  experiment: Experiment,
  ids: readonly string[],
  length: number,
): Experiment {
  return {
    ...experiment,
    encodings: experiment.encodings.map((entry) => {
      const scaling = scalingOf(entry);
      if (!scaling || !ids.includes(entry.id) || !byLength.has(scaling.rope_type)) return entry;
      const encoding = { ...entry.encoding, scaling: { ...scaling, sequence_length: length } };
      return { ...entry, encoding: encoding as RopeEncoding };
    }),
  };
}
