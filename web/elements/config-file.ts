/** A model's config.json on its way to the bench. Loaded with the first file: a first view needs no readers. */
import { encodingsOf, type ModelEncoding, parseConfigText } from "../files/config.ts";
import { withContext } from "../files/unscaled.ts";
import type { Language } from "../locales/index.ts";
import { say } from "../locales/panels/file.ts";
import { EtxError } from "../model/error.ts";
import { parseExperiment } from "../model/schema.ts";
import type { Experiment } from "../model/types.ts";
import type { OpenModel } from "./model-reading.ts";
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
): { experiment: Experiment; notice: string; model?: OpenModel } {
  const value = parseConfigText(text);
  if (isExperiment(value))
    return {
      experiment: parseExperiment(value),
      notice: say(language, "experiment", { file: fileName }),
    };
  const found = encodingsOf(value, fileName);
  if (found.length === 0)
    throw new EtxError("parse", "no layer of this model has a position encoding");
  const model = modelOf(found);
  const free = freeName(model, experiment);
  const layers = found.map((one) => ({ ...one, name: free + one.name.slice(model.length) }));
  const said = say(language, "model", {
    file: fileName,
    names: layers.map(({ name }) => name).join("; "), // a name may hold a comma
  });
  const next = joined(
    experiment,
    layers.map(({ name, encoding, longest }) => ({
      name,
      encoding: withContext(encoding, longest),
    })),
  );
  const ids = next.encodings.slice(-layers.length).map(({ id }) => id);
  return { experiment: next, notice: said, model: { name: free, config: value, ids } };
}

/** The model's name: what stands before the kind of layer in its layers' names. */
function modelOf(layers: readonly ModelEncoding[]): string {
  const names = layers.map(({ name }) => name);
  const shortest = names.reduce((least, name) => (name.length < least.length ? name : least));
  return names.every((name) => name.startsWith(shortest))
    ? shortest
    : shortest.slice(0, shortest.lastIndexOf(", "));
}

/** Most files are called config.json and name no model but its class: the second of a class has a number. */
function freeName(name: string, { encodings }: Experiment): string {
  const taken = (one: string): boolean =>
    encodings.some(({ name: other }) => other === one || other?.startsWith(`${one}, `));
  for (let number = 1; ; number++) {
    const one = number === 1 ? name : `${name} (${number})`;
    if (!taken(one)) return one;
  }
}

function isExperiment(value: unknown): boolean {
  return typeof value === "object" && value !== null && "v" in value && "encodings" in value;
}
