/**
 * A pointer's hold on something in a drawing: it is captured, so the hand may leave the thing; a press that trembles is
 * a press; Escape, or the system taking the pointer, lets it go back.
 */
import { locator } from "./dom.ts";

export interface Hold {
  /** At the press; false: nothing here to hold. */
  start(x: number, y: number): boolean;
  /** So far from where it was pressed, in the drawing's units. */
  move(dx: number, dy: number): void;
  end(): void;
  cancel(): void;
  /** Pressed and let go without moving. */
  press?(): void;
}

export interface Dragging {
  readonly active: boolean;
  cancel(): void;
}

export function draggable(svg: SVGSVGElement, surface: SVGElement, hold: Hold): Dragging {
  let held: {
    pointer: number;
    at: ReturnType<typeof locator>;
    x: number;
    y: number;
    moved: boolean;
  } | null = null;

  const finish = (kind: "end" | "cancel"): void => {
    const was = held;
    held = null; // first: releasing the capture comes back here
    if (!was) return;
    if (surface.hasPointerCapture?.(was.pointer)) surface.releasePointerCapture(was.pointer);
    svg.classList.remove("etx-dragging");
    if (kind === "cancel") hold.cancel();
    else if (was.moved) hold.end();
    else hold.press?.();
  };

  surface.addEventListener("pointerdown", (event) => {
    if (held || event.button > 0 || event.isPrimary === false) return;
    const at = locator(svg);
    const [x, y] = at(event);
    if (!hold.start(x, y)) return;
    surface.setPointerCapture?.(event.pointerId);
    held = { pointer: event.pointerId, at, x, y, moved: false };
  });
  surface.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const [x, y] = held.at(event);
    const [dx, dy] = [x - held.x, y - held.y];
    if (!held.moved && Math.hypot(dx, dy) < (event.pointerType === "mouse" ? 1 : 3)) return;
    held.moved = true;
    svg.classList.add("etx-dragging");
    hold.move(dx, dy);
  });
  for (const type of ["pointerup", "pointercancel", "lostpointercapture"] as const) {
    surface.addEventListener(type, (event) => {
      if (held && event.pointerId === held.pointer)
        finish(type === "pointercancel" ? "cancel" : "end");
    });
  }
  // For browsers that know no touch-action here: what is held does not scroll the page.
  surface.addEventListener(
    "touchmove",
    (event) => held?.moved && event.cancelable && event.preventDefault(),
    { passive: false },
  );

  return {
    get active() {
      return held !== null;
    },
    cancel: () => finish("cancel"),
  };
}
