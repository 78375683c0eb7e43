/** Weights against lag, and under them how far each curve reaches: a thick bar to half of the weight, a thin one to 95 %. */
import { seriesClass } from "./color.ts";
import { curveChart } from "./curve.ts";
import { add, list, px, root, set, size, write } from "./dom.ts";
import { shorten, textWidth } from "./text.ts";
import type { ColorIndex, CurveChart, CurveData, CurveOptions } from "./types.ts";

export interface Reach {
  label: string;
  /** Written beside the label. */
  words: string;
  colorIndex: ColorIndex;
  /** Lags within which half and 95 % of the weight lie. */
  half: number;
  most: number;
  /** As many keys of equal weight would have the same entropy. */
  effective: number;
}

export interface AttentionData {
  curve: CurveData;
  reaches: readonly Reach[];
}

export interface AttentionChart extends Omit<CurveChart, "update"> {
  update(data: AttentionData): void;
}

/** Where label and words don't fit on one line, the words take another. */
const row = 34;
const line = 15;

export function attentionChart(options: CurveOptions): AttentionChart {
  const document = options.document ?? globalThis.document;
  let { width, height } = options;
  let reaches: readonly Reach[] = [];
  const node = root(document, "attention");
  const curve = curveChart({
    ...options,
    onZoom(domain) {
      draw();
      options.onZoom?.(domain);
    },
  });
  node.append(curve.node);
  const group = add(node, "g");
  const names = list(group, "text");
  const words = list(group, "text", { class: "etx-title" });
  const thin = list(group, "path");
  const thick = list(group, "path");
  const dots = list(group, "circle");

  function draw(): void {
    const count = reaches.length;
    const long = reaches.some(
      ({ label, words }) => textWidth(label, 11, true) + textWidth(words) + 24 > width,
    );
    const tall = long ? row + line : row;
    size(node, width, height + tall * count + 4);
    const [titles, notes] = [names(count), words(count)];
    const [far, near, points] = [thin(count), thick(count), dots(count)];
    reaches.forEach((one, i) => {
      const color = seriesClass(one.colorIndex);
      const x = curve.place(0);
      const y = height + tall * i + 14;
      const below = long ? y + line : y;
      set(titles[i] as Element, { class: `etx-words etx-strong ${color}`, x: 0, y });
      write(titles[i] as Element, shorten(one.label, width, 11, true));
      set(
        notes[i] as Element,
        long ? { x: 0, y: below, "text-anchor": null } : { x: width, y, "text-anchor": "end" },
      );
      write(notes[i] as Element, shorten(one.words, width));
      const bar = (lag: number): string => `M${px(x)},${below + 11}H${px(curve.place(lag))}`;
      set(far[i] as Element, { class: `etx-bar-thin ${color}`, d: bar(one.most) });
      set(near[i] as Element, { class: `etx-bar ${color}`, d: bar(one.half) });
      const at = { cx: px(curve.place(one.effective - 1)), cy: below + 11, r: 4 };
      set(points[i] as Element, { class: `etx-hollow ${color}`, ...at });
    });
  }

  return {
    node,
    update(next) {
      reaches = next.reaches;
      curve.update(next.curve);
      draw();
    },
    resize(w, h) {
      width = w;
      height = h;
      curve.resize(w, h);
      draw();
    },
    zoomTo(domain) {
      curve.zoomTo(domain);
      draw();
    },
    zoomBy: curve.zoomBy,
    place: curve.place,
    destroy() {
      curve.destroy();
      node.remove();
    },
  };
}
