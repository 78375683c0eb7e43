/**
 * The hands on the plane's handles: a pointer on the one invisible surface that covers them all, and the keys.
 *
 *   pointer:  rest -> gripped (down) -> dragging (moved: "start", "move"…) -> rest ("end"; Escape: "cancel")
 *   keys:     rest -> stepping (arrow: "start", "move"…) -> rest (key up or blur: "end"; Escape: "cancel")
 */
import { locator } from "./dom.ts";
import { type Limits, nudge, type Place, type PlaneScale, pull } from "./plane-scale.ts";
import type { Eigenvalue, MovePhase } from "./types.ts";

/** A place of a handle: a pair has two. */
export interface Grip {
  eigenvalue: Eigenvalue;
  mirror: 1 | -1;
  x: number;
  y: number;
}

export interface Held {
  id: string;
  from: Place;
  now: Place;
}

export interface Table {
  readonly svg: SVGSVGElement;
  /** Takes the pointer; never replaced while the chart lives, so its capture survives updates. */
  readonly surface: SVGElement;
  readonly limits: Limits;
  scale(): PlaneScale;
  grips(): readonly Grip[];
  selected(): string | undefined;
  /** Eigenvalues that the keys walk through, from the one given. */
  ring(id: string): readonly Eigenvalue[];
  focus(id: string): void;
  select(id: string): void;
  /** Shows and tells; `held` is null when the hand has let go. */
  moved(held: Held | null, id: string, to: Place, phase: MovePhase): void;
  hover(grip: Grip | null): void;
}

/** A target of 24 pixels across for a mouse, of 44 for a finger. */
export const reachOf = (pointerType: string): number => (pointerType === "mouse" ? 12 : 22);

/** The nearest place within reach; one already selected wins by a nose. */
export function nearest(
  grips: readonly Grip[],
  x: number,
  y: number,
  reach: number,
  selected?: string,
): Grip | null {
  let best: Grip | null = null;
  let least = reach;
  for (const grip of grips) {
    const far = Math.hypot(grip.x - x, grip.y - y);
    const felt = far <= reach && grip.eigenvalue.id === selected ? Math.max(0, far - 3) : far;
    if (felt < least || (felt === least && grip.eigenvalue.id === selected)) {
      best = grip;
      least = felt;
    }
  }
  return best;
}

export interface Hands {
  /** What is held now; null at rest. */
  held(): Held | null;
  /** Lets go silently of an eigenvalue that is no more. */
  drop(): void;
  key(event: KeyboardEvent, eigenvalue: Eigenvalue): void;
  release(): void;
}

export function hands(table: Table): Hands {
  const { surface, svg } = table;
  let held: Held | null = null;
  let drag: {
    pointer: number;
    at: ReturnType<typeof locator>;
    grip: Grip;
    x: number;
    y: number;
    pull: ReturnType<typeof pull>;
  } | null = null;

  const begin = ({ id, rate, frequency }: Eigenvalue): Held => {
    const from = { rate, frequency };
    held = { id, from, now: from };
    table.moved(held, id, from, "start");
    return held;
  };
  const to = (now: Place): void => {
    if (!held || (now.rate === held.now.rate && now.frequency === held.now.frequency)) return;
    held.now = now;
    table.moved(held, held.id, now, "move");
  };
  const finish = (phase: "end" | "cancel"): void => {
    const was = held;
    const pointer = drag?.pointer;
    // State first: releasing the capture comes back here.
    held = null;
    drag = null;
    if (pointer !== undefined && surface.hasPointerCapture?.(pointer))
      surface.releasePointerCapture(pointer);
    svg.classList.remove("etx-dragging");
    if (was) table.moved(null, was.id, phase === "end" ? was.now : was.from, phase);
  };

  surface.addEventListener("pointerdown", (event) => {
    if (drag || event.button > 0 || event.isPrimary === false) return;
    const at = locator(svg);
    const [x, y] = at(event);
    const grip = nearest(table.grips(), x, y, reachOf(event.pointerType), table.selected());
    if (!grip) return;
    if (held) finish("end");
    event.preventDefault();
    surface.setPointerCapture?.(event.pointerId);
    drag = {
      pointer: event.pointerId,
      at,
      grip,
      x,
      y,
      pull: pull(grip.eigenvalue, grip.mirror, table.scale()),
    };
    // Whoever points sees where; the ring of the focus is for the keys.
    svg.classList.add("etx-pointing");
    table.select(grip.eigenvalue.id);
    table.focus(grip.eigenvalue.id);
  });
  // Else the press that follows would take the focus away again.
  surface.addEventListener("mousedown", (event) => event.preventDefault());
  // For browsers that know no touch-action here: what is held does not scroll the page.
  surface.addEventListener(
    "touchmove",
    (event) => drag && event.cancelable && event.preventDefault(),
    { passive: false },
  );

  surface.addEventListener("pointermove", (event) => {
    // One layout a drag, not one a move.
    const [x, y] = (drag?.at ?? locator(svg))(event);
    if (!drag) {
      table.hover(nearest(table.grips(), x, y, reachOf(event.pointerType), table.selected()));
      return;
    }
    if (event.pointerId !== drag.pointer) return;
    const dx = x - drag.x;
    const dy = y - drag.y;
    // A press that trembles is no drag.
    if (!held && Math.hypot(dx, dy) < (event.pointerType === "mouse" ? 1 : 3)) return;
    if (!held) {
      begin(drag.grip.eigenvalue);
      svg.classList.add("etx-dragging");
      table.hover(null);
    }
    if (drag) to(drag.pull(dx, dy, event.altKey || event.shiftKey));
  });
  surface.addEventListener("pointerleave", () => table.hover(null));
  for (const type of ["pointerup", "pointercancel", "lostpointercapture"] as const) {
    surface.addEventListener(type, (event) => {
      if (drag && event.pointerId === drag.pointer)
        finish(type === "pointercancel" ? "cancel" : "end"); // the system took the pointer: nobody let go
    });
  }

  return {
    held: () => held,
    drop() {
      held = null;
      drag = null;
      svg.classList.remove("etx-dragging");
    },
    release() {
      if (!drag && held) finish("end");
    },
    key(event, eigenvalue) {
      svg.classList.remove("etx-pointing");
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const steps = event.shiftKey ? 10 : 1;
      const { rates, frequency, threshold } = table.limits;
      const now = held?.now ?? eigenvalue;
      const rateBy = (by: number): Place => ({
        rate: nudge(now.rate, by, threshold, ...rates),
        frequency: now.frequency,
      });
      const turnBy = (by: number): Place =>
        eigenvalue.kind === "real"
          ? { rate: now.rate, frequency: now.frequency }
          : {
              rate: now.rate,
              frequency: nudge(now.frequency, by, threshold, -frequency, frequency),
            };
      const walk = (by: number): void => {
        const ring = table.ring(eigenvalue.id);
        const at = ring.findIndex(({ id }) => id === eigenvalue.id);
        const next = ring[(at + by + ring.length) % ring.length];
        if (next) table.focus(next.id);
      };
      const steer: Record<string, () => Place> = {
        ArrowLeft: () => rateBy(-steps),
        ArrowRight: () => rateBy(steps),
        ArrowUp: () => turnBy(steps),
        ArrowDown: () => turnBy(-steps),
        Home: () => ({ rate: 0, frequency: now.frequency }),
      };
      const act: Record<string, () => void> = {
        PageDown: () => walk(1),
        PageUp: () => walk(-1),
        Enter: () => (held ? finish("end") : table.select(eigenvalue.id)),
        " ": () => table.select(eigenvalue.id),
        Escape: () =>
          held || drag ? finish("cancel") : (event.currentTarget as SVGElement).blur?.(),
      };
      const place = steer[event.key];
      if (!place && !act[event.key]) return;
      event.preventDefault();
      // The keys of the page (undo, close) are not meant.
      event.stopPropagation();
      if (place && !drag && eigenvalue.movable) {
        const wished = place();
        if (!held) begin(eigenvalue);
        to(wished);
      } else act[event.key]?.();
    },
  };
}
