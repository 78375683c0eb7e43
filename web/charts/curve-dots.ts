/** Samples on no grid, as dots at their own lags. */
import { lagOf } from "./curve-scale.ts";
import type { Across, Up } from "./decimate.ts";
import { px } from "./dom.ts";
import type { Box } from "./text.ts";
import type { CurveSeries } from "./types.ts";

const radius = 1.9;

/** One path for all dots in the frame; nothing where they would crowd it, for then the line says the same. */
export function dotsOf(series: CurveSeries, across: Across, up: Up, frame: Box): string {
  const dots: string[] = [];
  series.values.forEach((value, i) => {
    const x = across(lagOf(series, i));
    if (x < frame.left - 1 || x > frame.right + 1 || !Number.isFinite(value)) return;
    const y = up.base + up.slope * value;
    if (y < frame.top - 3 || y > frame.bottom + 3) return;
    dots.push(
      `M${px(x - radius)},${px(y)}a${radius},${radius} 0 1,0 ${2 * radius},0a${radius},${radius} 0 1,0 ${-2 * radius},0Z`,
    );
  });
  return dots.length <= frame.right - frame.left ? dots.join("") : "";
}
