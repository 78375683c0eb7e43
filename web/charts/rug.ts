/**
 * Two rows of ticks for the same tokens, the newest at the right end: above evenly as they are counted, below as a clock tells
 * them, joined one to one; over both, where the tokens drive the clock, how far each moves it. The pointer or the arrows pick one.
 */
import { seriesClass } from "./color.ts";
import { add, locator, px, root, set, size, write } from "./dom.ts";
import { textWidth } from "./text.ts";
import type { Chart, ChartOptions, ColorIndex } from "./types.ts";

export interface RugData {
  /** How far back each token lies by the clock, the newest (0) first, rising. */
  back: Float64Array;
  colorIndex: ColorIndex;
  /** What each token adds to the clock, the newest first, not negative: drawn as bars. */
  steps?: { values: Float64Array; title: string; most: string };
  /** Over the upper row, under the lower one; how far the left ends lie back. */
  titles: { counted: string; told: string };
  ends: { counted: string; told: string; now: string };
}
export interface RugOptions extends ChartOptions {
  labels: { cursor: string };
  format: {
    /** A token read: how many back, and how far back by the clock. */
    reading(index: number, back: number): string;
  };
}

const tall = 150;
const rows = { counted: 40, told: 106 };
/** The bars over the rows, where there are any: their room, their foot and the highest. */
const bars = { room: 64, foot: 58, high: 34 };
const tick = 7;

export function rugChart(options: RugOptions): Chart<RugData> {
  const document = options.document ?? globalThis.document;
  let { width } = options;
  let data: RugData = {
    back: Float64Array.of(0),
    colorIndex: 0,
    titles: { counted: "", told: "" },
    ends: { counted: "", told: "", now: "" },
  };
  let read: number | null = null;

  const node = root(document, "rug");
  const stage = add(node, "g", { "aria-hidden": "true" });
  const steps = add(stage, "path", { class: "etx-vector" });
  const links = add(stage, "path", { class: "etx-future" });
  const ticks = add(stage, "path", { class: "etx-vector" });
  const words = add(node, "g", { "aria-hidden": "true" });
  const text = (className: string, anchor: string) =>
    add(words, "text", { class: className, "text-anchor": anchor });
  const titles = {
    counted: text("etx-ink etx-strong", "start"),
    told: text("etx-ink etx-strong", "start"),
  };
  const stepsTitle = text("etx-ink etx-strong", "start");
  const stepsMost = text("etx-tick", "end");
  const ends = { counted: text("etx-tick", "end"), told: text("etx-tick", "end") };
  const cursor = add(node, "g", { class: "etx-cursor etx-accent", "aria-hidden": "true" });
  const line = add(cursor, "path", { class: "etx-line-strong" });
  const reading = add(cursor, "text", { class: "etx-words etx-strong" });
  const layer = add(node, "rect", { class: "etx-layer", role: "slider", tabindex: 0, rx: 2 });

  const count = (): number => data.back.length;
  const span = (): number => data.back[count() - 1] || 1;
  const edge = 4;
  /** The newest at the right. */
  const across = (share: number): number => width - edge - share * (width - 2 * edge);
  const counted = (i: number): number => across(count() > 1 ? i / (count() - 1) : 0);
  const told = (i: number): number => across((data.back[i] ?? 0) / span());
  const top = (): number => (data.steps ? bars.room : 0);
  const row = (name: "counted" | "told"): number => top() + rows[name];
  const link = (i: number): string =>
    `M${px(counted(i))},${row("counted") + tick}L${px(told(i))},${row("told") - tick}`;
  const bar = (i: number): string => {
    const { values } = data.steps ?? { values: new Float64Array() };
    const most = values.reduce((so, value) => Math.max(so, value), 0) || 1;
    return `M${px(counted(i))},${bars.foot}v${px(-Math.max(1, (bars.high * (values[i] ?? 0)) / most))}`;
  };
  const stroke = (x: number, y: number): string => `M${px(x)},${y - tick}v${2 * tick}`;

  function draw(): void {
    size(node, width, top() + tall);
    set(stage, { class: seriesClass(data.colorIndex) });
    const all = Array.from({ length: count() }, (_, i) => i);
    set(links, { d: all.map(link).join("") });
    set(ticks, {
      d: all.map((i) => stroke(counted(i), row("counted")) + stroke(told(i), row("told"))).join(""),
      "stroke-opacity": count() > width / 4 ? 0.6 : null,
    });
    set(steps, { d: data.steps ? all.map(bar).join("") : "" });
    write(stepsTitle, data.steps?.title ?? "");
    set(stepsTitle, { x: 0, y: 16 });
    write(stepsMost, data.steps?.most ?? "");
    set(stepsMost, { x: width, y: 16 });
    for (const [name, y] of [
      ["counted", top() + 16],
      ["told", row("told") + 30],
    ] as const) {
      write(titles[name], data.titles[name]);
      set(titles[name], { x: 0, y });
      write(ends[name], `${data.ends[name]} → ${data.ends.now}`);
      set(ends[name], { x: width, y });
    }
    const above = data.steps ? bars.foot - bars.high : row("counted") - 14;
    set(layer, { x: 0, y: above, width, height: row("told") + 14 - above });
    mark();
  }

  function mark(): void {
    const at = Math.min(read ?? 0, count() - 1);
    const words = options.format.reading(at, data.back[at] ?? 0);
    set(cursor, { visibility: read === null ? "hidden" : null });
    set(layer, {
      "aria-label": options.labels.cursor,
      "aria-valuemin": 0,
      "aria-valuemax": count() - 1,
      "aria-valuenow": at,
      "aria-valuetext": words,
    });
    if (read === null) return;
    set(line, {
      d: `${data.steps ? bar(at) : ""}${stroke(counted(at), row("counted"))}${link(at)}${stroke(told(at), row("told"))}`,
    });
    write(reading, words);
    const half = textWidth(words, 11, true) / 2;
    const middle = (counted(at) + told(at)) / 2;
    set(reading, {
      x: px(Math.min(Math.max(middle, half), width - half)),
      y: (row("counted") + row("told")) / 2 + 4,
      "text-anchor": "middle",
    });
  }

  /** The token nearest to a place: by its tick in the row that is nearer. */
  function nearest(x: number, y: number): number {
    const place = y < (row("counted") + row("told")) / 2 ? counted : told;
    let best = 0;
    for (let i = 1; i < count(); i++)
      if (Math.abs(place(i) - x) < Math.abs(place(best) - x)) best = i;
    return best;
  }
  function show(index: number | null): void {
    read = index;
    mark();
  }

  for (const type of ["pointermove", "pointerdown"] as const)
    layer.addEventListener(type, (event) => show(nearest(...locator(node)(event))));
  layer.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") show(null);
  });
  layer.addEventListener("blur", () => show(null));
  layer.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const stride = event.shiftKey ? 10 : 1;
    const now = read ?? 0;
    const moves: Record<string, number> = {
      ArrowLeft: now + stride, // into the past
      ArrowDown: now + stride,
      ArrowRight: now - stride,
      ArrowUp: now - stride,
      Home: count() - 1,
      End: 0,
    };
    const to = moves[event.key];
    if (to !== undefined) show(Math.min(Math.max(to, 0), count() - 1));
    else if (event.key === "Escape" && read !== null) show(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  draw();
  return {
    node,
    update(next) {
      data = next;
      if (read !== null) read = Math.min(read, count() - 1);
      draw();
    },
    resize(w) {
      width = w;
      draw();
    },
    destroy: () => node.remove(),
  };
}
