/** What two readings come to, drawn: the ratio of frequencies pair by pair, and how far scores are apart by lag. */
import { curveChart } from "../charts/curve.ts";
import type { CurveChart, CurveSeries } from "../charts/types.ts";
import { type Language, number, t } from "../locales/index.ts";
import { say } from "../locales/panels/model.ts";
import { lag } from "./format.ts";
import { changedPairs, type LayerDifference } from "./model-differences.ts";
import type { ScoresApart } from "./model-scores.ts";
import { layersName } from "./model-words.ts";

export interface DiffChart {
  readonly node: SVGSVGElement;
  /** Whether there is anything to see. */
  update(found: readonly LayerDifference[], scores: readonly (ScoresApart | undefined)[]): boolean;
  resize(width: number): void;
  destroy(): void;
}

const height = 240;

export function layersOf({ layer, other }: LayerDifference, language: Language): string {
  const layers = layersName(layer, language);
  return other ? say(language, "against", { layers, others: layersName(other, language) }) : layers;
}

export const share = (language: Language, part: number): string =>
  say(language, "share", { percent: number(language, 100 * part, 2) });

/** ω of B / ω of A. */
export function ratioChart(width: number, language: () => Language): DiffChart {
  let scale = linear;
  const ratio = (value: number): string => number(language(), scale.back(value), 5);
  const chart = drawn(width, language, "pair", ratio, (pair) => lag(language(), pair));
  return {
    ...chart,
    update(found) {
      const series = found.flatMap((one, i) => {
        const { ratios } = one;
        // There is nothing to see in a row of ones.
        if (!ratios || changedPairs(ratios) === 0) return [];
        const pairs = Float64Array.from(ratios, (_, pair) => pair);
        return [seriesOf(one, i, language(), pairs, ratios)];
      });
      scale = scaleFor(series);
      chart.chart.update({
        series: series.map((one) => ({ ...one, values: one.values.map(scale.of) })),
        xScale: "linear",
        xLabel: say(language(), "pair"),
        yLabel: say(language(), "ratio"),
      });
      return series.length > 0;
    },
  };
}

export function scoresChart(width: number, language: () => Language): DiffChart {
  const part = (value: number): string => share(language(), value);
  const chart = drawn(width, language, "lag", part, (tokens) =>
    lag(language(), Math.round(tokens)),
  );
  return {
    ...chart,
    update(found, scores) {
      const series = found.flatMap((one, i) => {
        const apart = scores[i];
        return apart ? [seriesOf(one, i, language(), apart.lags, apart.apart)] : [];
      });
      chart.chart.update({
        series,
        xScale: "log",
        xLabel: say(language(), "lag"),
        yLabel: say(language(), "apart"),
      });
      return series.length > 0;
    },
  };
}

function drawn(
  width: number,
  language: () => Language,
  across: "pair" | "lag",
  value: (value: number) => string,
  place: (at: number) => string,
): { chart: CurveChart; node: SVGSVGElement; resize(width: number): void; destroy(): void } {
  const title = (at: number): string => `${say(language(), across)} ${place(at)}`;
  const chart = curveChart({
    width,
    height,
    labels: {
      get cursor() {
        return say(language(), across);
      },
    },
    format: {
      lag: place,
      tick: value,
      title,
      value,
      valueText: ({ lag: at, values }) =>
        [title(at), ...values.map((one) => `${one.label} ${value(one.value)}`)].join(
          t(language(), "words.separator"),
        ),
    },
  });
  return {
    chart,
    node: chart.node,
    resize: (size) => chart.resize(size, height),
    destroy: () => chart.destroy(),
  };
}

function seriesOf(
  one: LayerDifference,
  place: number,
  language: Language,
  lags: Float64Array,
  values: Float64Array,
): CurveSeries {
  const label = layersOf(one, language);
  return { id: one.layer.layers, label, colorIndex: place % 6, start: 0, step: 1, lags, values };
}

/** How ratios lie on the chart's axis: equal is its zero. */
interface RatioScale {
  of(ratio: number): number;
  back(value: number): number;
}
const linear: RatioScale = { of: (ratio) => ratio - 1, back: (value) => value + 1 };
const logarithmic: RatioScale = { of: Math.log2, back: (value) => 2 ** value };
/** Where ratios spread more, the small ones would be one line on a linear axis; ticks are whole powers of 2 from here on. */
const widest = 12;

function scaleFor(series: readonly CurveSeries[]): RatioScale {
  const sizes = series.flatMap(({ values }) =>
    [...values].map((ratio) => Math.abs(Math.log(ratio))),
  );
  const most = sizes.filter(Number.isFinite).reduce((a, b) => Math.max(a, b), 0);
  return most > Math.log(widest) ? logarithmic : linear;
}
