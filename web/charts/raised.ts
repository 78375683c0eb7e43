/** A line of text with ^{raised} parts: what formulas in a drawing need. */
import { add, write } from "./dom.ts";
import { textWidth } from "./text.ts";

const parts = (words: string): string[] => words.split(/(\^\{.*?\})/);
const isRaised = (part: string | undefined): boolean => part?.startsWith("^{") === true;
const small = 10;

/** Writes it into a text node; nothing is touched where it says so already. */
export function writeRaised(line: Element, words: string): void {
  const plain = words.replace(/\^\{(.*?)\}/g, "$1");
  if (line.textContent === plain && line.childElementCount === parts(words).length) return;
  line.replaceChildren();
  parts(words).forEach((part, i, all) => {
    const shift = isRaised(part)
      ? { dy: -5, "font-size": small }
      : isRaised(all[i - 1])
        ? { dy: 5 }
        : {};
    write(add(line, "tspan", shift), isRaised(part) ? part.slice(2, -1) : part);
  });
}

/** Its width in pixels, at a font size in pixels. */
export function raisedWidth(words: string, size: number): number {
  return parts(words).reduce(
    (sum, part) =>
      sum + (isRaised(part) ? textWidth(part.slice(2, -1), small) : textWidth(part, size)),
    0,
  );
}
