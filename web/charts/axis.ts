/** Axes of hairlines: a line across the plot for each labelled tick, a short stroke for a bare one. */
import { add, list, px, set, write } from "./dom.ts";
import type { Box } from "./text.ts";
import type { Tick } from "./ticks.ts";

export interface Axis {
  draw(ticks: readonly Tick[], frame: Box, zero: number | null): void;
}

/** `grid` false leaves the lines across away. Ticks are bounded by the frame; the label's size is the sheet's. */
export function axis(parent: Element, side: "bottom" | "left", grid = true): Axis {
  const group = add(parent, "g", { class: "etx-axis", "aria-hidden": "true" });
  const lines = list(add(group, "g"), "line", { class: "etx-grid" });
  const texts = list(add(group, "g"), "text", {
    class: "etx-tick",
    "text-anchor": side === "left" ? "end" : "middle",
  });
  const base = add(group, "line", { class: "etx-zero" });

  return {
    draw(ticks, frame, zero) {
      const across = lines(ticks.length);
      const words = texts(ticks.length);
      ticks.forEach(({ at, label }, i) => {
        const place = px(at);
        const short = !(grid && label);
        const line =
          side === "left"
            ? {
                x1: short ? frame.left - 4 : frame.left,
                x2: short ? frame.left : frame.right,
                y1: place,
                y2: place,
              }
            : {
                y1: short ? frame.bottom + 4 : frame.bottom,
                y2: short ? frame.bottom : frame.top,
                x1: place,
                x2: place,
              };
        set(across[i] as Element, line);
        const text = words[i] as Element;
        set(
          text,
          side === "left"
            ? { x: frame.left - 8, y: px(at + 4) }
            : { x: place, y: frame.bottom + 17 },
        );
        write(text, label);
      });
      const at = zero === null ? null : px(zero);
      set(
        base,
        side === "left"
          ? { x1: frame.left, x2: frame.right, y1: at ?? 0, y2: at ?? 0 }
          : { x1: at ?? 0, x2: at ?? 0, y1: frame.top, y2: frame.bottom },
      );
      set(base, { visibility: at === null ? "hidden" : null });
    },
  };
}
