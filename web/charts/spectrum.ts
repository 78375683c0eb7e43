/** Wavelengths on a log axis, a lane a series: what they were above, what they are below, and how each has moved. */
import { axis } from "./axis.ts";
import { seriesClass } from "./color.ts";
import { add, list, root, set, size, write } from "./dom.ts";
import { type Spot, spectrumCursor } from "./spectrum-cursor.ts";
import { type Lane, laneOf, type SpectrumLane } from "./spectrum-lane.ts";
import { powersOfTen, thin } from "./ticks.ts";
import type { Chart, ChartOptions } from "./types.ts";

export type { SpectrumLane, SpectrumMark } from "./spectrum-lane.ts";

export interface SpectrumData {
  lanes: readonly SpectrumLane[];
  xLabel: string;
  /** Stands there where no lane has a mark. */
  empty: string;
}

export interface SpectrumOptions extends ChartOptions {
  labels: { cursor: string };
  format: {
    tick(wavelength: number): string;
    /** The sheet beside a mark: its title, then a line each. */
    reading(lane: SpectrumLane, mark: number): readonly string[];
  };
}

const bottom = 40;
/** A mark's dot needs this much beside the axis' ends. */
const edge = 12;

export function spectrumChart(options: SpectrumOptions): Chart<SpectrumData> {
  const document = options.document ?? globalThis.document;
  let { width } = options;
  let data: SpectrumData = { lanes: [], xLabel: "", empty: "" };
  let lanes: Lane[] = [];

  const node = root(document, "spectrum");
  const across = axis(node, "bottom", false);
  const xTitle = add(node, "text", { class: "etx-title", "text-anchor": "end" });
  const nothing = add(node, "text", { class: "etx-title", x: 0, y: 24 });
  const groups = list(node, "g");
  const drawn = new Map<Element, ReturnType<typeof laneOf>>();
  const cursor = spectrumCursor(node, {
    spots: () => lanes.flatMap(({ spots }) => spots),
    label: () => options.labels.cursor,
    words: ({ lane, mark }: Spot) => {
      const one = data.lanes[lane];
      return one ? options.format.reading(one, mark) : [];
    },
  });

  function draw(): void {
    const shown = data.lanes.filter(({ marks }) => marks.length > 0);
    const ends = extent(shown);
    const [left, right] = [edge, width - edge];
    const place = (wavelength: number): number =>
      left + ((Math.log(wavelength) - ends[0]) / (ends[1] - ends[0])) * (right - left);

    let top = 0;
    const nodes = groups(shown.length);
    lanes = shown.map((lane, i) => {
      const group = nodes[i] as SVGGElement;
      set(group, { class: seriesClass(lane.colorIndex), "aria-hidden": "true" });
      const drawLane = drawn.get(group) ?? laneOf(group);
      drawn.set(group, drawLane);
      const made = drawLane(lane, data.lanes.indexOf(lane), place, top, width);
      top = made.bottom;
      return made;
    });
    const height = shown.length > 0 ? top + bottom : 40;
    size(node, width, height);
    write(nothing, shown.length > 0 ? "" : data.empty);
    const frame = { left, right, top: 0, bottom: height - bottom };
    const ticks = powersOfTen(Math.exp(ends[0]), Math.exp(ends[1])).map((value) => ({
      at: place(value),
      label: options.format.tick(value),
    }));
    across.draw(shown.length > 0 ? thin(ticks, 10, "x") : [], frame, null);
    write(xTitle, shown.length > 0 ? data.xLabel : "");
    set(xTitle, { x: right, y: height - 6 });
    cursor.again(width, height - bottom);
  }

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

/** The logarithms of the shortest and the longest that is drawn, contexts included. */
function extent(lanes: readonly SpectrumLane[]): [number, number] {
  const all = lanes.flatMap(({ marks, contexts }) => [
    ...marks.flatMap(({ wavelength, before = wavelength }) => [wavelength, before]),
    ...contexts.map(({ at }) => at),
  ]);
  const low = Math.log(all.reduce((least, value) => Math.min(least, value), Infinity));
  const high = Math.log(all.reduce((most, value) => Math.max(most, value), -Infinity));
  if (!(low < high)) return Number.isFinite(low) ? [low - 1, low + 1] : [0, 1];
  return [low, high];
}
