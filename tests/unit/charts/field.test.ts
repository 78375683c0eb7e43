import { describe, expect, test } from "vitest";
import { type FieldData, fieldChart } from "../../../web/charts/field.ts";
import type { Patch } from "../../../web/charts/field-handle.ts";
import { page, press, send } from "./page.ts";

const data: FieldData = {
  columns: 3,
  rows: 2,
  panels: [
    { title: "first", values: Float64Array.of(1, 2, 4, -4, 0, Number.NaN) },
    { title: "second", values: new Float64Array(6) },
  ],
  limit: 4,
  at: { column: 1, row: 0 },
};

function drawn(width = 640) {
  const moves: [Patch, string][] = [];
  const document = page();
  const chart = fieldChart({
    document,
    width,
    height: 0,
    labels: { handle: "asks" },
    format: {
      tick: String,
      reading: ({ column, row, values }) => `${column},${row}: ${values.join(" ")}`,
      valueText: ({ column, row }) => `${column},${row}`,
    },
    onMove: (to, phase) => moves.push([to, phase]),
  });
  document.body.append(chart.node);
  chart.update(data);
  const find = (selector: string): Element => {
    const found = chart.node.querySelector(selector);
    if (!found) throw new Error(`no ${selector}`);
    return found;
  };
  const words = (): string => find("text.etx-cursor").textContent ?? "";
  return { chart, moves, find, words, handle: find(".etx-handle"), layer: find(".etx-layer") };
}

describe("a field", () => {
  test("paints each patch in the hue of its sign, as deep as its size; what is no number stays blank", () => {
    const { chart } = drawn();
    const cells = [...chart.node.querySelectorAll("g > g > rect")].slice(0, 6);
    expect(
      cells.map((cell) => [cell.getAttribute("class"), cell.getAttribute("fill-opacity")]),
    ).toEqual([
      ["etx-positive", "0.25"],
      ["etx-positive", "0.5"],
      ["etx-positive", "1"],
      ["etx-negative", "1"],
      ["etx-positive", "0"],
      ["etx-positive", "0"],
    ]);
  });

  test("sets its panels side by side, on a narrow screen one below the other, within its width", () => {
    const tops = (width: number): string[] =>
      [...(drawn(width).chart.node.firstElementChild?.children ?? [])]
        .map((child) => child.getAttribute("transform") ?? "")
        .filter(Boolean);
    const [, wide] = tops(640);
    expect(wide).toMatch(/^translate\([1-9]\d*,24\)$/);
    const [, narrow] = tops(300);
    expect(narrow).toMatch(/^translate\(0,[1-9]\d*\)$/);
    const cell = drawn(300).chart.node.querySelector("g > g > rect:nth-child(3)");
    expect(Number(cell?.getAttribute("x")) + Number(cell?.getAttribute("width"))).toBeLessThan(301);
  });

  test("nothing that is painted lies over the hand's layer and its handle", () => {
    const { chart, handle, layer } = drawn();
    const children = [...chart.node.children];
    expect(children.slice(-2)).toEqual([layer, handle]);
  });

  test("arrows move the patch within the picture, as one step until they are let go", () => {
    const { handle, moves } = drawn();
    press(handle, "ArrowUp"); // already at the top
    press(handle, "ArrowRight");
    press(handle, "ArrowDown");
    send(handle, "keyup", { key: "ArrowDown" });
    expect(moves).toEqual([
      [{ column: 1, row: 0 }, "start"],
      [{ column: 2, row: 0 }, "move"],
      [{ column: 2, row: 1 }, "move"],
      [{ column: 2, row: 1 }, "end"],
    ]);
    expect(handle.getAttribute("role")).toBe("slider");
    expect(handle.getAttribute("aria-valuetext")).toBe("1,0"); // until the data say otherwise
  });

  test("Escape gives back what arrows have moved", () => {
    const { handle, moves } = drawn();
    press(handle, "ArrowDown");
    press(handle, "Escape");
    send(handle, "keyup", { key: "ArrowDown" });
    expect(moves.slice(1)).toEqual([
      [{ column: 1, row: 1 }, "move"],
      [{ column: 1, row: 0 }, "cancel"],
    ]);
  });

  test("Shift and arrows read, Escape stops reading", () => {
    const { handle, moves, words } = drawn();
    press(handle, "ArrowRight", { shiftKey: true });
    expect(words()).toBe("2,0: 4 0");
    press(handle, "ArrowDown", { shiftKey: true });
    press(handle, "ArrowLeft", { shiftKey: true });
    press(handle, "ArrowLeft", { shiftKey: true });
    expect(words()).toBe("0,1: -4 0");
    press(handle, "Escape");
    expect(words()).toBe("");
    expect(moves).toEqual([]);
  });

  test("the pointer reads any panel and drags the ring in the first", () => {
    const { handle, layer, moves, words, chart } = drawn();
    const cell = chart.node.querySelector("g > g > rect:nth-child(2)");
    const side = Number(cell?.getAttribute("width"));
    const at = (column: number, row: number) => ({
      clientX: (column + 0.5) * side,
      clientY: 24 + (row + 0.5) * side,
    });
    send(layer, "pointermove", at(0, 1));
    expect(words()).toBe("0,1: -4 0");
    send(layer, "pointerleave");
    expect(words()).toBe("");
    send(handle, "pointerdown", at(1, 0));
    send(handle, "pointermove", at(1, 0));
    send(handle, "pointermove", at(2, 1));
    send(handle, "pointermove", { clientX: 5000, clientY: -40 });
    send(handle, "pointerup");
    expect(moves).toEqual([
      [{ column: 1, row: 0 }, "start"],
      [{ column: 2, row: 1 }, "move"],
      [{ column: 2, row: 0 }, "move"],
      [{ column: 2, row: 0 }, "end"],
    ]);
    send(handle, "pointerdown", at(1, 0));
    send(handle, "pointermove", at(2, 1));
    send(handle, "pointercancel");
    expect(moves.at(-1)).toEqual([{ column: 1, row: 0 }, "cancel"]);
  });
});
