/** A line of text with ^{raised} parts: what formulas in a drawing need. */
import { add, write } from "./dom.ts";
import { textWidth } from "./text.ts";

const parts = (words: string): string[] => words.split(/(\^\{.*?\})/);
const isRaised = (part: string | undefined): boolean => part?.startsWith("^{") === true;
/** Of the line's own font size. */
const small = 0.7;

/** Writes it into a text node; nothing is touched where it says so already. */
export function writeRaised(line: Element, words: string): void {
  const plain = words.replace(/\^\{(.*?)\}/g, "$1");
  if (line.textContent === plain && line.childElementCount === parts(words).length) return;
  line.replaceChildren();
  parts(words).forEach((part, i, all) => {
    const shift = isRaised(part)
      ? { dy: "-0.5em", "font-size": `${small}em` }
      : isRaised(all[i - 1])
        ? { dy: "0.35em" }
        : {};
    write(add(line, "tspan", shift), isRaised(part) ? part.slice(2, -1) : part);
  });
}

/** Its width in pixels, at a font size in pixels. */
export function raisedWidth(words: string, size: number): number {
  return parts(words).reduce(
    (sum, part) =>
      sum + (isRaised(part) ? textWidth(part.slice(2, -1), small * size) : textWidth(part, size)),
    0,
  );
}
