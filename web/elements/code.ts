/** An encoding as Python that reproduces its scores, on its way to the clipboard. Loaded when somebody asks for it. */
import { written } from "../files/written.ts";
import { EtxError } from "../model/error.ts";
import { shown } from "../model/plain.ts";
import { references } from "../model/references.ts";
import { type Dialect, snippet } from "../model/snippets/index.ts";
import type { Encoding, Generator } from "../model/types.ts";
import { save } from "./parts.ts";

/** `generator`: the encoding's own, from `Etx.generator`. */
export function codeOf(
  name: string,
  encoding: Encoding,
  generator: Generator | undefined,
  dialect: Dialect,
): string {
  const code = snippet(written(encoding, generator), dialect);
  if (code === null)
    throw new EtxError("unsupported", `encoding.kind is ${shown(encoding.kind)}: no code is known`);
  const source = references[encoding.kind];
  const title = `# ${name.replace(/\s+/g, " ")}`;
  return [
    source ? `${title}: ${source.authors} ${source.year}, ${source.title}, ${source.where}` : title,
    "# score(q, k, t, s): the logit of a query at position t and a key at s, not divided by the root of d",
    code,
  ].join("\n");
}

/** To the clipboard; where the page has none, to a file. */
export async function handOver(code: string, dialect: Dialect): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
  } catch {
    save(new Blob([code], { type: "text/x-python" }), `etx-${dialect}.py`);
  }
}
