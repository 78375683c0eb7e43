/** Quiet upright lines at lags worth naming, their names at the foot of the plot. */
import { seriesClass } from "./color.ts";
import type { LagScale } from "./curve-scale.ts";
import { add, list, px, set, write } from "./dom.ts";
import { type Box, textWidth } from "./text.ts";
import type { CurveData } from "./types.ts";

export interface LagMarks {
  draw(marks: NonNullable<CurveData["marks"]>, across: LagScale, frame: Box): void;
}

export function lagMarks(parent: Element): LagMarks {
  const group = add(parent, "g", { "aria-hidden": "true" });
  const lines = list(group, "line");
  const texts = list(group, "text");

  return {
    draw(marks, across, frame) {
      const [low, high] = across.domain();
      const seen = marks.filter(({ lag }) => lag >= low && lag <= high);
      const uprights = lines(seen.length);
      const words = texts(seen.length);
      seen.forEach(({ lag, label, colorIndex }, i) => {
        const x = across(lag);
        const color = seriesClass(colorIndex);
        set(uprights[i] as Element, {
          class: `etx-leader ${color}`,
          x1: px(x),
          x2: px(x),
          y1: frame.top,
          y2: frame.bottom,
        });
        // Left of its line where the plot ends too soon on the right.
        const left = x + 6 + textWidth(label) > frame.right;
        set(words[i] as Element, {
          class: `etx-words ${color}`,
          x: px(left ? x - 6 : x + 6),
          y: frame.bottom - 7,
          "text-anchor": left ? "end" : "start",
        });
        write(words[i] as Element, label);
      });
    },
  };
}
