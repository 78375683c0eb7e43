/** A piece of the plane with equal units both ways: paths, arrows and points with their names, some in a hand's reach. */
import { ticks } from "d3-array";
import { seriesClass } from "./color.ts";
import { add, list, px, root, set, size, write } from "./dom.ts";
import { type Grip, grips, snap, stepOf } from "./grips.ts";
import { along, around, arrowHead, place } from "./orbit.ts";
import type { Box } from "./text.ts";
import { runs } from "./trail.ts";
import type { Chart, ChartOptions, ColorIndex, MovePhase, Point } from "./types.ts";

export type Paint = ColorIndex | "accent" | "ink";

export interface PlanarPath {
  /** x0, y0, x1, y1, … */
  points: Float64Array;
  paint: Paint;
  /** strong: the thing itself. faint: what is yet to come. dashed: what would be. */
  ink: "strong" | "faint" | "dashed";
}
export interface PlanarArrow {
  from: Point;
  to: Point;
  paint: Paint;
  label?: string;
}
export interface PlanarDot {
  at: Point;
  paint: Paint;
  hollow?: boolean;
  label?: string;
  /** Where a hand may move it. */
  grip?: Pick<Grip, "id" | "label" | "text">;
}
export interface PlanarData {
  paths: readonly PlanarPath[];
  /** Later ones lie above earlier ones. */
  arrows: readonly PlanarArrow[];
  dots: readonly PlanarDot[];
  /** What has to be seen besides the origin and the points. */
  window: readonly Point[];
}

export interface PlanarOptions extends ChartOptions {
  format: { tick(value: number): string };
  onMove?(id: string, to: Point, phase: MovePhase): void;
}

const margin = 26;
const headless = 12;

/** From the plane to pixels. */
interface Sight {
  /** The middle of the picture. */
  middle: Point;
  scale: number;
}

export function planarChart(options: PlanarOptions): Chart<PlanarData> {
  const document = options.document ?? globalThis.document;
  let { width, height } = options;
  let data: PlanarData | null = null;
  let sight: Sight = { middle: { x: 0, y: 0 }, scale: 1 };

  const node = root(document, "planar");
  const ground = add(node, "g", { "aria-hidden": "true" });
  const axes = list(ground, "line", { class: "etx-grid" });
  const numbers = list(ground, "text", { class: "etx-tick" });
  // A nested svg clips without an id, so charts never collide in one document.
  const plot = add(node, "svg", { overflow: "hidden", "aria-hidden": "true" });
  const paths = list(plot, "path");
  const shafts = list(plot, "path");
  const heads = list(plot, "path");
  const dots = list(plot, "circle");
  const names = list(plot, "text", { class: "etx-math" });
  const layer = add(node, "g", { class: "etx-accent" });

  const toPixels = ({ x, y }: Point): [number, number] => [
    width / 2 + (x - sight.middle.x) * sight.scale,
    height / 2 - (y - sight.middle.y) * sight.scale,
  ];
  const gripAt = (id: string): Point | undefined =>
    data?.dots.find(({ grip }) => grip?.id === id)?.at;
  let from: Point = { x: 0, y: 0 };
  let now: Point = { x: 0, y: 0 };
  const handles = grips(node, layer, {
    drag(id, x, y, phase) {
      if (phase === "start") from = gripAt(id) ?? from;
      const step = stepOf(1 / sight.scale);
      now =
        phase === "move"
          ? {
              x: snap(sight.middle.x + (x - width / 2) / sight.scale, step),
              y: snap(sight.middle.y - (y - height / 2) / sight.scale, step),
            }
          : phase === "end"
            ? now
            : from;
      options.onMove?.(id, now, phase);
    },
    step(id, right, up, phase) {
      if (phase === "start") now = from = gripAt(id) ?? from;
      if (phase === "cancel") now = from;
      const step = stepOf(2 / sight.scale);
      if (phase === "move")
        now = { x: snap(now.x + right * step, step), y: snap(now.y + up * step, step) };
      options.onMove?.(id, now, phase);
    },
  });

  function draw(): void {
    size(node, width, height);
    if (!data) return;
    if (!handles.held) sight = sightOf(data, width, height); // what is held stays under the hand
    const [ox, oy] = toPixels({ x: 0, y: 0 });
    ruler(ox, oy);
    set(plot, { x: 0, y: 0, width, height, viewBox: `0 0 ${width} ${height}` });
    const view = { cx: ox, cy: oy, scale: sight.scale };
    const lines = paths(data.paths.length);
    data.paths.forEach(({ points, paint, ink }, i) => {
      const shape = { strong: "etx-trail", faint: "etx-future", dashed: "etx-marker" }[ink];
      set(lines[i] as Element, {
        class: `${shape} ${classOf(paint)}`,
        d: runs(points, view, 1).join(""),
      });
    });

    const bodies = shafts(data.arrows.length);
    const tips = heads(data.arrows.length);
    const taken: Box[] = [];
    data.arrows.forEach(({ from, to, paint }, i) => {
      const [ax, ay] = toPixels(from);
      const [bx, by] = toPixels(to);
      const long = Math.hypot(bx - ax, by - ay);
      const [ux, uy] = long > 0 ? [(bx - ax) / long, (by - ay) / long] : [1, 0];
      const headed = long > headless && long < 1e5;
      const back = headed ? 6 : 0;
      const seen =
        long < 1e5 ? `M${px(ax)},${px(ay)}L${px(bx - ux * back)},${px(by - uy * back)}` : "";
      set(bodies[i] as Element, { class: `etx-vector ${classOf(paint)}`, d: seen });
      set(tips[i] as Element, {
        class: `etx-tip ${classOf(paint)}`,
        d: headed ? arrowHead(bx, by, ux, uy) : "",
      });
      taken.push(...along(ax, ay, bx, by));
    });
    const spots = dots(data.dots.length);
    data.dots.forEach(({ at, paint, hollow }, i) => {
      const [x, y] = toPixels(at);
      const near = Math.abs(x) < 1e5 && Math.abs(y) < 1e5;
      set(spots[i] as Element, {
        class: `${hollow ? "etx-hollow" : "etx-dot"} ${classOf(paint)}`,
        cx: near ? px(x) : -99,
        cy: near ? px(y) : -99,
        r: hollow ? 3.5 : 5,
      });
      taken.push(around(x, y, 7));
    });

    const room: Box = { left: 0, right: width, top: 0, bottom: height };
    const named = [
      ...data.dots.map(({ at, label }) => ({ tip: at, tail: { x: 0, y: 0 }, label })),
      ...data.arrows.map(({ from, to, label }) => ({ tip: to, tail: from, label })),
    ].filter(({ label, tip }) => label && inSight(toPixels(tip), room));
    const texts = names(named.length);
    named.forEach(({ tip, tail, label }, i) => {
      const text = texts[i] as Element;
      taken.push(place(text, label ?? "", toPixels(tip), toPixels(tail), room, taken, []));
    });

    const range = [
      sight.middle.x - width / 2 / sight.scale,
      sight.middle.x + width / 2 / sight.scale,
    ];
    handles.draw(
      data.dots.flatMap(({ at, grip }) => {
        const [x, y] = toPixels(at);
        const ends = range as [number, number];
        return grip ? [{ ...grip, x, y, value: at.x, range: ends }] : [];
      }),
    );
  }

  /** The cross of axes, with a few numbers on it. */
  function ruler(ox: number, oy: number): void {
    const [cross, upright] = axes(2);
    const [cx, cy] = [clamp(ox, 0, width), clamp(oy, 0, height)];
    set(cross as Element, { x1: 0, x2: width, y1: px(cy), y2: px(cy) });
    set(upright as Element, { x1: px(cx), x2: px(cx), y1: 0, y2: height });
    const reach = (length: number, middle: number): [number, number] => [
      middle - (length / 2 - 20) / sight.scale,
      middle + (length / 2 - 20) / sight.scale,
    ];
    const count = Math.max(2, Math.min(9, Math.floor(width / 70)));
    const across = ticks(...reach(width, sight.middle.x), count).filter((value) => value !== 0);
    const gap = (across[1] ?? 1) - (across[0] ?? 0);
    const upwards = ticks(...reach(height, sight.middle.y), Math.max(2, Math.floor(height / 60)));
    const up = upwards.filter((value) => value !== 0 && gap > 0);
    numbers(across.length + up.length).forEach((text, i) => {
      const value = across[i] ?? up[i - across.length] ?? 0;
      const [x, y] = toPixels(i < across.length ? { x: value, y: 0 } : { x: 0, y: value });
      write(text, options.format.tick(value));
      const below = clamp(oy, 0, height - 18) + 14;
      set(
        text,
        i < across.length
          ? { x: px(x), y: px(below), "text-anchor": "middle" }
          : { x: px(Math.max(28, cx - 5)), y: px(y + 4), "text-anchor": "end" },
      );
    });
  }

  return {
    node,
    update(next) {
      data = next;
      draw();
    },
    resize(w, h) {
      if (w === width && h === height) return; // a chart around it lays it out anew in every frame
      width = w;
      height = h;
      draw();
    },
    destroy: () => node.remove(),
  };
}

const classOf = (paint: Paint): string =>
  typeof paint === "number" ? seriesClass(paint) : paint === "accent" ? "etx-accent" : "";

const clamp = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), high);

const inSight = ([x, y]: [number, number], room: Box): boolean =>
  x > room.left - 4 && x < room.right + 4 && y > room.top - 4 && y < room.bottom + 4;

/** The largest view that shows all of it and the origin. */
function sightOf(data: PlanarData, width: number, height: number): Sight {
  let [left, right, low, high] = [0, 0, 0, 0];
  const see = ({ x, y }: Point): void => {
    if (!(Math.abs(x) < 1e12 && Math.abs(y) < 1e12)) return; // beyond that no picture helps
    left = Math.min(left, x);
    right = Math.max(right, x);
    low = Math.min(low, y);
    high = Math.max(high, y);
  };
  for (const point of data.window) see(point);
  for (const { at } of data.dots) see(at);
  const scale = Math.min(
    (width - 2 * margin) / (right - left || 1),
    (height - 2 * margin) / (high - low || 1),
  );
  return {
    middle: { x: (left + right) / 2, y: (low + high) / 2 },
    scale: Math.max(scale, Number.MIN_VALUE),
  };
}
