/**
 * Which part of a heatmap is in sight. Over lags it zooms as curves do (Ctrl and the wheel, keys); over rows by a factor;
 * a drag marks a part of both, or pans what is zoomed; so do two fingers, which keep what lies under them.
 */
import type { LagScale } from "./curve-scale.ts";
import type { Interval } from "./domain.ts";
import { draggable } from "./drag.ts";
import { lateZoom } from "./late-zoom.ts";
import { type Fingers, pinchable } from "./pinch.ts";
import type { Box } from "./text.ts";

/** null: all of them. */
export interface View {
  lags: Interval | null;
  /** Among all rows: 0 is the top of the first, 1 the bottom of the last. */
  rows: Interval | null;
}

export interface Desk {
  readonly svg: SVGSVGElement;
  readonly layer: SVGRectElement;
  frame(): Box;
  /** All lags over the frame. */
  whole(): LagScale;
  view(): View;
  /** settled: the hand has let go. */
  show(view: View, settled: boolean): void;
  mark(box: Box | null): void;
  /** The cursor's place, around which keys and buttons zoom. */
  at(): [x: number, y: number] | null;
  /** While hands are at work there is nothing to read. */
  rest(resting: boolean): void;
}

export interface Viewer {
  sync(): void;
  zoomLags(factor: number): void;
  zoomRows(factor: number): void;
  reset(): void;
  /** Lets go of what is marked or carried; false: nothing was. */
  cancel(): boolean;
  destroy(): void;
}

/** No view shows fewer lags, nor a smaller share of the rows. */
const fewestLags = 4;
const fewestRows = 1e-3;
/** A mark thinner than this, in pixels, was not meant. */
const thinnest = 6;
/** Fingers that lie closer along an axis, in pixels, don't zoom over it: their distance there is chance. */
const closest = 30;

export function viewer(desk: Desk): Viewer {
  const { svg, layer } = desk;
  const all = (): Interval => desk.whole().domain();
  const lagsOf = ({ lags }: View): Interval => lags ?? all();
  const rowsOf = ({ rows }: View): Interval => rows ?? [0, 1];

  const zoom = lateZoom(layer, desk.whole, (lags, phase) => {
    if (phase !== "start") desk.show({ ...desk.view(), lags }, phase === "end");
  });
  layer.addEventListener("dblclick", () => desk.show({ ...desk.view(), rows: null }, true));

  let marks = false;
  let before: View = { lags: null, rows: null };
  let from = { x: 0, y: 0 };
  let moved: View | null = null;
  // Before `draggable` hears of it, and instead of d3, which would pan the lags alone.
  let shift = false;
  let finger = false;
  layer.addEventListener("pointerdown", (event) => {
    shift = event.shiftKey;
    finger = event.pointerType === "touch";
  });
  layer.addEventListener("mousedown", (event) => event.stopImmediatePropagation());
  const hand = draggable(svg, layer, {
    start(x, y) {
      if (finger) return false;
      before = desk.view();
      from = { x, y };
      moved = null;
      marks = shift || (!before.lags && !before.rows);
      return true;
    },
    move(dx, dy) {
      desk.rest(true);
      const { left, right, top, bottom } = desk.frame();
      if (marks) {
        const x = sorted(from.x, clamp(from.x + dx, left, right));
        const y = sorted(from.y, clamp(from.y + dy, top, bottom));
        // A mark along one axis holds all of the other.
        const [wide, tall] = [x[1] - x[0] >= thinnest, y[1] - y[0] >= thinnest];
        const box = {
          left: wide ? x[0] : left,
          right: wide ? x[1] : right,
          top: tall ? y[0] : top,
          bottom: tall ? y[1] : bottom,
        };
        moved = wide || tall ? viewOf(box, desk, before) : null;
        desk.mark(moved && box);
        return;
      }
      layer.classList.add("etx-panning");
      const [lags, rows] = [lagsOf(before), rowsOf(before)];
      const across = (-dx / (right - left)) * (lags[1] - lags[0]);
      const down = (-dy / (bottom - top)) * (rows[1] - rows[0]);
      moved = {
        lags: before.lags && shifted(before.lags, across, all()),
        rows: before.rows && shifted(before.rows, down, [0, 1]),
      };
      desk.show(moved, false);
    },
    end() {
      release();
      if (moved) desk.show(moved, true);
    },
    cancel() {
      release();
      desk.show(before, true);
    },
  });

  let spread: Fingers = [
    [0, 0],
    [0, 0],
  ];
  pinchable(svg, layer, {
    start(fingers) {
      before = desk.view();
      moved = null;
      spread = fingers;
      desk.rest(true);
    },
    move(fingers) {
      const { left, right, top, bottom } = desk.frame();
      const over = (axis: 0 | 1, frame: Interval, seen: Interval, least: number, all: Interval) =>
        within(
          carried(
            seen,
            frame,
            [spread[0][axis], spread[1][axis]],
            [fingers[0][axis], fingers[1][axis]],
          ),
          least,
          all,
        );
      moved = {
        lags: over(0, [left, right], lagsOf(before), fewestLags, all()),
        rows: over(1, [top, bottom], rowsOf(before), fewestRows, [0, 1]),
      };
      desk.show(moved, false);
    },
    end() {
      desk.rest(false);
      if (moved) desk.show(moved, true);
    },
    cancel() {
      desk.rest(false);
      desk.show(before, true);
    },
  });
  // Instead of d3, which would zoom over the lags alone.
  layer.addEventListener("touchstart", (event) => event.stopImmediatePropagation());

  function release(): void {
    layer.classList.remove("etx-panning");
    desk.mark(null);
    desk.rest(false);
  }

  return {
    sync: () => zoom.sync(desk.view().lags),
    zoomLags(factor) {
      const { left, right } = desk.frame();
      zoom.by(factor, desk.at()?.[0] ?? (left + right) / 2);
    },
    zoomRows(factor) {
      const { top, bottom } = desk.frame();
      const [low, high] = rowsOf(desk.view());
      const y = desk.at()?.[1] ?? (top + bottom) / 2;
      const at = low + ((y - top) / (bottom - top)) * (high - low);
      const rows = within(
        [at - (at - low) / factor, at + (high - at) / factor],
        fewestRows,
        [0, 1],
      );
      desk.show({ ...desk.view(), rows }, true);
    },
    reset: () => desk.show({ lags: null, rows: null }, true),
    cancel() {
      const { active } = hand;
      hand.cancel();
      return active;
    },
    destroy: () => zoom.destroy(),
  };
}

/** The part of a view that a box in the frame holds. */
function viewOf(box: Box, desk: Desk, view: View): View {
  const { left, right, top, bottom } = desk.frame();
  const part = (
    [low, high]: Interval,
    from: number,
    to: number,
    [start, end]: Interval,
  ): Interval => [
    low + ((from - start) / (end - start)) * (high - low),
    low + ((to - start) / (end - start)) * (high - low),
  ];
  const all = desk.whole().domain();
  const lags = part(view.lags ?? all, box.left, box.right, [left, right]);
  const rows = part(view.rows ?? [0, 1], box.top, box.bottom, [top, bottom]);
  return { lags: within(lags, fewestLags, all), rows: within(rows, fewestRows, [0, 1]) };
}

/** What is seen once two fingers have gone from some pixels of the frame to others, and what lay under them with them. */
function carried(
  [low, high]: Interval,
  [start, end]: Interval,
  from: Interval,
  to: Interval,
): Interval {
  const middle = ([a, b]: Interval): number => ((a + b) / 2 - start) / (end - start);
  const apart = from[1] - from[0];
  // Fingers that cross don't turn the picture over.
  const grown = Math.abs(apart) < closest ? 1 : Math.max(0.1, (to[1] - to[0]) / apart);
  const wide = (high - low) / grown;
  const first = low + middle(from) * (high - low) - middle(to) * wide;
  return [first, first + wide];
}

/** Inside the limits and not too small; null where it is all of them. */
function within([low, high]: Interval, least: number, [from, to]: Interval): Interval | null {
  const wide = Math.max(high - low, Math.min(least, to - from));
  if (wide >= (to - from) * (1 - 1e-9)) return null; // all but the dust of floating point
  const start = clamp((low + high - wide) / 2, from, to - wide);
  return [start, start + wide];
}

function shifted([low, high]: Interval, by: number, [from, to]: Interval): Interval {
  const shift = clamp(by, from - low, to - high);
  return [low + shift, high + shift];
}

const sorted = (a: number, b: number): Interval => [Math.min(a, b), Math.max(a, b)];
const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));
