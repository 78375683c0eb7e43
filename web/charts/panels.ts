/** Small multiples of curves with their bands, and one of them enlarged above them: to pick, and to read at any lag. */
import { seriesClass } from "./color.ts";
import { curveChart } from "./curve.ts";
import { lagScale, lagsOf, scoreScale } from "./curve-scale.ts";
import { bandPath, linePaths } from "./decimate.ts";
import { add, list, px, root, set, size, write } from "./dom.ts";
import { extent, type Interval } from "./domain.ts";
import { shorten } from "./text.ts";
import type { Chart, CurveData, CurveOptions, CurveSeries } from "./types.ts";

export interface SmallPanel {
  /** Drawn small, and large where it is selected. The same object is the same picture. */
  curve: CurveData;
  title: string;
  note: string;
  /** What a screen reader says: title, note, what a press does. */
  words: string;
}

export interface PanelsData {
  panels: readonly SmallPanel[];
  selected: number;
}

export interface PanelsOptions extends CurveOptions {
  onPick?(index: number): void;
}

const smallest = 150;
const gap = 16;
const head = 38;
const plotHeight = 84;
const foot = 14;
/** Thin, as six of them lie side by side. */
const thickness = 1;

export function panelsChart(options: PanelsOptions): Chart<PanelsData> {
  const document = options.document ?? globalThis.document;
  let { width, height } = options;
  let data: PanelsData = { panels: [], selected: 0 };
  const node = root(document, "panels");
  const large = curveChart(options);
  node.append(large.node);
  const smalls: Small[] = [];

  function draw(): void {
    const { panels, selected } = data;
    const count = panels.length;
    const most = Math.max(1, Math.floor((width + gap) / (smallest + gap)));
    const across = Math.min(most, count === 5 || count === 6 ? 3 : 4, count);
    const wide = (width - gap * (across - 1)) / Math.max(1, across);
    const tall = head + plotHeight + foot;
    const rows = Math.ceil(count / Math.max(1, across));
    size(node, width, height + rows * tall);
    while (smalls.length > count) smalls.pop()?.node.remove();
    while (smalls.length < count) {
      const index = smalls.length;
      smalls.push(small(node, () => options.onPick?.(index)));
    }
    panels.forEach((panel, i) => {
      const x = (i % across) * (wide + gap);
      const y = height + Math.floor(i / across) * tall;
      smalls[i]?.draw(panel, i === selected, x, y, wide);
    });
  }

  return {
    node,
    update(next) {
      data = next;
      const chosen = next.panels[next.selected];
      if (chosen) large.update(chosen.curve);
      draw();
    },
    resize(w, h) {
      width = w;
      height = h;
      large.resize(w, h);
      draw();
    },
    destroy() {
      large.destroy();
      node.remove();
    },
  };
}

interface Small {
  readonly node: SVGGElement;
  draw(panel: SmallPanel, selected: boolean, x: number, y: number, width: number): void;
}

function small(parent: Element, pick: () => void): Small {
  const node = add(parent, "g", { class: "etx-pick", role: "button", tabindex: 0 });
  const frame = add(node, "rect", { class: "etx-chip", rx: 6 });
  const title = add(node, "text", { class: "etx-heading", x: 10, y: 20 });
  const note = add(node, "text", { class: "etx-title", x: 10, y: 34 });
  const zero = add(node, "line", { class: "etx-grid" });
  const bands = list(add(node, "g"), "path");
  const lines = list(add(node, "g"), "path");
  node.addEventListener("click", pick);
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    pick();
  });
  let drawn: { curve: CurveData; width: number } | undefined;

  function plot({ series, xScale, limits }: CurveData, width: number): void {
    const [left, right] = [8, width - 8];
    const across = lagScale(xScale, lagsOf(series), left, right);
    const up = scoreScale(reach(series, limits), head + plotHeight, head + 4);
    const areas = bands(series.filter(({ band }) => band).length);
    series
      .filter(({ band }) => band)
      .forEach(({ start, step, band, colorIndex }, i) => {
        const { low, high } = band as NonNullable<typeof band>;
        const [below, above] = [low, high].map((values) => ({ start, step, values }));
        const d = bandPath(below as CurveSeries, above as CurveSeries, across, up, left, right);
        set(areas[i] as Element, { class: `etx-band ${seriesClass(colorIndex)}`, d });
      });
    const parts = [...series]
      .sort((a, b) => Number(b.faint ?? false) - Number(a.faint ?? false))
      .flatMap((one) => {
        const { lines: strokes, solid } = linePaths(one, across, up, left, right, thickness);
        const color = `${seriesClass(one.colorIndex)}${one.faint ? " etx-faint" : ""}`;
        return [
          { class: `etx-solid ${color}`, d: solid },
          ...strokes.map((d) => ({ class: `etx-line ${color}`, d })),
        ];
      });
    const nodes = lines(parts.length);
    parts.forEach((part, i) => {
      set(nodes[i] as Element, part);
    });
    const y = px(up.base);
    set(zero, { x1: left, x2: px(right), y1: y, y2: y });
  }

  return {
    node,
    draw(panel, selected, x, y, width) {
      set(node, {
        transform: `translate(${px(x)},${px(y)})`,
        "aria-label": panel.words,
        "aria-pressed": String(selected),
        class: `etx-pick${selected ? " etx-picked" : ""}`,
      });
      set(frame, { width: px(width), height: head + plotHeight + 6 });
      // With a space, so that title and note are two words for who hears them.
      write(title, `${shorten(panel.title, width - 16, 15)} `);
      write(note, shorten(panel.note, width - 16));
      if (drawn?.curve === panel.curve && drawn.width === width) return;
      drawn = { curve: panel.curve, width };
      plot(panel.curve, width);
    },
  };
}

/** All values and bands, within the limits, around 0. */
function reach(series: readonly CurveSeries[], limits?: readonly [number, number]): Interval {
  let found: Interval = [0, 0];
  for (const { values, band } of series) {
    found = extent(values, found);
    if (band) found = extent(band.high, extent(band.low, found));
  }
  const [low, high] = limits ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const [from, to] = [Math.max(found[0], low), Math.min(found[1], high)];
  return from < to ? [from, to] : [0, 1];
}
