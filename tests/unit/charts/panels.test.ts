import { beforeEach, expect, test, vi } from "vitest";
import { type AttentionChart, attentionChart } from "../../../web/charts/attention.ts";
import { type PanelsData, panelsChart } from "../../../web/charts/panels.ts";
import type { Chart, CurveData } from "../../../web/charts/types.ts";
import { numbersIn, page, press, send } from "./page.ts";

const falling = (id: string, from: number, more: object = {}) => ({
  id,
  label: `Curve ${id}`,
  colorIndex: 0,
  start: 0,
  step: 1,
  values: Float64Array.from({ length: 101 }, (_, i) => from * (1 - i / 100)),
  ...more,
});
const curve = (from: number): CurveData => {
  const mean = falling("mean", from, { colorIndex: 1 });
  const edge = (by: number) => mean.values.map((value) => value + by);
  return {
    series: [
      falling("row", from, { faint: true }),
      { ...mean, band: { low: edge(-0.1), high: edge(0.1) } },
    ],
    xScale: "linear",
    xLabel: "lag",
    yLabel: "score",
  };
};
const options = {
  width: 900,
  height: 300,
  labels: { cursor: "Lag" },
  format: {
    lag: String,
    tick: String,
    title: (lag: number) => `lag ${lag}`,
    value: String,
    valueText: ({ lag }: { lag: number }) => `lag ${lag}`,
  },
};

let panels: Chart<PanelsData>;
let attention: AttentionChart;
const onPick = vi.fn<(index: number) => void>();
const small = Array.from({ length: 6 }, (_, i) => ({
  curve: curve(1 + i),
  title: `μ = ${i}`,
  note: `z(0) = ${i}`,
  words: `panel ${i}`,
}));

beforeEach(async () => {
  onPick.mockClear();
  panels = panelsChart({ ...options, document: page(), onPick });
  panels.update({ panels: small, selected: 2 });
  attention = attentionChart({ ...options, document: page() });
  attention.update({
    curve: curve(1),
    reaches: [
      { label: "A", words: "half ≤ 10", colorIndex: 0, half: 10, most: 50, effective: 21 },
      { label: "B", words: "half ≤ 20", colorIndex: 1, half: 20, most: 100, effective: 41 },
    ],
  });
  await vi.dynamicImportSettled(); // zooming comes late
});

const picks = (): Element[] => [...panels.node.querySelectorAll(".etx-pick")];

test("each panel has its title, its note, its lines and its band; the chosen one is enlarged", () => {
  expect(picks().map((one) => one.querySelector(".etx-heading")?.textContent?.trim())).toEqual(
    small.map(({ title }) => title),
  );
  expect(picks().map((one) => one.getAttribute("aria-pressed"))).toEqual(
    small.map((_, i) => String(i === 2)),
  );
  for (const one of picks()) {
    expect(one.querySelector(".etx-band")?.getAttribute("d")).toMatch(/^M[\d.,L-]+Z$/);
    expect(one.querySelectorAll(".etx-line").length).toBeGreaterThanOrEqual(2);
  }
  // The largest of panel 2 is 3.1, so that the enlarged axis needs a tick at 3.
  const ticks = [...panels.node.querySelectorAll(".etx-curve .etx-tick")];
  expect(ticks.map((tick) => tick.textContent)).toContain("3");
});

test("in a panel the cloud lies behind the mean, and its band around it", () => {
  const lines = [...(picks()[0] as Element).querySelectorAll(".etx-line")];
  expect(lines.map((line) => line.getAttribute("class")?.includes("etx-faint"))).toEqual([
    true,
    ...lines.slice(1, -1).map((line) => line.getAttribute("class")?.includes("etx-faint")),
    false,
  ]);
});

test("a press or a key picks a panel; fewer panels leave none behind", () => {
  send(picks()[4] as Element, "click");
  press(picks()[1] as Element, "Enter");
  press(picks()[3] as Element, "x");
  expect(onPick.mock.calls).toEqual([[4], [1]]);
  panels.update({ panels: small.slice(0, 2), selected: 0 });
  expect(picks().length).toBe(2);
});

test("panels stay inside the figure, three abreast where there is room, two on a phone", () => {
  const rows = () => new Set(picks().map((one) => numbersIn(one.getAttribute("transform"))[1]));
  expect(rows().size).toBe(2);
  panels.resize(340, 260);
  expect(rows().size).toBe(3);
  for (const one of picks()) {
    const [x = 0] = numbersIn(one.getAttribute("transform"));
    const [width = 0] = numbersIn(one.querySelector(".etx-chip")?.getAttribute("width") ?? null);
    expect(x + width).toBeLessThanOrEqual(340);
  }
});

test("bars reach as far as the plot's own lags, and follow its zoom", () => {
  const ends = (selector: string) =>
    [...attention.node.querySelectorAll(selector)].map(
      (bar) => numbersIn(bar.getAttribute("d")).at(-1) as number,
    );
  const expected = (lags: number[]) =>
    lags.map((lag) => Math.round(attention.place(lag) * 100) / 100);
  expect(ends(".etx-bar")).toEqual(expected([10, 20]));
  expect(ends(".etx-bar-thin")).toEqual(expected([50, 100]));
  expect(attention.place(20) - attention.place(10)).toBeGreaterThan(50);
  attention.zoomTo([0, 40]);
  expect(ends(".etx-bar")).toEqual(expected([10, 20]));
  expect(ends(".etx-bar-thin")[0]).toBe(ends(".etx-bar-thin")[1]); // both beyond: at the edge
  const marks = [...attention.node.querySelectorAll(".etx-hollow")];
  expect(marks.map((mark) => Number(mark.getAttribute("cx")))).toEqual(expected([20, 40]));
});
