import { beforeEach, describe, expect, test } from "vitest";
import { orbitChart } from "../../../web/charts/orbit.ts";
import { runs } from "../../../web/charts/trail.ts";
import type { Chart, OrbitData } from "../../../web/charts/types.ts";
import { numbersIn, page } from "./page.ts";

let chart: Chart<OrbitData>;
const circle = Float64Array.from({ length: 400 }, (_, i) =>
  (i % 2 ? Math.sin : Math.cos)((i >> 1) * 0.05),
);
const data: OrbitData = {
  path: circle,
  query: { x: 1, y: 0 },
  start: { x: 1, y: 0 },
  at: { x: 0, y: 1 },
  labels: { q: "q", key: "A(t) k" },
  extent: 2,
  score: "score 0",
};
const attributes = (selector: string, ...names: string[]): number[] =>
  names.map((name) => Number(chart.node.querySelector(selector)?.getAttribute(name)));

beforeEach(() => {
  chart = orbitChart({ document: page(), width: 304, height: 204, format: { tick: String } });
  chart.update(data);
});

describe("the orbit", () => {
  test("has equal aspect, its origin in the middle and up as up", () => {
    // A side of 200 pixels shows 2 either way: 50 pixels a unit.
    expect(attributes(".etx-circle", "cx", "cy", "r")).toEqual([152, 102, 50]);
    expect(attributes(".etx-accent .etx-dot", "cx", "cy")).toEqual([152, 52]);
    expect(attributes(".etx-hollow", "cx", "cy")).toEqual([202, 102]);
    expect(
      numbersIn(chart.node.querySelector(".etx-tip[d]")?.getAttribute("d") ?? "").slice(0, 2),
    ).toEqual([202, 102]);
  });

  test("its trail is a few pieces of equal length, darker towards now, joined without gaps", () => {
    const pieces = [...chart.node.querySelectorAll(".etx-trail")];
    expect(pieces).toHaveLength(7);
    const inks = pieces.map((piece) => Number(piece.getAttribute("stroke-opacity")));
    expect(inks).toEqual([...inks].sort((a, b) => a - b));
    expect(inks.at(-1)).toBe(1);
    const paths = pieces.map((piece) => numbersIn(piece.getAttribute("d")));
    for (let i = 1; i < paths.length; i++)
      expect(paths[i]?.slice(0, 2)).toEqual(paths[i - 1]?.slice(-2));
  });

  test("names keep apart where vectors meet", () => {
    chart.update({ ...data, at: { x: 1, y: 0.02 } });
    const [key, query] = [...chart.node.querySelectorAll(".etx-math")].map((text) => [
      Number(text.getAttribute("x")),
      Number(text.getAttribute("y")),
    ]);
    expect(
      Math.hypot((key?.[0] ?? 0) - (query?.[0] ?? 0), (key?.[1] ?? 0) - (query?.[1] ?? 0)),
    ).toBeGreaterThan(12);
  });

  test("a growing orbit widens the view by its own pace and shows by its ticks how far it is", () => {
    const { extent: _, ...free } = data;
    let scale = attributes(".etx-circle", "r")[0] as number;
    chart.update(free);
    for (let y = 1; y < 40; y += 0.2) {
      chart.update({ ...free, path: Float64Array.of(1, 0, 1, y), at: { x: 1, y } });
      const next = attributes(".etx-circle", "r")[0] as number;
      if (y > 3) expect(next / scale).toBeGreaterThan(0.9);
      scale = next;
      expect(attributes(".etx-accent .etx-dot", "cy")[0]).toBeGreaterThan(0);
    }
    expect(chart.node.textContent).toContain("40");
  });

  test("survives what is not finite", () => {
    chart.update({
      ...data,
      path: Float64Array.of(1, 0, Number.NaN, 2, 3, 3),
      at: { x: 1e300, y: 0 },
    });
    expect(chart.node.outerHTML).not.toContain("NaN");
  });
});

test("runs of a path leave out what no pixel shows", () => {
  const still = Float64Array.from({ length: 20_000 }, (_, i) => (i % 2 ? 0 : i * 1e-5));
  expect(numbersIn(runs(still, { cx: 0, cy: 0, scale: 100 }, 1).join(" ")).length).toBeLessThan(
    110,
  );
  expect(runs(Float64Array.of(1, 1, 1, 1), { cx: 0, cy: 0, scale: 100 }, 3)).toEqual([]);
  expect(runs(new Float64Array(0), { cx: 0, cy: 0, scale: 100 }, 3)).toEqual([]);
});
