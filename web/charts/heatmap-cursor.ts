/** A crosshair on a cell, and beside it what the cell holds. */
import { add, list, px, set, write } from "./dom.ts";
import { type Box, textWidth } from "./text.ts";

const [line, pad] = [16, 9];

export interface CellCursor {
  hide(): void;
  show(x: number, y: number, lines: readonly string[], frame: Box): void;
}

export function cellCursor(node: SVGSVGElement): CellCursor {
  const cursor = add(node, "g", { class: "etx-cursor", "aria-hidden": "true" });
  const cross = [add(cursor, "line"), add(cursor, "line")] as const;
  for (const hair of cross) set(hair, { class: "etx-crosshair" });
  const sheet = add(cursor, "g");
  const ground = add(sheet, "rect", { class: "etx-sheet", rx: 3 });
  const words = list(sheet, "text", { class: "etx-ink", x: pad });

  return {
    hide: () => set(cursor, { visibility: "hidden" }),
    show(x, y, lines, { left, right, top, bottom }) {
      set(cursor, { visibility: null });
      set(cross[0], { x1: px(x), x2: px(x), y1: top, y2: bottom });
      set(cross[1], { x1: px(left), x2: px(right), y1: px(y), y2: px(y) });
      words(lines.length).forEach((text, i) => {
        set(text, { y: (i + 1) * line });
        write(text, lines[i] as string);
      });
      const w = Math.ceil(Math.max(...lines.map((text) => textWidth(text))) + 2 * pad);
      const h = lines.length * line + 8;
      set(ground, { width: w, height: h });
      // Its room is the drawing's.
      const [width, height] = [
        Number(node.getAttribute("width")),
        Number(node.getAttribute("height")),
      ];
      const beside = x + 12 + w <= width ? x + 12 : Math.max(0, x - 12 - w);
      const below = y + 12 + h <= height ? y + 12 : Math.max(0, y - 12 - h);
      set(sheet, { transform: `translate(${px(beside)},${px(below)})` });
    },
  };
}
