/** The plane's geometry: symmetric logarithms both ways, and how far a hand moves an eigenvalue on them. */
import { scaleSymlog } from "d3-scale";
import type { Box } from "./text.ts";
import type { Eigenvalue } from "./types.ts";

export interface Limits {
  rates: readonly [number, number];
  /** Of |frequency|. */
  frequency: number;
  /** Below it the axes are linear. */
  threshold: number;
}

export type Place = { rate: number; frequency: number };

/** Pixels to either side of 0 in which a moved eigenvalue comes to rest there. */
const snap = 6;
/** Room between the frame and the ends of the scales, so that a dot at a limit is whole. */
const inset = 11;

export type PlaneScale = ReturnType<typeof planeScale>;

export function planeScale(frame: Box, limits: Limits) {
  const { rates, frequency, threshold } = limits;
  const x = scaleSymlog([frame.left + inset, frame.right - inset])
    .domain(rates)
    .constant(threshold);
  const y = scaleSymlog([frame.bottom - inset, frame.top + inset])
    .domain([-frequency, frequency])
    .constant(threshold);
  return {
    x: (rate: number): number => x(rate),
    y: (angle: number): number => y(angle),
    rateAt: (pixel: number): number => tidy(x.invert(pixel), rates[0], rates[1]),
    frequencyAt: (pixel: number): number => tidy(y.invert(pixel), -frequency, frequency),
  };
}

/** Pixels that a hand strays without meaning it. */
const tremble = 6;

const clamp = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), high);

/** Three digits say more than a pixel can: the values a hand makes are short to read and to link. */
const tidy = (value: number, low: number, high: number): number =>
  clamp(Number(value.toPrecision(3)), low, high);

/**
 * Where a drag takes an eigenvalue: a function of the pointer's path since it was gripped. A coordinate that the
 * pointer has not changed stays exact. Zero attracts softly: only what comes from outside is caught, so that a
 * slow pair, which lies close to frequency 0, can still be moved sideways.
 */
export function pull(
  from: Eigenvalue,
  mirror: 1 | -1,
  scale: PlaneScale,
): (dx: number, dy: number, free: boolean) => Place {
  const x0 = scale.x(from.rate);
  const y0 = scale.y(mirror * from.frequency);
  let catchesX = Math.abs(x0 - scale.x(0)) > snap;
  let catchesY = Math.abs(y0 - scale.y(0)) > snap;
  let strayedX = false;
  let strayedY = false;
  return (dx, dy, free) => {
    // A hand that moves along one axis trembles across it: that coordinate holds until it strays for good.
    strayedX ||= Math.abs(dx) > tremble || Math.abs(dx) * 2 > Math.abs(dy);
    strayedY ||= Math.abs(dy) > tremble || Math.abs(dy) * 2 > Math.abs(dx);
    const stillX = dx === 0 || (!free && !strayedX);
    const stillY = dy === 0 || (!free && !strayedY);
    const offX = Math.abs(x0 + dx - scale.x(0));
    const offY = Math.abs(y0 + dy - scale.y(0));
    catchesX ||= offX > snap;
    catchesY ||= offY > snap;
    const rate = stillX ? from.rate : !free && catchesX && offX <= snap ? 0 : scale.rateAt(x0 + dx);
    if (from.kind === "real") return { rate, frequency: from.frequency };
    const angle = !free && catchesY && offY <= snap ? 0 : mirror * scale.frequencyAt(y0 + dy);
    return { rate, frequency: stillY ? from.frequency : angle + 0 };
  };
}

/** One press of an arrow: 4 % of a large value, a like length on the scale of a small one; never past 0 unseen. */
const press = 0.04;

export function nudge(
  value: number,
  steps: number,
  threshold: number,
  low: number,
  high: number,
): number {
  const at = Math.sign(value) * Math.log1p(Math.abs(value) / threshold) + steps * press;
  const next = Math.sign(at) * threshold * Math.expm1(Math.abs(at));
  return next * value < 0 || Math.abs(at) < press / 2 ? 0 : tidy(next, low, high);
}
