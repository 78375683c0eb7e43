/**
 * A small matrix as a grid of cells: brackets, numbers aligned in their columns, and a tint by sign and size. A part of
 * other drawings, and a chart of its own.
 */
import { seriesClass } from "./color.ts";
import { add, list, px, root, set, size, write } from "./dom.ts";
import { raisedWidth, writeRaised } from "./raised.ts";
import { textWidth } from "./text.ts";
import type { Chart, ChartOptions } from "./types.ts";

export interface MatrixGrid {
  rows: number;
  cols: number;
  /** Row-major; what is not finite has no tint. */
  cells: ArrayLike<number>;
  /** The numbers as written, row-major, ends aligned; absent: the tint alone. */
  texts?: readonly string[];
  /** Beside the rows, above the columns. */
  labels?: { rows?: readonly string[]; cols?: readonly string[] };
  /** Under it, with ^{raised} parts. */
  caption?: string;
  /** Cells with a ring round them, as indices into `cells`. */
  highlight?: readonly number[];
  /** The size that has the full tint; absent: that of the largest cell. */
  extent?: number;
  /** Pixels of a cell without a number; default 20. */
  side?: number;
  /** false: a table rather than a matrix. */
  brackets?: boolean;
}

export interface MatrixBox {
  width: number;
  height: number;
  /** From the top to the middle of the cells, where an operator beside it stands. */
  middle: number;
}

export interface MatrixPart {
  readonly node: SVGGElement;
  /** Draws it with its top left corner at (x, y), labels and caption included. */
  draw(grid: MatrixGrid, x: number, y: number): MatrixBox;
}

const line = 22;
const font = 12;
const inset = 6; // from a bracket to its cells
const strongest = 0.42; // a number has to be readable on it

interface Layout extends MatrixBox {
  /** Where each column begins, and the last one ends. */
  edges: number[];
  left: number;
  top: number;
  row: number;
}

function layout(grid: MatrixGrid): Layout {
  const { rows, cols, texts, labels, caption, side = 20, brackets = true } = grid;
  const margin = brackets ? inset : 0;
  const longest = Math.max(0, ...(labels?.rows ?? []).map((label) => textWidth(label)));
  const left = (longest > 0 ? longest + 6 : 0) + margin;
  const top = labels?.cols ? 16 : 2;
  const row = texts ? line : side;
  const edges = [left];
  for (let j = 0; j < cols; j++) {
    let wide = texts ? 30 : side;
    for (let i = 0; texts && i < rows; i++)
      wide = Math.max(wide, textWidth(texts[i * cols + j] ?? "", font) + 12);
    edges.push((edges[j] ?? 0) + wide);
  }
  const right = (edges[cols] ?? left) + margin;
  return {
    edges,
    left,
    top,
    row,
    width: Math.max(right, caption ? left + raisedWidth(caption, 11) : 0),
    height: top + rows * row + (caption ? 18 : 2),
    middle: top + (rows * row) / 2,
  };
}

/** How much room it takes, before it is drawn. */
export const matrixBox = (grid: MatrixGrid): MatrixBox => layout(grid);

export function matrixPart(parent: Element): MatrixPart {
  const node = add(parent, "g");
  const tints = list(node, "rect", { class: "etx-solid" });
  const numbers = list(node, "text", { class: "etx-ink", "text-anchor": "end", "font-size": font });
  const rings = list(node, "rect", { class: "etx-ring etx-accent", rx: 3 });
  const hooks = list(node, "path", { class: "etx-vector" });
  const rowLabels = list(node, "text", { class: "etx-tick", "text-anchor": "end" });
  const colLabels = list(node, "text", { class: "etx-tick", "text-anchor": "middle" });
  const captions = list(node, "text", { class: "etx-title", "text-anchor": "middle" });

  return {
    node,
    draw(grid, x, y) {
      const { rows, cols, cells, texts, labels, caption, highlight = [], brackets = true } = grid;
      const shape = layout(grid);
      const { edges, left, top, row } = shape;
      set(node, { transform: `translate(${px(x)},${px(y)})` });
      const extent = grid.extent ?? largest(cells);
      const count = rows * cols;
      const at = (i: number): [number, number, number] => {
        const start = edges[i % cols] ?? 0;
        return [start, top + Math.floor(i / cols) * row, (edges[(i % cols) + 1] ?? 0) - start];
      };
      tints(count).forEach((tint, i) => {
        const value = cells[i] ?? Number.NaN;
        const [cx, cy, wide] = at(i);
        set(tint, {
          x: px(cx + 0.5),
          y: px(cy + 0.5),
          width: px(wide - 1),
          height: px(row - 1),
          rx: 2,
          class: `etx-solid ${seriesClass(value < 0 ? 1 : 0)}`,
          "fill-opacity": px(tintOf(value, extent)),
        });
      });
      numbers(texts ? count : 0).forEach((number, i) => {
        const [cx, cy, wide] = at(i);
        set(number, { x: px(cx + wide - 6), y: px(cy + row / 2 + 4) });
        write(number, texts?.[i] ?? "");
      });
      rings(highlight.length).forEach((ring, i) => {
        const [cx, cy, wide] = at(highlight[i] ?? 0);
        set(ring, { x: px(cx), y: px(cy), width: px(wide), height: px(row) });
      });
      const [near, far] = [left - inset, (edges[cols] ?? left) + inset];
      const tall = rows * row + 2;
      hooks(brackets ? 2 : 0).forEach((hook, i) => {
        const [from, turn] = i === 0 ? [near, 5] : [far, -5];
        set(hook, { d: `M${px(from + turn)},${px(top - 1)}h${-turn}v${px(tall)}h${turn}` });
      });
      rowLabels(labels?.rows?.length ?? 0).forEach((label, i) => {
        set(label, { x: px(near - (brackets ? 4 : -2)), y: px(top + (i + 0.5) * row + 4) });
        write(label, labels?.rows?.[i] ?? "");
      });
      colLabels(labels?.cols?.length ?? 0).forEach((label, j) => {
        set(label, { x: px(((edges[j] ?? 0) + (edges[j + 1] ?? 0)) / 2), y: px(top - 5) });
        write(label, labels?.cols?.[j] ?? "");
      });
      captions(caption ? 1 : 0).forEach((words) => {
        set(words, { x: px((left + (edges[cols] ?? left)) / 2), y: px(top + rows * row + 15) });
        writeRaised(words, caption ?? "");
      });
      return shape;
    },
  };
}

function largest(cells: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < cells.length; i++) {
    const value = Math.abs(cells[i] ?? 0);
    if (Number.isFinite(value)) most = Math.max(most, value);
  }
  return most;
}

function tintOf(value: number, extent: number): number {
  if (!Number.isFinite(value) || !(extent > 0)) return 0;
  return strongest * Math.min(1, Math.abs(value) / extent);
}

/** One matrix by itself. */
export function matrixChart(options: ChartOptions): Chart<MatrixGrid> {
  const node = root(options.document ?? globalThis.document, "matrix");
  const part = matrixPart(node);
  let { width } = options;
  let grid: MatrixGrid | undefined;
  const draw = (): void => {
    if (!grid) return;
    const box = part.draw(grid, 2, 2);
    size(node, Math.max(width, box.width + 4), box.height + 4);
  };
  return {
    node,
    update(next) {
      grid = next;
      draw();
    },
    resize(w) {
      width = w;
      draw();
    },
    destroy: () => node.remove(),
  };
}
