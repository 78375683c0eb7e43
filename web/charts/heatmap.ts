/** A picture of numbers: values of a parameter down, lags across, a colour a cell; a cursor reads a cell; it zooms over both. */
import { ticks } from "d3-array";
import { axis } from "./axis.ts";
import { lagScale } from "./curve-scale.ts";
import { add, list, locator, px, root, set, size, write } from "./dom.ts";
import type { Interval } from "./domain.ts";
import { cellCursor } from "./heatmap-cursor.ts";
import { cellsUrl, type Paint, rampUrl } from "./heatmap-paint.ts";
import { type Cell, type Patch, type Places, placesOf } from "./heatmap-places.ts";
import { type View, viewer } from "./heatmap-view.ts";
import { rowTicks } from "./row-ticks.ts";
import { type Box, textWidth } from "./text.ts";
import { thin } from "./ticks.ts";
import type { Chart, ChartOptions } from "./types.ts";

export interface HeatmapData extends Patch, Paint {
  /** All lags there are; absent: those of the cells. */
  all?: Interval;
  /** What is in sight; absent: all. */
  view?: View;
  /** Drawn where the cells don't reach, as when a view grows. */
  behind?: Patch;
  /** The parameter's value of each row. */
  rows: readonly number[];
  xLabel: string;
  yLabel: string;
  /** An older picture, while its successor is computed. */
  stale?: boolean;
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
  /** Another part is to be seen, and the hand has let go. */
  onView?(view: View): void;
}

export interface HeatmapChart extends Chart<HeatmapData> {
  /** Around the cursor, else the middle. */
  zoomLags(factor: number): void;
  zoomRows(factor: number): void;
  zoomOut(): void;
}

const bar = { width: 120, height: 8 };
const everything: View = { lags: null, rows: null };

export function heatmapChart(options: HeatmapOptions): HeatmapChart {
  const document = options.document ?? globalThis.document;
  let { width, height } = options;
  let data: HeatmapData | undefined;
  let margin = 42; // for the rows' labels
  let at: Cell | undefined;
  let view: View = everything;
  let resting = false;
  let held = false; // by a hand, whose the view is then

  const node = root(document, "heatmap");
  // A nested svg clips without an id, so charts never collide in one document.
  const plot = add(node, "svg", { overflow: "hidden", "aria-hidden": "true" });
  const stretched = { preserveAspectRatio: "none", "image-rendering": "pixelated" };
  const behind = list(add(plot, "g"), "image", stretched);
  const image = add(plot, "image", stretched);
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
  const cursor = cellCursor(node);
  const marked = add(node, "rect", { class: "etx-window", visibility: "hidden" });
  const layer = add(node, "rect", {
    class: "etx-layer",
    fill: "transparent",
    tabindex: 0,
    role: "slider",
    "aria-valuemin": 0,
    "aria-valuenow": 0, // before a cell is shown
  });

  const frame = (): Box => ({
    left: Math.min(margin, width / 3),
    right: width - 12,
    top: 30,
    bottom: height - 40,
  });
  const all = (): Interval => data?.all ?? data?.lags ?? [0, 1];
  const placed = (patch: Patch): Places => placesOf(frame(), patch, view, all());
  const filled = (): HeatmapData | undefined =>
    data && data.width > 0 && data.height > 0 ? data : undefined;

  function draw(): void {
    size(node, width, height);
    const around = frame();
    place(plot, around);
    place(layer, around);
    const box = ["x", "y", "width", "height"].map((name) => plot.getAttribute(name));
    set(plot, { viewBox: box.join(" ") });
    set(layer, { "aria-label": options.labels.cursor });
    set(node, { "data-stale": data?.stale ? "" : null });
    set(image, { opacity: data?.stale ? 0.45 : null });
    const shown = filled();
    if (shown) drawCells(shown, around);
    else {
      behind(0);
      set(image, { href: null });
    }
    hands.sync();
    show(at);
  }

  function drawCells(data: HeatmapData, around: Box): void {
    const places = placed(data);
    paint(image, data, places, data);
    const under = data.behind && !places.full() ? [data.behind] : [];
    for (const [i, one] of behind(under.length).entries())
      paint(one, under[i] as Patch, places, data);
    const [from, to] = places.lags;
    const lagTicks = ticks(from, to, Math.max(2, width / 90)).map((lag) => ({
      at: places.along(lag),
      label: options.format.lag(lag),
    }));
    const most = Math.max(2, Math.floor((around.bottom - around.top) / 34));
    const inSight = (row: number): boolean =>
      places.middle(row) >= around.top && places.middle(row) <= around.bottom;
    const seen = [...data.rows.keys()].filter(inSight);
    const labels = rowTicks(
      seen.map((row) => data.rows[row] as number),
      most,
    ).map(({ row, value }) => ({
      at: places.middle((seen[0] as number) + row),
      label: options.format.row(value),
    }));
    bottom.draw(thin(lagTicks, 14, "x"), around, null);
    left.draw(thin(labels, 4, "y"), around, null);
    set(xLabel, { x: px(around.right), y: height - 6 });
    write(xLabel, data.xLabel);
    set(yLabel, { x: 0, y: 14 });
    write(yLabel, data.yLabel);
    for (const i of [0, 1] as const) write(ends[i], options.format.value(data.domain[i]));
    const start = around.right - textWidth(ends[1].textContent ?? "") - 6 - bar.width;
    set(colors, { href: rampUrl(data.colors), x: px(start), y: 7 });
    set(ends[0], { x: px(start - 6), y: 15 });
    set(ends[1], { x: px(start + bar.width + 6), y: 15 });
  }

  function paint(into: SVGImageElement, patch: Patch, places: Places, colours: Paint): void {
    place(into, places.box(patch));
    set(into, { href: cellsUrl(patch, colours) });
  }

  function show(cell: Cell | undefined): void {
    const data = filled();
    const places = data && placed(data);
    at = resting || !places ? undefined : cell && places.nearest(cell);
    if (!at || !data || !places || data.stale) cursor.hide();
    if (!at || !data || !places) return;
    const lines = options.format.cell(at);
    set(layer, {
      "aria-valuemax": data.width * data.height - 1,
      "aria-valuenow": at.row * data.width + at.column,
      "aria-valuetext": lines.join(", "),
    });
    if (!data.stale) cursor.show(...places.centre(at), lines, frame());
  }

  const hands = viewer({
    svg: node,
    layer,
    frame,
    whole: () => lagScale("linear", all(), frame().left, frame().right),
    view: () => view,
    show(next, settled) {
      view = next;
      held = !settled;
      draw();
      if (settled) options.onView?.(view);
    },
    mark(box) {
      set(marked, { visibility: box ? null : "hidden" });
      if (box) place(marked, box);
    },
    at: () => (at && data ? placed(data).centre(at) : null),
    rest(next) {
      resting = next;
      if (next) show(undefined);
    },
  });

  const point = (event: PointerEvent): void => {
    const data = filled();
    if (!data || resting || event.isPrimary === false) return;
    show(placed(data).cellAt(...locator(node)(event)));
  };
  layer.addEventListener("pointermove", point);
  layer.addEventListener("pointerdown", point);
  layer.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") show(undefined);
  });
  layer.addEventListener("pointercancel", () => show(undefined));
  layer.addEventListener("blur", () => show(undefined));
  layer.addEventListener("keydown", (event) => {
    const data = filled();
    if (!data || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = at || event.key !== "Escape" ? acts(data, event.shiftKey)[event.key] : undefined;
    if (event.key === "Escape" && hands.cancel()) at = undefined;
    else if (act) act();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  /** What keys do. */
  function acts(data: HeatmapData, fast: boolean): Record<string, () => void> {
    const { left: x0, top: y0, right: x1, bottom: y1 } = frame();
    const places = placed(data);
    const home = places.cellAt(x0, y0);
    const { row, column } = at ?? home;
    const [step, leap] = [fast ? 10 : 1, Math.ceil(data.height / 10)];
    const zoom = (factor: number) => () => hands.zoomLags(factor);
    return {
      ArrowRight: () => show({ row, column: at ? column + step : column }),
      ArrowLeft: () => show({ row, column: column - step }),
      ArrowDown: () => show({ row: at ? row + step : row, column }),
      ArrowUp: () => show({ row: row - step, column }),
      PageUp: () => show({ row: row - leap, column }),
      PageDown: () => show({ row: row + leap, column }),
      Home: () => show({ row, column: home.column }),
      End: () => show({ row, column: places.cellAt(x1, y1).column }),
      Escape: () => show(undefined),
      "+": zoom(2),
      "=": zoom(2),
      "-": zoom(0.5),
      "−": zoom(0.5),
      _: zoom(0.5),
      "0": hands.reset,
    };
  }

  draw();
  return {
    node,
    update(next) {
      data = next;
      const words = next.rows.map((value) => textWidth(options.format.row(value)));
      margin = Math.max(28, ...words) + 14;
      if (!held) view = next.view ?? everything;
      draw();
    },
    resize(w, h) {
      [width, height] = [w, h];
      draw();
    },
    zoomLags: hands.zoomLags,
    zoomRows: hands.zoomRows,
    zoomOut: hands.reset,
    destroy() {
      hands.destroy();
      node.remove();
    },
  };
}

function place(node: Element, { left, right, top, bottom }: Box): void {
  set(node, { x: px(left), y: px(top), width: px(right - left), height: px(bottom - top) });
}
