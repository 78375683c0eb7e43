import { parseHTML } from "linkedom";
import { expect, test } from "vitest";
import { curveChart } from "../../../web/charts/curve.ts";
import { serialize, toCSV } from "../../../web/charts/export.ts";
import { orbitChart } from "../../../web/charts/orbit.ts";
import { planeChart } from "../../../web/charts/plane.ts";
import { chartStyles, lightTokens, rules } from "../../../web/charts/style.ts";
import { page } from "./page.ts";

const document = page();
const size = { document, width: 400, height: 300 };

const plane = planeChart({
  ...size,
  labels: { rate: "rate <1/token>", frequency: "frequency", grows: "grows & grows" },
  format: { tick: String, value: String, handle: () => "", valueText: () => "" },
});
plane.update({
  series: [
    {
      id: "a",
      label: "a",
      colorIndex: 7,
      eigenvalues: [
        {
          id: "a:0",
          kind: "pair",
          rate: -0.01,
          frequency: 1,
          size: 2,
          multiplicity: 1,
          movable: true,
        },
      ],
    },
  ],
  selected: "a:0",
});
const orbit = orbitChart({ ...size, format: { tick: String } });
orbit.update({
  path: Float64Array.of(1, 0, 0, 1, -1, 0),
  at: { x: -1, y: 0 },
  query: { x: 1, y: 0 },
  start: { x: 1, y: 0 },
  labels: { q: "q", key: "k" },
});
const curve = curveChart({
  ...size,
  labels: { cursor: "lag" },
  format: { lag: String, tick: String, title: String, value: String, valueText: () => "" },
});
curve.update({
  series: [
    {
      id: "a",
      label: "得分",
      colorIndex: 1,
      start: 0,
      step: 1,
      values: Float64Array.of(1, 0.5, 0.25),
    },
  ],
  xScale: "log",
  xLabel: "lag",
  yLabel: "score",
});

test.each([
  ["plane", plane],
  ["orbit", orbit],
  ["curve", curve],
])("%s stands alone as an SVG file", (_, { node }) => {
  const before = node.outerHTML;
  const file = serialize(node as SVGSVGElement);
  expect(node.outerHTML).toBe(before);
  expect(file).toMatch(/^<svg[^>]* xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(file.match(/ xmlns=/g)).toHaveLength(1);
  expect(file).not.toMatch(/var\(|currentColor|class=| style=|tabindex|aria-|role=|<script|NaN/);
  const { document: read } = parseHTML(file);
  expect(read.querySelectorAll("text").length).toBeGreaterThan(2);
  // Paper first, under everything.
  expect(read.querySelector("svg > *")?.getAttribute("fill")).toBe(lightTokens.paper);
  expect(file.replace(/&(amp|lt|gt|quot|#\d+);/g, "")).not.toMatch(/&|<1/);
});

test("colours are those of the tokens, or those given", () => {
  expect(serialize(curve.node)).toContain(`stroke="${lightTokens["series-2"]}"`);
  const dark = serialize(curve.node, { "series-2": "#f08fa9", paper: "#000000" });
  expect(dark).toContain('stroke="#f08fa9"');
  expect(dark).toContain('fill="#000000"');
});

test("the sheet and the file say the same", () => {
  for (const [selector, declarations] of rules) {
    expect(selector).toMatch(/^\.[\w-]+$/);
    expect(chartStyles).toContain(selector);
    for (const value of Object.values(declarations)) expect(value).not.toMatch(/var\([^,)]*\)/);
  }
});

test("CSV: quoted where it must be, numbers that read back, short columns end early", () => {
  const columns = [Float64Array.of(0, 1, 2), [0.1 + 0.2, -1e-300], ['say "a,b"']];
  expect(toCSV(columns, ["lag", "RoPE, d=128", "note"])).toBe(
    'lag,"RoPE, d=128",note\r\n0,0.30000000000000004,"say ""a,b"""\r\n1,-1e-300,\r\n2,,\r\n',
  );
});
