/** Frequencies as the hands of clocks, fast to slow. */
import { seriesClass } from "./color.ts";
import { add, list, px, root, set, size, write } from "./dom.ts";
import type { Chart, ChartOptions, ColorIndex } from "./types.ts";

export interface ClockFace {
  /** Where the hand points, in radians anticlockwise from three o'clock. */
  angle: number;
  /** How far the hand has come down from 1 by damping. */
  length: number;
  /** It points almost where it did at time 0, so it tells nothing: drawn faintly. */
  still: boolean;
  /** Under the face: its frequency, and how long a turn takes. */
  title: string;
  caption: string;
}

export interface ClocksData {
  faces: readonly ClockFace[];
  colorIndex: ColorIndex;
}

/** A face is not drawn smaller than this, in pixels: then it goes to the next row. */
const smallest = 74;
const words = 34;

export function clocksChart(options: ChartOptions): Chart<ClocksData> {
  const document = options.document ?? globalThis.document;
  let { width } = options;
  let data: ClocksData = { faces: [], colorIndex: 0 };

  const node = root(document, "clocks");
  const stage = add(node, "g");
  const rims = list(stage, "circle", { class: "etx-circle" });
  const ticks = list(stage, "path", { class: "etx-grid" });
  const hands = list(stage, "path");
  const tips = list(stage, "circle", { r: 3 });
  const titles = list(node, "text", { class: "etx-words", "text-anchor": "middle" });
  const captions = list(node, "text", { class: "etx-title", "text-anchor": "middle" });

  function draw(): void {
    const count = data.faces.length;
    const across = Math.max(1, Math.min(count, Math.floor(width / smallest)));
    const side = width / across;
    const radius = Math.min(46, side / 2 - 8);
    const tall = 2 * radius + words + 14;
    size(node, width, Math.max(1, Math.ceil(count / across)) * tall);
    set(stage, { class: seriesClass(data.colorIndex) });
    const parts = {
      rims: rims(count),
      ticks: ticks(count),
      hands: hands(count),
      tips: tips(count),
      titles: titles(count),
      captions: captions(count),
    };
    data.faces.forEach(({ angle, length, still, title, caption }, i) => {
      const x = side * ((i % across) + 0.5);
      const y = Math.floor(i / across) * tall + radius + 4;
      const tip = [x + length * radius * Math.cos(angle), y - length * radius * Math.sin(angle)];
      const quarters = [0, 1, 2, 3].map((q) => {
        const [c, s] = [Math.cos((q * Math.PI) / 2), Math.sin((q * Math.PI) / 2)];
        return `M${px(x + radius * c)},${px(y + radius * s)}L${px(x + (radius - 4) * c)},${px(y + (radius - 4) * s)}`;
      });
      set(parts.rims[i] as Element, { cx: px(x), cy: px(y), r: px(radius) });
      set(parts.ticks[i] as Element, { d: quarters.join("") });
      set(parts.hands[i] as Element, {
        class: still ? "etx-future" : "etx-vector",
        d: `M${px(x)},${px(y)}L${tip.map(px).join()}`,
      });
      set(parts.tips[i] as Element, {
        class: still ? "etx-hollow" : "etx-tip",
        cx: px(tip[0] ?? 0),
        cy: px(tip[1] ?? 0),
      });
      set(parts.titles[i] as Element, { x: px(x), y: px(y + radius + 16) });
      write(parts.titles[i] as Element, title);
      set(parts.captions[i] as Element, { x: px(x), y: px(y + radius + 31) });
      write(parts.captions[i] as Element, caption);
    });
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
