/** The orbit of a key in a plane: where it was, where it is, and its shadow on the query, which is the score. */
import { ticks } from "d3-array";
import { seriesClass } from "./color.ts";
import { add, list, px, root, set, size, write } from "./dom.ts";
import { follow } from "./domain.ts";
import { type Anchor, type Box, inside, overlap, textBox } from "./text.ts";
import { runs, type View } from "./trail.ts";
import type { Chart, OrbitData, OrbitOptions, Point } from "./types.ts";

/** The trail fades in this many steps. */
const fades = 7;
const head = 8;

export function orbitChart(options: OrbitOptions): Chart<OrbitData> {
  const document = options.document ?? globalThis.document;
  let { width, height } = options;
  let data: OrbitData | null = null;
  let extent: number | null = null;

  const node = root(document, "orbit");
  set(node, { "aria-hidden": null });
  const ground = add(node, "g", { "aria-hidden": "true" });
  const axes = list(ground, "line", { class: "etx-grid" });
  const circle = add(ground, "circle", { class: "etx-circle" });
  const tickTexts = list(ground, "text", { class: "etx-tick" });
  // A nested svg clips without an id, so charts never collide in one document.
  const plot = add(node, "svg", { overflow: "hidden", "aria-hidden": "true" });
  const color = add(plot, "g");
  const future = add(color, "path", { class: "etx-future" });
  const trail = list(color, "path", { class: "etx-trail" });
  const cloud = add(color, "path", { class: "etx-cloud" });
  const outline = add(color, "path", { class: "etx-future" });
  const drawing = add(node, "g", { "aria-hidden": "true" });
  const foot = add(drawing, "path", { class: "etx-foot" });
  const origin = add(drawing, "circle", { class: "etx-tip", r: 2 });
  const birth = add(add(drawing, "g"), "circle", { class: "etx-hollow", r: 3 });
  const query = add(drawing, "path", { class: "etx-vector" });
  const queryHead = add(drawing, "path", { class: "etx-tip" });
  const accent = add(drawing, "g", { class: "etx-accent" });
  const key = add(accent, "path", { class: "etx-vector" });
  const dot = add(accent, "circle", { class: "etx-dot", r: 5.5 });
  const names = list(drawing, "text", { class: "etx-math" });
  const score = add(drawing, "text", { class: "etx-title", x: 0, y: 11 });
  const length = add(drawing, "text", { class: "etx-title", x: 0, y: 26 });

  function draw(): void {
    size(node, width, height);
    if (!data) return;
    const { path, at, start, labels } = data;
    extent = data.extent ?? follow(extent, need(data));
    const side = Math.max(40, Math.min(width, height - 4));
    const view: View = { cx: width / 2, cy: height / 2, scale: side / 2 / extent };
    const to = ({ x, y }: Point): [number, number] => [
      view.cx + x * view.scale,
      view.cy - y * view.scale,
    ];
    const frame: Box = {
      left: view.cx - side / 2,
      right: view.cx + side / 2,
      top: view.cy - side / 2,
      bottom: view.cy + side / 2,
    };

    ruler(view, frame, extent);
    set(plot, {
      x: 0,
      y: px(frame.top),
      width,
      height: side,
      viewBox: `0 ${px(frame.top)} ${width} ${side}`,
    });
    set(color, { class: seriesClass(data.colorIndex ?? 0) });
    set(birth.parentElement as Element, { class: seriesClass(data.colorIndex ?? 0) });
    set(future, { d: data.future ? runs(data.future, view, 1).join("") : "" });
    const pieces = runs(path, view, fades);
    trail(pieces.length).forEach((piece, i) => {
      // Oldest first; the square keeps the last turn clear of those before.
      const age = (i + 1) / pieces.length;
      set(piece, { d: pieces[i] ?? "", "stroke-opacity": px(0.16 + 0.84 * age * age) });
    });

    set(cloud, { d: data.cloud ? specks(data.cloud.points, view) : "" });
    set(outline, { d: data.cloud ? runs(data.cloud.outline, view, 1).join("") : "" });

    const [ox, oy] = [view.cx, view.cy];
    const [qx, qy] = to(data.query);
    const [ax, ay] = to(at);
    const [sx, sy] = to(start);
    set(origin, { cx: px(ox), cy: px(oy) });
    set(birth, { cx: px(sx), cy: px(sy) });
    const long = Math.hypot(qx - ox, qy - oy);
    const [ux, uy] = long > 0 ? [(qx - ox) / long, (qy - oy) / long] : [1, 0];
    const arrow = long > head * 1.5;
    set(query, {
      d: `M${px(ox)},${px(oy)}L${px(qx - (arrow ? ux * head * 0.8 : 0))},${px(qy - (arrow ? uy * head * 0.8 : 0))}`,
    });
    set(queryHead, { d: arrow ? arrowHead(qx, qy, ux, uy) : "" });
    set(key, { d: `M${px(ox)},${px(oy)}L${px(ax)},${px(ay)}` });
    set(dot, { cx: px(ax), cy: px(ay) });
    // The score is the length of the key's shadow on the query, times the query's own.
    const shadow = (ax - ox) * ux + (ay - oy) * uy;
    const off = Math.hypot(ax - ox - shadow * ux, ay - oy - shadow * uy);
    set(foot, {
      d:
        long > 0 && off > 9
          ? `M${px(ax)},${px(ay)}L${px(ox + shadow * ux)},${px(oy + shadow * uy)}L${px(ox)},${px(oy)}`
          : "",
    });
    write(score, data.score ?? "");
    write(length, data.length ?? "");

    const [keyName, queryName] = names(2);
    const room: Box = { left: 0, right: width, top: 0, bottom: height };
    const taken = [
      around(ax, ay, 7),
      textBox(data.score ?? "", 0, 11),
      textBox(data.length ?? "", 0, 26),
      ...along(ox, oy, qx, qy),
      ...along(ox, oy, ax, ay),
    ];
    const inked = near(path, view, [ax, ay], [qx, qy]);
    taken.push(place(keyName as Element, labels.key, [ax, ay], [ox, oy], room, taken, inked));
    place(queryName as Element, labels.q, [qx, qy], [ox, oy], room, taken, inked);
  }

  /** The cross of axes with a few numbers on it, so that a changed extent can be read. */
  function ruler(view: View, frame: Box, half: number): void {
    const [cross, upright] = axes(2);
    set(cross as Element, {
      x1: px(frame.left),
      x2: px(frame.right),
      y1: px(view.cy),
      y2: px(view.cy),
    });
    set(upright as Element, {
      x1: px(view.cx),
      x2: px(view.cx),
      y1: px(frame.top),
      y2: px(frame.bottom),
    });
    set(circle, { cx: px(view.cx), cy: px(view.cy), r: px(view.scale) });
    const marks = ticks(0, half, 3).filter(
      (value) => value > 0 && value * view.scale > 26 && value < half * 0.93,
    );
    const both = marks.flatMap((value) => [value, -value]);
    tickTexts(2 * both.length).forEach((text, i) => {
      const value = both[i >> 1] ?? 0;
      write(text, options.format.tick(value));
      set(
        text,
        i % 2
          ? { x: px(view.cx - 5), y: px(view.cy - value * view.scale + 4), "text-anchor": "end" }
          : { x: px(view.cx + value * view.scale), y: px(view.cy + 14), "text-anchor": "middle" },
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
      width = w;
      height = h;
      draw();
    },
    destroy: () => node.remove(),
  };
}

/** The unit circle and all that has been; what comes may leave the picture. */
function need({ path, at, query, start, cloud }: OrbitData): number {
  let most = 1;
  const see = (x: number, y: number): void => {
    const far = Math.max(Math.abs(x), Math.abs(y));
    if (far > most && far < Number.POSITIVE_INFINITY) most = far;
  };
  for (const points of [path, cloud?.outline ?? []])
    for (let i = 0; i + 1 < points.length; i += 2)
      see(points[i] as number, points[i + 1] as number);
  for (const { x, y } of [at, query, start]) see(x, y);
  return most;
}

/** Dots as one path: a stroke without length and with round ends. What is far outside is left out. */
function specks(points: Float64Array, { cx, cy, scale }: View): string {
  let d = "";
  for (let i = 0; i + 1 < points.length; i += 2) {
    const x = cx + (points[i] as number) * scale;
    const y = cy - (points[i + 1] as number) * scale;
    if (x > -9 && y > -9 && x < 2 * cx + 9 && y < 2 * cy + 9) d += `M${px(x)},${px(y)}h0`;
  }
  return d;
}

export const arrowHead = (x: number, y: number, ux: number, uy: number): string => {
  const [bx, by] = [x - ux * head, y - uy * head];
  const [wx, wy] = [-uy * head * 0.4, ux * head * 0.4];
  return `M${px(x)},${px(y)}L${px(bx + wx)},${px(by + wy)}L${px(bx - wx)},${px(by - wy)}Z`;
};

export const around = (x: number, y: number, r: number): Box => ({
  left: x - r,
  right: x + r,
  top: y - r,
  bottom: y + r,
});

/** Boxes that stand for a line, so that a name can keep clear of it. */
export const along = (x0: number, y0: number, x1: number, y1: number): Box[] => {
  const count = Math.min(60, Math.floor(Math.hypot(x1 - x0, y1 - y0) / 6));
  return Array.from({ length: count }, (_, i) =>
    around(x0 + ((x1 - x0) * i) / count, y0 + ((y1 - y0) * i) / count, 2),
  );
};

/** Boxes for the trail where it passes a tip. */
function near(path: Float64Array, { cx, cy, scale }: View, ...tips: [number, number][]): Box[] {
  const boxes: Box[] = [];
  for (let i = 0; i < path.length && boxes.length < 200; i += 2) {
    const [x, y] = [cx + (path[i] as number) * scale, cy - (path[i + 1] as number) * scale];
    if (tips.some(([tx, ty]) => Math.abs(x - tx) < 80 && Math.abs(y - ty) < 30))
      boxes.push(around(x, y, 1));
  }
  return boxes;
}

/**
 * Writes a name by the tip of a vector: outward if there is room, else the next direction round. What is taken it
 * never covers if it can help it; what is inked only where nothing else is left.
 */
export function place(
  node: Element,
  text: string,
  tip: [number, number],
  from: [number, number],
  room: Box,
  taken: readonly Box[],
  inked: readonly Box[],
): Box {
  const outward = Math.atan2(tip[1] - from[1], tip[0] - from[0]);
  const choices = [0, 1, -1, 2, -2, 3, -3, 4].map((turn) => {
    const angle = outward + (turn * Math.PI) / 4;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const anchor: Anchor = cos > 0.4 ? "start" : cos < -0.4 ? "end" : "middle";
    const [x, y] = [tip[0] + 13 * cos, tip[1] + 15 * sin + 5];
    return { x, y, anchor, box: textBox(text, x, y, anchor, 14) };
  });
  const clear = choices.filter(
    ({ box }) => inside(box, room) && !taken.some((other) => overlap(box, other)),
  );
  const chosen =
    clear.find(({ box }) => !inked.some((other) => overlap(box, other))) ?? clear[0] ?? choices[0];
  const { x, y, anchor, box } = chosen as NonNullable<typeof chosen>;
  write(node, text);
  set(node, { x: px(x), y: px(y), "text-anchor": anchor });
  return box;
}
