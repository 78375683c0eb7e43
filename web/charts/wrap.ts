/** Text in lines of a given width, without a layout engine. Han characters may part anywhere, but no line begins with a stop. */
import { textWidth } from "./text.ts";

const pieces = /[\u2e80-\u9fff\uff00-\uffef]|[^\s\u2e80-\u9fff\uff00-\uffef]+\s*|\s+/gu;
const clinging = /^[，。：；、！？）」”’]/u;

export function wrap(text: string, width: number, size = 11, bold = false): string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of text.match(pieces) ?? []) {
    const fits = textWidth(`${line}${piece}`.trimEnd(), size, bold) <= width;
    if (line === "" || fits || clinging.test(piece)) line += piece;
    else {
      lines.push(line.trimEnd());
      line = piece;
    }
  }
  if (line.trim() !== "") lines.push(line.trimEnd());
  return lines;
}
