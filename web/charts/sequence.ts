/** Curves over a sequence, and under them a thumbnail for each of its N×N matrices: queries down, keys across. */
import { seriesClass } from "./color.ts";
import { curveChart } from "./curve.ts";
import { add, list, px, root, set, size, write } from "./dom.ts";
import { cellsUrl, type Paint, rampUrl } from "./heatmap-paint.ts";
import { shorten, textWidth } from "./text.ts";
import type { Chart, ColorIndex, CurveChart, CurveData, CurveOptions } from "./types.ts";

export interface Thumbnail {
  label: string;
  /** Written under it, a line each. */
  words: readonly string[];
  colorIndex: ColorIndex;
  /** Rows and columns. */
  size: number;
  /** Row by row; 0 above the diagonal. */
  values: ArrayLike<number>;
  /** An older one, while its successor is computed. */
  stale?: boolean;
}

export interface SequenceData {
  curve: CurveData;
  /** Of all thumbnails. */
  paint: Paint;
  thumbnails: readonly Thumbnail[];
}

export interface SequenceOptions extends CurveOptions {
  labels: CurveOptions["labels"] & { queries: string; keys: string };
  format: CurveOptions["format"] & { weight(value: number): string };
}

export interface SequenceChart extends Chart<SequenceData>, Pick<CurveChart, "zoomBy" | "zoomTo"> {}

/** Pixels of a thumbnail's side, at most and at least. */
const [largest, smallest] = [220, 132];
const [gap, line] = [22, 15];
const bar = { width: 90, height: 8 };

export function sequenceChart(options: SequenceOptions): SequenceChart {
  const document = options.document ?? globalThis.document;
  let { width, height } = options;
  let data: SequenceData | undefined;
  const node = root(document, "sequence");
  const curve = curveChart(options);
  node.append(curve.node);
  const group = add(node, "g");
  const [keys, ...ends] = list(group, "text", { class: "etx-title" })(3);
  const ramp = add(group, "image", { preserveAspectRatio: "none", ...bar });
  const images = list(group, "image", {
    preserveAspectRatio: "none",
    "image-rendering": "pixelated",
  });
  const veils = list(group, "path", { class: "etx-veil" });
  const frames = list(group, "path", { class: "etx-foot" });
  const names = list(group, "text");
  const words = list(group, "text", { class: "etx-title" });

  function draw(): void {
    const { thumbnails = [], paint } = data ?? {};
    const count = thumbnails.length;
    const most = Math.max(1, Math.floor((width + gap) / (smallest + gap)));
    const across = Math.min(Math.max(count, 1), most);
    const side = Math.min(largest, (width - (across - 1) * gap) / across);
    const lines = Math.max(0, ...thumbnails.map((one) => one.words.length));
    const tall = line + side + line * lines + gap;
    const top = height + 36;
    size(node, width, top + tall * Math.ceil(count / across));
    set(group, { visibility: count > 0 ? null : "hidden" });
    if (!paint) return;
    const say = (text: Element | undefined, x: number, content: string, anchor = "start"): void => {
      if (!text) return;
      set(text, { x: px(x), y: height + 14, "text-anchor": anchor });
      write(text, content);
    };
    const { queries, keys: toKeys } = options.labels;
    say(keys, 0, `${queries} ↓ ${toKeys} →`);
    const [low, high] = paint.domain.map(options.format.weight) as [string, string];
    say(ends[1], width, high, "end");
    const start = width - textWidth(high) - 6 - bar.width;
    set(ramp, { href: rampUrl(paint.colors), x: px(start), y: height + 6 });
    say(ends[0], start - 6, low, "end");

    const [pictures, veil] = [images(count), veils(count)];
    const [frame, name] = [frames(count), names(count)];
    const said = words(count * lines);
    thumbnails.forEach((one, i) => {
      const x = (i % across) * (side + gap);
      const y = top + tall * Math.floor(i / across);
      const at = y + line - 6;
      set(name[i] as Element, {
        class: `etx-words etx-strong ${seriesClass(one.colorIndex)}`,
        x: px(x),
        y: px(y),
      });
      write(name[i] as Element, shorten(one.label, side, 11, true));
      const box = { x: px(x), y: px(at), width: px(side), height: px(side) };
      const { size: cells, values } = one;
      const href = cellsUrl({ width: cells, height: cells, values }, paint);
      set(pictures[i] as Element, { ...box, href, opacity: one.stale ? 0.45 : null });
      set(veil[i] as Element, { d: aboveDiagonal(x, at, side, cells) });
      set(frame[i] as Element, { d: `M${px(x)},${px(at)}V${px(at + side)}H${px(x + side)}Z` });
      for (let l = 0; l < lines; l++) {
        const text = said[i * lines + l] as Element;
        set(text, { x: px(x), y: px(at + side + line * (l + 1)) });
        write(text, shorten(one.words[l] ?? "", side + gap - 4));
      }
    });
  }

  return {
    node,
    update(next) {
      data = next;
      curve.update(next.curve);
      draw();
    },
    resize(w, h) {
      [width, height] = [w, h];
      curve.resize(w, h);
      draw();
    },
    zoomBy: curve.zoomBy,
    zoomTo: curve.zoomTo,
    destroy() {
      curve.destroy();
      node.remove();
    },
  };
}

/** The cells that no query sees, step by step. */
function aboveDiagonal(x: number, y: number, side: number, cells: number): string {
  const cell = side / cells;
  let path = `M${px(x + cell)},${px(y)}`;
  for (let i = 1; i < cells; i++) path += `V${px(y + i * cell)}H${px(x + (i + 1) * cell)}`;
  return `${path}V${px(y)}Z`;
}
