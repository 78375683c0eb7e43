/**
 * Widths of text without a layout engine, so that a figure drawn in Node sets its labels as a browser does.
 * The classes are those of common sans faces, taken a little wide: a gap too large is better than an overlap.
 */

const narrow = new Set(" .,:;'|!()[]ijltfrI·′");
const wide = new Set("mwMWQO@%—→←±≈−+=≠×<>~");

function em(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x2e80 && code < 0xfb00) return 1.02; // CJK, kana, hangul
  if (code >= 0xff00 && code < 0xffe7) return 1.02; // full-width forms
  if (code >= 0x300 && code < 0x370) return 0; // combining marks
  if (code >= 0x2070 && code < 0x20a0) return 0.44; // super- and subscripts
  if (narrow.has(character)) return 0.36;
  if (wide.has(character)) return 0.9;
  if (character >= "A" && character <= "Z") return 0.68;
  return 0.6;
}

/** In pixels, at a font size in pixels. */
export function textWidth(text: string, size = 11, bold = false): number {
  let width = 0;
  for (const character of text) width += em(character);
  return width * size * (bold ? 1.07 : 1);
}

/** The text, or as much of it as fits, with an ellipsis. */
export function shorten(text: string, room: number, size = 11, bold = false): string {
  if (textWidth(text, size, bold) <= room) return text;
  const characters = [...text];
  while (characters.length > 1 && textWidth(`${characters.join("")}…`, size, bold) > room)
    characters.pop();
  return `${characters.join("").trimEnd()}…`;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The box of a line of text whose baseline starts, is centred or ends at (x, y). */
export function textBox(
  text: string,
  x: number,
  y: number,
  anchor: Anchor = "start",
  size = 11,
): Box {
  const width = textWidth(text, size);
  const left = anchor === "start" ? x : anchor === "middle" ? x - width / 2 : x - width;
  return { left, right: left + width, top: y - 0.8 * size, bottom: y + 0.25 * size };
}

export type Anchor = "start" | "middle" | "end";

export const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

export const inside = (a: Box, frame: Box): boolean =>
  a.left >= frame.left && a.right <= frame.right && a.top >= frame.top && a.bottom <= frame.bottom;
