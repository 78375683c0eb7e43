import { beforeEach, describe, expect, test } from "vitest";
import { type BuildUpData, buildUpChart } from "../../../web/charts/build-up.ts";
import { serialize } from "../../../web/charts/export.ts";
import type { LadderData } from "../../../web/charts/ladder.ts";
import type { Chart } from "../../../web/charts/types.ts";
import { numbersIn, page } from "./page.ts";

const values = Float64Array.from({ length: 200 }, (_, i) => Math.cos(0.1 * i));
const data = {
  curve: {
    series: [{ id: "sum", label: "first 2", colorIndex: 0, start: 0, step: 1, values }],
    xScale: "linear",
    xLabel: "lag",
    yLabel: "sum",
    marks: [{ lag: 50, label: "end", colorIndex: 3 }],
  },
  parts: {
    last: { title: "pair 2", start: 0, step: 1, values, colorIndex: 0 },
    ladder: {
      terms: [1, -0.5, Number.NaN, 0.25],
      bands: [
        { from: 0, to: 2, mean: 0.25, marked: true },
        { from: 2, to: 4, mean: 0.125, marked: false },
      ],
      sums: [0.25, 0.125, 0.125, 0.1875],
      count: 3,
      ticks: [{ at: 0, label: "1" }],
      marks: [{ at: 0.5, label: "2π" }],
      colorIndex: 0,
      title: "terms",
      total: "0.125",
      axis: "pairs",
    },
  },
} satisfies BuildUpData;
/** The same with another ladder. */
const withLadder = (ladder: Partial<LadderData>): BuildUpData => ({
  ...data,
  parts: { ...data.parts, ladder: { ...data.parts.ladder, ...ladder } },
});

let chart: Chart<BuildUpData>;
beforeEach(() => {
  chart = buildUpChart({
    document: page(),
    width: 600,
    height: 560,
    labels: { cursor: "lag" },
    format: { lag: String, tick: String, title: String, value: String, valueText: () => "" },
  });
  chart.update(data);
});
const all = (selector: string): Element[] => [...chart.node.querySelectorAll(selector)];
const number = (node: Element | undefined, name: string): number =>
  Number(node?.getAttribute(name));

describe("the build-up", () => {
  test("the last wave lies under the sum, on the same lags", () => {
    const curve = chart.node.firstElementChild as Element;
    const plot = curve.querySelector("svg") as Element;
    const wave = all("svg").find((node) => !curve.contains(node) && node !== curve) as Element;
    expect(wave.querySelectorAll(".etx-line").length).toBeGreaterThan(0);
    expect(number(wave, "x")).toBe(number(plot, "x"));
    expect(number(wave, "width")).toBe(number(plot, "width"));
    expect(number(wave, "y")).toBeGreaterThan(number(curve, "height"));
  });

  test("bars stand on zero, those that are marked in another class, and only as far as is counted", () => {
    const [marked] = all(".etx-share-marked");
    const [plain] = all(".etx-share");
    expect(number(marked, "height")).toBeCloseTo(2 * number(plain, "height"), 1);
    // Of the second band one rung of two is counted; a gap of a pixel parts the bars.
    expect(number(plain, "width") + 1).toBeCloseTo((number(marked, "width") + 1) / 2, 1);
    chart.update(withLadder({ count: 1 }));
    expect(all(".etx-share")).toHaveLength(0);
  });

  test("a dot for each counted term that there is, and a line that ends at the sum", () => {
    expect(all(".etx-speck")[0]?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
    const line = numbersIn(all(".etx-running")[0]?.getAttribute("d") ?? "");
    const zero = number(all("svg > g > g > .etx-zero").at(-2), "y1");
    const unit = 4 * number(all(".etx-share-marked")[0], "height");
    expect(line.at(-1)).toBeCloseTo(zero - 0.125 * unit, 1);
    expect(all(".etx-strong").some((text) => text.textContent === "0.125")).toBe(true);
  });

  test("a lag that has a name has a line", () => {
    const name = all(".etx-words").find((text) => text.textContent === "end");
    const line = all("line.etx-leader")[0];
    expect(number(name, "x")).toBeCloseTo(number(line, "x1") + 6, 2);
  });

  test("a curve without parts has the figure to itself, and gives it back", () => {
    const curve = chart.node.firstElementChild as Element;
    const before = number(curve, "height");
    const hidden = () => all("svg > g[display=none]").length;
    expect(hidden()).toBe(0);
    chart.update({ curve: data.curve });
    expect(number(curve, "height")).toBe(560);
    expect(hidden()).toBe(2);
    chart.update(data);
    expect([number(curve, "height"), hidden()]).toEqual([before, 0]);
  });

  test("stands alone as a file, and survives what is not finite", () => {
    const infinite = { terms: [Number.NaN], sums: [Number.NaN], count: 1 };
    for (const shown of [data, withLadder(infinite), { curve: data.curve }]) {
      chart.update(shown);
      const file = serialize(chart.node as SVGSVGElement);
      expect(file).not.toMatch(/var\(|currentColor|class=|NaN/);
    }
  });
});
