/** The derivation's charts: what hands do to them, and what they show. */
import { expect, test } from "vitest";
import { axiomsChart } from "../../../web/charts/axioms.ts";
import { compositionChart } from "../../../web/charts/composition.ts";
import { serialize } from "../../../web/charts/export.ts";
import { factorsChart } from "../../../web/charts/factors.ts";
import { type InvarianceData, invarianceChart } from "../../../web/charts/invariance.ts";
import { type ShuffleData, shuffleChart } from "../../../web/charts/shuffle.ts";
import { textWidth } from "../../../web/charts/text.ts";
import type { MovePhase } from "../../../web/charts/types.ts";
import { wrap } from "../../../web/charts/wrap.ts";
import { numbersIn, page, press, send } from "./page.ts";

/** Presses at (x, y), moves by (dx, dy) and lets go. */
function drag(target: Element, [x, y]: number[], [dx, dy]: number[], last = "pointerup"): void {
  send(target, "pointerdown", { clientX: x, clientY: y });
  send(target, "pointermove", { clientX: x! + dx!, clientY: y! + dy! });
  send(target, last, { clientX: x! + dx!, clientY: y! + dy! });
}

test("text breaks between words, between Han characters, and never before a stop", () => {
  const english = wrap("What is left is the lag alone", 80);
  expect(english.length).toBeGreaterThan(1);
  expect(english.join(" ")).toBe("What is left is the lag alone");
  for (const line of english) expect(textWidth(line)).toBeLessThanOrEqual(80);
  const chinese = wrap("乘积只知道间隔，与它无关：误差为零。", 70);
  expect(chinese.join("")).toBe("乘积只知道间隔，与它无关：误差为零。");
  for (const line of chinese) expect(line).not.toMatch(/^[，。：]/);
  expect(wrap("", 80)).toEqual([]);
  expect(wrap("one-long-word-that-does-not-fit", 20)).toHaveLength(1);
});

test("a column of M moves by pointer and by keys, and goes back by itself when the pointer is taken", () => {
  const moves: [number[], MovePhase][] = [];
  const chart = factorsChart({
    document: page(),
    width: 800,
    height: 0,
    onMove(matrix, phase) {
      moves.push([matrix, phase]);
      show(matrix);
    },
  });
  const show = (matrix: [number, number, number, number]): void =>
    chart.update({ basis: { matrix, labels: ["m₁", "m₂"], words: ["1", "2"] }, lines: [] });
  show([1, 0, 0, 1]);
  const [first, second] = [...chart.node.querySelectorAll(".etx-handle")];
  press(first!, "ArrowUp");
  expect(moves.at(-1)).toEqual([[1, 0, 0.05, 1], "end"]);
  press(second!, "ArrowLeft", { shiftKey: true });
  expect(moves.at(-1)).toEqual([[1, -0.5, 0.05, 1], "end"]);
  // 216 pixels show 2.2 either way.
  const unit = 216 / 4.4;
  drag(first!.querySelector(".etx-reach")!, [0, 0], [unit / 2, -unit / 4]);
  expect(moves.at(-1)).toEqual([[1.5, -0.5, 0.3, 1], "end"]);
  drag(first!.querySelector(".etx-reach")!, [0, 0], [unit, unit], "pointercancel");
  expect(moves.at(-1)).toEqual([[1.5, -0.5, 0.3, 1], "cancel"]);
  drag(first!.querySelector(".etx-reach")!, [0, 0], [9999, 0]);
  expect(moves.at(-1)?.[0][0]).toBe(2);
  expect(first!.getAttribute("aria-valuenow")).toBe("2");
});

test("stems stand where their values are, and what passes through them meets them", () => {
  const chart = compositionChart({ document: page(), width: 432, height: 0 });
  const values = [1, -0.5, 0.25];
  chart.update({
    lines: [],
    stems: { values, through: [1, 0, -0.5, 0, 0.25], marks: [{ at: 1, label: "s" }], note: "" },
  });
  const heads = [...chart.node.querySelectorAll(".etx-dot")].map((one) => [
    Number(one.getAttribute("cx")),
    Number(one.getAttribute("cy")),
  ]);
  const line = numbersIn(chart.node.querySelector(".etx-line")!.getAttribute("d"));
  heads.forEach(([x, y], n) => {
    expect([x, y]).toEqual([line[4 * n], line[4 * n + 1]]);
  });
  chart.update({ lines: [{ heading: "alone", terms: [] }] });
  expect(chart.node.querySelector("[visibility=hidden]")).not.toBeNull();
});

const three: ShuffleData = {
  cards: ["a", "b", "c"].map((text, i) => ({ text, score: i - 1, label: `${i - 1}`, words: text })),
  order: [0, 1, 2],
  asker: ".",
  written: [-1, 0, 1],
  range: [-1, 1],
  colorIndex: 0,
  labels: { written: "as written", laid: "as they lie", score: "score" },
};

test("cards are carried, nudged, and brought back", () => {
  const moves: [string, MovePhase][] = [];
  let data = three;
  const chart = shuffleChart({
    document: page(),
    width: 400,
    height: 0,
    format: { tick: String },
    onMove(order, phase) {
      moves.push([order.join(""), phase]);
      data = { ...data, order };
      chart.update(data);
    },
  });
  chart.update(data);
  const face = (text: string): Element => chart.node.querySelector(`[aria-label=${text}]`)!;
  const reach = (text: string): Element => face(text).querySelector(".etx-reach")!;
  drag(reach("a"), [10, 10], [210, 0]);
  expect(moves).toEqual([
    ["120", "move"],
    ["120", "end"],
  ]);
  press(face("a"), "ArrowLeft");
  expect(moves.at(-1)).toEqual(["102", "end"]);
  press(face("c"), "Home");
  expect(moves.at(-1)).toEqual(["210", "end"]);
  drag(reach("c"), [10, 10], [110, 0], "pointercancel");
  expect(moves.at(-1)).toEqual(["210", "cancel"]);
  const before = moves.length;
  drag(reach("c"), [10, 10], [0, 0]);
  expect(moves).toHaveLength(before);
});

test("equal scores are equal dots, in whatever order the cards lie", () => {
  const chart = shuffleChart({
    document: page(),
    width: 400,
    height: 0,
    format: { tick: String },
    onMove: () => undefined,
  });
  const row = (selector: string): number[] =>
    [
      ...chart.node
        .querySelector(selector)!
        .getAttribute("d")!
        .matchAll(/M(-?[\d.]+),/g),
    ]
      .map(([, x]) => Number(x))
      .sort((a, b) => a - b);
  chart.update({ ...three, order: [2, 0, 1] });
  expect(row("path.etx-solid")).toEqual(row("path.etx-ring"));
  chart.update({ ...three, cards: three.cards.map((one) => ({ ...one, score: one.score / 2 })) });
  expect(row("path.etx-solid")).not.toEqual(row("path.etx-ring"));
  chart.update({ ...three, cards: three.cards.slice(0, 2), order: [1, 0], written: [0, 1] });
  expect(chart.node.querySelectorAll(".etx-chip")).toHaveLength(2);
});

test("the table slides along its diagonal, and a press picks a cell that has a score", () => {
  const slides: [number, MovePhase][] = [];
  const picks: number[][] = [];
  const count = 4;
  const scores = Float64Array.from({ length: 16 }, (_, i) => {
    const lag = Math.floor(i / count) - (i % count);
    return lag < 0 ? Number.NaN : 1 - lag / 4;
  });
  let data: InvarianceData = {
    scores,
    count,
    start: 10,
    t: 3,
    s: 1,
    colorIndex: 0,
    labels: { query: "t", key: "s", lag: "lag", score: "score" },
    words: "words",
    valueText: "13 and 11",
  };
  const chart = invarianceChart({
    document: page(),
    width: 800,
    height: 0,
    farthest: 100,
    format: { tick: String },
    onSlide(start, phase) {
      slides.push([start, phase]);
      data = { ...data, start };
      chart.update(data);
    },
    onPick: (t, s) => picks.push([t, s]),
  });
  chart.update(data);
  const surface = chart.node.querySelector(".etx-reach")!;
  const [x, y] = ["x", "y"].map((name) => Number(surface.getAttribute(name)));
  const side = Number(surface.getAttribute("width")) / count;
  drag(surface, [x! + 5, y! + 5], [-3 * side, -3 * side]);
  expect(slides).toEqual([
    [13, "move"],
    [13, "end"],
  ]);
  drag(surface, [x!, y!], [99 * side, 99 * side], "pointercancel");
  expect(slides.slice(-2)).toEqual([
    [0, "move"],
    [13, "cancel"],
  ]);
  const at = (t: number, s: number) => [x! + (s + 0.5) * side, y! + (t + 0.5) * side];
  drag(surface, at(2, 1), [0, 0]);
  drag(surface, at(1, 2), [0, 0]); // the key comes after the query: no score
  const handle = chart.node.querySelector(".etx-handle")!;
  press(handle, "ArrowLeft");
  expect(picks).toEqual([
    [2, 1],
    [3, 0],
  ]);
  press(handle, "ArrowDown", { shiftKey: true });
  expect(slides.at(-1)).toEqual([23, "end"]);
  expect(handle.getAttribute("aria-valuetext")).toBe("13 and 11");
});

test("pairs of one lag fall on one dot where only the lag counts", () => {
  const chart = invarianceChart({
    document: page(),
    width: 390,
    height: 0,
    farthest: 100,
    format: { tick: String },
    onSlide: () => undefined,
    onPick: () => undefined,
  });
  const count = 5;
  const show = (score: (t: number, s: number) => number): Set<string> => {
    const scores = Float64Array.from({ length: count * count }, (_, i) =>
      score(Math.floor(i / count), i % count),
    );
    const labels = { query: "t", key: "s", lag: "lag", score: "score" };
    chart.update({
      scores,
      count,
      start: 0,
      t: 1,
      s: 1,
      colorIndex: 0,
      labels,
      words: "",
      valueText: "",
    });
    const d = [...chart.node.querySelectorAll(".etx-dot-muted, path.etx-solid")]
      .map((one) => one.getAttribute("d"))
      .join("");
    return new Set(d.match(/M[^a]+/g));
  };
  expect(show((t, s) => Math.cos(t - s)).size).toBe(2 * count - 1);
  expect(show((t, s) => Math.cos(t) + s).size).toBe(count * count);
  expect(serialize(chart.node)).not.toMatch(/NaN|currentColor/);
});

test.each([390, 1180])("laws: a mark for each cell that is known, %i pixels wide", (width) => {
  const chart = axiomsChart({ document: page(), width, height: 0 });
  const laws = ["linear", "invariant", "normal"].map((title) => ({ title, note: "a note" }));
  chart.update({
    laws,
    rows: [
      {
        name: "RoPE",
        colorIndex: 0,
        cells: [{ holds: true, text: "0" }, { holds: false, text: "3.5" }, { text: "…" }],
        verdict: ["No group.", "at s = 1"],
      },
    ],
  });
  const marks = [...chart.node.querySelectorAll(".etx-line-strong")];
  expect(marks).toHaveLength(2);
  expect(marks[1]!.parentElement!.getAttribute("class")).toBe("etx-accent");
  for (const words of ["RoPE", "3.5", "…", "No group.", "at s = 1"])
    expect(chart.node.textContent).toContain(words);
  expect(Number(chart.node.getAttribute("width"))).toBe(width);
  for (const text of chart.node.querySelectorAll("text"))
    expect(Number(text.getAttribute("x"))).toBeLessThanOrEqual(width);
});
