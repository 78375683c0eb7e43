import { describe, expect, test } from "vitest";
import { rugChart } from "../../../web/charts/rug.ts";
import { numbersIn, page, press, send } from "./page.ts";

function drawn() {
  const document = page();
  const chart = rugChart({
    document,
    width: 208,
    height: 0,
    labels: { cursor: "token" },
    format: { reading: (index, back) => `${index}: ${back}` },
  });
  document.body.append(chart.node);
  chart.update({
    back: Float64Array.of(0, 8, 9, 10),
    colorIndex: 1,
    titles: { counted: "counted", told: "told" },
    ends: { counted: "3", told: "10", now: "now" },
  });
  const layer = chart.node.querySelector(".etx-layer") as Element;
  const words = () => chart.node.querySelector(".etx-cursor text")?.textContent;
  const hidden = () => chart.node.querySelector(".etx-cursor")?.getAttribute("visibility");
  return { chart, layer, words, hidden };
}

describe("a rug of two rows", () => {
  test("the newest at the right; above evenly, below in proportion", () => {
    const { chart } = drawn();
    const path = numbersIn(chart.node.querySelector(".etx-future")?.getAttribute("d") ?? "");
    const ends = Array.from({ length: 4 }, (_, i) => path.slice(4 * i, 4 * i + 4));
    expect(ends.map(([x]) => x)).toEqual([204, 137.33, 70.67, 4]);
    expect(ends.map(([, , x]) => x)).toEqual([204, 44, 24, 4]);
  });

  test("what each token adds stands over it as a bar, and makes room for it", () => {
    const { chart } = drawn();
    const height = () => Number(chart.node.getAttribute("height"));
    const before = height();
    chart.update({
      back: Float64Array.of(0, 8, 9, 10),
      steps: { values: Float64Array.of(8, 1, 1, 0), title: "steps", most: "8" },
      colorIndex: 1,
      titles: { counted: "counted", told: "told" },
      ends: { counted: "3", told: "10", now: "now" },
    });
    expect(height() - before).toBe(64);
    const path = numbersIn(chart.node.querySelector(".etx-vector")?.getAttribute("d") ?? "");
    const bars = Array.from({ length: 4 }, (_, i) => path.slice(3 * i, 3 * i + 3));
    expect(bars).toEqual([
      [204, 58, -34],
      [137.33, 58, -4.25],
      [70.67, 58, -4.25],
      [4, 58, -1], // no step at all is still a token
    ]);
  });

  test("arrows walk through the tokens and stop at the ends", () => {
    const { layer, words, hidden } = drawn();
    expect(hidden()).toBe("hidden");
    press(layer, "ArrowLeft");
    expect(words()).toBe("1: 8");
    press(layer, "ArrowLeft", { shiftKey: true });
    expect(words()).toBe("3: 10");
    press(layer, "End");
    expect(layer.getAttribute("aria-valuetext")).toBe("0: 0");
    press(layer, "Escape");
    expect(hidden()).toBe("hidden");
  });

  test("the pointer reads the row that it is nearer to", () => {
    const { layer, words } = drawn();
    send(layer, "pointermove", { clientX: 130, clientY: 40 });
    expect(words()).toBe("1: 8");
    send(layer, "pointermove", { clientX: 130, clientY: 106 });
    expect(words()).toBe("0: 0");
    send(layer, "pointermove", { clientX: 26, clientY: 106 });
    expect(words()).toBe("2: 9");
  });

  test("one token, and a clock that stands, are drawn without a fuss", () => {
    const { chart } = drawn();
    for (const back of [Float64Array.of(0), new Float64Array(3)]) {
      chart.update({
        back,
        colorIndex: 0,
        titles: { counted: "", told: "" },
        ends: { counted: "", told: "", now: "" },
      });
      expect(chart.node.outerHTML).not.toContain("NaN");
    }
  });
});
