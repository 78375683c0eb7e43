/**
 * Zooming over lags by d3-zoom, on the page's terms: a wheel turns the page unless Ctrl or ⌘ is held or the plot has
 * the focus; one finger scrolls, two zoom and pan; a drag pans only what is zoomed. The state is the interval of lags,
 * not d3's transform: it survives a new size, a new scale and a link.
 */
import { select } from "d3-selection";
import { type D3ZoomEvent, type ZoomTransform, zoom, zoomIdentity, zoomTransform } from "d3-zoom";
import type { LagScale } from "./curve-scale.ts";
import type { Interval } from "./domain.ts";

/** No zoom shows fewer lags than this. */
const fewest = 4;

/** Without the dust of floating point: an interval that ends on a lag says so. */
const tidy = (lag: number): number => Math.round(lag * 1e6) / 1e6;

export interface Zoom {
  /** Tells d3 where the view lies after a change that was not its own. */
  sync(view: Interval | null): void;
  /** By a factor around a pixel; reports like a gesture. */
  by(factor: number, around: number): void;
  reset(): void;
  destroy(): void;
}

export function lagZoom(
  layer: SVGRectElement,
  whole: () => LagScale,
  onView: (view: Interval | null, phase: "start" | "zoom" | "end", fingers: boolean) => void,
): Zoom {
  const selection = select<SVGRectElement, unknown>(layer);
  const document = layer.ownerDocument;
  const focused = (): boolean => {
    const home = layer.getRootNode?.() as Document | ShadowRoot | undefined;
    return (home?.activeElement ?? document.activeElement) === layer;
  };
  const viewOf = (transform: ZoomTransform): Interval | null => {
    if (transform.k <= 1) return null;
    const scale = whole();
    const [left, right] = scale.range();
    const [low, high] = scale.domain();
    const from = scale.invert(transform.invertX(left));
    const to = scale.invert(transform.invertX(right));
    return [Math.max(low, tidy(from)), Math.min(high, tidy(to))];
  };
  /** Within the whole, and never closer than the fewest lags: a step too far is not taken. */
  const constrain = (wished: ZoomTransform): ZoomTransform => {
    const had = zoomTransform(layer);
    const view = viewOf(wished);
    if (view && wished.k > had.k && view[1] - view[0] < fewest) return had;
    const [left, right] = whole().range();
    const x = Math.min(left * (1 - wished.k), Math.max(right * (1 - wished.k), wished.x));
    return zoomIdentity.translate(x, 0).scale(wished.k);
  };

  let quiet = false;
  const behaviour = zoom<SVGRectElement, unknown>()
    .extent(() => {
      const [left, right] = whole().range();
      return [
        [left, 0],
        [right, 1],
      ];
    })
    .scaleExtent([1, Number.POSITIVE_INFINITY])
    .constrain(constrain)
    .touchable(() => true)
    .filter((event: MouseEvent & TouchEvent & WheelEvent) => {
      if (event.type === "wheel") return event.ctrlKey || event.metaKey || focused();
      if (event.type === "touchstart") return event.touches.length > 1;
      return (
        event.type === "mousedown" &&
        event.button === 0 &&
        !event.ctrlKey &&
        zoomTransform(layer).k > 1
      );
    })
    // A notched wheel with Ctrl is not a pinch: a step of it must not leap.
    .wheelDelta((event: WheelEvent) => {
      const delta =
        -event.deltaY *
        (event.deltaMode === 1 ? 0.05 : event.deltaMode ? 1 : 0.002) *
        (event.ctrlKey ? 10 : 1);
      return Math.min(Math.max(delta, -0.5), 0.5);
    })
    .on(
      "start zoom end",
      (event: D3ZoomEvent<SVGRectElement, unknown> & { type: "start" | "zoom" | "end" }) => {
        const source = (event.sourceEvent as Event | null)?.type ?? "";
        if (!quiet) onView(viewOf(event.transform), event.type, source.startsWith("touch"));
      },
    );
  selection.call(behaviour).on("dblclick.zoom", () => behaviour.transform(selection, zoomIdentity));

  return {
    sync(view) {
      const scale = whole();
      let transform = zoomIdentity;
      if (view) {
        const [left, right] = scale.range();
        const k = (right - left) / (scale(view[1]) - scale(view[0]));
        transform = zoomIdentity.translate(left - k * scale(view[0]), 0).scale(k);
      }
      selection.property("__zoom", transform);
    },
    by: (factor, around) => behaviour.scaleBy(selection, factor, [around, 0]),
    reset: () => behaviour.transform(selection, zoomIdentity),
    destroy() {
      quiet = true;
      selection.on(".zoom", null);
    },
  };
}
