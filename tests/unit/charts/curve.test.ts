import { beforeEach, describe, expect, test, vi } from "vitest";
import { curveChart } from "../../../web/charts/curve.ts";
import type {
  CurveChart,
  CurveData,
  CurveReading,
  CurveSeries,
} from "../../../web/charts/types.ts";
import { numbersIn, page, press, send } from "./page.ts";

const falling = (id: string, end: number, more: Partial<CurveSeries> = {}): CurveSeries => ({
  id,
  label: `Encoding ${id}`,
  colorIndex: 0,
  start: 0,
  step: 1,
  values: Float64Array.from({ length: 1001 }, (_, i) => 1 + ((end - 1) * i) / 1000),
  ...more,
});
let chart: CurveChart;
let data: CurveData;
let onHover: ReturnType<typeof vi.fn<(reading: CurveReading | null) => void>>;
let onZoom: ReturnType<typeof vi.fn<(domain: readonly [number, number] | null) => void>>;

beforeEach(async () => {
  onHover = vi.fn<(reading: CurveReading | null) => void>();
  onZoom = vi.fn<(domain: readonly [number, number] | null) => void>();
  data = {
    series: [
      falling("a", 0, { emphasised: true }),
      falling("b", 0.02, { colorIndex: 1 }),
      falling("c", 0.6, { colorIndex: 2 }),
    ],
    xScale: "linear",
    xLabel: "lag",
    yLabel: "score",
    marker: { lag: 250, label: "t = 250" },
  };
  chart = curveChart({
    document: page(),
    width: 800,
    height: 300,
    labels: { cursor: "Lag" },
    format: {
      lag: String,
      tick: String,
      title: (lag) => `lag ${lag}`,
      value: (value) => value.toFixed(3),
      valueText: ({ lag, values, nearest }) => `lag ${lag}: ${values.length} curves, ${nearest}`,
    },
    onHover,
    onZoom,
  });
  chart.update(data);
  await vi.dynamicImportSettled(); // zooming comes late
});

const all = (selector: string): Element[] => [...chart.node.querySelectorAll(selector)];
const layer = (): Element => all(".etx-layer")[0] as Element;
const box = () =>
  Object.fromEntries(
    ["x", "y", "width", "height"].map((name) => [name, Number(layer().getAttribute(name))]),
  ) as Record<"x" | "y" | "width" | "height", number>;
const at = (share: number): number => box().x + share * box().width;
const lagNow = (): number => Number(layer().getAttribute("aria-valuenow"));
const last = (): CurveReading => onHover.mock.lastCall?.[0] as CurveReading;

describe("drawing", () => {
  test("a curve's pieces span the plot; the emphasised one lies on top", () => {
    const paths = all(".etx-line, .etx-line-strong").filter(
      (path) => path.parentElement?.tagName.toLowerCase() === "svg",
    );
    const strong = paths.findIndex((path) => path.getAttribute("class")?.includes("strong"));
    expect(strong).toBeGreaterThanOrEqual(2);
    const top = paths.slice(strong);
    expect(top.every((path) => path.getAttribute("class")?.includes("strong"))).toBe(true);
    const numbers = numbersIn(top.map((path) => path.getAttribute("d")).join(""));
    expect(numbers.slice(0, 2)).toEqual([box().x, box().y]);
    expect(numbers.at(-1)).toBeCloseTo(box().y + box().height, 1);
  });

  test("the marker stands at its lag, with a dot on the emphasised curve", () => {
    expect(Number(all(".etx-marker")[0]?.getAttribute("x1"))).toBeCloseTo(at(0.25), 1);
    expect(Number(all(".etx-accent .etx-dot")[0]?.getAttribute("cy"))).toBeCloseTo(
      box().y + 0.25 * box().height,
      1,
    );
    expect(chart.node.textContent).toContain("t = 250");
  });

  test("names stand at the ends, apart, with a leader where one was moved", () => {
    const names = all(".etx-words.etx-strong");
    expect(names.map((name) => name.textContent)).toEqual([
      "Encoding a",
      "Encoding b",
      "Encoding c",
    ]);
    const [a, b] = names.map((name) => Number(name.getAttribute("y")));
    expect((a as number) - (b as number)).toBeGreaterThanOrEqual(14 - 0.02);
    expect(all(".etx-leader").filter((leader) => leader.getAttribute("d"))).not.toHaveLength(0);
  });

  test("a narrow figure gives its width to the plot and names the curves above it", () => {
    chart.resize(380, 300);
    expect(box().x + box().width).toBe(372);
    const ys = all(".etx-words")
      .filter((name) => name.textContent?.startsWith("Encoding"))
      .map((name) => Number(name.getAttribute("y")));
    expect(Math.max(...ys)).toBeLessThan(box().y - 10);
  });

  test("curves that are named elsewhere take no room for names", () => {
    chart.update({ ...data, series: data.series.map((one) => ({ ...one, unnamed: true })) });
    expect(all(".etx-words").filter((name) => name.textContent?.startsWith("Encoding"))).toEqual(
      [],
    );
    const right = box().x + box().width;
    chart.update(data);
    expect(right).toBeGreaterThan(box().x + box().width);
  });

  test("lag 0 and the end are labelled on the logarithmic scale", () => {
    chart.update({ ...data, xScale: "log" });
    const words = all(".etx-tick").map((tick) => tick.textContent);
    expect(words).toEqual(expect.arrayContaining(["0", "1", "10", "100", "1000"]));
  });

  test("no data, one sample, constants and infinities draw", () => {
    const odd = [
      [],
      [{ ...falling("a", 0), values: Float64Array.of(0) }],
      [{ ...falling("a", 0), values: Float64Array.of(0, Number.NaN, 1 / 0, 2) }],
    ];
    for (const series of odd) {
      chart.update({ ...data, series });
      expect(chart.node.outerHTML).not.toMatch(/NaN|Infinity/);
    }
  });
});

describe("reading", () => {
  test("the pointer reads the nearest whole lag and the nearest curve", () => {
    send(layer(), "pointermove", { clientX: at(0.5004), clientY: box().y + 0.22 * box().height });
    expect(last().lag).toBe(500);
    expect(last().nearest).toBe("c");
    expect(last().values.map(({ value }) => value)).toEqual(
      [0.5, 0.51, 0.8].map((value) => expect.closeTo(value, 12)),
    );
    expect(all(".etx-sheet")[0]?.parentElement?.textContent).toContain("lag 500");
    send(layer(), "pointerleave");
    expect(onHover).toHaveBeenLastCalledWith(null);
    expect(all(".etx-cursor")[0]?.getAttribute("visibility")).toBe("hidden");
  });

  test("what a finger pointed at stays to be read", () => {
    send(layer(), "pointermove", { clientX: at(0.5), clientY: 100, pointerType: "touch" });
    send(layer(), "pointerleave", { pointerType: "touch" });
    expect(last().lag).toBe(500);
  });

  test("its sheet never leaves the figure", () => {
    for (const width of [800, 300, 220]) {
      chart.resize(width, 260);
      for (const share of [0, 0.3, 0.6, 0.99]) {
        send(layer(), "pointermove", { clientX: at(share), clientY: 100 });
        const sheet = all(".etx-sheet")[0] as Element;
        const [left = 0, top = 0] = numbersIn(sheet.parentElement?.getAttribute("transform") ?? "");
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left + Number(sheet.getAttribute("width"))).toBeLessThanOrEqual(width);
        expect(top + Number(sheet.getAttribute("height"))).toBeLessThanOrEqual(260);
      }
    }
  });

  test("the keys read the same", () => {
    expect(layer().getAttribute("role")).toBe("slider");
    press(layer(), "ArrowRight");
    expect(lagNow()).toBe(250); // where the marker is
    press(layer(), "ArrowRight");
    press(layer(), "ArrowRight", { shiftKey: true });
    expect(lagNow()).toBe(261);
    press(layer(), "PageUp");
    expect(lagNow()).toBe(361);
    press(layer(), "End");
    expect(lagNow()).toBe(1000);
    press(layer(), "Home");
    press(layer(), "ArrowLeft");
    expect(lagNow()).toBe(0);
    expect(layer().getAttribute("aria-valuetext")).toBe("lag 0: 3 curves, a");
    press(layer(), "Escape");
    expect(onHover).toHaveBeenLastCalledWith(null);
  });

  test("follows data that change under it", () => {
    press(layer(), "End");
    chart.update({
      ...data,
      series: [falling("a", 0.5, { values: Float64Array.of(1, 0.5, 0.25), emphasised: true })],
    });
    expect(last()).toMatchObject({ lag: 2, values: [{ value: 0.25 }] });
  });
});

describe("zoom", () => {
  test("keys zoom around the cursor and reset; ticks follow", () => {
    press(layer(), "End");
    press(layer(), "+");
    expect(onZoom).toHaveBeenLastCalledWith([500, 1000].map((lag) => expect.closeTo(lag, 6)));
    expect(all(".etx-tick").map((tick) => tick.textContent)).toEqual(
      expect.arrayContaining(["500", "600", "1000"]),
    );
    press(layer(), "-");
    expect(onZoom).toHaveBeenLastCalledWith(null);
    press(layer(), "+");
    press(layer(), "0");
    expect(onZoom).toHaveBeenLastCalledWith(null);
  });

  test("never closer than four lags", () => {
    for (let i = 0; i < 40; i++) chart.zoomBy(2);
    const [low = 0, high = 0] = onZoom.mock.lastCall?.[0] ?? [];
    expect(high - low).toBeGreaterThanOrEqual(4);
    expect(high - low).toBeLessThan(9);
  });

  test.each(["linear", "log"] as const)(
    "zoomTo shows an interval on the %s scale, silently, and keeps it when resized",
    (xScale) => {
      chart.update({ ...data, xScale });
      chart.zoomTo([100, 200]);
      expect(onZoom).not.toHaveBeenCalled();
      for (const width of [800, 400]) {
        chart.resize(width, 300);
        expect(
          [layer().getAttribute("aria-valuemin"), layer().getAttribute("aria-valuemax")].map(
            Number,
          ),
        ).toEqual([100, 200]);
      }
      chart.zoomBy(2);
      const [low = 0, high = 0] = onZoom.mock.lastCall?.[0] ?? [];
      expect(low).toBeGreaterThan(100);
      expect(high).toBeLessThan(200);
      chart.zoomTo(null);
      expect(Number(layer().getAttribute("aria-valuemax"))).toBe(1000);
    },
  );

  test("the page keeps its wheel, until Ctrl is held", () => {
    const wheel = (more = {}) =>
      send(layer(), "wheel", {
        deltaY: -100,
        deltaMode: 0,
        clientX: 400,
        clientY: 100,
        ctrlKey: false,
        metaKey: false,
        ...more,
      });
    expect(wheel().defaultPrevented).toBe(false);
    expect(onZoom).not.toHaveBeenCalled();
    expect(wheel({ ctrlKey: true }).defaultPrevented).toBe(true);
    expect(onZoom).toHaveBeenCalled();
  });

  test("one finger is the page's, and a drag pans only what is zoomed", () => {
    expect(
      send(layer(), "touchstart", { touches: [{}], changedTouches: [{}] }).defaultPrevented,
    ).toBe(false);
    send(layer(), "mousedown", { clientX: 400, clientY: 100, ctrlKey: false });
    expect(onZoom).not.toHaveBeenCalled();
  });
});

test("on listed lags the cursor goes from one to the next, and each is a dot", () => {
  const lags = Float64Array.of(0, 0.5, 7, 1000);
  const values = Float64Array.of(1, 0.75, 0.5, 0);
  chart.update({ ...data, series: [{ ...falling("a", 0), lags, values }] });
  press(layer(), "Home");
  for (const lag of [0.5, 7, 1000, 1000]) {
    press(layer(), "ArrowRight");
    expect(lagNow()).toBe(lag);
  }
  expect(last().values[0]?.value).toBe(0);
  press(layer(), "ArrowLeft");
  expect(lagNow()).toBe(7);
  send(layer(), "pointermove", { clientX: at(0.4), clientY: 100 });
  expect(lagNow()).toBe(7); // nearer than 1000
  const dots = all(".etx-solid")
    .map((path) => path.getAttribute("d") ?? "")
    .join("");
  expect(dots.split("Z")).toHaveLength(5);
});

test("beyond given limits a curve leaves the chart, whose axis ends there and whose label stays in it", () => {
  chart.update({ ...data, series: [falling("a", -1.5)], limits: [-0.5, 1] });
  const ticks = all(".etx-tick").map((tick) => Number(tick.textContent));
  expect(Math.min(...ticks.filter((tick) => tick < 1))).toBeGreaterThanOrEqual(-0.5);
  const label = all("text").find((text) => text.textContent === "Encoding a");
  expect(Number(label?.getAttribute("y"))).toBeLessThanOrEqual(300);
});

test("a curve that breaks off is named where it ends, and not beyond the lags in sight", () => {
  const whole = falling("whole", 0);
  const values = falling("law", 0).values.map((value, lag) => (lag > 300 ? Number.NaN : value));
  const named = (): Element | undefined =>
    all("text").find(({ textContent }) => textContent === "Encoding law");
  chart.update({ ...data, series: [whole, falling("law", 0, { values, colorIndex: 1 })] });
  const x = Number(named()?.getAttribute("x"));
  expect(x).toBeGreaterThan(at(0.3));
  expect(x).toBeLessThan(at(0.3) + 20);
  chart.zoomTo([400, 900]);
  expect(named()).toBeUndefined();
});
