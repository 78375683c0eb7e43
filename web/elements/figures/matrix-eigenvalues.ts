/** The eigenvalues of X where its entries are given: where a nudge of a Jordan block sends them. */
import { html, nothing, type TemplateResult } from "lit";
import type { PlanarDot } from "../../charts/planar.ts";
import type { Point } from "../../charts/types.ts";
import { say } from "../../locales/figures/matrix.ts";
import type { Language } from "../../locales/index.ts";
import type { Experiment } from "../../model/types.ts";
import { lag, plain, tick } from "../format.ts";
import { gridOf } from "./entries.ts";
import type { JointHost } from "./joint.ts";
import type { MatrixAnswer, Read } from "./matrix-answer.ts";
import { cornerOf, off } from "./matrix-nudge.ts";

export function asEigenvalues(answer: MatrixAnswer, _: Experiment, language: Language): Read {
  const { subject } = answer;
  const { matrix, blocks } = subject;
  const epsilon = cornerOf(matrix);
  // A nudge is small beside the ones: each entry has digits of its own.
  const texts = Array.from(matrix.data, (entry) => plain(language, entry));
  const places = blocks.flatMap((block): (Point & { size: number })[] => {
    const { rate, size = 1 } = block;
    if (block.kind === "real") return [{ x: rate, y: 0, size }];
    return [1, -1].map((sign) => ({ x: rate, y: sign * block.frequency, size }));
  });
  const written = ({ x, y }: Point): string => {
    if (y === 0) return plain(language, x);
    const turning = `${plain(language, Math.abs(y))} i`;
    if (x === 0) return y < 0 ? `−${turning}` : turning;
    return `${plain(language, x)} ${y < 0 ? "−" : "+"} ${turning}`;
  };
  const radius = epsilon === undefined ? 0 : Math.abs(epsilon) ** (1 / matrix.rows);
  // Around a point there is no scale: an eigenvalue a token, that is.
  const reach = Math.max(radius, ...places.map(({ x, y }) => Math.hypot(x, y))) || 1e-3;
  const circle = Float64Array.from({ length: 2 * 97 }, (_, i) => {
    const angle = (2 * Math.PI * (i >> 1)) / 96;
    return radius * (i % 2 ? Math.sin(angle) : Math.cos(angle));
  });
  return {
    plane: {
      paths: radius > 0 ? [{ points: circle, paint: "ink", ink: "dashed" }] : [],
      arrows: [],
      dots: places.map(
        (place): PlanarDot => ({
          at: place,
          paint: subject.colorIndex,
          hollow: place.size > 1,
          label: place.size > 1 ? `${written(place)} ×${place.size}` : written(place),
        }),
      ),
      window: [
        { x: -reach, y: -reach },
        { x: reach, y: reach },
      ],
    },
    lines: [
      { terms: ["X =", gridOf(language, matrix, { texts })] },
      {
        heading: say(language, "eigenvalues"),
        terms: [places.map(written).join(",  ")],
      },
    ],
    sentence: sentenceOf(answer, radius, language),
  };
}

function sentenceOf(
  { subject: { matrix, blocks }, horizon, leaves }: MatrixAnswer,
  radius: number,
  language: Language,
): string {
  const epsilon = cornerOf(matrix);
  if (epsilon === 0) return say(language, "exactChain");
  if (epsilon === undefined) return say(language, "spectrum", { count: blocks.length });
  const values = {
    epsilon: plain(language, epsilon),
    order: matrix.rows,
    radius: plain(language, radius),
  };
  if (blocks.some(({ size = 1 }) => size > 1)) return say(language, "within", values);
  const nudged = say(language, "nudged", values);
  const share = { off: plain(language, 100 * off) };
  const then =
    leaves === undefined
      ? say(language, "stays", { ...share, last: lag(language, horizon) })
      : say(language, "leaves", {
          ...share,
          lag: lag(language, Math.round(leaves)),
          turns: tick(language, Number((radius * leaves).toPrecision(2))),
        });
  return `${nudged} ${then}`;
}

/** Powers of ten that the slider walks through, from either side of 0. */
const [smallest, largest] = [-9, -5];

/** ε on a slider with 0 in its middle, where the encoding's entries are its own. */
export function nudgeControl(
  host: JointHost,
  { subject }: MatrixAnswer,
): TemplateResult | typeof nothing {
  const { language, bench } = host;
  const epsilon = cornerOf(subject.matrix);
  const entry = bench.experiment.encodings.find(({ id }) => id === subject.entry);
  if (epsilon === undefined || entry?.encoding.kind !== "matrix") return nothing;
  const place = epsilon === 0 ? 0 : Math.sign(epsilon) * (Math.log10(Math.abs(epsilon)) - smallest);
  const set = (event: Event): void => {
    const at = Number((event.target as HTMLInputElement).value);
    const value = at === 0 ? 0 : Math.sign(at) * 10 ** (smallest + Math.abs(at));
    const data = Array.from(subject.matrix.data);
    data[(subject.matrix.rows - 1) * subject.matrix.cols] = Number(value.toPrecision(3));
    const { rows, cols } = subject.matrix;
    const encoding = { kind: "matrix", matrix: { rows, cols, data } };
    bench.preview({
      ...bench.experiment,
      encodings: bench.experiment.encodings.map((one) =>
        one.id === entry.id ? { ...one, encoding } : one,
      ),
    });
  };
  const text = plain(language, epsilon);
  return html`<div class="scrubber">
    <span>${say(language, "corner")}</span>
    <input type="range" min=${smallest - largest} max=${largest - smallest} step="0.25"
      aria-label=${say(language, "corner")} aria-valuetext=${text}
      .value=${String(place)} @input=${set} @change=${() => bench.commit()} />
    <output>${text}</output>
  </div>`;
}
