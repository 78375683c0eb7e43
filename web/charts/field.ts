/**
 * Values over a grid of patches, one panel a quantity, in two hues that deepen with size: one for each sign. The patch that
 * asks is a handle in the first panel; the pointer, or Shift with the arrows, reads any other.
 */
import { add, list, px, root, set, size, write } from "./dom.ts";
import { type Drag, dragging, type Patch } from "./field-handle.ts";
import { shorten, textWidth } from "./text.ts";
import type { Chart, ChartOptions, MovePhase } from "./types.ts";

export interface FieldPanel {
  title: string;
  /** Row by row from the top; what is not finite stays blank. */
  values: Float64Array;
}
export interface FieldData {
  columns: number;
  rows: number;
  panels: readonly FieldPanel[];
  /** The size that has the full colour, in all panels alike. */
  limit: number;
  /** The patch that asks. */
  at: Patch;
}
export interface FieldReading extends Patch {
  /** One a panel. */
  values: readonly number[];
}
export interface FieldOptions extends ChartOptions {
  labels: {
    /** The handle's name for a screen reader. */
    handle: string;
  };
  format: {
    /** A number at the scale of colours. */
    tick(value: number): string;
    /** What stands under the panels while a patch is read. */
    reading(reading: FieldReading): string;
    /** The same for a screen reader, with the handle's own place. */
    valueText(at: Patch, reading: FieldReading): string;
  };
  onMove?(to: Patch, phase: MovePhase): void;
}

/** Side by side from this width on. */
const wide = 520;
const gap = 44;
const head = 24;
const foot = 46;
const tallest = 420;
const shades = 24;

export function fieldChart(options: FieldOptions): Chart<FieldData> {
  const document = options.document ?? globalThis.document;
  let { width } = options;
  let data: FieldData = { columns: 1, rows: 1, panels: [], limit: 1, at: { column: 0, row: 0 } };
  let read: Patch | null = null;
  let side = 1;
  let places: readonly { x: number; y: number }[] = [];

  const node = root(document, "field");
  // In a group of their own: they come later than the layer and the handle, and would lie on top of them.
  const groups = list(add(node, "g", { "aria-hidden": "true" }), "g");
  const parts = new WeakMap<Element, ReturnType<typeof panel>>();
  const scale = add(node, "g", { "aria-hidden": "true" });
  const swatches = list(scale, "rect");
  const marks = list(scale, "text", { class: "etx-tick", "text-anchor": "middle" });
  const words = add(node, "text", { class: "etx-ink etx-cursor", "aria-hidden": "true" });
  const layer = add(node, "path", { class: "etx-layer etx-field-layer" });
  const handle = add(node, "g", { class: "etx-handle", tabindex: 0, role: "slider" });
  const reach = add(handle, "rect", { class: "etx-reach etx-reach-near" });
  const focus = add(handle, "rect", { class: "etx-focus", rx: 3 });

  const clamp = ({ column, row }: Patch): Patch => ({
    column: Math.min(Math.max(column, 0), data.columns - 1),
    row: Math.min(Math.max(row, 0), data.rows - 1),
  });
  /** The patch under a place: of the first panel for the hand, of any for the eye. */
  const patchAt = (x: number, y: number, index: number): Patch => {
    const place = places[index] ?? { x: 0, y: 0 };
    return clamp({
      column: Math.floor((x - place.x) / side),
      row: Math.floor((y - place.y) / side),
    });
  };
  const panelAt = (x: number, y: number): number =>
    places.findIndex(
      (place) =>
        x >= place.x &&
        x < place.x + side * data.columns &&
        y >= place.y &&
        y < place.y + side * data.rows,
    );
  const drag: Drag = {
    svg: node,
    at: () => data.at,
    patchAt: (x, y) => patchAt(x, y, 0),
    clamp,
    reading: () => read,
    move: (to, phase) => options.onMove?.(to, phase),
    read(x, y) {
      const index = panelAt(x, y);
      show(index < 0 ? null : patchAt(x, y, index));
    },
    show,
  };
  dragging(handle, layer, drag);

  function show(patch: Patch | null): void {
    read = patch;
    mark();
  }

  function panel(group: Element) {
    return {
      title: add(group, "text", { class: "etx-words etx-ink etx-strong" }),
      ground: add(group, "path", { class: "etx-grid" }),
      cells: list(add(group, "g"), "rect"),
      asks: add(group, "rect", { class: "etx-ring etx-ink-line", rx: 2 }),
      dot: add(group, "circle", { class: "etx-ink" }),
      ring: add(group, "rect", { class: "etx-ring etx-accent etx-cursor", rx: 2 }),
    };
  }
  const partsOf = (group: Element) => {
    const known = parts.get(group) ?? panel(group);
    parts.set(group, known);
    return known;
  };

  function draw(): void {
    const { columns, rows, panels } = data;
    const count = Math.max(1, panels.length);
    const beside = width >= wide ? count : 1;
    const room = (width - gap * (beside - 1)) / beside;
    side = Math.max(4, Math.floor(Math.min(room / columns, tallest / rows)));
    const tall = head + side * rows;
    places = panels.map((_, i) => ({
      x: (i % beside) * (side * columns + gap),
      y: Math.floor(i / beside) * (tall + 14) + head,
    }));
    const lines = Math.ceil(count / beside);
    const bottom = lines * (tall + 14) - 14;
    size(node, width, bottom + foot);
    const drawn = groups(panels.length);
    panels.forEach(({ title, values }, i) => {
      const group = drawn[i] as Element;
      const { x, y } = places[i] as { x: number; y: number };
      const part = partsOf(group);
      set(group, { transform: `translate(${x},${y})` });
      set(part.title, { x: 0, y: -9 });
      write(part.title, shorten(title, side * columns + (beside > 1 ? gap - 8 : 0), 11, true));
      set(part.ground, { d: gridPath(columns, rows, side) });
      const cells = part.cells(columns * rows);
      for (let at = 0; at < columns * rows; at++) {
        const cell = cells[at] as Element;
        set(cell, {
          x: (at % columns) * side,
          y: Math.floor(at / columns) * side,
          width: side,
          height: side,
          ...shade(values[at] ?? Number.NaN, data.limit),
        });
      }
    });
    colours(bottom);
    set(words, { x: px(scaleWidth() + 24), y: bottom + 27 });
    if (width < wide) set(words, { x: 0, y: bottom + foot - 2 });
    mark();
  }

  const scaleWidth = (): number => Math.min(190, width * 0.45);

  function colours(bottom: number): void {
    const step = scaleWidth() / shades;
    swatches(shades).forEach((swatch, i) => {
      set(swatch, {
        x: px(i * step),
        y: bottom + 10,
        width: px(step + 0.2),
        height: 8,
        ...shade(((i + 0.5) / shades) * 2 - 1, 1),
      });
    });
    const ends = [-data.limit, 0, data.limit].map(options.format.tick);
    marks(3).forEach((text, i) => {
      const anchors = ["start", "middle", "end"];
      set(text, {
        x: px((i / 2) * scaleWidth()),
        y: bottom + 30,
        "text-anchor": anchors[i] as string,
      });
      write(text, ends[i] ?? "");
    });
  }

  /** What follows the hand and the eye. */
  function mark(): void {
    const { at, columns, panels } = data;
    const drawn = groups(panels.length);
    for (const group of drawn) {
      const { asks, dot, ring } = partsOf(group);
      set(asks, box(at, 1));
      const centre = { cx: (at.column + 0.5) * side, cy: (at.row + 0.5) * side };
      set(dot, { ...centre, r: px(Math.min(3.5, side / 4)) });
      set(ring, read ? { ...box(read, 0.5), visibility: null } : { visibility: "hidden" });
    }
    const first = places[0] ?? { x: 0, y: 0 };
    const own = box(at, -4);
    const moved = { ...own, x: own.x + first.x, y: own.y + first.y };
    set(reach, moved);
    set(focus, moved);
    set(layer, {
      d: places
        .map(({ x, y }) => `M${x},${y}h${side * columns}v${side * data.rows}h${-side * columns}Z`)
        .join(""),
    });
    const valuesAt = ({ column, row }: Patch): FieldReading => ({
      column,
      row,
      values: panels.map(({ values }) => values[row * columns + column] ?? Number.NaN),
    });
    const text = read ? options.format.reading(valuesAt(read)) : "";
    const room = width < wide ? width : width - scaleWidth() - 24;
    write(words, textWidth(text) > room ? shorten(text, room) : text);
    set(handle, {
      "aria-label": options.labels.handle,
      "aria-valuemin": 0,
      "aria-valuemax": columns * data.rows - 1,
      "aria-valuenow": at.row * columns + at.column,
      "aria-valuetext": options.format.valueText(at, valuesAt(read ?? at)),
    });
  }

  const box = ({ column, row }: Patch, inset: number) => ({
    x: column * side + inset,
    y: row * side + inset,
    width: side - 2 * inset,
    height: side - 2 * inset,
  });

  draw();
  return {
    node,
    update(next) {
      data = next;
      if (read) read = clamp(read);
      draw();
    },
    resize(w) {
      width = w;
      draw();
    },
    destroy: () => node.remove(),
  };
}

/** The hue says the sign, its depth the size: paper shines through, whatever the theme's paper is. */
function shade(value: number, limit: number): { class: string; "fill-opacity": number } {
  const share = limit > 0 ? Math.min(1, Math.abs(value) / limit) : 0;
  return {
    class: value < 0 ? "etx-negative" : "etx-positive",
    "fill-opacity": Number.isFinite(share) ? Math.round(share * 1000) / 1000 : 0,
  };
}

function gridPath(columns: number, rows: number, side: number): string {
  const across = Array.from(
    { length: rows + 1 },
    (_, i) => `M0,${i * side}h${columns * side}`,
  ).join("");
  const down = Array.from({ length: columns + 1 }, (_, i) => `M${i * side},0v${rows * side}`).join(
    "",
  );
  return across + down;
}
