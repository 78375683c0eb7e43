/** Names of the curves: at their right ends, pushed apart; beside one that breaks off; on a narrow figure in lines above the plot. */
import { seriesClass } from "./color.ts";
import { breaksOff } from "./curve-scale.ts";
import { add, list, px, set, write } from "./dom.ts";
import { pushApart } from "./labels.ts";
import { type Box, shorten, textWidth } from "./text.ts";
import type { CurveSeries } from "./types.ts";

/** Below this width a margin for names would cost more than it tells. */
export const narrow = 520;
const lineHeight = 15;

export interface Names {
  /** The room they need to the right and on top. */
  room(series: readonly CurveSeries[], width: number): { right: number; top: number };
  /** `ends`: where each curve ends or leaves the plot; NaN where it has nothing to leave by. */
  draw(
    series: readonly CurveSeries[],
    ends: readonly { x: number; y: number }[],
    frame: Box,
    width: number,
  ): void;
}

export function names(parent: Element): Names {
  const group = add(parent, "g", { "aria-hidden": "true" });
  const leaders = list(group, "path");
  const texts = list(group, "text");

  /** Left edge and line of each name in the rows on top. */
  const rows = (series: readonly CurveSeries[], width: number): { x: number; row: number }[] => {
    let x = 0;
    let row = 0;
    return series.map(({ label }) => {
      const wide = 18 + textWidth(label, 11, true) + 16;
      if (x > 0 && x + wide - 16 > width) {
        x = 0;
        row++;
      }
      const place = { x, row };
      x += wide;
      return place;
    });
  };

  return {
    room(series, width) {
      if (series.length === 0) return { right: 8, top: 0 };
      if (width < narrow)
        return { right: 8, top: ((rows(series, width).at(-1)?.row ?? 0) + 1) * lineHeight + 5 };
      const outside = series.filter((one) => !breaksOff(one));
      const widest = Math.max(0, ...outside.map(({ label }) => textWidth(label, 11, true)));
      return { right: Math.ceil(Math.min(widest, width * 0.26)) + 18, top: 0 };
    },
    draw(series, ends, frame, width) {
      const lines = leaders(series.length);
      const words = texts(series.length);
      const above = width < narrow;
      const places = above ? rows(series, width) : [];
      const outside = series.flatMap((one, i) => (breaksOff(one) ? [] : [i]));
      const wished = outside.map((i) => {
        const y = ends[i]?.y ?? Number.NaN;
        return Number.isFinite(y) ? y : frame.bottom;
      });
      const ys = pushApart(wished, 14, frame.top + 4, frame.bottom - 2);
      series.forEach(({ label, colorIndex, emphasised }, i) => {
        const text = words[i] as Element;
        const line = lines[i] as Element;
        const color = seriesClass(colorIndex);
        set(text, { class: `etx-words${emphasised || !above ? " etx-strong" : ""} ${color}` });
        if (above) {
          const { x = 0, row = 0 } = places[i] ?? {};
          const y = row * lineHeight + 10;
          set(line, {
            class: `${emphasised ? "etx-line-strong" : "etx-line"} ${color}`,
            d: `M${px(x)},${y - 3.5}h13`,
          });
          set(text, { x: px(x + 18), y });
          write(text, shorten(label, width - x - 18, 11, true));
          return;
        }
        const end = ends[i] ?? { x: Number.NaN, y: Number.NaN };
        const place = outside.indexOf(i);
        if (place < 0) {
          const x = Math.min(end.x + 8, frame.right - textWidth(label, 11, true));
          set(line, { d: "" });
          set(text, { x: px(x), y: px(Math.max(frame.top + 10, end.y - 8)) });
          write(text, end.x >= frame.left ? label : ""); // it may have ended before the lags in sight
          return;
        }
        const y = ys[place] ?? 0;
        const moved = Math.abs(y - end.y) > 3;
        set(line, {
          class: `etx-leader ${color}`,
          d: moved ? `M${frame.right + 1},${px(end.y)}L${frame.right + 10},${px(y)}` : "",
        });
        set(text, { x: frame.right + (moved ? 12 : 7), y: px(y + 4) });
        write(text, shorten(label, width - frame.right - 12, 11, true));
      });
    },
  };
}
