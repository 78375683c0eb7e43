/** A periodic table: cells in columns and rows, a formula and a small curve in each, elements to pick. */
import { seriesClass } from "./color.ts";
import { add, px, root, set, size, write } from "./dom.ts";
import { writeRaised } from "./raised.ts";
import { shorten, textWidth } from "./text.ts";
import type { Chart, ChartOptions, ColorIndex } from "./types.ts";

export interface PeriodicElement {
  id: string;
  label: string;
  /** What a screen reader says beside the label: where it stands, what a press does. */
  words: string;
}

export interface PeriodicCell {
  /** With ^{raised} parts. */
  formula: string;
  /** Even samples, drawn between -1 and 1. */
  curve: Float64Array;
  colorIndex: ColorIndex;
  elements: readonly PeriodicElement[];
}

export interface PeriodicData {
  columns: readonly Heading[];
  /** As many cells as there are columns. */
  rows: readonly (Heading & { cells: readonly PeriodicCell[] })[];
  /** What stands beside the table, under its reasons. */
  beside: {
    title: string;
    groups: readonly (Heading & { elements: readonly PeriodicElement[] })[];
  };
}
export interface Heading {
  title: string;
  note: string;
}

export interface PeriodicOptions extends ChartOptions {
  onPick?(id: string): void;
}

/** Below this width the cells stand under each other. */
const wide = 720;
const margin = 86;
const padding = 12;
const chip = { height: 26, gap: 6, room: 24, font: 13 };

export function periodicChart(options: PeriodicOptions): Chart<PeriodicData> {
  const document = options.document ?? globalThis.document;
  let { width } = options;
  let data: PeriodicData | null = null;
  const node = root(document, "periodic");

  function text(parent: Element, words: string, x: number, y: number, className: string): Element {
    const line = add(parent, "text", { x: px(x), y: px(y), class: className });
    writeRaised(line, words);
    return line;
  }

  /** Chips in lines of a given width; returns where the next thing may start. */
  function elements(
    parent: Element,
    list: readonly PeriodicElement[],
    left: number,
    top: number,
    room: number,
  ): number {
    let [x, y] = [left, top];
    for (const { id, label, words } of list) {
      const shown = shorten(label, room - chip.room, chip.font, true);
      const wideAs = textWidth(shown, chip.font, true) + chip.room;
      if (x > left && x + wideAs > left + room) [x, y] = [left, y + chip.height + chip.gap];
      const button = add(parent, "g", {
        class: "etx-pick",
        role: "button",
        tabindex: 0,
        "aria-label": `${label}, ${words}`,
      });
      add(button, "rect", {
        class: "etx-chip",
        x: px(x),
        y: px(y),
        width: px(wideAs),
        height: chip.height,
        rx: 6,
      });
      write(
        add(button, "text", {
          class: "etx-chip-name",
          x: px(x + wideAs / 2),
          y: px(y + 17.5),
          "text-anchor": "middle",
        }),
        shown,
      );
      button.addEventListener("click", () => options.onPick?.(id));
      button.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        options.onPick?.(id);
      });
      x += wideAs + chip.gap;
    }
    return list.length > 0 ? y + chip.height : top;
  }

  function cell(
    parent: Element,
    { formula, curve, colorIndex, elements: list }: PeriodicCell,
    left: number,
    top: number,
    room: number,
  ): number {
    const group = add(parent, "g", { class: seriesClass(colorIndex) });
    const inner = room - 2 * padding;
    text(group, formula, left + padding, top + 24, "etx-formula");
    const middle = top + 62;
    add(group, "line", {
      class: "etx-grid",
      x1: left + padding,
      x2: left + padding + inner,
      y1: middle,
      y2: middle,
    });
    const step = inner / Math.max(1, curve.length - 1);
    const d = Array.from(
      curve,
      (value, i) =>
        `${i ? "L" : "M"}${px(left + padding + i * step)},${px(middle - 26 * Math.max(-1.05, Math.min(1.05, value)))}`,
    ).join("");
    add(group, "path", { class: list.length > 0 ? "etx-line" : "etx-line etx-rare", d });
    return elements(group, list, left + padding, top + 98, inner) + padding;
  }

  function table({ columns, rows }: PeriodicData, top: number): number {
    const across = (width - margin) / columns.length;
    columns.forEach(({ title, note }, i) => {
      text(node, title, margin + i * across + padding, top + 20, "etx-heading");
      text(node, note, margin + i * across + padding, top + 37, "etx-title");
    });
    let y = top + 48;
    for (const row of rows) {
      const begin = y;
      text(node, row.title, 0, y + 24, "etx-heading");
      text(node, shorten(row.note, margin - 8), 0, y + 41, "etx-title");
      y = Math.max(
        ...row.cells.map((one, i) => cell(node, one, margin + i * across, begin, across)),
        y + 110,
      );
      add(node, "line", { class: "etx-grid", x1: 0, x2: width, y1: begin, y2: begin });
      row.cells.forEach((_, i) => {
        const x = px(margin + i * across);
        add(node, "line", { class: "etx-grid", x1: x, x2: x, y1: begin, y2: y });
      });
    }
    return y;
  }

  function stack({ columns, rows }: PeriodicData, top: number): number {
    let y = top;
    for (const row of rows) {
      for (const [i, one] of row.cells.entries()) {
        add(node, "line", { class: "etx-grid", x1: 0, x2: width, y1: y, y2: y });
        text(node, `${columns[i]?.title ?? ""}, ${row.title}`, 0, y + 20, "etx-heading");
        y = cell(node, one, -padding, y + 18, width + 2 * padding) + 4;
      }
    }
    return y;
  }

  function beside({ beside: { title, groups } }: PeriodicData, top: number): number {
    if (groups.length === 0) return top;
    text(node, title, 0, top + 34, "etx-heading");
    const across = width < wide ? 1 : Math.min(4, groups.length);
    const room = width / across;
    let y = top + 48;
    for (let first = 0; first < groups.length; first += across) {
      const begin = y;
      add(node, "line", { class: "etx-grid", x1: 0, x2: width, y1: begin, y2: begin });
      y = Math.max(
        ...groups.slice(first, first + across).map((group, i) => {
          text(node, group.title, i * room, begin + 22, "etx-words");
          text(node, shorten(group.note, room - 12), i * room, begin + 38, "etx-title");
          return elements(node, group.elements, i * room, begin + 48, room - 16) + padding;
        }),
      );
    }
    return y;
  }

  function draw(): void {
    node.replaceChildren();
    if (!data) return;
    const end = width < wide ? stack(data, 0) : table(data, 0);
    size(node, width, Math.ceil(beside(data, end) + 4));
    set(node, { role: "group" });
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
