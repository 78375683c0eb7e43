/** A model's config.json on its way to the bench. Loaded with the first file: a first view needs no readers. */
import {
  encodingsOf,
  type ModelEncoding,
  parseConfigText,
  sentence,
  sentences,
} from "../files/config.ts";
import { configWarnings } from "../locales/config-warnings.ts";
import { type Language, t } from "../locales/index.ts";
import { say } from "../locales/panels/file.ts";
import { EtxError } from "../model/error.ts";
import { parseExperiment } from "../model/schema.ts";
import type { Experiment } from "../model/types.ts";
import { joined } from "./views.ts";

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
      notice: say(language, "experiment", { file: fileName }),
    };
  const layers = encodingsOf(value, fileName);
  if (layers.length === 0)
    throw new EtxError("parse", "no layer of this model has a position encoding");
  const said = say(language, "model", {
    file: fileName,
    names: layers.map(({ name }) => name).join(", "),
  });
  return {
    experiment: joined(
      experiment,
      layers.map(({ name, encoding }) => ({ name, encoding })),
    ),
    notice: [said, ...warningsOf(layers, language)].join(" "),
  };
}

/** Each once, though several kinds of layer may share it. */
function warningsOf(layers: readonly ModelEncoding[], language: Language): Set<string> {
  const table = { en: sentences, "zh-Hans": configWarnings }[language];
  const stop = t(language, "say.stop").trim();
  return new Set(
    layers.flatMap(({ warnings }) => warnings.map((one) => sentence(one, table) + stop)),
  );
}

function isExperiment(value: unknown): boolean {
  return typeof value === "object" && value !== null && "v" in value && "encodings" in value;
}
