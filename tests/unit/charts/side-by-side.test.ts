import { beforeEach, expect, test } from "vitest";
import { sideBySideChart } from "../../../web/charts/side-by-side.ts";
import type { CurveData, CurveOptions } from "../../../web/charts/types.ts";
import { page } from "./page.ts";

let document: Document;
beforeEach(() => {
  document = page();
});

const format: CurveOptions["format"] = {
  lag: String,
  tick: String,
  title: String,
  value: String,
  valueText: () => "",
};
const curve = (id: string, values: number[]): CurveData => ({
  series: [{ id, label: "", colorIndex: 0, start: 0, step: 1, values: Float64Array.from(values) }],
  xScale: "linear",
  xLabel: "lag",
  yLabel: id,
});
const things = (...titles: string[]) => ({
  things: titles.map((title, colorIndex) => ({
    title,
    colorIndex,
    told: [curve("score", [1, 0.5, 0]), curve("weight", [0, -1, -2])],
  })),
});

const boxes = (node: Element): number[][] =>
  [...node.querySelectorAll(":scope > svg")].map((svg) =>
    ["x", "y", "width", "height"].map((name) => Number(svg.getAttribute(name))),
  );

test("side by side where there is room, under each other where there is none; nothing sticks out or overlaps", () => {
  const chart = sideBySideChart({
    document,
    width: 936,
    height: 190,
    labels: { cursor: "lag" },
    formats: [format, format],
  });
  chart.update(things("a", "b", "c"));
  const wide = boxes(chart.node);
  expect(wide.map(([x]) => x)).toEqual([0, 0, 318, 318, 636, 636]);
  expect(wide.map(([, y]) => y)).toEqual([26, 216, 26, 216, 26, 216]);
  for (const [x = 0, y = 0, width = 0, height = 0] of wide) {
    expect(x + width).toBeLessThanOrEqual(936);
    expect(y + height).toBeLessThanOrEqual(Number(chart.node.getAttribute("height")));
  }
  chart.resize(390, 190);
  const narrow = boxes(chart.node);
  expect(narrow.map(([x]) => x)).toEqual([0, 204, 0, 204, 0, 204]);
  expect(narrow.map(([, y]) => y)).toEqual([26, 26, 242, 242, 458, 458]);
  expect(Number(chart.node.getAttribute("height"))).toBe(648);
  for (const [x = 0, , width = 0] of narrow) expect(x + width).toBeLessThanOrEqual(390);
});

test("each has its name and its lines, and who goes leaves nothing behind", () => {
  const chart = sideBySideChart({
    document,
    width: 936,
    height: 190,
    labels: { cursor: "lag" },
    formats: [format, format],
  });
  chart.update(things("a", "b", "c"));
  const names = () =>
    [...chart.node.querySelectorAll(":scope > text")].map((text) => text.textContent);
  expect(names()).toEqual(["a", "b", "c"]);
  for (const svg of chart.node.querySelectorAll(":scope > svg"))
    expect(svg.querySelector("path.etx-line[d^=M]")).not.toBeNull();
  chart.update(things("b"));
  expect(names()).toEqual(["b"]);
  expect(boxes(chart.node).map(([, , width]) => width)).toEqual([936, 936]);
});
