/** X as a complex number: aI + ωJ turns and scales as a + iω does, and in a complex basis it is that number. */
import type { MatrixGrid } from "../../charts/matrix-grid.ts";
import { say } from "../../locales/figures/matrix.ts";
import type { Language } from "../../locales/index.ts";
import { asComplex, type Complex, eigenbasis, inEigenbasis } from "../../model/complex-pair.ts";
import { norm1 } from "../../model/series.ts";
import { square } from "../../model/small-matrix.ts";
import type { Experiment } from "../../model/types.ts";
import { lag, plain } from "../format.ts";
import { gridOf } from "./entries.ts";
import type { MatrixAnswer, Read } from "./matrix-answer.ts";

/** Beyond rounding. */
const tolerance = 1e-12;

export function asNumber(
  { subject, flow, flows, time }: MatrixAnswer,
  _: Experiment,
  language: Language,
): Read {
  const x = subject.matrix;
  const { a, omega, rest } = asComplex(x);
  const is = rest <= tolerance * norm1(x);
  const path = Float64Array.from(flows.flatMap(({ data }) => [data[0] ?? 0, data[2] ?? 0]));
  const mirror = path.map((value, i) => (i % 2 ? -value : value));
  const [re = 0, , im = 0] = flow.data;
  const reach = Math.max(1, Math.hypot(re, im));
  const shown = Array.from({ length: path.length / 2 }, (_, i) => ({
    x: path[2 * i] as number,
    y: path[2 * i + 1] as number,
  })).filter((point) => Math.hypot(point.x, point.y) <= 1.5 * reach);
  const at = lag(language, time);
  return {
    plane: {
      paths: is
        ? [
            { points: mirror, paint: subject.colorIndex, ink: "dashed" },
            { points: path, paint: subject.colorIndex, ink: "strong" },
          ]
        : [{ points: path, paint: subject.colorIndex, ink: "strong" }],
      arrows: [{ from: { x: 0, y: 0 }, to: { x: re, y: im }, paint: "accent" }],
      dots: [
        ...(is && im !== 0
          ? [
              {
                at: { x: re, y: -im },
                paint: subject.colorIndex,
                hollow: true,
                label: "exp((a−iω)t)",
              },
            ]
          : []),
        {
          at: { x: re, y: im },
          paint: "accent" as const,
          label: is ? "exp((a+iω)t)" : "exp(tX)e₁",
        },
      ],
      window: [...shown, ...shown.map(({ x, y }) => ({ x, y: -y })), { x: 1, y: 0 }],
    },
    lines: [
      {
        heading: say(language, "number"),
        terms: [
          gridOf(language, x),
          `${is ? "=" : "≈"} ${plain(language, a)}`,
          gridOf(language, square([1, 0, 0, 1])),
          `${omega < 0 ? "−" : "+"} ${plain(language, Math.abs(omega))}`,
          gridOf(language, square([0, -1, 1, 0])),
        ],
      },
      {
        heading: say(language, "basis"),
        terms: ["P =", complexGrid(eigenbasis, language)],
      },
      { terms: ["P⁻¹XP =", complexGrid(inEigenbasis(x), language)] },
      {
        terms: [`P⁻¹ e^{${at} X} P =`, complexGrid(inEigenbasis(flow), language)],
      },
    ],
    sentence: is
      ? say(language, "complex", { number: written({ re: a, im: omega }, 0, language) })
      : say(language, "notComplex", { rest: plain(language, rest) }),
  };
}

function complexGrid(values: readonly Complex[], language: Language): MatrixGrid {
  const largest = Math.max(...values.map(({ re, im }) => Math.hypot(re, im)));
  return {
    rows: 2,
    cols: 2,
    cells: values.map(({ re, im }) => Math.hypot(re, im)),
    texts: values.map((value) => written(value, largest, language)),
  };
}

function written({ re, im }: Complex, largest: number, language: Language): string {
  const kept = (value: number): number => (Math.abs(value) <= tolerance * largest ? 0 : value);
  const [real, imaginary] = [kept(re), kept(im)];
  if (imaginary === 0) return plain(language, real);
  const size = Math.abs(imaginary);
  const unit = size === 1 ? "i" : `${plain(language, size)} i`;
  if (real === 0) return imaginary < 0 ? `−${unit}` : unit;
  return `${plain(language, real)} ${imaginary < 0 ? "−" : "+"} ${unit}`;
}
