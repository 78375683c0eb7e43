/**
 * The document as the hash of a URL: "e=" and either its JSON, readable and free of percent signs where its texts allow,
 * or, where that is long, "z" + the same deflated in base64url + "z".
 *
 * Readable form: the outer braces are left out, `v` stands last so that the link ends in a digit (chat programs drop
 * closing punctuation), and characters that URLs or link finders dislike change places with ones that they leave alone.
 */
import { withoutDefaults } from "./defaults.ts";
import { EtxError } from "./error.ts";
import { parseExperiment } from "./schema.ts";
import type { Experiment } from "./types.ts";

const readableLength = 2000; // what every program passes on
export const maxLinkLength = 8000;
const maxDocument = 2 ** 20; // bytes, before and after inflating

/** Rejects with "too-large" where the document needs a file. */
export async function encodeLink(experiment: Experiment): Promise<string> {
  const { v, ...rest } = withoutDefaults(experiment);
  const json = JSON.stringify({ ...rest, v });
  const readable = `e=${encodeText(json.slice(1, -1))}`;
  if (readable.length <= readableLength) return readable;
  const link = `e=z${base64url(await deflate(json))}z`;
  if (link.length > maxLinkLength) {
    throw new EtxError(
      "too-large",
      `a link to this experiment would have ${link.length} characters, and ${maxLinkLength} are the limit: save it as a file`,
    );
  }
  return link;
}

/** null where the hash holds no experiment. Takes a hash with or without "#", alone or among other &-parameters. */
export async function decodeLink(hash: string): Promise<Experiment | null> {
  const part = hash
    .replace(/^#/, "")
    .split("&")
    .find((item) => item.startsWith("e="));
  if (part === undefined) return null;
  const body = part.slice(2);
  if (body.length > maxDocument) throw damaged(`is longer than ${maxDocument} characters`);
  return parseExperiment(
    parseJson(body.startsWith("z") ? await inflate(unwrap(body)) : `{${decodeText(body)}}`),
  );
}

function damaged(how: string): EtxError {
  return new EtxError("parse", `the link ${how}`);
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw damaged("is damaged or cut short");
  }
}

const swaps = new Map(
  ["\"'", "{(", "})", "[!", "]$"].flatMap(
    ([a, b]) =>
      [
        [a, b],
        [b, a],
      ] as [string, string][],
  ),
);
const swap = (text: string) =>
  text.replace(/["'{}()[\]!$]/g, (character) => swaps.get(character) as string);

function encodeText(text: string): string {
  return swap(text).replace(/[^A-Za-z0-9'()!$,:.*~_/@-]+/gu, encodeURIComponent);
}

function decodeText(text: string): string {
  try {
    return swap(decodeURIComponent(text));
  } catch {
    throw damaged("is damaged: a percent sign is followed by no character");
  }
}

async function deflate(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Stops as soon as the output passes the limit, so that a small link cannot fill the memory. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .getReader();
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw damaged("is damaged");
    });
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > maxDocument) {
      await reader.cancel().catch(() => undefined);
      throw damaged(`unpacks to more than ${maxDocument} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

function base64url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The closing z also tells whether the end is still there. */
function unwrap(body: string): Uint8Array<ArrayBuffer> {
  if (!/^z[A-Za-z0-9_-]*z$/.test(body)) throw damaged("is damaged or cut short");
  try {
    return Uint8Array.from(atob(body.slice(1, -1).replaceAll("-", "+").replaceAll("_", "/")), (c) =>
      c.charCodeAt(0),
    );
  } catch {
    throw damaged("is damaged or cut short");
  }
}
