/** Score against lag: one line a curve, however many lags; names at their ends; a cursor; zoom over lags. */
import { ticks } from "d3-array";
import { axis } from "./axis.ts";
import { seriesClass } from "./color.ts";
import { cursor } from "./curve-cursor.ts";
import { dotsOf } from "./curve-dots.ts";
import { names } from "./curve-labels.ts";
import { lagMarks } from "./curve-marks.ts";
import { readout } from "./curve-readout.ts";
import { endOf, type LagScale, lagScale, lagsOf, scoreScale, valueAt } from "./curve-scale.ts";
import { bandPath, type LinePaths, linePaths, type Up } from "./decimate.ts";
import { add, list, px, root, set, size, write } from "./dom.ts";
import { extent, type Interval, settle } from "./domain.ts";
import { lateZoom } from "./late-zoom.ts";
import { lineWidths } from "./style.ts";
import { type Box, textWidth } from "./text.ts";
import { lagTicks, thin } from "./ticks.ts";
import type { CurveChart, CurveData, CurveOptions, CurveReading, CurveSeries } from "./types.ts";

/** About so many ticks up: enough to read a half by. */
const scoreCount = 5;

export function curveChart(options: CurveOptions): CurveChart {
  const document = options.document ?? globalThis.document;
  const { format } = options;
  let { width, height } = options;
  let data: CurveData = { series: [], xScale: "log", xLabel: "", yLabel: "" };
  let all: Interval = [0, 1];
  let shown: Interval | null = null; // null: all
  let scores: Interval | null = null;
  let frame: Box = { left: 0, top: 0, right: 1, bottom: 1 };
  let whole: LagScale = lagScale("linear", all, 0, 1);
  let across: LagScale = whole;
  let up: Up = { base: 0, slope: 1 };

  const node = root(document, "curve");
  const scoreAxis = axis(node, "left");
  const lagAxis = axis(node, "bottom", false);
  const titles = add(node, "g", { "aria-hidden": "true" });
  const yTitle = add(titles, "text", { class: "etx-title", x: 0 });
  const xTitle = add(titles, "text", { class: "etx-title", "text-anchor": "end" });
  // A nested svg clips without an id, so charts never collide in one document.
  const plot = add(node, "svg", { overflow: "hidden", "aria-hidden": "true" });
  const behind = list(add(plot, "g", { class: "etx-faint" }), "path");
  const bands = list(add(plot, "g"), "path");
  const paths = list(plot, "path");
  const made = new WeakMap<Float64Array, { key: string; paths: LinePaths }>();
  const labels = names(node);
  const marked = lagMarks(node);
  const mark = add(node, "g", { class: "etx-accent", "aria-hidden": "true" });
  const markLine = add(mark, "line", { class: "etx-marker" });
  const markDot = add(mark, "circle", { class: "etx-dot", r: 4.5 });
  const markText = add(mark, "text", { class: "etx-words" });
  const layer = add(node, "rect", {
    class: "etx-layer",
    role: "slider",
    tabindex: 0,
    "aria-orientation": "horizontal",
    rx: 2,
  });
  const reader = readout(node, options);

  const view = (): Interval => shown ?? all;
  const leading = () => data.series.find(({ emphasised }) => emphasised) ?? data.series[0];

  const zoom = lateZoom(
    layer,
    () => whole,
    (next, phase, fingers) => {
      layer.classList.toggle("etx-panning", phase !== "end" && next !== null);
      // Two fingers read nothing: they would hide what they spread.
      pointer.rest(fingers && phase !== "end");
      if (phase !== "zoom") return;
      shown = next;
      draw();
      options.onZoom?.(shown);
    },
  );
  const pointer = cursor({
    svg: node,
    layer,
    scale: () => across,
    view,
    // Curves may be sampled coarsely; the cursor stands on lags that are whole and that were computed.
    grid: () => {
      const { start = 0, step = 1, lags } = leading() ?? {};
      return { start, step: Math.max(1, step), ...(lags && { lags }) };
    },
    home: () => data.marker?.lag ?? view()[0],
    show(lag, y) {
      const reading = lag === null ? null : read(lag, y);
      if (!reading || data.series.length === 0) reader.hide();
      else reader.show(reading, data.series, across(reading.lag), up, frame, width);
      say(reading);
      options.onHover?.(reading);
    },
    zoom(factor) {
      if (factor === null) zoom.reset();
      else zoomBy(factor);
    },
  });

  function zoomBy(factor: number): void {
    const lag = pointer.lag();
    zoom.by(factor, lag === null ? (frame.left + frame.right) / 2 : across(lag));
  }

  function read(lag: number, y: number | null): CurveReading {
    const values = data.series.map((one) => ({
      id: one.id,
      label: one.label,
      value: valueAt(one, lag),
    }));
    let nearest = leading()?.id ?? "";
    let least = Number.POSITIVE_INFINITY;
    for (const { id, value } of y === null ? [] : values) {
      const far = Math.abs(up.base + up.slope * value - (y as number));
      if (far < least) {
        least = far;
        nearest = id;
      }
    }
    return { lag, values, nearest };
  }

  function say(reading: CurveReading | null): void {
    const [low, high] = view();
    const lag = reading?.lag ?? Math.min(Math.max(data.marker?.lag ?? low, low), high);
    set(layer, {
      "aria-label": options.labels.cursor,
      "aria-valuemin": low,
      "aria-valuemax": high,
      "aria-valuenow": lag,
      "aria-valuetext": format.valueText(reading ?? read(lag, null)),
    });
  }

  function draw(): void {
    const { series, xScale } = data;
    size(node, width, height);
    const [low, high] = scores ?? [0, 1];
    const scoreTicks = ticks(low, high, scoreCount);
    const scoreWords = scoreTicks.map(format.tick);
    const named = series.filter(({ unnamed }) => !unnamed);
    const room = labels.room(named, width);
    frame = {
      left: Math.ceil(Math.max(12, ...scoreWords.map((word) => textWidth(word)))) + 10,
      top: room.top + 22,
      right: width - room.right,
      bottom: height - 38,
    };
    whole = lagScale(xScale, all, frame.left, frame.right);
    across = shown ? lagScale(xScale, shown, frame.left, frame.right) : whole;
    up = scoreScale([low, high], frame.bottom, frame.top);
    zoom.sync(shown);

    const y = (value: number): number => up.base + up.slope * value;
    const inFrame = (at: number): number => Math.min(Math.max(at, frame.top), frame.bottom);
    scoreAxis.draw(
      scoreTicks.map((value, i) => ({ at: y(value), label: scoreWords[i] ?? "" })),
      frame,
      low <= 0 && high >= 0 ? y(0) : null,
    );
    const [first, last] = view();
    const wanted = Math.max(3, (frame.right - frame.left) / 90);
    const lags =
      xScale === "log"
        ? lagTicks(first, last, wanted, shown === null)
        : ticks(first, last, wanted).filter(Number.isInteger);
    lagAxis.draw(
      thin(
        lags.map((lag) => ({ at: across(lag), label: format.lag(lag) })),
        10,
        "x",
      ),
      frame,
      null,
    );
    write(yTitle, data.yLabel);
    set(yTitle, { y: frame.top - 10 });
    write(xTitle, data.xLabel);
    set(xTitle, { x: frame.right, y: height - 5 });

    // A little higher than the frame, so that a line along its edge keeps its width.
    const [wide, tall] = [frame.right - frame.left, frame.bottom - frame.top + 6];
    set(plot, {
      x: frame.left,
      y: frame.top - 3,
      width: wide,
      height: tall,
      viewBox: `${frame.left} ${frame.top - 3} ${wide} ${tall}`,
    });
    // The emphasised curve lies on top.
    const order = [...series].sort(
      (a, b) => Number(a.emphasised ?? false) - Number(b.emphasised ?? false),
    );
    // What a drag leaves alone keeps its path: making one is most of a frame's work.
    const place = [
      xScale,
      ...view(),
      frame.left,
      frame.right,
      frame.top,
      frame.bottom,
      low,
      high,
    ].join();
    const pathsOf = (one: CurveSeries, thickness: number): LinePaths => {
      const key = `${place} ${one.start} ${one.step} ${thickness}`;
      const known = made.get(one.values);
      if (known?.key === key) return known.paths;
      const fresh = linePaths(one, across, up, frame.left, frame.right, thickness);
      made.set(one.values, { key, paths: fresh });
      return fresh;
    };
    const partsOf = (one: CurveSeries) => {
      const strong = one.emphasised && order.length > 1;
      const color = seriesClass(one.colorIndex);
      const { lines, solid } = pathsOf(one, strong ? lineWidths.strong : lineWidths.plain);
      // Between lags that are listed the line is a guide to the eye: what there is are the dots.
      const dots = one.lags ? dotsOf(one, across, up, frame) : "";
      const stroked = dots
        ? `etx-future ${color}`
        : `${strong ? "etx-line-strong" : "etx-line"} ${color}`;
      return [
        { class: `etx-solid ${color}`, d: solid + dots },
        ...lines.map((d) => ({ class: stroked, d })),
      ];
    };
    for (const [into, those] of [
      [behind, order.filter(({ faint }) => faint)],
      [paths, order.filter(({ faint }) => !faint)],
    ] as const) {
      const parts = those.flatMap(partsOf);
      const nodes = into(parts.length);
      for (const [i, part] of parts.entries()) set(nodes[i] as Element, part);
    }
    const banded = order.filter(({ band }) => band);
    const areas = bands(banded.length);
    banded.forEach(({ start, step, band, colorIndex }, i) => {
      const { low: below, high: above } = band as NonNullable<typeof band>;
      const d = bandPath(
        { start, step, values: below },
        { start, step, values: above },
        across,
        up,
        frame.left,
        frame.right,
      );
      set(areas[i] as Element, { class: `etx-band ${seriesClass(colorIndex)}`, d });
    });
    labels.draw(
      named,
      named.map((one) => {
        const { lag, score } = endOf(one, across, frame.right);
        return { x: across(lag), y: inFrame(y(score)) };
      }),
      frame,
      width,
    );
    marked.draw(data.marks ?? [], across, frame);
    marker();
    set(layer, {
      x: frame.left,
      y: frame.top,
      width: px(wide),
      height: px(frame.bottom - frame.top),
    });
    if (pointer.lag() === null) say(null);
    else pointer.again();
    options.onLayout?.(frame, across);
  }

  function marker(): void {
    const { marker } = data;
    const [low, high] = view();
    const lead = leading();
    const visible = marker && marker.lag >= low && marker.lag <= high;
    set(mark, { visibility: visible ? null : "hidden" });
    if (!visible) return;
    const x = across(marker.lag);
    const value = lead ? valueAt(lead, marker.lag) : Number.NaN;
    set(markLine, { x1: px(x), x2: px(x), y1: frame.top, y2: frame.bottom });
    set(markDot, {
      cx: px(x),
      cy: px(up.base + up.slope * (Number.isFinite(value) ? value : 0)),
      visibility: Number.isFinite(value) ? null : "hidden",
    });
    write(markText, marker.label);
    // Above the plot, centred on its line as far as the figure's edges and the axis title let it.
    const half = textWidth(marker.label) / 2;
    const from = textWidth(data.yLabel) + 12 + half;
    set(markText, {
      x: px(Math.min(Math.max(x, from), width - half)),
      y: frame.top - 10,
      "text-anchor": "middle",
    });
  }

  draw();
  return {
    node,
    update(next) {
      const scaleChanged = next.xScale !== data.xScale;
      data = next;
      all = lagsOf(data.series);
      if (shown) {
        const clipped: Interval = [Math.max(shown[0], all[0]), Math.min(shown[1], all[1])];
        shown =
          clipped[1] - clipped[0] > 0 && clipped[1] - clipped[0] < all[1] - all[0] ? clipped : null;
      }
      const reach = data.series.reduce<Interval>(
        (so, { values, band }) =>
          band ? extent(band.high, extent(band.low, extent(values, so))) : extent(values, so),
        [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
      );
      const [low, high] = data.limits ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
      const found: Interval = [Math.max(reach[0], low), Math.min(reach[1], high)];
      if (found[0] <= found[1]) {
        const [from, to] = settle(scaleChanged ? null : scores, found, scoreCount);
        scores = [Math.max(from, low), Math.min(to, high)];
      } else scores = null;
      draw();
    },
    resize(w, h) {
      width = w;
      height = h;
      draw();
    },
    zoomTo(domain) {
      shown = domain && [Math.max(domain[0], all[0]), Math.min(domain[1], all[1])];
      if (shown && !(shown[1] > shown[0])) shown = null;
      draw();
    },
    zoomBy,
    place: (lag) => Math.min(Math.max(across(lag), frame.left), frame.right),
    destroy() {
      zoom.destroy();
      node.remove();
    },
  };
}
