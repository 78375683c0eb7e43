/** A picture of numbers: values of a parameter down, lags across, a colour a cell; a cursor reads a cell. */
import { ticks } from "d3-array";
import { axis } from "./axis.ts";
import { type Colors, colorIndex, palette } from "./colormap.ts";
import { add, list, locator, px, root, set, size, write } from "./dom.ts";
import { pngUrl } from "./png.ts";
import { rowTicks } from "./row-ticks.ts";
import { textWidth } from "./text.ts";
import { thin } from "./ticks.ts";
import type { Chart, ChartOptions } from "./types.ts";

export interface HeatmapData {
  width: number;
  height: number;
  /** Row-major, the first row on top. */
  values: ArrayLike<number>;
  /** What the colours' ends stand for. log: both positive. */
  domain: readonly [number, number];
  scale: "linear" | "log";
  colors: Colors;
  /** Lags where the first column starts and the last one ends. */
  lags: readonly [number, number];
  /** The parameter's value of each row. */
  rows: readonly number[];
  xLabel: string;
  yLabel: string;
  /** An older picture, while its successor is computed. */
  stale?: boolean;
}

export interface Cell {
  row: number;
  column: number;
}

export interface HeatmapOptions extends ChartOptions {
  labels: {
    /** The cursor's name for a screen reader. */
    cursor: string;
  };
  format: {
    lag(lag: number): string;
    row(value: number): string;
    value(value: number): string;
    /** What the cursor says of a cell, a line each. */
    cell(cell: Cell): readonly string[];
  };
}

const [line, pad] = [16, 9];
const bar = { width: 120, height: 8 };

export function heatmapChart(options: HeatmapOptions): Chart<HeatmapData> {
  const document = options.document ?? globalThis.document;
  let { width, height } = options;
  let data: HeatmapData | undefined;
  let drawn: ArrayLike<number> | undefined;
  let at: Cell | undefined;

  const node = root(document, "heatmap");
  const image = add(node, "image", { preserveAspectRatio: "none", "image-rendering": "pixelated" });
  const [bottom, left] = [axis(node, "bottom", false), axis(node, "left", false)];
  const [xLabel, yLabel] = [
    add(node, "text", { class: "etx-title", "text-anchor": "end" }),
    add(node, "text", { class: "etx-title" }),
  ];
  const scale = add(node, "g", { "aria-hidden": "true" });
  const colors = add(scale, "image", { preserveAspectRatio: "none", ...bar });
  const ends = [
    add(scale, "text", { class: "etx-tick", "text-anchor": "end" }),
    add(scale, "text", { class: "etx-tick" }),
  ] as const;
  const cursor = add(node, "g", { class: "etx-cursor", "aria-hidden": "true" });
  const cross = [add(cursor, "line"), add(cursor, "line")] as const;
  for (const hair of cross) set(hair, { class: "etx-crosshair" });
  const sheet = add(cursor, "g");
  const ground = add(sheet, "rect", { class: "etx-sheet", rx: 3 });
  const words = list(sheet, "text", { class: "etx-ink", x: pad });
  const layer = add(node, "rect", {
    class: "etx-layer",
    fill: "transparent",
    tabindex: 0,
    role: "slider",
    "aria-valuemin": 0,
  });

  const frame = () => {
    const rows = data?.rows ?? [];
    const most = Math.max(0, ...rows.map((value) => textWidth(options.format.row(value))));
    return {
      left: Math.min(Math.max(28, most) + 14, width / 3),
      right: width - 12,
      top: 30,
      bottom: height - 40,
    };
  };

  function draw(): void {
    size(node, width, height);
    const { left: x0, right: x1, top: y0, bottom: y1 } = frame();
    const box = { x: px(x0), y: y0, width: px(x1 - x0), height: px(y1 - y0) };
    set(image, box);
    set(layer, { ...box, "aria-label": options.labels.cursor });
    set(node, { "data-stale": data?.stale ? "" : null });
    set(image, { opacity: data?.stale ? 0.45 : null });
    if (!data || data.width === 0 || data.height === 0) {
      set(image, { href: null });
      show(undefined);
      return;
    }
    const { rows, lags, domain } = data;
    if (drawn !== data.values) paint(data);
    drawn = data.values;
    const along = (lag: number): number => x0 + ((lag - lags[0]) / (lags[1] - lags[0])) * (x1 - x0);
    const lagTicks = ticks(lags[0], lags[1], Math.max(2, width / 90)).map((lag) => ({
      at: along(lag),
      label: options.format.lag(lag),
    }));
    const middle = (row: number): number => y0 + ((row + 0.5) / rows.length) * (y1 - y0);
    const most = Math.max(2, Math.floor((y1 - y0) / 34));
    const down = rowTicks(rows, most).map(({ row, value }) => ({
      at: middle(row),
      label: options.format.row(value),
    }));
    const around = { left: x0, right: x1, top: y0, bottom: y1 };
    bottom.draw(thin(lagTicks, 14, "x"), around, null);
    left.draw(thin(down, 4, "y"), around, null);
    set(xLabel, { x: px(x1), y: height - 6 });
    write(xLabel, data.xLabel);
    set(yLabel, { x: 0, y: 14 });
    write(yLabel, data.yLabel);
    for (const i of [0, 1] as const) write(ends[i], options.format.value(domain[i]));
    const start = x1 - textWidth(ends[1].textContent ?? "") - 6 - bar.width;
    set(colors, { x: px(start), y: 7 });
    set(ends[0], { x: px(start - 6), y: 15 });
    set(ends[1], { x: px(start + bar.width + 6), y: 15 });
    show(at);
  }

  function paint({
    values,
    width: w,
    height: h,
    domain,
    scale: kind,
    colors: map,
  }: HeatmapData): void {
    const place = kind === "log" ? Math.log : (value: number) => value;
    const [low, high] = [place(domain[0]), place(domain[1])];
    const indices = new Uint8Array(w * h);
    for (let i = 0; i < indices.length; i++) {
      const value = values[i] as number;
      const where = kind === "log" && value <= 0 ? 0 : (place(value) - low) / (high - low || 1);
      indices[i] = colorIndex(where);
    }
    const table = palette(map);
    set(image, { href: pngUrl(w, h, indices, table) });
    const ramp = Uint8Array.from({ length: 255 }, (_, i) => i + 1);
    set(colors, { href: pngUrl(255, 1, ramp, table) });
  }

  function show(cell: Cell | undefined): void {
    at = cell &&
      data && { row: clamp(cell.row, data.height), column: clamp(cell.column, data.width) };
    set(cursor, { visibility: at && data && !data.stale ? null : "hidden" });
    if (!at || !data) return;
    const { left: x0, right: x1, top: y0, bottom: y1 } = frame();
    const x = px(x0 + ((at.column + 0.5) / data.width) * (x1 - x0));
    const y = px(y0 + ((at.row + 0.5) / data.height) * (y1 - y0));
    set(cross[0], { x1: x, x2: x, y1: y0, y2: y1 });
    set(cross[1], { x1: px(x0), x2: px(x1), y1: y, y2: y });
    const lines = options.format.cell(at);
    set(layer, {
      "aria-valuemax": data.width * data.height - 1,
      "aria-valuenow": at.row * data.width + at.column,
      "aria-valuetext": lines.join(", "),
    });
    const w = Math.ceil(Math.max(...lines.map((text) => textWidth(text))) + 2 * pad);
    const h = lines.length * line + 8;
    words(lines.length).forEach((text, i) => {
      set(text, { y: (i + 1) * line });
      write(text, lines[i] as string);
    });
    set(ground, { width: w, height: h });
    const beside = x + 12 + w <= width ? x + 12 : Math.max(0, x - 12 - w);
    const below = y + 12 + h <= height ? y + 12 : Math.max(0, y - 12 - h);
    set(sheet, { transform: `translate(${beside},${below})` });
  }

  const point = (event: PointerEvent): void => {
    if (!data || event.isPrimary === false) return;
    const [x, y] = locator(node)(event);
    const { left: x0, right: x1, top: y0, bottom: y1 } = frame();
    show({
      row: Math.floor(((y - y0) / (y1 - y0)) * data.height),
      column: Math.floor(((x - x0) / (x1 - x0)) * data.width),
    });
  };
  layer.addEventListener("pointermove", point);
  layer.addEventListener("pointerdown", point);
  layer.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") show(undefined);
  });
  layer.addEventListener("pointercancel", () => show(undefined));
  layer.addEventListener("blur", () => show(undefined));
  layer.addEventListener("keydown", (event) => {
    if (!data || event.ctrlKey || event.metaKey || event.altKey) return;
    const { row, column } = at ?? { row: 0, column: 0 };
    const stride = event.shiftKey ? 10 : 1;
    const moves: Record<string, Cell> = {
      ArrowRight: { row, column: at ? column + stride : column },
      ArrowLeft: { row, column: column - stride },
      ArrowDown: { row: at ? row + stride : row, column },
      ArrowUp: { row: row - stride, column },
      PageUp: { row: row - Math.ceil(data.height / 10), column },
      PageDown: { row: row + Math.ceil(data.height / 10), column },
      Home: { row, column: 0 },
      End: { row, column: data.width - 1 },
    };
    const to = moves[event.key];
    if (to) show(to);
    else if (event.key === "Escape" && at) show(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  draw();
  return {
    node,
    update(next) {
      data = next;
      draw();
    },
    resize(w, h) {
      [width, height] = [w, h];
      draw();
    },
    destroy: () => node.remove(),
  };
}

const clamp = (index: number, count: number): number => Math.min(count - 1, Math.max(0, index));
