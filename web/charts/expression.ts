/** Lines of matrices and signs, as one writes them: F(t)ᵀ G(s) = [ ] [ ] = [ ]. What does not fit goes to the next row. */
import { add, px, root, set, size, write } from "./dom.ts";
import { type MatrixGrid, type MatrixPart, matrixBox, matrixPart } from "./matrix-grid.ts";
import { raisedWidth, writeRaised } from "./raised.ts";
import type { Chart, ChartOptions } from "./types.ts";
import { wrap } from "./wrap.ts";

/** A sign or a name, with ^{raised} parts; or a matrix. */
export type Term = string | MatrixGrid;

export interface Line {
  /** Above it, in words. */
  heading?: string;
  terms: readonly Term[];
  /** In the accent: what the eye should rest on. */
  strong?: boolean;
}

export interface ExpressionPart {
  readonly node: SVGGElement;
  /** Draws the lines within a width, from (x, y) down; returns the height that they take. */
  draw(lines: readonly Line[], x: number, y: number, width: number): number;
}

const font = 15;
/** Serif italics run narrower than the sans that widths are measured for. */
const narrower = 0.86;
const headingFont = 12.5;
const gap = 6;
const indent = 22;
const between = 12;

interface Slot {
  group: SVGGElement;
  text?: SVGTextElement;
  matrix?: MatrixPart;
}

export function expressionPart(parent: Element): ExpressionPart {
  const node = add(parent, "g");
  const headings: SVGTextElement[] = [];
  const slots: Slot[] = [];

  /** The next place; a place that held a matrix holds one again without being made anew. */
  function slot(index: number, wanted: "text" | "matrix"): Slot {
    const found = slots[index];
    if (found?.[wanted]) return found;
    const group = found?.group ?? add(node, "g");
    group.replaceChildren();
    const fresh: Slot =
      wanted === "matrix"
        ? { group, matrix: matrixPart(group) }
        : { group, text: add(group, "text", { class: "etx-math", "font-size": font }) };
    slots[index] = fresh;
    return fresh;
  }

  return {
    node,
    draw(lines, x, y, width) {
      let used = 0;
      let named = 0;
      let top = y;
      for (const { heading, terms, strong } of lines) {
        if (heading !== undefined) {
          for (const words of wrap(heading, width, headingFont)) {
            const text = headings[named] ?? add(node, "text", { "font-size": headingFont });
            headings[named++] = text;
            set(text, {
              x: px(x),
              y: px(top + 12),
              class: strong ? "etx-words etx-accent" : "etx-title",
            });
            write(text, words);
            top += 17;
          }
          top += 3;
        }
        for (const row of rowsOf(terms, width)) {
          const above = Math.max(...row.terms.map((term) => boxOf(term).middle));
          const below = Math.max(
            ...row.terms.map((term) => boxOf(term).height - boxOf(term).middle),
          );
          let left = x + row.indent;
          for (const term of row.terms) {
            const box = boxOf(term);
            const place = slot(used++, typeof term === "string" ? "text" : "matrix");
            set(place.group, { class: strong ? "etx-accent" : null });
            if (typeof term === "string" && place.text) {
              set(place.text, { x: px(left), y: px(top + above + 5) });
              writeRaised(place.text, term);
            } else place.matrix?.draw(term as MatrixGrid, left, top + above - box.middle);
            left += box.width + gap;
          }
          top += above + below + 4;
        }
        top += between;
      }
      while (slots.length > used) slots.pop()?.group.remove();
      while (headings.length > named) headings.pop()?.remove();
      return Math.max(0, top - between - y);
    },
  };
}

function boxOf(term: Term): { width: number; height: number; middle: number } {
  if (typeof term !== "string") return matrixBox(term);
  return { width: narrower * raisedWidth(term, font), height: 24, middle: 12 };
}

/** As many terms a row as fit; a sign never ends a row, it begins the next. */
function rowsOf(terms: readonly Term[], width: number): { terms: Term[]; indent: number }[] {
  const rows: { terms: Term[]; indent: number }[] = [];
  let row: Term[] = [];
  let room = width;
  const end = (): void => {
    if (row.length === 0) return;
    rows.push({ terms: row, indent: rows.length === 0 ? 0 : indent });
    row = [];
    room = width - indent;
  };
  for (const [i, term] of terms.entries()) {
    const wide = boxOf(term).width + gap;
    const next = terms[i + 1];
    const kept = typeof term === "string" && next !== undefined ? boxOf(next).width + gap : 0;
    if (row.length > 0 && wide + kept - gap > room) end();
    row.push(term);
    room -= wide;
  }
  end();
  return rows;
}

export interface ExpressionData {
  lines: readonly Line[];
}

export function expressionChart(options: ChartOptions): Chart<ExpressionData> {
  const node = root(options.document ?? globalThis.document, "expression");
  const part = expressionPart(node);
  let { width } = options;
  let data: ExpressionData = { lines: [] };
  const draw = (): void => {
    const height = part.draw(data.lines, 2, 4, width - 4);
    size(node, width, Math.ceil(height + 8));
  };
  draw();
  return {
    node,
    update(next) {
      data = next;
      draw();
    },
    resize(w) {
      width = w;
      draw();
    },
    destroy: () => node.remove(),
  };
}
