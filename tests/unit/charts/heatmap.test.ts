import { inflateSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { colorIndex, palette } from "../../../web/charts/colormap.ts";
import { serialize } from "../../../web/charts/export.ts";
import {
  type HeatmapChart,
  type HeatmapData,
  type HeatmapOptions,
  heatmapChart,
} from "../../../web/charts/heatmap.ts";
import type { View } from "../../../web/charts/heatmap-view.ts";
import { pngUrl } from "../../../web/charts/png.ts";
import { page, press, send } from "./page.ts";

/** The parts of a PNG in a data: URL, by their type. */
function partsOf(url: string): Record<string, Buffer> {
  const bytes = Buffer.from(url.replace("data:image/png;base64,", ""), "base64");
  const parts: Record<string, Buffer> = {};
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    parts[bytes.toString("latin1", at + 4, at + 8)] = bytes.subarray(at + 8, at + 8 + length);
    at += 12 + length;
  }
  return parts;
}

describe("a PNG", () => {
  test("holds its size, its palette and its pixels, also beyond one block of 65 535 bytes", () => {
    const [width, height] = [300, 400];
    const pixels = Uint8Array.from({ length: width * height }, (_, i) => (i * 7) % 256);
    const colours = palette("amount");
    const parts = partsOf(pngUrl(width, height, pixels, colours));
    expect([parts.IHDR?.readUInt32BE(0), parts.IHDR?.readUInt32BE(4)]).toEqual([width, height]);
    expect(Uint8Array.from(parts.PLTE as Buffer)).toEqual(colours);
    const rows = inflateSync(parts.IDAT as Buffer); // its checksum is looked at here
    for (const row of [0, 1, 399]) {
      const [filter, ...line] = rows.subarray(row * (width + 1), (row + 1) * (width + 1));
      expect(filter).toBe(0);
      expect(Uint8Array.from(line)).toEqual(pixels.subarray(row * width, (row + 1) * width));
    }
  });

  test("ends each part with the checksum that the format asks for", () => {
    const bytes = Buffer.from(
      pngUrl(1, 1, Uint8Array.of(0), Uint8Array.of(0, 0, 0)).split(",")[1] as string,
      "base64",
    );
    expect(bytes.subarray(-4).toString("hex")).toBe("ae426082"); // IEND's, in every PNG
  });
});

test("colours run from end to end, and what is no number has its own", () => {
  expect([colorIndex(0), colorIndex(1), colorIndex(-3), colorIndex(7)]).toEqual([1, 255, 1, 255]);
  expect(colorIndex(Number.NaN)).toBe(0);
  const signs = palette("sign");
  expect([...signs.subarray(3, 6)]).toEqual([0x1d, 0x4f, 0x8c]);
  expect([...signs.subarray(3 * 255)]).toEqual([0x8f, 0x1f, 0x2b]);
  expect([...signs.subarray(3 * 128, 3 * 129)]).toEqual([0xf4, 0xf1, 0xe9]); // 0 is the middle
});

describe("the heatmap", () => {
  let chart: HeatmapChart;
  let options: HeatmapOptions;
  const data: HeatmapData = {
    width: 4,
    height: 3,
    values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, Number.NaN],
    domain: [0, 10],
    scale: "linear",
    colors: "amount",
    lags: [0, 400],
    rows: [10, 20, 30],
    xLabel: "lag",
    yLabel: "base",
  };
  beforeEach(() => {
    options = {
      document: page(),
      width: 600,
      height: 300,
      labels: { cursor: "Cell" },
      format: {
        lag: String,
        row: String,
        value: String,
        cell: ({ row, column }) => [`row ${row}`, `column ${column}`],
      },
    };
    chart = heatmapChart(options);
    chart.update(data);
  });
  const image = () => chart.node.querySelector("image") as Element;
  const layer = () => chart.node.querySelector(".etx-layer") as Element;
  const cell = () => layer().getAttribute("aria-valuetext");

  test("paints a cell a pixel, in Node as in a browser, and exports it", () => {
    const rows = inflateSync(partsOf(image().getAttribute("href") ?? "").IDAT as Buffer);
    const indices = [0, 1, 2].flatMap((row) => [...rows.subarray(5 * row + 1, 5 * row + 5)]);
    expect(indices).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((v) => 1 + Math.round(25.4 * v)).concat(0),
    );
    expect(serialize(chart.node)).toContain("data:image/png;base64,");
  });

  test("a log scale puts equal ratios equally far apart", () => {
    chart.update({
      ...data,
      values: [1, 10, 100, 0],
      width: 2,
      height: 2,
      domain: [1, 100],
      scale: "log",
    });
    const rows = inflateSync(partsOf(image().getAttribute("href") ?? "").IDAT as Buffer);
    expect([rows[1], rows[2], rows[4], rows[5]]).toEqual([1, 128, 255, 1]);
  });

  test("the pointer reads the cell under it, keys go from cell to cell and stay inside", () => {
    const place = (name: string): number => Number(image().getAttribute(name));
    send(layer(), "pointermove", {
      clientX: place("x") + 0.6 * place("width"),
      clientY: place("y") + 0.5 * place("height"),
    });
    expect(cell()).toBe("row 1, column 2");
    press(layer(), "ArrowDown");
    press(layer(), "End");
    expect(cell()).toBe("row 2, column 3");
    press(layer(), "ArrowDown", { shiftKey: true });
    expect(cell()).toBe("row 2, column 3");
    press(layer(), "Home");
    press(layer(), "ArrowUp");
    expect(cell()).toBe("row 1, column 0");
    press(layer(), "Escape");
    expect(chart.node.querySelector(".etx-cursor")?.getAttribute("visibility")).toBe("hidden");
  });

  test("an older picture is pale, and an empty one no fault", () => {
    chart.update({ ...data, stale: true });
    expect(image().getAttribute("opacity")).toBe("0.45");
    chart.update({ ...data, values: [], width: 0, height: 0, rows: [] });
    expect(image().getAttribute("href")).toBeNull();
  });

  describe("zooms", () => {
    let seen: View[];
    /** Pixels of a place in the frame, from 0 to 1. */
    const at = (x: number, y: number) => {
      const plot = chart.node.querySelector("svg") as Element;
      const place = (name: string): number => Number(plot.getAttribute(name));
      return {
        clientX: place("x") + x * place("width"),
        clientY: place("y") + y * place("height"),
      };
    };
    const drag = (from: [number, number], to: [number, number], fields = {}): void => {
      send(layer(), "pointerdown", { ...at(...from), ...fields });
      send(layer(), "pointermove", at(...to));
    };
    const close = (found: readonly number[] | null | undefined, to: number[]): void => {
      for (const [i, value] of to.entries()) expect(found?.[i]).toBeCloseTo(value, 1);
    };
    beforeEach(() => {
      seen = [];
      chart.destroy();
      chart = heatmapChart({ ...options, onView: (view) => seen.push(view) });
      chart.update(data);
    });

    test("into what a drag marks; Escape lets go of it", () => {
      drag([0.25, 0.2], [0.5, 0.7]);
      const mark = chart.node.querySelector(".etx-window") as Element;
      expect(mark.getAttribute("visibility")).toBeNull();
      send(layer(), "pointerup", at(0.5, 0.7));
      expect(mark.getAttribute("visibility")).toBe("hidden");
      expect(seen).toHaveLength(1);
      close(seen[0]?.lags, [100, 200]);
      close(seen[0]?.rows, [0.2, 0.7]);
      // The old cells are stretched: their four columns are now as wide as sixteen.
      const width = (node: Element): number => Number(node.getAttribute("width"));
      expect(width(image()) / width(chart.node.querySelector("svg") as Element)).toBeCloseTo(4);

      drag([0.5, 0.5], [0.9, 0.9], { shiftKey: true });
      press(layer(), "Escape");
      expect(mark.getAttribute("visibility")).toBe("hidden");
      close(seen.at(-1)?.lags, [100, 200]);
    });

    test("along one axis where the mark is thin, and not at all where it is a press", () => {
      drag([0.25, 0.5], [0.5, 0.505]);
      send(layer(), "pointerup", {});
      close(seen[0]?.lags, [100, 200]);
      expect(seen[0]?.rows).toBeNull();
      chart.zoomOut();
      expect(seen.at(-1)).toEqual({ lags: null, rows: null });
      drag([0.25, 0.5], [0.251, 0.505]);
      send(layer(), "pointerup", {});
      expect(seen).toHaveLength(2);
    });

    test("a drag pans what is zoomed, as far as there is something", () => {
      chart.update({ ...data, view: { lags: [100, 200], rows: [0.2, 0.6] } });
      drag([0.5, 0.5], [0.75, 0.25]);
      send(layer(), "pointerup", {});
      close(seen[0]?.lags, [75, 175]);
      close(seen[0]?.rows, [0.3, 0.7]);
      drag([0, 0.5], [0.99, 0.5]);
      drag([0, 0.5], [0.99, 0.5]);
      send(layer(), "pointerup", {});
      expect(seen.at(-1)?.lags).toEqual([0, 100]);
    });

    test("over rows by a factor, around the middle or the cursor; back by 0", () => {
      chart.zoomRows(2);
      expect(seen[0]).toEqual({ lags: null, rows: [0.25, 0.75] });
      send(layer(), "pointermove", at(0.1, 0));
      press(layer(), "ArrowUp");
      chart.zoomRows(0.5);
      expect(seen[1]?.rows).toBeNull();
      press(layer(), "0");
      expect(seen[2]).toEqual({ lags: null, rows: null });
    });

    test("a finger scrolls the page", () => {
      drag([0.2, 0.2], [0.8, 0.8], { pointerType: "touch" });
      send(layer(), "pointerup", {});
      expect(seen).toEqual([]);
    });

    describe("by two fingers", () => {
      type Place = readonly [number, number];
      const touch = (type: string, places: readonly Place[], fields = {}): Event => {
        const touches = places.map((place, i) => ({ identifier: 7 - i, ...at(...place) }));
        return send(layer(), type, { touches, targetTouches: touches, ...fields });
      };
      const pinch = (from: readonly Place[], to: readonly Place[], fields = {}): Event => {
        touch("touchstart", from.slice(0, 1));
        touch("touchstart", from);
        return touch("touchmove", to, fields);
      };

      test("what lies under them goes with them, over both axes; the page keeps still", () => {
        // From lags 100 and 300, places 0.25 and 0.75, to the frame's corners.
        const event = pinch(
          [
            [0.25, 0.25],
            [0.75, 0.75],
          ],
          [
            [0, 0],
            [1, 1],
          ],
        );
        expect(event.defaultPrevented).toBe(true);
        expect(seen).toEqual([]);
        touch("touchend", [[1, 1]]);
        expect(seen).toHaveLength(1);
        close(seen[0]?.lags, [100, 300]);
        close(seen[0]?.rows, [0.25, 0.75]);
        // The last finger's going is no second step.
        touch("touchend", []);
        expect(seen).toHaveLength(1);
      });

      test("over one axis where they lie along it; together they pan; far enough back it is all", () => {
        pinch(
          [
            [0.5, 0.5],
            [0.75, 0.53],
          ],
          [
            [0.25, 0.4],
            [0.75, 0.9],
          ],
        );
        touch("touchend", []);
        close(seen[0]?.lags, [150, 350]);
        expect(seen[0]?.rows).toBeNull();

        chart.update({ ...data, view: { lags: [100, 200], rows: [0.4, 0.6] } });
        const pair = [
          [0.2, 0.2],
          [0.6, 0.6],
        ] as const;
        const moved = [
          [0.4, 0.3],
          [0.8, 0.7],
        ] as const;
        pinch(pair, moved);
        touch("touchend", []);
        close(seen[1]?.lags, [80, 180]);
        close(seen[1]?.rows, [0.38, 0.58]);

        pinch(pair, [
          [0.39, 0.39],
          [0.41, 0.41],
        ]);
        touch("touchend", []);
        expect(seen[2]).toEqual({ lags: null, rows: null });
      });

      test("not where the page scrolls already, and not when the system takes them", () => {
        const [from, to] = [
          [
            [0.25, 0.25],
            [0.75, 0.75],
          ],
          [
            [0, 0],
            [1, 1],
          ],
        ] as const;
        const event = pinch(from, to, { cancelable: false });
        expect(event.defaultPrevented).toBe(false);
        touch("touchmove", to);
        touch("touchend", []);
        pinch(from, to);
        touch("touchcancel", []);
        touch("touchend", []);
        for (const view of seen) expect(view).toEqual({ lags: null, rows: null });
      });
    });

    test("and shows the cells of all where those of the part don't reach", () => {
      const part = {
        ...data,
        lags: [100, 200] as const,
        span: [0, 1] as const,
        all: [0, 400] as const,
      };
      const images = (): number =>
        chart.node.querySelector("svg")?.querySelectorAll("image").length ?? 0;
      chart.update({ ...part, behind: data, view: { lags: [100, 200], rows: null } });
      expect(images()).toBe(1);
      chart.update({ ...part, behind: data, view: { lags: [50, 200], rows: null } });
      expect(images()).toBe(2);
      // Keys stay among the cells in sight.
      press(layer(), "Home");
      expect(cell()).toBe("row 0, column 0");
    });
  });
});
