/** Points that a hand may move: by mouse, touch and keys. What a place means, their chart knows. */
import { add, px, set } from "./dom.ts";
import { draggable } from "./drag.ts";
import type { MovePhase } from "./types.ts";

export interface Grip {
  id: string;
  /** Where it stands, in the chart's pixels. */
  x: number;
  y: number;
  /** Its name and its value in words. */
  label: string;
  text: string;
  /** One number of the value, and between which it lies in the picture. */
  value: number;
  range: readonly [number, number];
}

export interface GripHandlers {
  /** The pointer wants it there, in pixels; where it was, when it ends or is taken back. */
  drag(id: string, x: number, y: number, phase: MovePhase): void;
  /** Arrow keys: steps to the right and upwards. */
  step(id: string, right: number, up: number, phase: MovePhase): void;
}

export interface Grips {
  /** What is held now. */
  readonly held: string | null;
  draw(grips: readonly Grip[]): void;
}

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Draws into `layer`, which lies in `svg` untransformed. */
export function grips(svg: SVGSVGElement, layer: SVGGElement, handlers: GripHandlers): Grips {
  const nodes = new Map<string, SVGGElement>();
  let places = new Map<string, Grip>();
  let held: string | null = null;
  /** Moved by keys, until they are let go. */
  let byKeys = false;

  const letGo = (phase: "end" | "cancel"): void => {
    if (!byKeys || held === null) return;
    const id = held;
    held = null;
    byKeys = false;
    handlers.step(id, 0, 0, phase);
  };

  function make(id: string): SVGGElement {
    const node = add(layer, "g", { class: "etx-handle", role: "slider", tabindex: 0 });
    const reach = add(node, "circle", { class: "etx-reach etx-reach-near", r: 22 });
    add(node, "circle", { class: "etx-focus", r: 13 });
    add(node, "circle", { class: "etx-ring", r: 7 });
    const grip = (): Grip => places.get(id) as Grip;

    // From where the grip stands, so that it does not jump to the pointer.
    let from = { x: 0, y: 0 };
    const done = (phase: "end" | "cancel"): void => {
      held = null;
      handlers.drag(id, grip().x, grip().y, phase);
    };
    const pointer = draggable(svg, reach, {
      start() {
        letGo("end");
        from = { x: grip().x, y: grip().y };
        held = id;
        svg.classList.add("etx-pointing");
        node.focus?.({ preventScroll: true });
        handlers.drag(id, from.x, from.y, "start");
        return true;
      },
      move: (dx, dy) => handlers.drag(id, from.x + dx, from.y + dy, "move"),
      end: () => done("end"),
      cancel: () => done("cancel"),
      press: () => done("end"),
    });
    node.addEventListener("keydown", (event) => {
      svg.classList.remove("etx-pointing");
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const way = arrows[event.key];
      if (way) {
        if (pointer.active) return;
        if (!byKeys) {
          held = id;
          byKeys = true;
          handlers.step(id, 0, 0, "start");
        }
        const steps = event.shiftKey ? 10 : 1;
        handlers.step(id, way[0] * steps, way[1] * steps, "move");
      } else if (event.key === "Escape" && held !== null) {
        pointer.cancel();
        letGo("cancel");
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    node.addEventListener("keyup", (event) => {
      if (arrows[event.key]) letGo("end");
    });
    node.addEventListener("blur", () => letGo("end"));
    return node;
  }

  return {
    get held() {
      return held;
    },
    draw(list) {
      places = new Map(list.map((grip) => [grip.id, grip]));
      for (const [id, node] of nodes) {
        if (places.has(id)) continue;
        node.remove();
        nodes.delete(id);
      }
      for (const { id, x, y, label, text, value, range } of list) {
        let node = nodes.get(id);
        if (!node) {
          node = make(id);
          nodes.set(id, node);
        }
        set(node, {
          "aria-label": label,
          "aria-valuetext": text,
          "aria-valuenow": value,
          "aria-valuemin": Math.min(value, range[0]),
          "aria-valuemax": Math.max(value, range[1]),
          transform: `translate(${px(x)} ${px(y)})`,
        });
      }
    },
  };
}

/** A round number of units about as fine as a pixel, in which a hand moves things: a power of ten. */
export function stepOf(unitsPerPixel: number): number {
  return 10 ** Math.ceil(Math.log10(unitsPerPixel) - 0.3);
}

/** The multiple of the step next to the value, without the digits that only rounding makes. */
export function snap(value: number, step: number): number {
  const digits = Math.max(0, Math.min(20, -Math.round(Math.log10(step))));
  return Number((Math.round(value / step) * step).toFixed(digits)) + 0;
}
