/**
 * A table of scores by position of query and key, and the same scores against their lag. The table is slid along its
 * diagonal, which shifts query and key alike: where only the lag counts, nothing moves.
 */
import { scaleLinear } from "d3-scale";
import { axis } from "./axis.ts";
import { seriesClass } from "./color.ts";
import { add, list, px, root, set, size, write } from "./dom.ts";
import { extent, type Interval } from "./domain.ts";
import { draggable } from "./drag.ts";
import { matrixPart } from "./matrix-grid.ts";
import { dotPath } from "./plane-handle.ts";
import type { Chart, ChartOptions, ColorIndex, MovePhase } from "./types.ts";
import { wrap } from "./wrap.ts";

export interface InvarianceData {
  /** Row-major, `count` query positions down, as many key positions across; NaN: no score. */
  scores: Float64Array;
  count: number;
  /** The position of the first row and column. */
  start: number;
  /** The pair in the hand, counted from `start`. */
  t: number;
  s: number;
  colorIndex: ColorIndex;
  labels: { query: string; key: string; lag: string; score: string };
  /** What the picture says, below it. */
  words: string;
  /** What a screen reader says of the pair. */
  valueText: string;
}

export interface InvarianceOptions extends ChartOptions {
  format: { tick(value: number): string };
  /** The largest start. */
  farthest: number;
  onSlide(start: number, phase: MovePhase): void;
  onPick(t: number, s: number): void;
}

/** Below this width the line stands under the table. */
const wide = 680;
const font = 12.5;

export function invarianceChart(options: InvarianceOptions): Chart<InvarianceData> {
  const node = root(options.document ?? globalThis.document, "invariance");
  const stage = add(node, "g");
  const table = matrixPart(stage);
  const diagonal = add(add(stage, "g", { class: "etx-accent" }), "path", { class: "etx-vector" });
  const handle = add(stage, "g", {
    class: "etx-handle",
    tabindex: 0,
    role: "slider",
    "aria-valuemin": 0,
    "aria-valuemax": options.farthest,
  });
  const focus = add(handle, "rect", { class: "etx-focus", rx: 4 });
  const surface = add(handle, "rect", { class: "etx-reach etx-reach-near" });
  const queryTitle = add(stage, "text", { class: "etx-title" });
  const keyTitle = add(stage, "text", { class: "etx-title", "text-anchor": "end" });
  const plot = add(node, "g");
  const across = axis(plot, "bottom", false);
  const up = axis(plot, "left");
  const cloud = add(plot, "path", { class: "etx-dot-muted" });
  const held = add(add(plot, "g", { class: "etx-accent" }), "path", { class: "etx-solid" });
  const scoreTitle = add(plot, "text", { class: "etx-title" });
  const lagTitle = add(plot, "text", { class: "etx-title", "text-anchor": "end" });
  const sentences = list(node, "text", { "font-size": font });

  let { width } = options;
  let data: InvarianceData | undefined;
  let domain: Interval | null = null;
  let side = 20;
  let corner = { x: 0, y: 0 };

  const slide = (to: number, phase: MovePhase): void =>
    options.onSlide(Math.min(options.farthest, Math.max(0, Math.round(to))), phase);
  let from = 0;
  /** Where the hand wants it: what is drawn may come a little later. */
  let wished = 0;
  let at = { x: 0, y: 0 };
  const hold = draggable(node, surface, {
    start(x, y) {
      from = wished = data?.start ?? 0;
      at = { x, y };
      node.classList.add("etx-pointing");
      handle.focus?.();
      return true;
    },
    move(dx, dy) {
      wished = from - (dx + dy) / 2 / side;
      slide(wished, "move");
    },
    end: () => slide(wished, "end"),
    cancel: () => slide(from, "cancel"),
    press() {
      const place = (x: number, zero: number): number => Math.floor((x - zero) / side);
      pick(place(at.y, corner.y), place(at.x, corner.x));
    },
  });
  function pick(t: number, s: number): void {
    if (!data || t < 0 || s < 0 || t >= data.count || s >= data.count) return;
    if (Number.isFinite(data.scores[t * data.count + s])) options.onPick(t, s);
  }
  handle.addEventListener("keydown", (event) => {
    node.classList.remove("etx-pointing");
    if (!data || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && hold.active) return hold.cancel();
    const by = event.shiftKey ? 10 : 1;
    const { start, t, s } = data;
    const act: Record<string, () => void> = {
      ArrowUp: () => slide(start - by, "end"),
      ArrowDown: () => slide(start + by, "end"),
      Home: () => slide(0, "end"),
      End: () => slide(options.farthest, "end"),
      ArrowLeft: () => pick(t, s - 1),
      ArrowRight: () => pick(t, s + 1),
    };
    if (!act[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    act[event.key]?.();
  });

  function drawTable(shown: InvarianceData): { width: number; height: number } {
    const { scores, count, start, t, s, labels, valueText } = shown;
    const beside = width >= wide;
    side = Math.floor(Math.min(22, (Math.min(width, 420) - 40) / count));
    const [low, high] = extent(scores);
    const spread = high - low;
    const flat = !(spread > 1e-12 * Math.max(Math.abs(low), Math.abs(high)));
    const every = (i: number): string =>
      (start + i) % 5 === 0 ? options.format.tick(start + i) : "";
    const places = Array.from({ length: count }, (_, i) => every(i));
    const left = beside ? 0 : Math.max(0, (width - count * side - 40) / 2);
    const box = table.draw(
      {
        rows: count,
        cols: count,
        cells: scores.map((score) => (flat ? score - score + 0.5 : (score - low) / spread)),
        extent: 1,
        labels: { rows: places, cols: places },
        highlight: [t * count + s],
        side,
        brackets: false,
      },
      left,
      18,
    );
    corner = { x: left + box.width - count * side, y: 18 + box.middle - (count * side) / 2 };
    const lag = t - s;
    const [x, y] = [corner.x + Math.max(0, -lag) * side, corner.y + Math.max(0, lag) * side];
    const long = (count - Math.abs(lag)) * side;
    set(diagonal, { d: `M${px(x)},${px(y)}l${px(long)},${px(long)}` });
    const frame = { x: px(corner.x), y: px(corner.y), width: count * side, height: count * side };
    set(focus, frame);
    set(surface, frame);
    set(handle, {
      "aria-label": `${labels.query}, ${labels.key}`,
      "aria-valuenow": start,
      "aria-valuetext": valueText,
    });
    set(queryTitle, { x: px(left), y: 12 });
    write(queryTitle, `↓ ${labels.query}`);
    set(keyTitle, { x: px(corner.x + count * side), y: 12 });
    write(keyTitle, `${labels.key} →`);
    return { width: corner.x + count * side, height: corner.y + count * side };
  }

  function drawPlot(shown: InvarianceData, left: number, top: number, bottom: number): void {
    const { scores, count, t, s, labels } = shown;
    domain = around(domain, extent(scores));
    const frame = { left: left + 44, right: width - 12, top: top + 22, bottom: bottom - 34 };
    const first = scores.slice(1, count).some(Number.isFinite) ? 1 - count : 0; // keys after the query
    const x = scaleLinear()
      .domain([first, count - 1])
      .range([frame.left + 8, frame.right - 8]);
    const y = scaleLinear().domain(domain).range([frame.bottom, frame.top]);
    const tick = (scale: typeof x) => (value: number) => ({
      at: scale(value),
      label: options.format.tick(value),
    });
    across.draw(x.ticks(6).map(tick(x)), frame, null);
    up.draw(y.ticks(4).map(tick(y)), frame, domain[0] < 0 && domain[1] > 0 ? y(0) : null);
    const dots: [string[], string[]] = [[], []];
    scores.forEach((score, i) => {
      if (!Number.isFinite(score)) return;
      const lag = Math.floor(i / count) - (i % count);
      dots[lag === t - s ? 1 : 0].push(dotPath(x(lag), y(score), 3));
    });
    set(cloud, { d: dots[0].join("") });
    set(held, { d: dots[1].join("") });
    set(scoreTitle, { x: px(left), y: px(top + 10) });
    write(scoreTitle, labels.score);
    set(lagTitle, { x: px(frame.right), y: px(bottom - 2) });
    write(lagTitle, labels.lag);
  }

  function draw(): void {
    if (!data) return;
    const beside = width >= wide;
    set(stage, { class: seriesClass(data.colorIndex) });
    set(plot, { class: seriesClass(data.colorIndex) });
    const box = drawTable(data);
    const bottom = beside ? box.height + 6 : box.height + 250;
    drawPlot(data, beside ? box.width + 36 : 0, beside ? 2 : box.height + 22, bottom);
    const lines = wrap(data.words, width - 4, font);
    sentences(lines.length).forEach((line, i) => {
      set(line, { x: 2, y: px(bottom + 22 + i * 18) });
      write(line, lines[i] ?? "");
    });
    size(node, width, Math.ceil(bottom + 12 + lines.length * 18));
  }

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

/** A nice interval around the scores, without zero: what counts is how they differ. It stays while they lie well in it. */
function around(had: Interval | null, [low, high]: Interval): Interval {
  if (!(low <= high)) return had ?? [0, 1];
  const spread = high - low;
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (spread <= 1e-12 * size) return [low - (size || 1), high + (size || 1)];
  if (had && had[0] <= low && had[1] >= high && spread > 0.55 * (had[1] - had[0])) return had;
  const [a = low, b = high] = scaleLinear().domain([low, high]).nice(4).domain();
  return [a, b];
}
