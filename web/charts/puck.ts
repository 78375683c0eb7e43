/**
 * A puck on a line: where it starts and with which arrows, where it is now, and under it the track that it leaves on a
 * sheet that time pulls away downwards. Position runs across in both.
 */
import { scaleLinear } from "d3-scale";
import { axis } from "./axis.ts";
import { seriesClass } from "./color.ts";
import { add, list, px, root, set, size, write } from "./dom.ts";
import { extent, type Interval, nice } from "./domain.ts";
import { expressionPart, type Term } from "./expression.ts";
import { type Grip, grips, snap, stepOf } from "./grips.ts";
import { arrowHead } from "./orbit.ts";
import { textWidth } from "./text.ts";
import { thin } from "./ticks.ts";
import { runs } from "./trail.ts";
import type { Chart, ChartOptions, ColorIndex, MovePhase } from "./types.ts";

/** Position, velocity and, where there is one, acceleration; per token. */
export interface PuckState {
  position: number;
  velocity: number;
  acceleration?: number;
}
export type PuckPart = keyof PuckState;

export interface PuckData {
  start: PuckState;
  now: PuckState;
  time: number;
  /** Positions at 0, step, 2·step, … */
  track: { step: number; positions: Float64Array };
  /** An arrow shows what this many tokens at that velocity, or so much of that acceleration, would do. */
  arrowTime: number;
  /** What time does to the three numbers, as one writes it. */
  equation: readonly Term[];
  colorIndex: ColorIndex;
  labels: {
    position: string;
    time: string;
    now: string;
    parts: Readonly<Record<PuckPart, string>>;
  };
  /** What a hand may move at the start, in words. */
  grips: readonly (Pick<Grip, "label" | "text"> & { part: PuckPart })[];
}

export interface PuckOptions extends ChartOptions {
  format: { tick(value: number): string; lag(value: number): string };
  onMove?(part: PuckPart, to: number, phase: MovePhase): void;
}

const ice = 62;
const lane = 30; // from the ice to an arrow
const sheetTop = 140;

export function puckChart(options: PuckOptions): Chart<PuckData> {
  const document = options.document ?? globalThis.document;
  let { width, height } = options;
  let data: PuckData | null = null;
  let domain: Interval = [0, 1];

  const node = root(document, "puck");
  const ground = add(node, "g", { "aria-hidden": "true" });
  const positions = axis(ground, "bottom");
  const times = axis(ground, "left");
  const titles = list(ground, "text", { class: "etx-title" });
  const rink = add(ground, "line", { class: "etx-zero" });
  const sheet = add(node, "svg", { overflow: "hidden", "aria-hidden": "true" });
  const paint = add(sheet, "g");
  const future = add(paint, "path", { class: "etx-future" });
  const past = add(paint, "path", { class: "etx-trail" });
  const stage = add(node, "g", { "aria-hidden": "true" });
  const drop = add(stage, "path", { class: "etx-foot" });
  const moment = add(stage, "line", { class: "etx-zero" });
  const momentName = add(stage, "text", { class: "etx-tick" });
  const startGroup = add(stage, "g");
  const ghost = add(startGroup, "circle", { class: "etx-hollow", r: 8 });
  const startArrows = arrowsIn(startGroup);
  const nowGroup = add(stage, "g", { class: "etx-accent" });
  const nowArrows = arrowsIn(nowGroup);
  const slope = add(nowGroup, "path", { class: "etx-vector" });
  const disc = add(nowGroup, "circle", { class: "etx-dot", r: 8 });
  const onTrack = add(nowGroup, "circle", { class: "etx-dot", r: 4.5 });
  const names = list(stage, "text", { class: "etx-math" });
  const equation = expressionPart(add(node, "g", { "aria-hidden": "true" }));
  const layer = add(node, "g", { class: "etx-accent" });

  const frame = () => ({ left: 46, right: width - 16, top: sheetTop, bottom: height - 22 });
  const across = () => scaleLinear(domain, [frame().left + 8, frame().right - 8]);
  const factor = (part: PuckPart): number =>
    part === "position" ? 1 : (data?.arrowTime ?? 1) ** (part === "velocity" ? 1 : 2);
  /** Where the hand would put it, as a value of the part. */
  const valueAt = (part: PuckPart, x: number): number => {
    const base = part === "position" ? 0 : (data?.start.position ?? 0);
    const raw = (across().invert(x) - base) / factor(part);
    return snap(raw, stepFor(part));
  };
  const stepFor = (part: PuckPart): number =>
    stepOf(((domain[1] - domain[0]) / Math.max(1, width)) * 2) /
    10 ** Math.round(Math.log10(factor(part)));

  let from = 0;
  let now = 0;
  const handles = grips(node, layer, {
    drag(id, x, _, phase) {
      const part = id as PuckPart;
      if (phase === "start") now = from = data?.start[part] ?? 0;
      if (phase === "cancel") now = from;
      if (phase === "move") now = valueAt(part, x);
      options.onMove?.(part, now, phase);
    },
    step(id, right, up, phase) {
      const part = id as PuckPart;
      if (phase === "start") now = from = data?.start[part] ?? 0;
      if (phase === "cancel") now = from;
      if (phase === "move") now = snap(now + (right + up) * stepFor(part), stepFor(part));
      options.onMove?.(part, now, phase);
    },
  });

  function draw(): void {
    if (!data) return;
    const tall = equation.draw([{ terms: data.equation }], 46, height + 14, width - 46);
    size(node, width, Math.ceil(height + 20 + tall));
    const { start, now: at, time, track, arrowTime, labels } = data;
    const horizon = track.step * (track.positions.length - 1);
    if (!handles.held) {
      const tips = [start, at].flatMap((state) => [state.position, ...tipsOf(state, arrowTime)]);
      domain = nice(extent(track.positions, extent(Float64Array.from(tips))), 6);
    }
    const room = frame();
    const x = across();
    const y = scaleLinear([0, horizon || 1], [room.top, room.bottom]);

    const ticks = x.ticks(Math.max(2, Math.floor(width / 90)));
    positions.draw(
      thin(
        ticks.map((value) => ({ at: x(value), label: options.format.tick(value) })),
        12,
        "x",
      ),
      room,
      null,
    );
    times.draw(
      thin(
        y.ticks(5).map((value) => ({ at: y(value), label: options.format.lag(value) })),
        6,
        "y",
      ),
      room,
      null,
    );
    set(rink, { x1: room.left, x2: room.right, y1: ice, y2: ice });
    const [title, side] = titles(2);
    set(title as Element, { x: room.right, y: room.top - 8, "text-anchor": "end" });
    write(title as Element, labels.position);
    set(side as Element, { x: 0, y: room.top - 8 });
    write(side as Element, labels.time);

    set(sheet, {
      x: room.left,
      y: room.top,
      width: room.right - room.left,
      height: room.bottom - room.top,
      viewBox: `${room.left} ${room.top} ${room.right - room.left} ${room.bottom - room.top}`,
    });
    set(paint, { class: seriesClass(data.colorIndex) });
    set(startGroup, { class: seriesClass(data.colorIndex) });
    const points = new Float64Array(2 * track.positions.length);
    track.positions.forEach((value, i) => {
      points[2 * i] = x(value);
      points[2 * i + 1] = -y(i * track.step);
    });
    const cut = 2 * Math.min(track.positions.length, Math.floor(time / (track.step || 1)) + 1);
    const view = { cx: 0, cy: 0, scale: 1 };
    const here = [x(at.position), -y(time)];
    set(future, { d: runs(points, view, 1).join("") });
    set(past, {
      d:
        time > 0
          ? runs(Float64Array.of(...points.subarray(0, cut), ...here), view, 1).join("")
          : "",
    });

    const [nx, ny] = [x(at.position), y(time)];
    const sx = x(start.position);
    const inside = ny <= room.bottom + 1 && Math.abs(nx) < 1e5;
    set(drop, { d: inside ? `M${px(nx)},${ice}L${px(nx)},${px(ny)}` : "" });
    set(moment, {
      x1: room.left,
      x2: room.right,
      y1: px(ny),
      y2: px(ny),
      visibility: inside ? null : "hidden",
    });
    set(momentName, {
      x: room.right,
      y: px(ny - 5),
      "text-anchor": "end",
      visibility: inside ? null : "hidden",
    });
    write(momentName, labels.now);
    set(ghost, { cx: px(sx), cy: ice });
    set(disc, { cx: px(clamp(nx)), cy: ice });
    set(onTrack, { cx: px(clamp(nx)), cy: px(ny), visibility: inside ? null : "hidden" });
    const later = Math.min(time + arrowTime, horizon);
    set(slope, {
      d: inside
        ? `M${px(nx)},${px(ny)}L${px(clamp(x(at.position + at.velocity * (later - time))))},${px(y(later))}`
        : "",
    });
    startArrows(
      sx,
      tipsOf(start, arrowTime).map((tip) => x(tip)),
    );
    const moved = Math.abs(nx - sx) > 1 || time > 0;
    nowArrows(nx, moved ? tipsOf(at, arrowTime).map((tip) => clamp(x(tip))) : []);
    name();

    handles.draw(
      data.grips.map(({ part, label, text }) => {
        const value = start[part] ?? 0;
        const tip = part === "position" ? start.position : start.position + value * factor(part);
        const wide = domain[1] - domain[0];
        return {
          id: part,
          x: x(tip),
          y: part === "position" ? ice : part === "velocity" ? ice - lane : ice + lane,
          label,
          text,
          value,
          range: part === "position" ? domain : [-wide / factor(part), wide / factor(part)],
        };
      }),
    );
  }

  /** The names of the arrows that the hand moves: over the upper one, under the lower one. */
  function name(): void {
    if (!data) return;
    const { start, arrowTime, labels } = data;
    const x = across();
    const parts = (["velocity", "acceleration"] as const).filter(
      (part) => start[part] !== undefined,
    );
    names(parts.length).forEach((text, i) => {
      const part = parts[i] as PuckPart;
      const word = labels.parts[part];
      const half = textWidth(word, 14) / 2;
      const tip = x(tipsOf(start, arrowTime)[i] ?? 0);
      set(text, {
        x: px(Math.min(width - half, Math.max(half, tip))),
        y: part === "velocity" ? ice - lane - 13 : ice + lane + 22,
        "text-anchor": "middle",
      });
      write(text, word);
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

/** Where the arrows of velocity and acceleration end, as positions. */
function tipsOf({ position, velocity, acceleration }: PuckState, time: number): number[] {
  const first = position + velocity * time;
  return acceleration === undefined ? [first] : [first, position + acceleration * time * time];
}

/** Far outside; beyond it renderers lose their precision. */
const clamp = (value: number): number => Math.min(1e5, Math.max(-1e5, value));

/** Velocity over the ice, acceleration under it, both from the puck's middle. */
function arrowsIn(parent: Element): (x: number, tips: readonly number[]) => void {
  const shafts = list(parent, "path", { class: "etx-vector" });
  const heads = list(parent, "path", { class: "etx-tip" });
  return (x, tips) => {
    const lines = shafts(tips.length);
    const ends = heads(tips.length);
    tips.forEach((tip, i) => {
      const y = i === 0 ? ice - lane : ice + lane;
      const way = Math.sign(tip - x);
      const long = Math.abs(tip - x) > 10;
      set(lines[i] as Element, {
        d: `M${px(x)},${ice}V${y}H${px(tip - (long ? 6 * way : 0))}`,
      });
      set(ends[i] as Element, { d: long ? arrowHead(tip, y, way, 0) : "" });
    });
  };
}
