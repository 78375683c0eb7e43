/**
 * d3-zoom and what it brings weigh as much as a chart, and nobody zooms in the first moment: it is loaded once the
 * chart stands. What is asked before that waits for it.
 */
import type { LagScale } from "./curve-scale.ts";
import type { Zoom } from "./curve-zoom.ts";
import type { Interval } from "./domain.ts";

export function lateZoom(
  layer: SVGRectElement,
  whole: () => LagScale,
  onView: (view: Interval | null, phase: "start" | "zoom" | "end", fingers: boolean) => void,
): Zoom {
  let over = false;
  let view: Interval | null = null;
  let zoom: Zoom | undefined;
  const ready = import("./curve-zoom.ts").then(({ lagZoom }) => {
    if (over) return undefined;
    zoom = lagZoom(layer, whole, onView);
    zoom.sync(view);
    return zoom;
  });
  ready.catch(() => undefined); // offline since the page loaded: the chart is whole without zooming

  return {
    sync(next) {
      view = next;
      zoom?.sync(next);
    },
    by(factor, around) {
      if (zoom) zoom.by(factor, around);
      else void ready.then((late) => late?.by(factor, around));
    },
    reset() {
      if (zoom) zoom.reset();
      else void ready.then((late) => late?.reset());
    },
    destroy() {
      over = true;
      zoom?.destroy();
    },
  };
}
