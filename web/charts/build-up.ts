/**
 * A sum of waves as it grows: the sum so far against lag, beneath it on the same lags the wave that was added last, and
 * at one lag the terms that make it.
 */
import { seriesClass } from "./color.ts";
import { curveChart } from "./curve.ts";
import { type Across, linePaths } from "./decimate.ts";
import { add, list, px, root, set, size, write } from "./dom.ts";
import { type LadderData, ladder } from "./ladder.ts";
import { lineWidths } from "./style.ts";
import type { Box } from "./text.ts";
import type { Chart, ColorIndex, CurveData, CurveOptions } from "./types.ts";

export interface BuildUpData {
  curve: CurveData;
  /** Absent: the curve has no parts, and has the figure to itself. */
  parts?: BuildUpParts;
}

export interface BuildUpParts {
  /** From -1 to 1. */
  last: {
    title: string;
    start: number;
    step: number;
    values: Float64Array;
    colorIndex: ColorIndex;
  };
  ladder: LadderData;
}

export type BuildUpOptions = Omit<CurveOptions, "onLayout">;

/** Heights in pixels: of the wave's strip with its title, of the ladder with its titles. */
const strip = { title: 26, wave: 44 };
const terms = { title: 54, axis: 36 };

export function buildUpChart(options: BuildUpOptions): Chart<BuildUpData> {
  const document = options.document ?? globalThis.document;
  let { width, height } = options;
  let data: BuildUpData | null = null;
  let place: { frame: Box; across: Across } | null = null;

  const node = root(document, "build-up");
  set(node, { width, height });
  const curve = curveChart({
    ...options,
    height: upper(),
    onLayout(frame, across) {
      place = { frame, across };
      draw();
    },
  });
  node.append(curve.node);
  const below = add(node, "g", { "aria-hidden": "true" });
  const title = add(below, "text", { class: "etx-title", x: 0 });
  const zero = add(below, "line", { class: "etx-grid" });
  const wave = add(below, "svg", { overflow: "hidden" });
  const paths = list(wave, "path");
  const rungs = ladder(node);

  /** The curve takes what is left by the strip and, three parts of eight, the ladder. */
  function upper(): number {
    const rest = strip.title + strip.wave + terms.title + terms.axis;
    return data && !data.parts ? height : Math.round((height - rest) * 0.64);
  }

  function draw(): void {
    size(node, width, height);
    if (!data || !place) return;
    const { parts } = data;
    for (const part of [below, rungs.node]) set(part, { display: parts ? null : "none" });
    if (!parts) return;
    const { frame, across } = place;
    const top = upper() + strip.title;
    const middle = top + strip.wave / 2;
    const { last } = parts;
    write(title, last.title);
    set(title, { y: px(top - 8) });
    set(zero, { x1: frame.left, x2: frame.right, y1: middle, y2: middle });
    const wide = frame.right - frame.left;
    set(wave, {
      x: frame.left,
      y: top,
      width: wide,
      height: strip.wave,
      viewBox: `${frame.left} ${top} ${wide} ${strip.wave}`,
    });
    const up = { base: middle, slope: -(strip.wave / 2 - 2) };
    const { lines, solid } = linePaths(last, across, up, frame.left, frame.right, lineWidths.plain);
    const color = seriesClass(last.colorIndex);
    const drawn = [
      { class: `etx-solid ${color}`, d: solid },
      ...lines.map((d) => ({ class: `etx-line ${color}`, d })),
    ];
    const nodes = paths(drawn.length);
    for (const [i, part] of drawn.entries()) set(nodes[i] as Element, part);
    rungs.draw(
      parts.ladder,
      {
        left: frame.left,
        right: frame.right,
        top: top + strip.wave + terms.title,
        bottom: height - terms.axis,
      },
      width,
    );
  }

  return {
    node,
    update(next) {
      const before = upper();
      data = next;
      if (upper() !== before) curve.resize(width, upper());
      curve.update(next.curve); // its layout draws the rest
    },
    resize(w, h) {
      width = w;
      height = h;
      curve.resize(w, upper());
    },
    destroy() {
      curve.destroy();
      node.remove();
    },
  };
}
