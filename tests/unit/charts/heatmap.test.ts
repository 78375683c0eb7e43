import { inflateSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { colorIndex, palette } from "../../../web/charts/colormap.ts";
import { serialize } from "../../../web/charts/export.ts";
import { type HeatmapData, heatmapChart } from "../../../web/charts/heatmap.ts";
import { pngUrl } from "../../../web/charts/png.ts";
import type { Chart } from "../../../web/charts/types.ts";
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
  let chart: Chart<HeatmapData>;
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
    chart = heatmapChart({
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
    });
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
});
