/** The cursor's picture: a hairline at a lag, a dot on each curve, and their values on a small sheet beside it. */
import { seriesClass } from "./color.ts";
import type { Up } from "./decimate.ts";
import { add, list, px, set, write } from "./dom.ts";
import { type Box, shorten, textWidth } from "./text.ts";
import type { CurveOptions, CurveReading, CurveSeries } from "./types.ts";

const row = 16;
const pad = 9;

export interface Readout {
  hide(): void;
  show(
    reading: CurveReading,
    series: readonly CurveSeries[],
    x: number,
    up: Up,
    frame: Box,
    width: number,
  ): void;
}

export function readout(parent: Element, options: CurveOptions): Readout {
  const group = add(parent, "g", {
    class: "etx-cursor",
    "aria-hidden": "true",
    visibility: "hidden",
  });
  const line = add(group, "line", { class: "etx-crosshair" });
  const dots = list(group, "circle");
  const sheet = add(group, "g");
  const ground = add(sheet, "rect", { class: "etx-sheet", rx: 3 });
  const title = add(sheet, "text", { class: "etx-ink etx-strong", x: pad, y: 16 });
  const keys = list(sheet, "path");
  const names = list(sheet, "text");
  const numbers = list(sheet, "text", { "text-anchor": "end" });

  return {
    hide: () => set(group, { visibility: "hidden" }),
    show(reading, series, x, up, frame, width) {
      set(group, { visibility: null });
      set(line, { x1: px(x), x2: px(x), y1: frame.top, y2: frame.bottom });
      const spots = dots(series.length);
      series.forEach(({ id, colorIndex }, i) => {
        const value = reading.values[i]?.value ?? Number.NaN;
        const y = Math.min(Math.max(up.base + up.slope * value, frame.top - 4), frame.bottom + 4);
        set(spots[i] as Element, {
          class: `etx-dot ${seriesClass(colorIndex)}`,
          r: id === reading.nearest ? 4.5 : 3,
          cx: px(x),
          cy: Number.isFinite(value) ? px(y) : 0,
          visibility: Number.isFinite(value) ? null : "hidden",
        });
      });

      // As many rows as the figure is high; the nearest is always among them.
      const most = Math.max(1, Math.floor((frame.bottom - frame.top - 24) / row));
      const order = series
        .map((_, i) => i)
        .sort((a, b) => (b === nearestAt() ? 1 : 0) - (a === nearestAt() ? 1 : 0));
      const kept = order.slice(0, most).sort((a, b) => a - b);
      function nearestAt(): number {
        return series.findIndex(({ id }) => id === reading.nearest);
      }
      const words = kept.map((i) => {
        const { label = "", value = Number.NaN } = reading.values[i] ?? {};
        return {
          label: shorten(label, width * 0.4, 11, true),
          value: Number.isFinite(value) ? options.format.value(value) : "–",
        };
      });
      const head = options.format.title(reading.lag);
      const labelRoom = Math.max(0, ...words.map(({ label }) => textWidth(label, 11, true)));
      const valueRoom = Math.max(0, ...words.map(({ value }) => textWidth(value, 11, true)));
      const w = Math.ceil(
        Math.max(textWidth(head, 11, true) + 2 * pad, pad + 12 + labelRoom + 16 + valueRoom + pad),
      );
      const h = 24 + kept.length * row + 3;
      write(title, head);
      set(ground, { width: w, height: h });
      const [marks, texts, values] = [keys(kept.length), names(kept.length), numbers(kept.length)];
      kept.forEach((i, at) => {
        const one = series[i] as CurveSeries;
        const y = 24 + at * row + 9;
        const strong = one.id === reading.nearest ? " etx-strong" : "";
        set(marks[at] as Element, {
          class: `etx-line-strong ${seriesClass(one.colorIndex)}`,
          d: `M${pad},${y - 4}h7`,
        });
        set(texts[at] as Element, { class: `etx-ink${strong}`, x: pad + 12, y });
        set(values[at] as Element, { class: `etx-ink${strong}`, x: w - pad, y });
        write(texts[at] as Element, words[at]?.label ?? "");
        write(values[at] as Element, words[at]?.value ?? "");
      });
      // Right of the hairline, else left of it; never out of the figure.
      const wished = x + 12 + w <= width ? x + 12 : x - 12 - w;
      const left = Math.min(Math.max(wished, 0), Math.max(0, width - w));
      set(sheet, { transform: `translate(${px(left)},${px(frame.top + 4)})` });
    },
  };
}
