/** X as what it does to the axes: where each of them is pushed, and what becomes of a square. */
import type { PlanarArrow } from "../../charts/planar.ts";
import type { Point } from "../../charts/types.ts";
import { say } from "../../locales/figures/matrix.ts";
import type { Language } from "../../locales/index.ts";
import { lastPower } from "../../model/series.ts";
import { multiply } from "../../model/small-matrix.ts";
import type { Experiment, MatrixLike } from "../../model/types.ts";
import { lag, plain, roundBelow } from "../format.ts";
import { gridOf } from "./entries.ts";
import type { MatrixAnswer, Read } from "./matrix-answer.ts";

const digits = "₀₁₂₃₄₅₆₇₈₉";
export const axisName = (i: number): string => `e${digits[i + 1]}`;

export function asVectors(
  { subject, flow, time }: MatrixAnswer,
  _: Experiment,
  language: Language,
): Read {
  const x = subject.matrix;
  const columns = Array.from({ length: x.cols }, (_, j) => columnOf(x, j));
  const push = Math.max(...columns.map((column) => Math.hypot(...column)));
  const ahead = push > 0 ? roundBelow(1 / push) : 1;
  const axes: Point[] = [
    { x: 1, y: 0 },
    { x: 0, y: 1 },
  ].slice(0, x.cols);
  const arrows = axes.flatMap((axis, j): PlanarArrow[] => {
    const [dx = 0, dy = 0] = columns[j] ?? [];
    const to = { x: axis.x + ahead * dx, y: axis.y + ahead * dy };
    const times = ahead === 1 ? "" : `${lag(language, ahead)} `;
    return [
      { from: { x: 0, y: 0 }, to: axis, paint: "ink", label: axisName(j) },
      { from: axis, to, paint: "accent", label: dx || dy ? `${times}X${axisName(j)}` : "" },
    ];
  });
  const square = Float64Array.of(0, 0, 1, 0, 1, 1, 0, 1, 0, 0);
  const moved = imageOf(square, flow);
  const labels = { cols: columns.map((_, j) => axisName(j)) };
  return {
    plane: {
      paths: [
        { points: square, paint: "ink", ink: "dashed" },
        { points: moved, paint: subject.colorIndex, ink: "strong" },
      ],
      arrows,
      dots: [],
      window: [...pointsOf(moved, 3), ...arrows.map(({ to }) => to), { x: 1, y: 1 }],
    },
    lines: [
      {
        heading: say(language, "itself"),
        terms: ["X =", gridOf(language, x, { labels })],
      },
      { terms: ["X² =", gridOf(language, multiply(x, x))] },
      {
        heading: say(language, "square", { time: lag(language, time) }),
        terms: [`e^{${lag(language, time)} X} =`, gridOf(language, flow)],
      },
    ],
    sentence: sentenceOf(x, columns, language),
  };
}

const columnOf = ({ rows, cols, data }: MatrixLike, j: number): number[] =>
  Array.from({ length: rows }, (_, i) => data[i * cols + j] as number);

/** Points of the plane moved by the first two rows and columns. */
function imageOf(points: Float64Array, { rows, cols, data }: MatrixLike): Float64Array {
  const at = (i: number, j: number): number =>
    i < rows && j < cols ? (data[i * cols + j] as number) : i === j ? 1 : 0;
  return points.map((_, i) => {
    const [x, y] = [points[i & ~1] as number, points[i | 1] as number];
    return at(i & 1, 0) * x + at(i & 1, 1) * y;
  });
}

/** As long as they are not out of all proportion. */
function pointsOf(flat: Float64Array, farthest: number): Point[] {
  const points: Point[] = [];
  for (let i = 0; i < flat.length; i += 2) {
    const point = { x: flat[i] as number, y: flat[i + 1] as number };
    if (Math.hypot(point.x, point.y) <= farthest) points.push(point);
  }
  return points;
}

function sentenceOf(x: MatrixLike, columns: number[][], language: Language): string {
  const last = lastPower(x);
  if (last === 0) return say(language, "still");
  if (last !== undefined) return say(language, "leaks", { power: last + 1 });
  const written = (column: number[]): string =>
    `(${column.map((value) => plain(language, value)).join(", ")})`;
  return columns
    .slice(0, 2)
    .map((column, j) => say(language, "sends", { axis: axisName(j), to: written(column) }))
    .join(" ");
}
