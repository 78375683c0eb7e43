/** A vector moved by the partial sums of a series, and beside it how far each of them is from the whole. */
import { add, list, px, root, set, size, write } from "./dom.ts";
import { type PlanarData, planarChart } from "./planar.ts";
import type { Chart, ChartOptions, MovePhase, Point } from "./types.ts";

export interface SeriesData {
  plane: PlanarData;
  /** The error after 0, 1, … more terms than the first. */
  errors: readonly number[];
  /** The one shown in the plane. */
  current: number;
  labels: { error: string; terms: string };
  /** Under the last error, where the series ends there. */
  end?: string;
}

export interface SeriesOptions extends ChartOptions {
  format: { tick(value: number): string };
  onMove?(id: string, to: Point, phase: MovePhase): void;
}

/** Below this an error is no more than the last digit's. */
const floor = 1e-17;
const tall = 190;
const wideEnough = 620;

export function seriesChart(options: SeriesOptions): Chart<SeriesData> {
  const document = options.document ?? globalThis.document;
  let { width } = options;
  let data: SeriesData | null = null;

  const node = root(document, "series");
  const plane = planarChart({
    ...options,
    document,
    height: options.height,
    onMove: (id, to, phase) => options.onMove?.(id, to, phase),
  });
  node.append(plane.node);
  const ladder = add(node, "g", { "aria-hidden": "true" });
  const grid = list(ladder, "line", { class: "etx-grid" });
  const texts = list(ladder, "text", { class: "etx-tick" });
  const titles = list(ladder, "text", { class: "etx-title" });
  const line = add(ladder, "path", { class: "etx-future" });
  const spots = list(ladder, "circle");
  const end = add(ladder, "text", { class: "etx-words etx-accent" });

  function draw(): void {
    const beside = width >= wideEnough;
    const planeWidth = beside ? Math.round(width * 0.58) : width;
    const planeHeight = planeHeightFor(planeWidth);
    plane.resize(planeWidth, planeHeight);
    size(node, width, beside ? planeHeight : planeHeight + tall + 12);
    if (!data) return;
    const left = (beside ? planeWidth + 24 : 0) + 40;
    const top = (beside ? 0 : planeHeight + 12) + 22;
    const right = width - 12;
    const bottom = (beside ? planeHeight : planeHeight + tall + 12) - 34;
    const { errors, current, labels } = data;

    const most = Math.max(10, ...errors.filter(Number.isFinite));
    const high = Math.ceil(Math.log10(most) / 4) * 4;
    const low = Math.log10(floor);
    const toX = (k: number): number => left + ((right - left) * k) / Math.max(1, errors.length - 1);
    const toY = (error: number): number =>
      top + ((high - Math.log10(Math.max(error, floor))) / (high - low)) * (bottom - top);

    const powers: number[] = [];
    const stride = high - low > 40 ? 8 : 4;
    for (let power = high; power >= -16; power -= stride) powers.push(power);
    const stops = errors.map((_, k) => k).filter((k) => k % strideFor(errors.length) === 0);
    const rules = grid(powers.length + 1);
    const words = texts(powers.length + stops.length);
    powers.forEach((power, i) => {
      const y = px(toY(10 ** power));
      set(rules[i] as Element, { x1: px(left), x2: px(right), y1: y, y2: y });
      set(words[i] as Element, { x: px(left - 8), y: y + 4, "text-anchor": "end" });
      write(words[i] as Element, `10${raised(power)}`);
    });
    set(rules[powers.length] as Element, {
      x1: px(left),
      x2: px(right),
      y1: px(bottom),
      y2: px(bottom),
    });
    stops.forEach((k, i) => {
      const text = words[powers.length + i] as Element;
      set(text, { x: px(toX(k)), y: px(bottom + 16), "text-anchor": "middle" });
      write(text, String(k));
    });
    const [above, below] = titles(2);
    set(above as Element, { x: px(left), y: px(top - 11) });
    write(above as Element, labels.error);
    set(below as Element, { x: px(right), y: px(bottom + 31), "text-anchor": "end" });
    write(below as Element, labels.terms);

    const points = errors.map((error, k) => [px(toX(k)), px(toY(error))] as const);
    set(line, { d: points.length > 1 ? `M${points.map((point) => point.join()).join("L")}` : "" });
    spots(points.length).forEach((spot, k) => {
      const [x, y] = points[k] as readonly [number, number];
      const here = k === current;
      set(spot, {
        class: here ? "etx-dot etx-accent" : "etx-tip",
        cx: x,
        cy: y,
        r: here ? 5.5 : 2.2,
      });
    });
    const last = points.at(-1);
    write(end, data.end ?? "");
    if (last) {
      const room = last[0] > (left + right) / 2;
      set(end, {
        x: px(last[0] + (room ? -10 : 10)),
        y: px(last[1] - 8),
        "text-anchor": room ? "end" : "start",
      });
    }
  }

  return {
    node,
    update(next) {
      data = next;
      plane.update(next.plane);
      draw();
    },
    resize(w) {
      width = w;
      draw();
    },
    destroy() {
      plane.destroy();
      node.remove();
    },
  };
}

const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const raised = (power: number): string =>
  String(power)
    .replace("-", "⁻")
    .replace(/\d/g, (digit) => digits[Number(digit)] as string);

const planeHeightFor = (width: number): number =>
  Math.round(Math.min(380, Math.max(260, width * 0.7)));

const strideFor = (count: number): number => (count > 31 ? 10 : count > 13 ? 5 : 1);
