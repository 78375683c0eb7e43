/** The hand on a field: drags the patch that asks, by pointer or arrows; reads the others by pointer or Shift and arrows. */
import { locator } from "./dom.ts";
import type { MovePhase } from "./types.ts";

export interface Patch {
  column: number;
  row: number;
}

export interface Drag {
  readonly svg: SVGSVGElement;
  /** The patch that asks, and the one that is read. */
  at(): Patch;
  reading(): Patch | null;
  patchAt(x: number, y: number): Patch;
  clamp(patch: Patch): Patch;
  move(to: Patch, phase: MovePhase): void;
  read(x: number, y: number): void;
  show(patch: Patch | null): void;
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const same = (a: Patch, b: Patch): boolean => a.column === b.column && a.row === b.row;

export function dragging(handle: Element, layer: Element, drag: Drag): void {
  let held: number | null = null;
  let from: Patch = { column: 0, row: 0 };
  /** Where the hand is: what is drawn may come a little later. */
  let wished = from;
  /** An arrow held down is one step of the history. */
  let keyed = false;

  const listen = (target: Element, type: string, listener: (event: PointerEvent) => void): void =>
    target.addEventListener(type, listener as EventListener);

  listen(handle, "pointerdown", (event) => {
    if (event.button !== 0 || event.isPrimary === false) return;
    held = event.pointerId;
    from = wished = drag.at();
    handle.setPointerCapture?.(event.pointerId);
    drag.show(null);
    drag.move(from, "start");
    event.preventDefault();
    (handle as SVGElement).focus?.({ preventScroll: true });
  });
  listen(handle, "pointermove", (event) => {
    if (event.pointerId !== held) return;
    const to = drag.patchAt(...locator(drag.svg)(event));
    if (same(to, wished)) return;
    wished = to;
    drag.move(to, "move");
  });
  const release = (phase: "end" | "cancel") => (event: PointerEvent) => {
    if (event.pointerId !== held) return;
    held = null;
    drag.move(phase === "end" ? wished : from, phase);
  };
  listen(handle, "pointerup", release("end"));
  listen(handle, "pointercancel", release("cancel"));

  const look = (event: PointerEvent): void => {
    if (held === null && event.isPrimary !== false) drag.read(...locator(drag.svg)(event));
  };
  listen(layer, "pointermove", look);
  listen(layer, "pointerdown", look);
  // A finger leaves by lifting; what it pointed at stays to be read.
  listen(layer, "pointerleave", (event) => {
    if (event.pointerType !== "touch") drag.show(null);
  });

  const settle = (): void => {
    if (keyed) drag.move(wished, "end");
    keyed = false;
  };
  const giveBack = (): void => {
    const pointer = held;
    held = null; // first: the capture's release must not end what is taken back
    keyed = false;
    if (pointer !== null) handle.releasePointerCapture?.(pointer);
    drag.move(from, "cancel");
  };
  handle.addEventListener("keydown", (event) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event as KeyboardEvent;
    const step = steps[key];
    if (ctrlKey || metaKey || altKey) return;
    if (key === "Escape" && (held !== null || keyed)) giveBack();
    else if (key === "Escape" && drag.reading()) drag.show(null);
    else if (!step) return;
    else {
      const own = keyed ? wished : drag.at();
      const start = shiftKey ? (drag.reading() ?? own) : own;
      const to = drag.clamp({ column: start.column + step[0], row: start.row + step[1] });
      if (shiftKey) drag.show(to);
      else if (!same(to, start)) {
        if (!keyed) {
          from = start;
          drag.move(start, "start");
        }
        keyed = true;
        wished = to;
        drag.move(to, "move");
      }
    }
    event.preventDefault();
    event.stopPropagation();
  });
  handle.addEventListener("keyup", (event) => {
    if ((event as KeyboardEvent).key in steps) settle();
  });
  handle.addEventListener("blur", () => {
    settle();
    drag.show(null);
  });
}
