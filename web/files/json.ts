/**
 * JSON text that a person dropped or pasted. Engines disagree on where they saw a fault, so the place is found here; and a
 * key that stands twice in one object is one, since readers disagree on which of its values counts.
 */
import { EtxError } from "../model/error.ts";
import { shown } from "../model/plain.ts";

const maxCharacters = 4_000_000;

export function parseConfigText(text: string): unknown {
  if (text.length > maxCharacters) {
    throw new EtxError(
      "too-large",
      `the text has ${text.length} characters; at most ${maxCharacters} are read`,
    );
  }
  const json = text.replace(/^\ufeff/, "");
  if (json.trim() === "") throw new EtxError("parse", "the text is empty; JSON is expected");
  const found = fault(json);
  if (found !== undefined) throw new EtxError("parse", found);
  return JSON.parse(json);
}

type State = "value" | "value or ]" | "key" | "key or }" | ":" | ", or ]" | ", or }" | "end";

const names: Readonly<Record<State, string>> = {
  value: "a value",
  "value or ]": 'a value or "]"',
  key: "a key in quotes",
  "key or }": 'a key in quotes or "}"',
  ":": '":"',
  ", or ]": '"," or "]"',
  ", or }": '"," or "}"',
  end: "the end",
};

const blank = /[ \t\n\r]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them inside texts.
const text = /"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"/y;
const atom = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/** Walks the text as JSON.parse does, with a list in place of recursion, until something else stands there. */
function fault(json: string): string | undefined {
  /** What is open: a list, or the keys of an object so far. */
  const open: ("[" | Set<string>)[] = [];
  let state: State = "value";
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(json);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const closed = (): State =>
    open.length === 0 ? "end" : open.at(-1) === "[" ? ", or ]" : ", or }";

  for (;;) {
    take(blank);
    const start = at;
    const next = json[at];
    const wantsValue = state === "value" || state === "value or ]";
    if (wantsValue && (next === "{" || next === "[")) {
      open.push(next === "{" ? new Set() : next);
      at++;
      state = next === "{" ? "key or }" : "value or ]";
    } else if (
      next !== undefined &&
      next === (open.at(-1) === "[" ? "]" : "}") &&
      state.endsWith(next)
    ) {
      open.pop();
      at++;
      state = closed();
    } else if (wantsValue && (take(text) || take(atom))) state = closed();
    else if (state.startsWith("key") && take(text)) {
      const key: string = JSON.parse(json.slice(start, at));
      const keys = open.at(-1) as Set<string>;
      if (keys.has(key))
        return `${place(json, start)}: the key ${shown(key)} stands twice in one object`;
      keys.add(key);
      state = ":";
    } else if (state === ":" && next === ":") {
      at++;
      state = "value";
    } else if (state.startsWith(",") && next === ",") {
      at++;
      state = open.at(-1) === "[" ? "value" : "key";
    } else if (state === "end" && next === undefined) return undefined;
    else return `${place(json, at)}: ${found(json, at)}, where ${names[state]} is expected`;
  }
}

function place(json: string, at: number): string {
  const lines = json.slice(0, at).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}

function found(json: string, at: number): string {
  if (at >= json.length) return "the text ends";
  const word = /^[\w.+-]+|^./su.exec(json.slice(at, at + 24))?.[0] ?? "";
  return `${JSON.stringify(word)} stands`;
}
