/** X and another one together: their exponentials multiply as numbers do only where the two commute. */
import { say } from "../../locales/figures/matrix.ts";
import { type Language, t } from "../../locales/index.ts";
import { apply, norm1 } from "../../model/series.ts";
import type { Experiment, MatrixLike } from "../../model/types.ts";
import { lag, plain } from "../format.ts";
import { gridOf } from "./entries.ts";
import type { MatrixAnswer, Read } from "./matrix-answer.ts";

export function asProduct(
  { subject, time, other }: MatrixAnswer,
  experiment: Experiment,
  language: Language,
): Read {
  if (!other) throw new Error("there is no second matrix to multiply with");
  const path = (all: readonly MatrixLike[]): Float64Array =>
    Float64Array.from(all.flatMap((one) => pointOf(one, subject.key)));
  const [together, apart] = [path(other.sums), path(other.products)];
  const [sum, product] = [other.sum, other.product].map((one) => pointOf(one, subject.key)) as [
    [number, number],
    [number, number],
  ];
  const [start] = [pointOf(undefined, subject.key)];
  const at = lag(language, time);
  const nameOf = (id: string, otherwise: string): string =>
    experiment.encodings.find((one) => one.id === id)?.name ?? otherwise;
  const commutator = norm1(other.commutator);
  const reach = Math.max(Math.hypot(...start), Math.hypot(...sum), Math.hypot(...product));
  const window = [together, apart].flatMap((points) =>
    Array.from({ length: points.length / 2 }, (_, i) => ({
      x: points[2 * i] as number,
      y: points[2 * i + 1] as number,
    })).filter((point) => Math.hypot(point.x, point.y) <= 1.5 * reach),
  );
  return {
    plane: {
      paths: [
        { points: together, paint: subject.colorIndex, ink: "strong" },
        { points: apart, paint: "accent", ink: "dashed" },
      ],
      arrows: [],
      dots: [
        { at: { x: start[0], y: start[1] }, paint: "ink", hollow: true, label: "v" },
        {
          at: { x: sum[0], y: sum[1] },
          paint: subject.colorIndex,
          hollow: true,
          label: "exp(t(X+Y))v",
        },
        { at: { x: product[0], y: product[1] }, paint: "accent", label: "exp(tX)exp(tY)v" },
      ],
      window,
    },
    lines: [
      {
        heading: `X: ${nameOf(subject.entry, "1")}${t(language, "words.separator")}Y: ${nameOf(other.id, "2")}`,
        terms: ["X =", gridOf(language, subject.matrix), "Y =", gridOf(language, other.matrix)],
      },
      { terms: ["XY − YX =", gridOf(language, other.commutator)] },
      { terms: [`e^{${at} (X+Y)} =`, gridOf(language, other.sum)] },
      { terms: [`e^{${at} X} e^{${at} Y} =`, gridOf(language, other.product)] },
    ],
    sentence: say(language, commutator === 0 ? "commute" : "noncommute", {
      time: at,
      commutator: plain(language, commutator),
      apart: plain(language, other.apart),
      first: plain(language, (time * time * commutator) / 2),
    }),
  };
}

/** The first two coordinates of the vector, moved; where nothing moves it, its own. */
function pointOf(moved: MatrixLike | undefined, vector: Float64Array): [number, number] {
  const [x = 0, y = 0] = moved ? apply(moved, vector) : vector;
  return [x, y];
}
