/** Reads marks out: by pointer the nearest, by keys from one to the next and from lane to lane. */
import { add, list, locator, px, set, write } from "./dom.ts";
import { textWidth } from "./text.ts";

/** Where a mark of a lane is drawn. */
export interface Spot {
  lane: number;
  mark: number;
  x: number;
  y: number;
}

interface Desk {
  spots(): readonly Spot[];
  label(): string;
  words(spot: Spot): readonly string[];
}

const row = 16;
const pad = 9;

export function spectrumCursor(svg: SVGSVGElement, desk: Desk) {
  const layer = add(svg, "rect", {
    class: "etx-layer",
    role: "slider",
    tabindex: 0,
    x: 0,
    y: 0,
    rx: 2,
  });
  const group = add(svg, "g", { class: "etx-cursor", "aria-hidden": "true", visibility: "hidden" });
  const ring = add(add(group, "g", { class: "etx-accent" }), "circle", {
    class: "etx-ring",
    r: 6.5,
  });
  const sheet = add(group, "g");
  const ground = add(sheet, "rect", { class: "etx-sheet", rx: 3 });
  const lines = list(sheet, "text", { class: "etx-ink", x: pad });
  let at: { lane: number; mark: number } | undefined;
  let [width, height] = [0, 0];

  const spotAt = (): Spot | undefined =>
    desk.spots().find(({ lane, mark }) => lane === at?.lane && mark === at.mark);

  function show(): void {
    const spot = spotAt();
    const spots = desk.spots();
    set(group, { visibility: spot ? null : "hidden" });
    const home = spot ?? spots[0];
    set(layer, {
      "aria-label": desk.label(),
      "aria-valuemin": 1,
      "aria-valuemax": Math.max(1, spots.filter(({ lane }) => lane === home?.lane).length),
      "aria-valuenow": (home?.mark ?? 0) + 1,
      "aria-valuetext": home ? desk.words(home).join(", ") : "",
    });
    if (!spot) return;
    set(ring, { cx: px(spot.x), cy: spot.y });
    const words = desk.words(spot);
    const texts = lines(words.length);
    words.forEach((text, i) => {
      set(texts[i] as Element, {
        class: `etx-ink${i === 0 ? " etx-strong" : ""}`,
        y: 16 + i * row,
      });
      write(texts[i] as Element, text);
    });
    const wide = Math.max(...words.map((text, i) => textWidth(text, 11, i === 0))) + 2 * pad;
    const tall = words.length * row + 8;
    set(ground, { width: Math.ceil(wide), height: tall });
    const beside = spot.x + 12 + wide <= width ? spot.x + 12 : spot.x - 12 - wide;
    const left = Math.min(Math.max(0, beside), Math.max(0, width - wide));
    const top = Math.max(0, Math.min(spot.y - tall / 2, height - tall));
    set(sheet, { transform: `translate(${px(left)},${px(top)})` });
  }

  const point = (event: PointerEvent): void => {
    if (event.isPrimary === false) return;
    const [x, y] = locator(svg)(event);
    let least = Infinity;
    for (const spot of desk.spots()) {
      const far = Math.hypot(spot.x - x, 4 * (spot.y - y)); // the lane first, then the place on it
      if (far >= least) continue;
      least = far;
      at = spot;
    }
    show();
  };
  const hide = (): void => {
    at = undefined;
    show();
  };
  layer.addEventListener("pointermove", point);
  layer.addEventListener("pointerdown", point);
  layer.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") hide();
  });
  layer.addEventListener("pointercancel", hide);
  layer.addEventListener("blur", hide);
  layer.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const spots = desk.spots();
    const now = spotAt() ?? spots[0];
    if (!now) return;
    const lane = spots.filter((spot) => spot.lane === now.lane);
    const along = (steps: number): Spot | undefined =>
      lane[Math.min(Math.max(now.mark + steps, 0), lane.length - 1)];
    const other = (sign: number): Spot | undefined => {
      const lanes = [...new Set(spots.map((spot) => spot.lane))];
      const next = lanes[lanes.indexOf(now.lane) + sign] ?? now.lane;
      const there = spots.filter((spot) => spot.lane === next);
      return there[Math.min(now.mark, there.length - 1)];
    };
    const steps = event.shiftKey ? 10 : 1;
    const moves: Record<string, () => Spot | undefined> = {
      ArrowRight: () => (at ? along(steps) : now),
      ArrowLeft: () => (at ? along(-steps) : now),
      PageUp: () => along(10),
      PageDown: () => along(-10),
      Home: () => lane[0],
      End: () => lane.at(-1),
      ArrowDown: () => other(1),
      ArrowUp: () => other(-1),
    };
    const move = moves[event.key];
    if (move) {
      at = move();
      show();
    } else if (event.key === "Escape" && at) hide();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    /** After marks or sizes have changed. */
    again(wide: number, tall: number): void {
      width = wide;
      height = tall;
      set(layer, { width, height: Math.max(1, height) });
      svg.append(layer, group); // over the lanes, which come and go
      show();
    },
  };
}
