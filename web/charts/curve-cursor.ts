/** Moves the cursor over the lags: by pointer to the nearest one, by keys from one to the next. */

import { bisectCenter } from "d3-array";
import type { LagScale } from "./curve-scale.ts";
import { locator } from "./dom.ts";
import type { Interval } from "./domain.ts";

export interface Desk {
  readonly svg: SVGSVGElement;
  readonly layer: SVGRectElement;
  scale(): LagScale;
  /** The lags in sight. */
  view(): Interval;
  /** Lags come in steps from here, or are these. */
  grid(): { start: number; step: number; lags?: Float64Array };
  /** Where the keys begin. */
  home(): number;
  /** y: the pointer's height, null by keyboard; lag null: the cursor is gone. */
  show(lag: number | null, y: number | null): void;
  /** + − 0 */
  zoom(factor: number | null): void;
}

export interface Cursor {
  lag(): number | null;
  /** Again, after the data or the view have changed under it. */
  again(): void;
  /** Hides it from the pointer until it is told false. */
  rest(resting: boolean): void;
}

export function cursor(desk: Desk): Cursor {
  const { layer, svg } = desk;
  let lag: number | null = null;
  let height: number | null = null;
  let byKey = false;
  let resting = false;

  const show = (next: number | null, y: number | null): void => {
    lag = next;
    height = y;
    desk.show(lag, height);
  };
  /** The lag on the grid nearest to a wished one, within what is in sight. */
  const snap = (wished: number): number => {
    const { start, step, lags } = desk.grid();
    const [low, high] = desk.view();
    if (lags) return lags[bisectCenter(lags, Math.min(Math.max(wished, low), high))] ?? wished;
    const first = Math.ceil((low - start) / step - 1e-9);
    const last = Math.floor((high - start) / step + 1e-9);
    const at = Math.min(
      Math.max(Math.round((wished - start) / step), first),
      Math.max(first, last),
    );
    return start + at * step;
  };
  const point = (event: PointerEvent): void => {
    if (resting || event.isPrimary === false) return;
    const [x, y] = locator(svg)(event);
    byKey = false;
    show(snap(desk.scale().invert(x)), y);
  };
  layer.addEventListener("pointermove", point);
  layer.addEventListener("pointerdown", point);
  layer.addEventListener("pointerleave", (event) => {
    // A finger leaves by lifting; what it pointed at stays to be read.
    if (event.pointerType !== "touch" && !byKey) show(null, null);
  });
  layer.addEventListener("pointercancel", () => show(null, null));
  layer.addEventListener("blur", () => show(null, null));

  layer.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const scale = desk.scale();
    const [left, right] = scale.range();
    const { start, step, lags } = desk.grid();
    const now = lag ?? snap(desk.home());
    const by = (steps: number): number =>
      lags ? snap(lags[bisectCenter(lags, now) + steps] ?? now) : snap(now + steps * step);
    /** A tenth of what is in sight, whatever the scale; at least one lag. */
    const leap = (sign: number): number => {
      const far = snap(scale.invert(scale(now) + (sign * (right - left)) / 10));
      return far === now ? by(sign) : far;
    };
    const stride = event.shiftKey ? 10 : 1;
    const [low, high] = desk.view();
    const moves: Record<string, () => number> = {
      ArrowRight: () => (lag === null ? now : by(stride)),
      ArrowUp: () => (lag === null ? now : by(stride)),
      ArrowLeft: () => (lag === null ? now : by(-stride)),
      ArrowDown: () => (lag === null ? now : by(-stride)),
      PageUp: () => leap(1),
      PageDown: () => leap(-1),
      Home: () => snap(lags ? low : Math.max(low, start)),
      End: () => snap(high),
    };
    const zooms: Record<string, number | null> = {
      "+": 2,
      "=": 2,
      "-": 0.5,
      "−": 0.5,
      _: 0.5,
      "0": null,
    };
    const move = moves[event.key];
    if (move) {
      byKey = true;
      show(move(), null);
    } else if (event.key in zooms) desk.zoom(zooms[event.key] ?? null);
    else if (event.key === "Escape" && lag !== null) show(null, null);
    else if (event.key === "Escape") return layer.blur?.();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    lag: () => lag,
    again() {
      if (lag !== null) show(snap(lag), height);
    },
    rest(next) {
      if (next && !resting && lag !== null) show(null, null);
      resting = next;
    },
  };
}
