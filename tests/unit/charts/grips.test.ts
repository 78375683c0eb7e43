import { beforeEach, describe, expect, test } from "vitest";
import { snap, stepOf } from "../../../web/charts/grips.ts";
import { type PlanarData, planarChart } from "../../../web/charts/planar.ts";
import { type PuckData, puckChart } from "../../../web/charts/puck.ts";
import { seriesChart } from "../../../web/charts/series.ts";
import type { Chart, MovePhase, Point } from "../../../web/charts/types.ts";
import { numbersIn, page, press, send } from "./page.ts";

const data: PlanarData = {
  paths: [{ points: Float64Array.of(0, 0, 2, 0), paint: 0, ink: "strong" }],
  arrows: [{ from: { x: 0, y: 0 }, to: { x: 2, y: 0 }, paint: "accent", label: "Xv" }],
  dots: [
    { at: { x: 1, y: 0 }, paint: "ink", grip: { id: "v", label: "the vector", text: "1, 0" } },
  ],
  window: [
    { x: -2, y: -2 },
    { x: 2, y: 2 },
  ],
};

describe("a piece of the plane", () => {
  let chart: Chart<PlanarData>;
  let moves: [string, Point, MovePhase][];
  const grip = (): Element => chart.node.querySelector("[role=slider]") as Element;
  const reach = (): Element => grip().querySelector(".etx-reach") as Element;

  beforeEach(() => {
    moves = [];
    // 200 pixels high less two margins of 26 for 4 units: 37 pixels a unit, the origin at (200, 100).
    chart = planarChart({
      document: page(),
      width: 400,
      height: 200,
      format: { tick: String },
      onMove: (...move) => moves.push(move),
    });
    chart.update(data);
  });

  test("has equal units both ways", () => {
    const path = chart.node.querySelector(".etx-trail")?.getAttribute("d") ?? "";
    expect(numbersIn(path)).toEqual([200, 100, 274, 100]);
    expect(numbersIn(grip().getAttribute("transform"))).toEqual([237, 100]);
  });

  test("a pointer moves a point without a jump, in steps about as fine as a pixel", () => {
    send(reach(), "pointerdown", { clientX: 240, clientY: 98 });
    send(reach(), "pointermove", { clientX: 240 + 37, clientY: 98 - 74 });
    send(reach(), "pointerup", { clientX: 277, clientY: 24 });
    expect(moves.map(([, , phase]) => phase)).toEqual(["start", "move", "end"]);
    expect(moves[1]?.[1]).toEqual({ x: 2, y: 2 });
    expect(moves[2]?.[1]).toEqual({ x: 2, y: 2 });
  });

  test("what is held keeps the view as it is", () => {
    send(reach(), "pointerdown", { clientX: 237, clientY: 100 });
    chart.update({ ...data, dots: data.dots.map((dot) => ({ ...dot, at: { x: 8, y: 0 } })) });
    expect(numbersIn(chart.node.querySelector(".etx-trail")?.getAttribute("d") ?? "")[2]).toBe(274);
    send(reach(), "pointercancel");
    expect(moves.at(-1)).toEqual(["v", { x: 1, y: 0 }, "cancel"]);
  });

  test("arrow keys do the same, Shift ten times, Escape takes it back", () => {
    press(grip(), "ArrowRight");
    press(grip(), "ArrowUp", { shiftKey: true });
    send(grip(), "keyup", { key: "ArrowUp" });
    // 2/37 units are two pixels: a step of 0.1.
    expect(moves.map(([, to, phase]) => [to.x, to.y, phase])).toEqual([
      [1, 0, "start"],
      [1.1, 0, "move"],
      [1.1, 1, "move"],
      [1.1, 1, "end"],
    ]);
    press(grip(), "ArrowLeft");
    press(grip(), "Escape");
    expect(moves.at(-1)).toEqual(["v", { x: 1, y: 0 }, "cancel"]);
    expect(press(grip(), "Tab").defaultPrevented).toBe(false);
  });

  test("tells its name and value, and survives what is not finite", () => {
    expect(grip().getAttribute("aria-label")).toBe("the vector");
    expect(grip().getAttribute("aria-valuetext")).toBe("1, 0");
    chart.update({
      ...data,
      paths: [
        { points: Float64Array.of(0, 0, Number.NaN, 1, 1e300, 1e300), paint: 0, ink: "faint" },
      ],
      arrows: [{ from: { x: 0, y: 0 }, to: { x: 1e300, y: Number.POSITIVE_INFINITY }, paint: 1 }],
      window: [{ x: Number.NaN, y: 1e300 }],
    });
    expect(chart.node.outerHTML).not.toMatch(/NaN|Infinity/);
  });
});

test("steps are powers of ten, and values on them have no digits of rounding", () => {
  expect([0.027, 0.05, 0.1, 3, 40].map(stepOf)).toEqual([0.1, 0.1, 0.1, 10, 100]);
  expect(snap(0.30000000000000004, 0.1)).toBe(0.3);
  expect(snap(-0.04, 0.1)).toBe(0);
  expect(snap(1234, 100)).toBe(1200);
});

describe("a puck on ice", () => {
  const moves: [string, number, MovePhase][] = [];
  const state: PuckData = {
    start: { position: 0, velocity: 0.5, acceleration: -0.01 },
    now: { position: 4, velocity: 0.4, acceleration: -0.01 },
    time: 10,
    track: {
      step: 1,
      positions: Float64Array.from({ length: 41 }, (_, t) => 0.5 * t - 0.005 * t * t),
    },
    arrowTime: 10,
    equation: ["="],
    colorIndex: 0,
    labels: {
      position: "position",
      time: "time",
      now: "now",
      parts: { position: "position", velocity: "velocity", acceleration: "acceleration" },
    },
    grips: (["position", "velocity", "acceleration"] as const).map((part) => ({
      part,
      label: part,
      text: "",
    })),
  };
  const chart = puckChart({
    document: page(),
    width: 640,
    height: 360,
    format: { tick: String, lag: String },
    onMove: (...move) => moves.push(move),
  });
  const places = (): number[] =>
    [...chart.node.querySelectorAll("[role=slider]")].map(
      (grip) => numbersIn(grip.getAttribute("transform"))[0] as number,
    );

  test("its arrows stand for what a while of velocity or acceleration would add", () => {
    chart.update(state);
    const [home = 0, velocity = 0, acceleration = 0] = places();
    // 0.5 · 10 to the right, 0.01 · 10² to the left.
    expect((velocity - home) / (home - acceleration)).toBeCloseTo(5, 2);
    const track = numbersIn(chart.node.querySelector(".etx-trail")?.getAttribute("d") ?? "");
    expect((track.at(-2) as number) - (track[0] as number)).toBeCloseTo(
      ((velocity - home) * 4) / 5,
      1,
    );
  });

  test("a hand on an arrow changes its part alone", () => {
    const arrow = chart.node.querySelectorAll("[role=slider]")[1] as Element;
    const at = places()[1] as number;
    const home = places()[0] as number;
    const reach = arrow.querySelector(".etx-reach") as Element;
    send(reach, "pointerdown", { clientX: at, clientY: 32 });
    send(reach, "pointermove", { clientX: home + 2 * (at - home), clientY: 200 });
    send(reach, "pointerup");
    expect(moves.at(-1)?.[0]).toBe("velocity");
    expect(moves.at(-1)?.[1]).toBeCloseTo(1, 1);
    press(arrow, "ArrowLeft");
    expect(moves.at(-1)?.[1]).toBeLessThan(0.5);
  });
});

test("errors of a series lie on a ladder of powers of ten, the shown one marked", () => {
  const chart = seriesChart({ document: page(), width: 800, height: 0, format: { tick: String } });
  chart.update({
    plane: data,
    errors: [1, 1e-4, 1e-8, 0],
    current: 2,
    labels: { error: "error", terms: "terms" },
    end: "ends here",
  });
  const ladder = [...chart.node.children].at(-1) as Element;
  const spots = [...ladder.querySelectorAll("circle")].map((spot) =>
    Number(spot.getAttribute("cy")),
  );
  const [a = 0, b = 0, c = 0, floor = 0] = spots;
  expect(b - a).toBeCloseTo(c - b, 1);
  expect(floor).toBeGreaterThan(c);
  expect(ladder.querySelectorAll(".etx-accent.etx-dot")).toHaveLength(1);
  expect(ladder.textContent).toContain("ends here");
  expect(ladder.textContent).toContain("10⁻⁸");
});
