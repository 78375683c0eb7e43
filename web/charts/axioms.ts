/** A table of laws across and subjects down: a mark and a number in each cell, a verdict beneath. */
import { seriesClass } from "./color.ts";
import { add, px, root, size, write } from "./dom.ts";
import { shorten } from "./text.ts";
import type { Chart, ChartOptions, ColorIndex } from "./types.ts";
import { wrap } from "./wrap.ts";

export interface LawCell {
  /** undefined: not known yet. */
  holds?: boolean;
  /** By how much it is missed, as written. */
  text: string;
}

export interface LawRow {
  name: string;
  colorIndex: ColorIndex;
  /** As many as there are laws. */
  cells: readonly LawCell[];
  /** In words, a paragraph each. */
  verdict: readonly string[];
}

export interface LawsData {
  laws: readonly { title: string; note: string }[];
  rows: readonly LawRow[];
}

/** Below this width a row's cells stand under its name. */
const wide = 720;
const names = 150;
const cellTall = 46;
const font = 12.5;

export function axiomsChart(options: ChartOptions): Chart<LawsData> {
  const node = root(options.document ?? globalThis.document, "axioms");
  let { width } = options;
  let data: LawsData | undefined;

  const text = (words: string, x: number, y: number, attributes: Record<string, string | number>) =>
    write(add(node, "text", { x: px(x), y: px(y), ...attributes }), words);
  const rule = (y: number): void => {
    add(node, "path", { class: "etx-grid", d: `M0,${px(y)}H${px(width)}` });
  };

  /** ✓ and ✗ as strokes: fonts differ, and a mark has to be told apart without its colour. */
  function mark(holds: boolean, x: number, y: number): void {
    const d = holds
      ? `M${px(x - 5)},${px(y)}l4,4.5l7,-9.5`
      : `M${px(x - 5)},${px(y - 5)}l10,10m0,-10l-10,10`;
    const group = add(node, "g", { class: holds ? seriesClass(2) : "etx-accent" });
    add(group, "path", { class: "etx-line-strong", d });
  }

  function cells(row: LawRow, left: number, top: number, across: number): void {
    row.cells.forEach(({ holds, text: number }, i) => {
      const x = left + (i + 0.5) * across;
      if (holds !== undefined) mark(holds, x, top + 14);
      text(number, x, top + 36, { class: "etx-title", "text-anchor": "middle" });
    });
  }

  function verdict(row: LawRow, left: number, top: number, room: number): number {
    let y = top;
    row.verdict.forEach((paragraph, i) => {
      for (const line of wrap(paragraph, room, font)) {
        text(line, left, y + 13, { "font-size": font, ...(i > 0 && { class: "etx-title" }) });
        y += 17;
      }
    });
    return y;
  }

  function heads(laws: LawsData["laws"], left: number, top: number, across: number): number {
    const notes = laws.map(({ note }) => (width < wide ? [] : wrap(note, across - 8)));
    laws.forEach(({ title }, i) => {
      const x = left + (i + 0.5) * across;
      const shown = shorten(title, across - 2, 12, true);
      text(shown, x, top + 14, { class: "etx-strong", "font-size": 12, "text-anchor": "middle" });
      (notes[i] ?? []).forEach((line, j) => {
        text(line, x, top + 30 + 14 * j, { class: "etx-title", "text-anchor": "middle" });
      });
    });
    return top + 24 + 14 * Math.max(...notes.map(({ length }) => length));
  }

  function draw(): void {
    node.replaceChildren();
    if (!data) return;
    const beside = width >= wide;
    const left = beside ? names : 0;
    const across = (width - left) / Math.max(1, data.laws.length);
    let y = beside ? heads(data.laws, left, 0, across) + 6 : 0;
    for (const row of data.rows) {
      rule(y);
      const name = add(node, "g", { class: seriesClass(row.colorIndex) });
      const label = add(name, "text", {
        class: "etx-words etx-strong",
        "font-size": 13,
        x: 0,
        y: px(y + (beside ? 24 : 20)),
      });
      write(label, shorten(row.name, (beside ? names : width) - 8, 13, true));
      if (!beside) y = heads(data.laws, left, y + 28, across) - 6;
      cells(row, left, y + 4, across);
      y = verdict(row, left + (beside ? 12 : 0), y + 4 + cellTall, width - left - 12) + 12;
    }
    rule(y);
    size(node, width, Math.ceil(y + 4));
  }

  return {
    node,
    update(next) {
      data = next;
      draw();
    },
    resize(w) {
      if (w === width) return;
      width = w;
      draw();
    },
    destroy: () => node.remove(),
  };
}
