/**
 * Two fingers on a surface. One alone stays the page's, to scroll it; where the page scrolls already, a second one joins
 * that. What is held does not scroll.
 */
import { locator } from "./dom.ts";

/** Where the two are, in the drawing's units; each keeps its place in the pair. */
export type Fingers = readonly [a: readonly [number, number], b: readonly [number, number]];

export interface Pinch {
  start(fingers: Fingers): void;
  move(fingers: Fingers): void;
  end(): void;
  cancel(): void;
}

export function pinchable(svg: SVGSVGElement, surface: SVGElement, pinch: Pinch): void {
  let held: { ids: readonly number[]; at: ReturnType<typeof locator> } | null = null;

  const fingersIn = ({ touches }: TouchEvent): Fingers | undefined => {
    const all = [...touches];
    const found = held?.ids.flatMap((id) => all.find(({ identifier }) => identifier === id) ?? []);
    const places = found?.map((touch) => held?.at(touch) as [number, number]);
    return places?.length === 2 ? (places as unknown as Fingers) : undefined;
  };
  const finish = (kind: "end" | "cancel"): void => {
    if (!held) return;
    held = null;
    pinch[kind]();
  };

  surface.addEventListener("touchstart", (event) => {
    if (held || event.targetTouches.length !== 2) return;
    held = {
      ids: [...event.targetTouches].map(({ identifier }) => identifier),
      at: locator(svg),
    };
    const fingers = fingersIn(event);
    if (fingers) pinch.start(fingers);
  });
  surface.addEventListener(
    "touchmove",
    (event) => {
      const fingers = fingersIn(event);
      if (!fingers) return;
      if (!event.cancelable) return finish("cancel"); // the page scrolls
      event.preventDefault();
      pinch.move(fingers);
    },
    { passive: false },
  );
  surface.addEventListener("touchend", (event) => {
    if (held && !fingersIn(event)) finish("end");
  });
  surface.addEventListener("touchcancel", () => finish("cancel"));
}
