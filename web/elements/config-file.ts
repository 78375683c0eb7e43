/** A model's config.json on its way to the bench. Loaded with the first file: a first view needs no readers. */
import { encodingsOf, parseConfigText } from "../files/config.ts";
import { type Language, t } from "../locales/index.ts";
import { EtxError } from "../model/error.ts";
import { parseExperiment } from "../model/schema.ts";
import type { Experiment } from "../model/types.ts";
import { freshIds, withOptions } from "./views.ts";

const largestFile = 4_000_000;

export async function openFile(file: File): Promise<string> {
  if (file.size > largestFile) {
    throw new EtxError(
      "too-large",
      `the file has ${file.size} bytes; a config.json or an experiment has at most ${largestFile}`,
    );
  }
  return file.text();
}

/** The experiment with what the file describes: a saved experiment takes the bench's place, a model joins it. */
export function modelEntries(
  experiment: Experiment,
  text: string,
  fileName: string,
  language: Language,
): { experiment: Experiment; notice: string } {
  const value = parseConfigText(text);
  if (isExperiment(value))
    return {
      experiment: parseExperiment(value),
      notice: t(language, "file.experiment", { file: fileName }),
    };
  const layers = encodingsOf(value, fileName);
  const ids = freshIds(experiment, layers.length);
  const entries = layers.map(({ name, encoding }, index) => ({
    id: ids[index] ?? "",
    encoding,
    name,
  }));
  const first = entries[0];
  if (!first) throw new EtxError("parse", "no layer of this model has a position encoding");
  const joined = { ...experiment, encodings: [...experiment.encodings, ...entries] };
  const said = t(language, "file.model", {
    file: fileName,
    names: entries.map(({ name }) => name).join(", "),
  });
  return {
    experiment: withOptions(joined, "plane", { selected: first.id, block: undefined }),
    notice: [said, ...layers.flatMap(({ warnings }) => warnings)].join(" "),
  };
}

function isExperiment(value: unknown): boolean {
  return typeof value === "object" && value !== null && "v" in value && "encodings" in value;
}
