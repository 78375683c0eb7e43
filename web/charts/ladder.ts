/**
 * Who makes a score at one lag: each rung's own term as a dot, the mean of each band of neighbours as a bar, and the sum
 * so far as a line that ends at the score. Fastest rung at the left.
 */
import { axis } from "./axis.ts";
import { seriesClass } from "./color.ts";
import { add, list, px, set, write } from "./dom.ts";
import { type Box, textWidth } from "./text.ts";
import { thin } from "./ticks.ts";
import type { ColorIndex } from "./types.ts";

export interface LadderData {
  /** Each rung's term, from -1 to 1 of what it is at lag 0; NaN: it has none. */
  terms: ArrayLike<number>;
  /** Rungs from `from` up to `to`, and the mean of their terms. */
  bands: readonly { from: number; to: number; mean: number; marked: boolean }[];
  /** The sum of the terms so far, from -1 to 1 of all of them at lag 0; one a rung. */
  sums: ArrayLike<number>;
  /** Rungs that are counted; the rest is left out. */
  count: number;
  /** Places along the ladder worth a number below, and a name above. */
  ticks: readonly { at: number; label: string }[];
  marks: readonly { at: number; label: string }[];
  colorIndex: ColorIndex;
  /** Above the plot, what it shows; beside its end, what the sum comes to; at the end of its axis. */
  title: string;
  total: string;
  axis: string;
}

/** Below this many pixels a rung, dots would cover each other and say nothing. */
const roomy = 1.2;

export function ladder(parent: Element): {
  readonly node: SVGGElement;
  draw(data: LadderData, frame: Box, width: number): void;
} {
  const group = add(parent, "g", { "aria-hidden": "true" });
  const rules = axis(group, "left");
  const rungs = axis(group, "bottom", false);
  const color = add(group, "g");
  const bars = list(add(color, "g"), "rect");
  const accent = add(group, "g", { class: "etx-accent" });
  const markLines = list(accent, "line", { class: "etx-marker" });
  const markTexts = list(accent, "text", { class: "etx-words", "text-anchor": "middle" });
  const dots = add(color, "path", { class: "etx-speck" });
  const sum = add(group, "path", { class: "etx-running" });
  const end = add(group, "circle", { class: "etx-ink", r: 3 });
  const title = add(group, "text", { class: "etx-title", x: 0 });
  const total = add(group, "text", { class: "etx-words etx-ink etx-strong" });
  const axisTitle = add(group, "text", { class: "etx-title", "text-anchor": "end" });

  return {
    node: group,
    draw(data, frame, width) {
      const length = data.terms.length;
      const step = (frame.right - frame.left) / Math.max(1, length);
      const x = (rung: number): number => frame.left + (rung + 0.5) * step;
      const middle = (frame.top + frame.bottom) / 2;
      const y = (value: number): number =>
        middle - (Math.min(1, Math.max(-1, value)) * (frame.bottom - frame.top)) / 2;
      rules.draw(
        [1, 0, -1].map((value) => ({ at: y(value), label: value < 0 ? "−1" : String(value) })),
        frame,
        middle,
      );
      rungs.draw(
        thin(
          data.ticks.map(({ at, label }) => ({ at: x(at), label })),
          10,
          "x",
        ),
        frame,
        null,
      );
      set(color, { class: seriesClass(data.colorIndex) });

      const kept = data.bands.filter(({ from, mean }) => from < data.count && !Number.isNaN(mean));
      const rects = bars(kept.length);
      kept.forEach(({ from, to, mean, marked }, i) => {
        const left = x(from - 0.5);
        const right = x(Math.min(to, data.count) - 0.5);
        const gap = right - left > 6 ? 1 : 0;
        set(rects[i] as Element, {
          class: marked ? "etx-share-marked" : "etx-share",
          x: px(left + gap / 2),
          y: px(Math.min(y(mean), middle)),
          width: px(Math.max(0.5, right - left - gap)),
          height: px(Math.abs(y(mean) - middle)),
        });
      });

      let specks = "";
      for (let i = 0; step >= roomy && i < data.count; i++) {
        const term = data.terms[i] as number;
        if (Number.isFinite(term)) specks += `M${px(x(i))},${px(y(term))}h0`;
      }
      set(dots, { d: specks });
      let line = "";
      let last = middle;
      for (let i = 0; i < data.count && !Number.isNaN(data.sums[i]); i++) {
        last = y(data.sums[i] as number);
        line += `${line ? "L" : `M${px(x(-0.5))},${px(middle)}L`}${px(x(i + 0.5))},${px(last)}`;
      }
      set(sum, { d: line });
      const endX = x(Math.max(0, data.count - 0.5));
      set(end, { cx: px(endX), cy: px(last), visibility: line ? null : "hidden" });
      write(total, line ? data.total : "");
      const inside = endX + 8 + textWidth(data.total, 11, true) > width;
      set(total, {
        x: px(inside ? endX - 6 : endX + 8),
        y: px(inside ? last - 8 : last + 4),
        "text-anchor": inside ? "end" : "start",
      });

      const places = data.marks.map(({ at, label }) => ({ at: x(at), label }));
      const named = thin(places, 6, "x");
      const [lines, words] = [markLines(named.length), markTexts(named.length)];
      named.forEach(({ at, label }, i) => {
        set(lines[i] as Element, {
          x1: px(at),
          x2: px(at),
          y1: px(frame.top - 4),
          y2: px(frame.bottom),
        });
        set(words[i] as Element, { x: px(at), y: px(frame.top - 8) });
        write(words[i] as Element, label);
      });
      write(title, data.title);
      set(title, { y: px(frame.top - 24) });
      write(axisTitle, data.axis);
      set(axisTitle, { x: px(frame.right), y: px(frame.bottom + 33) });
    },
  };
}
