import { expect, test } from "vitest";
import { serialize } from "../../../web/charts/export.ts";
import { expressionChart } from "../../../web/charts/expression.ts";
import { type MatrixGrid, matrixBox, matrixChart } from "../../../web/charts/matrix-grid.ts";
import { numbersIn, page } from "./page.ts";

const grid: MatrixGrid = {
  rows: 2,
  cols: 2,
  cells: [1, -0.5, 0, 12],
  texts: ["1.00", "−0.50", "0.00", "12.00"],
};
const options = { width: 300, height: 0 };
const of = (node: Element, selector: string, name: string): (string | null)[] =>
  [...node.querySelectorAll(selector)].map((one) => one.getAttribute(name));

test("numbers of a column end under each other", () => {
  const chart = matrixChart({ ...options, document: page() });
  chart.update(grid);
  const ends = of(chart.node, ".etx-ink", "x");
  expect(ends[0]).toBe(ends[2]);
  expect(ends[1]).toBe(ends[3]);
  expect(Number(ends[1])).toBeGreaterThan(Number(ends[0]));
});

test("the tint tells sign and size; what is not finite has none", () => {
  const chart = matrixChart({ ...options, document: page() });
  chart.update({ ...grid, cells: [1, -2, Number.NaN, Number.POSITIVE_INFINITY], extent: 2 });
  const tint = of(chart.node, ".etx-solid", "fill-opacity").map(Number);
  expect(tint[1]).toBe(2 * tint[0]!);
  expect(tint.slice(2)).toEqual([0, 0]);
  expect(of(chart.node, ".etx-solid", "class").map((name) => name?.slice(-2))).toEqual([
    "s1",
    "s2",
    "s1",
    "s1",
  ]);
  expect(chart.node.outerHTML).not.toContain("NaN");
});

test("an update keeps the nodes, and fewer cells leave none behind", () => {
  const chart = matrixChart({ ...options, document: page() });
  chart.update(grid);
  const [first] = chart.node.querySelectorAll(".etx-solid");
  chart.update({ ...grid, highlight: [3], labels: { rows: ["a", "b"], cols: ["c", "d"] } });
  expect(chart.node.querySelector(".etx-solid")).toBe(first);
  expect(of(chart.node, ".etx-ring", "x")).toHaveLength(1);
  expect(chart.node.textContent).toContain("abcd");
  chart.update({ rows: 1, cols: 1, cells: [3], brackets: false });
  expect(of(chart.node, ".etx-solid", "x")).toHaveLength(1);
  expect(of(chart.node, ".etx-ring, .etx-vector, .etx-ink, .etx-tick", "x")).toHaveLength(0);
});

test("an expression breaks before a sign, never after it, and lets go of what it no longer says", () => {
  const chart = expressionChart({ ...options, document: page() });
  const wide = matrixBox(grid).width;
  chart.update({ lines: [{ heading: "step", terms: ["A", "=", grid, "·", grid, "=", grid] }] });
  const places = [...chart.node.querySelectorAll("g > g > g")].map((one) =>
    numbersIn(one.getAttribute("transform")),
  );
  expect(places).toHaveLength(3);
  expect(places[2]![1]).toBeGreaterThan(places[1]![1]!);
  for (const [x] of places) expect(x! + wide).toBeLessThanOrEqual(300);
  chart.resize(2000, 0);
  const tops = [...chart.node.querySelectorAll("g > g > g")].map(
    (one) => numbersIn(one.getAttribute("transform"))[1],
  );
  expect(new Set(tops).size).toBe(1);
  chart.update({ lines: [{ terms: ["e^{tX}", "=", grid] }] });
  expect(chart.node.textContent).toContain("etX");
  expect(chart.node.querySelectorAll("g > g > g")).toHaveLength(1);
  expect(chart.node.textContent).not.toContain("step");
});

test("leaves as a file", () => {
  const chart = matrixChart({ ...options, document: page() });
  chart.update(grid);
  const file = serialize(chart.node);
  expect(file).not.toMatch(/currentColor|var\(|class=/);
  expect(file).toContain("−0.50");
});
