/** Cards in a row that a hand reorders, each with its score under it, and all scores sorted: as written, and as they lie. */
import { scaleLinear } from "d3-scale";
import { axis } from "./axis.ts";
import { seriesClass } from "./color.ts";
import { add, list, px, root, set, size, write } from "./dom.ts";
import { extent, type Interval, nice } from "./domain.ts";
import { type Dragging, draggable } from "./drag.ts";
import { dotPath } from "./plane-handle.ts";
import { shorten, textWidth } from "./text.ts";
import type { Chart, ChartOptions, ColorIndex, MovePhase } from "./types.ts";

export interface Card {
  text: string;
  score: number;
  /** The score as written under the card. */
  label: string;
  /** For a screen reader. */
  words: string;
}

export interface ShuffleData {
  /** By where they were written; `order` says where they lie: order[place] is an index of cards. */
  cards: readonly Card[];
  order: readonly number[];
  /** The last one, which asks and does not move. */
  asker: string;
  /** The scores in the written order. */
  written: readonly number[];
  /** Scores that any order may have: the axes stay while cards move. */
  range: Interval;
  colorIndex: ColorIndex;
  labels: { written: string; laid: string; score: string };
}

export interface ShuffleOptions extends ChartOptions {
  format: { tick(value: number): string };
  onMove(order: number[], phase: MovePhase): void;
}

const card = { top: 4, height: 34 };
const bars = { top: 48, height: 132 };
const strip = { top: 214, gap: 26 };
const height = 296;
/** A card with the room around it. */
const widest = 124;

export function shuffleChart(options: ShuffleOptions): Chart<ShuffleData> {
  const node = root(options.document ?? globalThis.document, "shuffle");
  const stage = add(node, "g");
  const zero = add(stage, "line", { class: "etx-zero" });
  const columns = list(stage, "rect", { class: "etx-solid", "fill-opacity": 0.55 });
  const numbers = list(stage, "text", { class: "etx-tick", "text-anchor": "middle" });
  const asker = add(stage, "g", { class: "etx-accent" });
  const askerFrame = add(asker, "path", { class: "etx-vector" });
  const askerText = add(asker, "text", { class: "etx-chip-name", "text-anchor": "middle" });
  const strips = add(node, "g");
  const across = axis(strips, "bottom");
  const names = list(strips, "text", { class: "etx-title" });
  const before = add(strips, "path", { class: "etx-ring" });
  const after = add(add(strips, "g"), "path", { class: "etx-solid" });
  const title = add(strips, "text", { class: "etx-title", "text-anchor": "end" });
  const faces = new Map<number, Face>();

  let { width } = options;
  let data: ShuffleData | undefined;
  /** The card in the hand, the order before and with it, and how far it was carried: what is drawn may come a little later. */
  let held: { id: number; from: readonly number[]; order: readonly number[]; dx: number } | null =
    null;

  const slot = (): number => Math.min(widest, width / ((data?.cards.length ?? 0) + 1));
  const moved = (id: number, place: number, order: readonly number[]): number[] => {
    const rest = order.filter((one) => one !== id);
    rest.splice(Math.min(rest.length, Math.max(0, place)), 0, id);
    return rest;
  };

  interface Face {
    group: SVGGElement;
    frame: SVGRectElement;
    text: SVGTextElement;
    reach: SVGRectElement;
    hold: Dragging;
  }
  function face(id: number): Face {
    const group = add(stage, "g", { class: "etx-pick etx-handle", tabindex: 0, role: "button" });
    const frame = add(group, "rect", { class: "etx-chip", rx: 6, height: card.height });
    const text = add(group, "text", { class: "etx-chip-name", "text-anchor": "middle", y: 22 });
    const reach = add(group, "rect", {
      class: "etx-reach etx-reach-near",
      height: bars.top + bars.height - card.top,
    });
    const hold = draggable(node, reach, {
      start() {
        if (!data) return false;
        held = { id, from: data.order, order: data.order, dx: 0 };
        // It lies on top when the others go beneath; moved itself, it would lose focus and pointer.
        for (const { group: other } of faces.values())
          if (other !== group) stage.insertBefore(other, group);
        node.classList.add("etx-pointing");
        group.focus?.();
        return true;
      },
      move(dx) {
        if (!data || !held) return;
        held.dx = dx;
        const place = Math.round(held.from.indexOf(id) + dx / slot());
        const order = moved(id, place, held.from);
        if (order.join() === held.order.join()) draw();
        else {
          held.order = order;
          options.onMove(order, "move");
        }
      },
      end() {
        const order = held?.order;
        held = null;
        if (order) options.onMove([...order], "end");
      },
      cancel() {
        const from = held?.from;
        held = null;
        if (from) options.onMove([...from], "cancel");
      },
      press() {
        held = null;
        draw();
      },
    });
    group.addEventListener("keydown", (event) => {
      node.classList.remove("etx-pointing");
      if (!data || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape" && hold.active) return hold.cancel();
      const place = data.order.indexOf(id);
      const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: data.order.length }[
        event.key
      ];
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      options.onMove(moved(id, to, data.order), "end");
    });
    return { group, frame, text, reach, hold };
  }

  function drawCards(shown: ShuffleData): void {
    const { cards, order } = shown;
    const wide = slot();
    const longest = Math.max(...cards.map(({ text }) => textWidth(text, 13, true)));
    const font = Math.max(9, Math.min(14, (13 * (wide - 8)) / longest));
    const [low, high] = nice(shown.range, 4);
    const y = scaleLinear()
      .domain([low, high])
      .range([bars.top + bars.height - 14, bars.top + 14]);
    set(zero, { x1: 0, x2: px(wide * cards.length), y1: px(y(0)), y2: px(y(0)) });
    const rects = columns(cards.length);
    const labels = numbers(cards.length);
    order.forEach((id, place) => {
      const { text, score, label, words } = cards[id] as Card;
      const one = faces.get(id) ?? face(id);
      faces.set(id, one);
      const carried = held?.id === id ? held : null;
      const x = (carried ? carried.from.indexOf(id) * wide + carried.dx : place * wide) + 2;
      const middle = px(x + wide / 2 - 2);
      set(one.group, { transform: `translate(${px(x)},${card.top})`, "aria-label": words });
      set(one.frame, { width: px(wide - 4) });
      set(one.reach, { width: px(wide - 4) });
      set(one.text, { x: px(wide / 2 - 2), "font-size": px(font) });
      write(one.text, shorten(text, wide - 4, font, true));
      const top = Math.min(y(score), y(0));
      set(rects[id] as Element, {
        x: px(middle - Math.min(13, wide * 0.28)),
        y: px(top),
        width: px(Math.min(26, wide * 0.56)),
        height: px(Math.max(1, Math.abs(y(score) - y(0)))),
      });
      set(labels[id] as Element, {
        x: middle,
        y: px(score < 0 ? y(score) + 13 : y(score) - 5),
      });
      write(labels[id] as Element, label);
    });
    for (const [id, { group }] of faces) {
      if (id < cards.length) continue;
      group.remove();
      faces.delete(id);
    }
    const [left, right] = [wide * cards.length + 2, wide * (cards.length + 1) - 2];
    set(askerFrame, {
      d: `M${px(left)},${card.top}H${px(right)}V${card.top + card.height}H${px(left)}Z`,
    });
    set(askerText, { x: px((left + right) / 2), y: card.top + 22, "font-size": px(font) });
    write(askerText, shown.asker);
  }

  function drawStrips(shown: ShuffleData): void {
    const left = Math.max(
      ...[shown.labels.written, shown.labels.laid].map((label) => textWidth(label)),
    );
    const frame = {
      left: left + 14,
      right: width - 10,
      top: strip.top - 10,
      bottom: strip.top + 44,
    };
    const [low, high] = nice(extent(Float64Array.from(shown.range)), 5);
    const x = scaleLinear().domain([low, high]).range([frame.left, frame.right]);
    across.draw(
      x
        .ticks(width < 500 ? 4 : 7)
        .map((value) => ({ at: x(value), label: options.format.tick(value) })),
      frame,
      null,
    );
    const rows = [shown.labels.written, shown.labels.laid];
    names(2).forEach((name, i) => {
      set(name, { x: 0, y: strip.top + i * strip.gap + 8 });
      write(name, rows[i] ?? "");
    });
    const dots = (scores: readonly number[], row: number, r: number): string =>
      scores
        .filter(Number.isFinite)
        .map((score) => dotPath(x(score), strip.top + row * strip.gap + 4, r))
        .join("");
    set(before, { d: dots(shown.written, 0, 4.5) });
    set(after, {
      d: dots(
        shown.cards.map(({ score }) => score),
        1,
        4.5,
      ),
    });
    set(title, { x: px(frame.right), y: height - 4 });
    write(title, shown.labels.score);
  }

  function draw(): void {
    if (!data) return;
    set(stage, { class: seriesClass(data.colorIndex) });
    set(strips, { class: seriesClass(data.colorIndex) });
    drawCards(data);
    drawStrips(data);
    size(node, width, height);
  }

  return {
    node,
    update(next) {
      data = next;
      draw();
    },
    resize(w) {
      width = w;
      draw();
    },
    destroy: () => node.remove(),
  };
}
