import { beforeEach, describe, expect, test } from "vitest";
import {
  type SequenceChart,
  type SequenceData,
  sequenceChart,
} from "../../../web/charts/sequence.ts";
import { numbersIn, page } from "./page.ts";

describe("the sequence", () => {
  let chart: SequenceChart;
  const thumbnail = (label: string) => ({
    label,
    words: ["one", "two"],
    colorIndex: 0,
    size: 3,
    values: [1, 0, 0, 0.5, 0.5, 0, 0.01, 0.09, 0.9],
  });
  const data: SequenceData = {
    curve: { series: [], xScale: "log", xLabel: "position", yLabel: "entropy" },
    paint: { domain: [1e-4, 1], scale: "log", colors: "amount" },
    thumbnails: ["a", "b", "c"].map(thumbnail),
  };
  const all = (selector: string): Element[] => [...chart.node.querySelectorAll(selector)];
  /** The thumbnails; the first image is the colours' ramp. */
  const images = (): Element[] => all("g > image").slice(1);
  const at = (node: Element | undefined, name: string): number => Number(node?.getAttribute(name));

  beforeEach(() => {
    chart = sequenceChart({
      document: page(),
      width: 900,
      height: 240,
      labels: { cursor: "Position", queries: "queries", keys: "keys" },
      format: {
        lag: String,
        tick: String,
        title: String,
        value: String,
        valueText: ({ lag }) => String(lag),
        weight: String,
      },
    });
    chart.update(data);
  });

  test("lays its thumbnails side by side under the curve, and one below another where it is narrow", () => {
    expect(images().map((image) => at(image, "y"))).toEqual(Array(3).fill(at(images()[0], "y")));
    const tall = at(chart.node, "height");
    chart.resize(300, 240);
    const [first, second, third] = images();
    expect(at(second, "y")).toBe(at(first, "y"));
    expect(at(third, "x")).toBe(at(first, "x"));
    expect(at(third, "y")).toBeGreaterThan(at(first, "y") + at(first, "height"));
    for (const image of images())
      expect(at(image, "x") + at(image, "width")).toBeLessThanOrEqual(300);
    expect(at(chart.node, "height")).toBeGreaterThan(tall);
  });

  test("veils what no query sees: three cells of nine here", () => {
    const veil = numbersIn(all(".etx-veil")[0]?.getAttribute("d") ?? "");
    const [x, y, side] = ["x", "y", "width"].map((name) => at(images()[0], name)) as [
      number,
      number,
      number,
    ];
    const cell = side / 3;
    const expected = [x + cell, y, y + cell, x + 2 * cell, y + 2 * cell, x + 3 * cell, y];
    for (const [i, value] of veil.entries()) expect(value).toBeCloseTo(expected[i] as number, 1);
  });

  test("an older one is pale; with none there is nothing but the curve", () => {
    chart.update({ ...data, thumbnails: [{ ...thumbnail("a"), stale: true }] });
    expect(images()).toHaveLength(1);
    expect(images()[0]?.getAttribute("opacity")).toBe("0.45");
    expect(all("text").map(({ textContent }) => textContent)).toContain("two");
    chart.update({ ...data, thumbnails: [] });
    expect(images()).toHaveLength(0);
  });
});
