/** Steps of a calculation in matrices, and under them, where there are any, values at whole numbers on stems. */
import { add, list, px, root, set, size, write } from "./dom.ts";
import { expressionPart, type Line } from "./expression.ts";
import type { Chart, ChartOptions } from "./types.ts";

export interface Stems {
  /** Values at 0, 1, 2, … */
  values: ArrayLike<number>;
  /** What passes through them, sampled evenly from 0 to the last. */
  through: ArrayLike<number>;
  /** Which of them are marked, and what is written there. */
  marks: readonly { at: number; label: string }[];
  /** Written beside the line. */
  note: string;
}

export interface CompositionData {
  lines: readonly Line[];
  stems?: Stems;
}

const tall = 150;

export function compositionChart(options: ChartOptions): Chart<CompositionData> {
  const node = root(options.document ?? globalThis.document, "composition");
  const expression = expressionPart(node);
  const stage = add(node, "g", { class: "etx-s1" });
  const zero = add(stage, "line", { class: "etx-zero" });
  const through = add(stage, "path", { class: "etx-line", "stroke-opacity": 0.5 });
  const stalks = list(stage, "line", { class: "etx-vector" });
  const heads = list(stage, "circle", { class: "etx-dot" });
  const marks = list(add(stage, "g", { class: "etx-accent" }), "circle", {
    class: "etx-ring",
    r: 7,
  });
  const labels = list(stage, "text", { class: "etx-math", "text-anchor": "middle" });
  const note = add(stage, "text", { class: "etx-title", "text-anchor": "end" });
  let { width } = options;
  let data: CompositionData = { lines: [] };

  function drawStems(stems: Stems, top: number): void {
    const last = stems.values.length - 1;
    const [left, right] = [16, width - 16];
    const middle = top + tall / 2;
    const x = (n: number): number => px(left + (n * (right - left)) / last);
    const y = (value: number): number => px(middle - value * (tall / 2 - 24));
    set(zero, { x1: left, x2: right, y1: px(middle), y2: px(middle) });
    const samples = stems.through.length - 1;
    set(through, {
      d: Array.from(
        stems.through,
        (value, i) => `${i === 0 ? "M" : "L"}${x((i * last) / samples)},${y(value)}`,
      ).join(""),
    });
    const lines = stalks(last + 1);
    const dots = heads(last + 1);
    for (let n = 0; n <= last; n++) {
      const value = stems.values[n] ?? 0;
      set(lines[n] as Element, { x1: x(n), x2: x(n), y1: px(middle), y2: y(value) });
      set(dots[n] as Element, { cx: x(n), cy: y(value), r: 3.5 });
    }
    const rings = marks(stems.marks.length);
    const names = labels(stems.marks.length);
    stems.marks.forEach(({ at, label }, i) => {
      const value = stems.values[at] ?? 0;
      set(rings[i] as Element, { cx: x(at), cy: y(value) });
      set(names[i] as Element, { x: x(at), y: px(y(value) + (value < 0 ? 24 : -13)) });
      write(names[i] as Element, label);
    });
    set(note, { x: right, y: px(top + tall - 2) });
    write(note, stems.note);
  }

  function draw(): void {
    const height = expression.draw(data.lines, 2, 4, width - 4) + 12;
    set(stage, { visibility: data.stems ? null : "hidden" });
    if (data.stems) drawStems(data.stems, height);
    size(node, width, Math.ceil(height + (data.stems ? tall : 0)));
  }

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
