/**
 * A curve chart for each of several things, side by side under their names, and under each other what is told of one. Where it is
 * narrow the things stand under each other and what is told of one side by side.
 */
import { seriesClass } from "./color.ts";
import { curveChart } from "./curve.ts";
import { list, px, root, set, size, write } from "./dom.ts";
import { shorten } from "./text.ts";
import type { Chart, ColorIndex, CurveChart, CurveData, CurveOptions } from "./types.ts";

export interface SideBySideData {
  things: readonly {
    title: string;
    colorIndex: ColorIndex;
    /** As many as there are formats. */
    told: readonly CurveData[];
  }[];
}

export interface SideBySideOptions extends Omit<CurveOptions, "format"> {
  /** Of each that is told of a thing. */
  formats: readonly CurveOptions["format"][];
}

const narrow = 620;
const head = 26;
const gap = 18;

export function sideBySideChart(options: SideBySideOptions): Chart<SideBySideData> {
  const document = options.document ?? globalThis.document;
  let { width, height } = options;
  let data: SideBySideData = { things: [] };
  const { formats } = options;
  const node = root(document, "side-by-side");
  const titles = list(node, "text");
  const charts: CurveChart[][] = [];
  let sized = "";

  function place(): void {
    const count = Math.max(1, data.things.length);
    const wide = width >= narrow;
    const [columns, rows] = wide ? [count, 1] : [1, count];
    const across = wide ? (width - gap * (count - 1)) / count : width;
    const tall = head + height * (wide ? formats.length : 1);
    size(node, width, rows * tall);
    const cell = wide ? across : (across - gap) / formats.length;
    const now = [cell, height, data.things.length].join();
    const names = titles(data.things.length);
    data.things.forEach(({ title, colorIndex }, i) => {
      const x = (i % columns) * (across + gap);
      const y = Math.floor(i / columns) * tall;
      const name = names[i] as Element;
      set(name, { class: `etx-heading ${seriesClass(colorIndex)}`, x: px(x), y: px(y + 17) });
      write(name, shorten(title, across, 15));
      charts[i]?.forEach((chart, j) => {
        if (now !== sized) chart.resize(Math.round(cell), height);
        set(chart.node, {
          x: px(wide ? x : x + j * (cell + gap)),
          y: px(y + head + (wide ? j * height : 0)),
        });
      });
    });
    sized = now;
  }

  return {
    node,
    update(next) {
      data = next;
      while (charts.length > next.things.length)
        for (const chart of charts.pop() ?? []) chart.destroy();
      while (charts.length < next.things.length) {
        const own = formats.map((format) =>
          curveChart({ ...options, format, width: narrow, height }),
        );
        for (const chart of own) node.append(chart.node);
        charts.push(own);
      }
      place();
      next.things.forEach(({ told }, i) => {
        told.forEach((curve, j) => {
          charts[i]?.[j]?.update(curve);
        });
      });
    },
    resize(w, h) {
      width = w;
      height = h;
      place();
    },
    destroy() {
      for (const chart of charts.flat()) chart.destroy();
      node.remove();
    },
  };
}
