import { beforeEach, describe, expect, test, vi } from "vitest";
import { planeChart } from "../../../web/charts/plane.ts";
import { nearest } from "../../../web/charts/plane-hands.ts";
import { nudge, planeScale, pull } from "../../../web/charts/plane-scale.ts";
import type { Chart, Eigenvalue, MovePhase, PlaneData } from "../../../web/charts/types.ts";
import { numbersIn, page, press, send } from "./page.ts";

const eigenvalue = (
  id: string,
  rate: number,
  frequency: number,
  more: Partial<Eigenvalue> = {},
): Eigenvalue => ({
  id,
  kind: frequency === 0 ? "real" : "pair",
  rate,
  frequency,
  size: 1,
  multiplicity: 1,
  movable: true,
  ...more,
});
const limits = { rates: [-1, 1] as const, frequency: Math.PI, threshold: 1e-4 };

type Move = [id: string, to: { rate: number; frequency: number }, phase: MovePhase];
let moves: Move[];
let onSelect: ReturnType<typeof vi.fn<(id: string) => void>>;
let chart: Chart<PlaneData>;
let data: PlaneData;

beforeEach(() => {
  moves = [];
  onSelect = vi.fn<(id: string) => void>();
  data = {
    series: [
      {
        id: "b",
        label: "RoPE",
        colorIndex: 1,
        muted: true,
        eigenvalues: [eigenvalue("b:0", 0, 1), eigenvalue("b:1", 0, 0.01)],
      },
      {
        id: "a",
        label: "Damped",
        colorIndex: 0,
        eigenvalues: [
          eigenvalue("a:0", -0.001, 0.1),
          eigenvalue("a:1", -0.1, 0),
          eigenvalue("a:2", 0, 0, { size: 2, movable: false }),
        ],
      },
    ],
    selected: "a:0",
  };
  chart = planeChart({
    document: page(),
    width: 400,
    height: 380,
    labels: { rate: "rate", frequency: "frequency", grows: "grows" },
    format: {
      tick: String,
      value: ({ rate, frequency }) => `${rate} ± ${frequency} i`,
      handle: ({ id }, { label }) => `${label}, ${id}`,
      valueText: ({ rate, frequency }) => `rate ${rate}, frequency ${frequency}`,
    },
    onMove: (...move) => moves.push(move),
    onSelect,
  });
  chart.update(data);
});

const all = (selector: string): Element[] => [...chart.node.querySelectorAll(selector)];
const handles = (): Element[] => all("[role=slider]");
const handle = (id: string): Element =>
  handles().find((one) => one.getAttribute("aria-label")?.endsWith(id)) as Element;
const surface = (): Element => all(".etx-reach")[0] as Element;
/** Where the selected one's ring is. */
const ring = (): [number, number] => {
  const node = all(".etx-ring")[0] as Element;
  return [Number(node.getAttribute("cx")), Number(node.getAttribute("cy"))];
};
const phases = (): string[] => moves.map(([, , phase]) => phase);
/** The scale that the chart must have drawn by, from its own zero lines and shade. */
const zero = (): [number, number] => [
  Number(all(".etx-unstable")[0]?.getAttribute("x")),
  Number(
    all(".etx-zero")
      .find((line) => line.getAttribute("y1") === line.getAttribute("y2"))
      ?.getAttribute("y1"),
  ),
];

describe("geometry", () => {
  test("a pair stands at ±frequency, mirrored in the zero line", () => {
    const ys = all(".etx-ring").map((node) => Number(node.getAttribute("cy")));
    expect(ys).toHaveLength(2);
    expect(((ys[0] as number) + (ys[1] as number)) / 2).toBeCloseTo(zero()[1], 1);
    // Its dot is the accent's, the larger about its own place; a conjugate's is the smaller.
    const [x, y, , , ...rest] = numbersIn(
      all(".etx-accent path.etx-dot")[0]?.getAttribute("d") ?? "",
    );
    expect(rest.length).toBeGreaterThan(0);
    expect(x).toBeLessThan(zero()[0]);
    expect(y).toBe(ys[0]);
  });

  test("the dots of a series are one path, the selected one's apart", () => {
    const dots = (color: string) =>
      (all(`${color} > path`)[0]?.getAttribute("d") ?? "").match(/M/g)?.length ?? 0;
    expect(dots(".etx-s2")).toBe(4); // two pairs
    expect(dots(".etx-s1")).toBe(1); // a real one; the block is a square
    chart.update({ ...data, selected: "a:1" });
    expect(dots(".etx-s1")).toBe(2);
  });

  test("both axes are symmetric-logarithmic about 1e-4", () => {
    const scale = planeScale({ left: 0, top: 0, right: 222, bottom: 222 }, limits);
    const at = (rate: number) => (scale.x(rate) - scale.x(0)) / (scale.x(1) - scale.x(0));
    for (const rate of [1e-5, 1e-3, 0.1, -0.01]) {
      expect(at(rate)).toBeCloseTo(
        (Math.sign(rate) * Math.log1p(Math.abs(rate) / 1e-4)) / Math.log1p(1e4),
        12,
      );
    }
    expect(scale.x(-1)).toBe(11);
    expect(scale.y(Math.PI)).toBe(11);
    expect(scale.y(0.5) + scale.y(-0.5)).toBeCloseTo(222, 9);
  });

  test("a defective block is a square with its size; the unstable half is shaded and named", () => {
    const square = all(".etx-block")[0] as Element;
    const [x, y] = numbersIn(square.getAttribute("d"));
    expect([(x as number) + 6.5, (y as number) + 6.5]).toEqual(zero());
    expect(square.parentElement?.querySelector(".etx-badge")?.textContent).toBe("2");
    expect(chart.node.textContent).toContain("grows");
  });

  test("ticks are powers of ten, and each sign has the other", () => {
    const words = all(".etx-tick")
      .map((text) => text.textContent)
      .filter(Boolean);
    for (const word of words)
      expect(words).toContain(
        word?.startsWith("-") ? word.slice(1) : word === "0" ? "0" : `-${word}`,
      );
    expect(words).toEqual(expect.arrayContaining(["1", "-1", "0", "0.01", "-0.01"]));
  });

  test("the selected value is written beside its dot, inside the plot even at an edge", () => {
    for (const rate of [-1, -0.5, 0.9]) {
      chart.update({
        ...data,
        series: [
          {
            ...(data.series[1] as (typeof data.series)[1]),
            eigenvalues: [eigenvalue("a:0", rate, 3)],
          },
        ],
      });
      const text = all(".etx-words.etx-strong").find((node) =>
        node.textContent?.includes("±"),
      ) as Element;
      expect(text.textContent).toBe(`${rate} ± 3 i`);
      expect(text.getAttribute("text-anchor")).toBe(rate < 0 ? "start" : "end");
    }
  });
});

describe("handles", () => {
  test("are sliders with words; one tab stop, in the selected series", () => {
    const one = handle("a:0");
    expect(one.getAttribute("aria-label")).toBe("Damped, a:0");
    expect(one.getAttribute("aria-valuetext")).toBe("rate -0.001, frequency 0.1");
    expect(
      ["min", "max", "now"].map((end) => Number(one.getAttribute(`aria-value${end}`))),
    ).toEqual([-1, 1, -0.001]);
    expect(handles()).toHaveLength(4);
    expect(all("[tabindex='0']")).toEqual([one]);
  });

  test("are moved in place: the same nodes after an update", () => {
    const before = [handle("a:0"), handle("b:1"), surface()];
    chart.update({
      ...data,
      series: data.series.map((series) => ({ ...series, muted: !series.muted })),
      selected: "b:1",
    });
    expect([handle("a:0"), handle("b:1"), surface()]).toEqual(before);
    expect(all("[tabindex='0']")).toEqual([handle("b:1")]);
    chart.update({ series: [] });
    expect(handles()).toHaveLength(0);
  });
});

describe("pointer", () => {
  const down = (x: number, y: number, more = {}) =>
    send(surface(), "pointerdown", { clientX: x, clientY: y, ...more });
  const move = (x: number, y: number, more = {}) =>
    send(surface(), "pointermove", { clientX: x, clientY: y, ...more });
  const up = (type = "pointerup") => send(surface(), type, {});

  test("a drag starts when it moves, tells each move, and ends", () => {
    const [x, y] = ring();
    down(x + 3, y - 2);
    expect(moves).toEqual([]);
    move(x - 20, y - 2);
    move(x - 40, y - 2);
    up();
    up("lostpointercapture");
    expect(phases()).toEqual(["start", "move", "move", "end"]);
    const [id, to] = moves[2] as Move;
    expect(id).toBe("a:0");
    expect(to.frequency).toBe(0.1); // not moved up or down: exact
    expect(to.rate).toBeLessThan(-0.001);
    expect(moves[0]?.[1]).toEqual({ rate: -0.001, frequency: 0.1 });
  });

  test("what is held follows the hand though the data come late", () => {
    const [x, y] = ring();
    down(x, y);
    move(x - 30, y + 20);
    chart.update(data);
    expect(ring()[0]).toBeCloseTo(x - 30, -1);
    expect(ring()[1]).toBeCloseTo(y + 20, -1);
    up();
    chart.update(data);
    expect(ring()).toEqual([x, y]);
  });

  test.each([
    ["pointercancel", "cancel"],
    ["lostpointercapture", "end"],
  ])("%s lets go: %s", (type, phase) => {
    const [x, y] = ring();
    down(x, y);
    move(x - 20, y);
    up(type);
    expect(phases()).toEqual(["start", "move", phase]);
    move(x - 60, y);
    expect(phases()).toHaveLength(3);
  });

  test("Escape gives the value back and lets go", () => {
    const [x, y] = ring();
    down(x, y);
    move(x - 20, y + 9);
    press(handle("a:0"), "Escape");
    expect(moves.at(-1)).toEqual(["a:0", { rate: -0.001, frequency: 0.1 }, "cancel"]);
    move(x - 60, y);
    up();
    expect(phases()).toEqual(["start", "move", "cancel"]);
    expect(ring()).toEqual([x, y]);
  });

  test("a press without a move selects; a second finger and a right button do nothing", () => {
    const [x, y] = ring();
    chart.update({ series: data.series });
    down(x, y, { button: 2 });
    down(x, y, { isPrimary: false });
    expect(onSelect).not.toHaveBeenCalled();
    down(x, y);
    up();
    expect(onSelect).toHaveBeenCalledWith("a:0");
    expect(moves).toEqual([]);
  });

  test("an eigenvalue that vanishes is dropped", () => {
    const [x, y] = ring();
    down(x, y);
    move(x - 20, y);
    chart.update({ series: [] });
    move(x - 30, y);
    up();
    expect(phases()).toEqual(["start", "move"]);
  });
});

describe("keys", () => {
  test("arrows step rate and frequency, Shift ten times as far, and key up ends the step", () => {
    const one = handle("a:0");
    press(one, "ArrowRight");
    press(one, "ArrowRight", { shiftKey: true });
    send(one, "keyup", { key: "ArrowRight" });
    expect(phases()).toEqual(["start", "move", "move", "end"]);
    const rates = moves.map(([, { rate }]) => rate);
    expect(rates[1]).toBeGreaterThan(-0.001);
    expect((rates[2] as number) - (rates[1] as number)).toBeGreaterThan(
      5 * ((rates[1] as number) + 0.001),
    );
    press(one, "ArrowUp");
    expect(moves.at(-1)?.[1].frequency).toBeGreaterThan(0.1);
    send(one, "blur");
    expect(phases().at(-1)).toBe("end");
  });

  test("Home is rate 0; Escape within a step gives the value back", () => {
    const one = handle("a:0");
    press(one, "Home");
    expect(moves.at(-1)?.[1]).toEqual({ rate: 0, frequency: 0.1 });
    press(one, "Escape");
    expect(moves.at(-1)).toEqual(["a:0", { rate: -0.001, frequency: 0.1 }, "cancel"]);
  });

  test("a real one knows no frequency", () => {
    press(handle("a:1"), "ArrowUp");
    expect(moves.filter(([, , phase]) => phase === "move")).toEqual([]);
    press(handle("a:1"), "ArrowLeft");
    expect(moves.at(-1)?.[1].frequency).toBe(0);
  });

  test("PageDown and PageUp walk the series' movable ones; Enter selects", () => {
    const focused: string[] = [];
    for (const one of handles())
      (one as HTMLElement).focus = () => void focused.push(one.getAttribute("aria-label") ?? "");
    press(handle("a:0"), "PageDown");
    press(handle("a:1"), "PageDown");
    press(handle("a:0"), "PageUp");
    expect(focused).toEqual(["Damped, a:1", "Damped, a:0", "Damped, a:1"]);
    press(handle("b:0"), "Enter");
    expect(onSelect).toHaveBeenCalledWith("b:0");
  });

  test("keys that mean something here stay here, others pass", () => {
    expect(press(handle("a:0"), "ArrowLeft").defaultPrevented).toBe(true);
    expect(press(handle("a:0"), "Tab").defaultPrevented).toBe(false);
    expect(press(handle("a:0"), "ArrowLeft", { ctrlKey: true }).defaultPrevented).toBe(false);
  });
});

describe("the hand's arithmetic", () => {
  const scale = planeScale({ left: 0, top: 0, right: 322, bottom: 322 }, limits);

  test("zero attracts from outside, and Alt or Shift frees", () => {
    const drag = pull(eigenvalue("a", -0.01, 0.1), 1, scale);
    const dx = scale.x(0) - scale.x(-0.01) + 4;
    expect(drag(dx, 0, false).rate).toBe(0);
    expect(drag(dx, 0, true).rate).toBeGreaterThan(0);
    const dy = scale.y(0) - scale.y(0.1) + 4;
    expect(drag(0, dy, false)).toEqual({ rate: -0.01, frequency: 0 });
  });

  test("a slow pair is not swallowed by frequency 0 when moved sideways", () => {
    const slow = eigenvalue("a", -0.01, 1e-6);
    expect(pull(slow, 1, scale)(30, 0, false).frequency).toBe(1e-6);
    expect(pull(slow, 1, scale)(30, 1, false).frequency).not.toBe(0);
  });

  test("the conjugate's handle moves the pair as its mirror", () => {
    const pair = eigenvalue("a", -0.01, 0.1);
    const up = pull(pair, 1, scale)(0, -20, false);
    expect(pull(pair, -1, scale)(0, 20, false)).toEqual(up);
    expect(up.frequency).toBeGreaterThan(0.1);
  });

  test("nothing leaves the limits", () => {
    const far = pull(eigenvalue("a", -0.01, 0.1), 1, scale)(-9999, -9999, false);
    expect(far).toEqual({ rate: -1, frequency: Math.PI });
    expect(nudge(0.999, 10, 1e-4, -1, 1)).toBe(1);
  });

  test("steps of the keys stop at 0 and leave it again", () => {
    let value = -3e-6;
    value = nudge(value, 1, 1e-4, -1, 1);
    expect(value).toBe(0);
    expect(nudge(value, 1, 1e-4, -1, 1)).toBeGreaterThan(0);
    expect(nudge(value, -1, 1e-4, -1, 1)).toBeLessThan(0);
  });

  test("in a crowd the nearest wins, and between equals the selected", () => {
    const grips = Array.from({ length: 64 }, (_, i) => ({
      eigenvalue: eigenvalue(`${i}`, 0, 1),
      mirror: 1 as const,
      x: 100,
      y: 100 + 2 * i,
    }));
    expect(nearest(grips, 104, 141, 12)?.eigenvalue.id).toBe("20");
    expect(nearest(grips, 100, 128.2, 12)?.eigenvalue.id).toBe("14");
    expect(nearest(grips, 100, 129, 12, "15")?.eigenvalue.id).toBe("15");
    expect(nearest(grips, 130, 129, 12)).toBeNull();
  });
});
