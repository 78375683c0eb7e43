/**
 * One eigenvalue in the plane: where it stands, what it says of itself, its keys, and the square of a block. The dots of
 * single eigenvalues the plane draws, all of a series in one path: a crowd may move in every frame.
 */
import { add, list, px, set, write } from "./dom.ts";
import type { PlaneScale } from "./plane-scale.ts";
import { type Box, textBox, textWidth } from "./text.ts";
import type { Eigenvalue, PlaneOptions, PlaneSeries } from "./types.ts";

export const dotPath = (x: number, y: number, r: number): string =>
  `M${px(x - r)},${px(y)}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0Z`;

export const squarePath = (x: number, y: number, r: number): string =>
  `M${px(x - r)},${px(y - r)}h${2 * r}v${2 * r}h${-2 * r}Z`;

export type Spot = readonly [x: number, y: number];

export interface Handle {
  readonly node: SVGGElement;
  /** Its own place, and its conjugate's. */
  readonly places: readonly Spot[];
  /** The box of what is written beside it. */
  readonly note: Box | null;
  /** `lazily`: a hand is moving something; what only the focus and a screen reader need may wait. */
  draw(
    one: Eigenvalue,
    series: PlaneSeries,
    scale: PlaneScale,
    frame: Box,
    lazily: boolean,
  ): readonly Spot[];
  say(
    one: Eigenvalue,
    series: PlaneSeries,
    format: PlaneOptions["format"],
    language: string,
    stop: boolean,
  ): void;
}

export function handle(
  parent: Element,
  rates: readonly [number, number],
  onKey: (event: KeyboardEvent, eigenvalue: Eigenvalue) => void,
  onRelease: () => void,
  onFocus: () => void,
): Handle {
  const node = add(parent, "g", { class: "etx-handle" });
  const focus = add(node, "circle", { class: "etx-focus", r: 16 });
  const squares = list(node, "path", { class: "etx-block" });
  const badges = list(node, "text", {
    class: "etx-badge",
    "text-anchor": "middle",
    "aria-hidden": "true",
  });
  const notes = list(node, "text", { class: "etx-words", "aria-hidden": "true" });
  let current: Eigenvalue | null = null;
  let places: readonly Spot[] = [];
  let note: Box | null = null;
  let said = "";
  let drawn = "";

  node.addEventListener("keydown", (event) => current && onKey(event, current));
  node.addEventListener("keyup", (event) => event.key !== "Shift" && onRelease());
  node.addEventListener("blur", onRelease);
  node.addEventListener("focus", onFocus);

  return {
    node,
    get places() {
      return places;
    },
    get note() {
      return note;
    },
    draw(one, series, scale, frame, lazily) {
      current = one;
      const x = scale.x(one.rate);
      const seen = [
        x,
        scale.y(one.frequency),
        one.kind,
        one.size,
        one.label,
        one.multiplicity,
        series.muted,
        frame.right,
        lazily,
      ].join();
      if (seen === drawn) return places; // most of a crowd stands still while one is dragged
      drawn = seen;
      const up: Spot = [x, scale.y(one.frequency)];
      places =
        one.kind === "pair" && one.frequency !== 0 ? [up, [x, scale.y(-one.frequency)]] : [up];
      const block = one.size > 1;
      const [square] = squares(block ? 1 : 0);
      if (square) set(square, { d: places.map(([a, b]) => squarePath(a, b, 6.5)).join("") });
      if (!lazily) set(focus, { cx: px(up[0]), cy: px(up[1]) });
      const sizes = badges(block ? places.length : 0);
      places.forEach(([a, b], i) => {
        if (!sizes[i]) return;
        set(sizes[i], { x: px(a), y: px(b + 3.2) });
        write(sizes[i], String(one.size));
      });
      const text = [one.label, one.multiplicity > 1 && !series.muted ? `×${one.multiplicity}` : ""]
        .filter(Boolean)
        .join(" ");
      const [written] = notes(text ? 1 : 0);
      note = null;
      if (written) {
        write(written, text);
        const flip = x + 14 + textWidth(text) > frame.right;
        const place = { x: px(flip ? x - 14 : x + 14), y: px(up[1] + 15) };
        set(written, { ...place, "text-anchor": flip ? "end" : "start" });
        note = textBox(text, place.x, place.y, flip ? "end" : "start");
      }
      return places;
    },
    say(one, series, format, language, stop) {
      if (!one.movable) {
        for (const name of [...node.attributes].map(({ name }) => name)) {
          if (name !== "class") node.removeAttribute(name);
        }
        set(node, { "aria-hidden": "true" });
        said = "";
        return;
      }
      set(node, { tabindex: stop ? 0 : -1 });
      const words = `${language} ${series.label} ${one.rate} ${one.frequency} ${one.size}`;
      if (words === said) return;
      said = words;
      set(node, {
        role: "slider",
        "aria-hidden": null,
        "aria-label": format.handle(one, series),
        "aria-valuemin": rates[0],
        "aria-valuemax": rates[1],
        "aria-valuenow": one.rate,
        "aria-valuetext": format.valueText(one),
      });
    },
  };
}
