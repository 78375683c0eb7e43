import { html } from "lit";
import { curveChart } from "../../charts/curve.ts";
import type { CurveData, CurveSeries } from "../../charts/types.ts";
import { t } from "../../locales/index.ts";
import { interferenceEnd, interferenceLaw } from "../../model/interference.ts";
import { lastLag } from "../../model/lags.ts";
import type { Experiment, RopeEncoding } from "../../model/types.ts";
import { lag as lagText } from "../format.ts";
import { nameOf } from "../names.ts";
import type { Picture, ScoreCurve, Shown } from "../picture.ts";
import { type CurveView, curveViewOf, selectionOf, withOptions } from "../views.ts";
import type { DataTable, Joint, JointHost } from "./joint.ts";
import { overLags } from "./over-lags.ts";

/** How many lags the chart offers to show: from a short prompt to the longest context on sale. */
const spans = [512, 5000, 32_768, 131_072, 1_048_576];

/** Score against lag, one curve an encoding. */
export function curveJoint(host: JointHost, width: number): Joint {
  let picture: Picture | undefined;
  let drawn = "";
  const chart = curveChart({
    width,
    height: heightFor(width),
    ...overLags(host),
  });

  const adjust = (options: Record<string, unknown>): void =>
    host.bench.adjust((experiment) => withOptions(experiment, "curve", options));

  return {
    node: chart.node,
    update(next) {
      picture = next;
      const data = curveData(next, host);
      // What plays in a figure beside it may leave this one as it is.
      const now = signature(data);
      if (now !== drawn) chart.update(data);
      drawn = now;
    },
    resize: (size) => chart.resize(size, heightFor(size)),
    destroy: () => chart.destroy(),
    describe: () =>
      (picture?.shown ?? [])
        .flatMap((shown) => {
          const half = shown.curve && halfLag(shown.curve);
          const name = nameOf(host.bench.experiment, shown.entry, host.language);
          if (shown.entry.hidden || !shown.curve || !normalised(shown.curve)) return [];
          return half === undefined
            ? t(host.language, "describe.neverHalf", { name })
            : t(host.language, "describe.half", { name, lag: lagText(host.language, half) });
        })
        .join(" "),
    data: (limit) => curveTable(picture, host, limit),
    note: () =>
      t(
        host.language,
        curveViewOf(host.bench.experiment).normalise
          ? "figure.curve.normalised"
          : "figure.curve.raw",
      ),
    controls: () => {
      const { language, bench } = host;
      const view = curveViewOf(bench.experiment);
      const last = lastLag(bench.experiment);
      const choice = (scale: "linear" | "log") => html`<button
        type="button" aria-pressed=${view.scale === scale} @click=${() => adjust({ scale })}
      >${t(language, `scale.${scale}`)}</button>`;
      return html`
        <select aria-label=${t(language, "curve.span")} @change=${(event: Event) =>
          bench.commit(
            withSpan(bench.experiment, Number((event.target as HTMLSelectElement).value)),
          )}>
          ${[...new Set([...spans, last])]
            .sort((a, b) => a - b)
            .map(
              (span) =>
                html`<option value=${span} ?selected=${span === last}>${t(language, "curve.lags", { lag: lagText(language, span) })}</option>`,
            )}
        </select>
        <span class="choice" role="group" aria-label=${t(language, "curve.scale")}>${choice("log")}${choice("linear")}</span>
        <button type="button" aria-pressed=${view.normalise} title=${t(language, "curve.normaliseTitle")} @click=${() => adjust({ normalise: !view.normalise })}>÷ S(0)</button>
        <span class="choice" role="group" aria-label=${t(language, "curve.zoom")}>
          <button type="button" aria-label=${t(language, "curve.zoomIn")} @click=${() => chart.zoomBy(2)}>+</button>
          <button type="button" aria-label=${t(language, "curve.zoomOut")} @click=${() => chart.zoomBy(0.5)}>−</button>
          <button type="button" aria-label=${t(language, "curve.zoomAll")} title=${t(language, "curve.zoomAll")} @click=${() => chart.zoomTo(null)}>⤢</button>
        </span>`;
    },
  };
}

const heightFor = (width: number): number => Math.round(Math.min(420, Math.max(280, width * 0.36)));

function withSpan(experiment: Experiment, span: number): Experiment {
  const time = Math.min(experiment.time ?? 0, span);
  return { ...experiment, lags: { start: 0, step: 1, count: span + 1 }, time };
}

/** Beyond this many times S(0) a growing curve leaves the chart. */
const farthest = 8;

/** A curve's values as the view wants them; undefined where it can't have them. */
function seen({ curve, entry }: Shown, view: CurveView): Float64Array | undefined {
  if (!curve || entry.hidden) return undefined;
  return view.normalise ? normalised(curve) : curve.values;
}

function curveData(picture: Picture, host: JointHost): CurveData {
  const view = curveViewOf(picture.experiment);
  const selected = selectionOf(picture.experiment).entry;
  const series = picture.shown.flatMap((shown): CurveSeries[] => {
    const { curve, entry } = shown;
    const values = seen(shown, view);
    if (!curve || !values) return [];
    return [
      {
        id: entry.id,
        label: nameOf(picture.experiment, entry, host.language),
        colorIndex: shown.colorIndex,
        emphasised: entry.id === selected,
        start: curve.lags.start,
        step: curve.lags.step,
        ...(curve.at && { lags: curve.at }),
        values,
      },
    ];
  });
  const { time } = picture.experiment;
  const law = view.law && view.normalise ? lawOf(picture, selected, host) : undefined;
  return {
    series: law ? [...series, law.series] : series,
    ...(law && { marks: [law.end] }),
    xScale: view.scale,
    xLabel: t(
      host.language,
      Array.isArray(picture.experiment.lags) ? "axis.difference" : "axis.lag",
    ),
    yLabel: t(host.language, view.normalise ? "axis.normalised" : "axis.score"),
    ...(view.normalise && { limits: view.limits ?? ([-farthest, farthest] as const) }),
    ...(time !== undefined && {
      marker: { lag: time, label: `t = ${lagText(host.language, time)}` },
    }),
  };
}

const numbers = new WeakMap<object, number>();
let given = 0;

/** The same text for the same data; arrays are told apart by which they are. */
function signature(data: CurveData): string {
  return JSON.stringify(data, (_, value) => {
    if (!ArrayBuffer.isView(value)) return value;
    if (!numbers.has(value)) numbers.set(value, ++given);
    return numbers.get(value);
  });
}

const laws = new WeakMap<Float64Array, { of: string; values: Float64Array }>();

/** The law of the selected encoding's ladder from lag 1 to its end, where it is a plain RoPE. */
function lawOf(
  picture: Picture,
  selected: string,
  host: JointHost,
): { series: CurveSeries; end: NonNullable<CurveData["marks"]>[number] } | undefined {
  const shown = picture.shown.find(({ entry }) => entry.id === selected);
  const encoding = shown?.entry.encoding as RopeEncoding | undefined;
  if (!shown?.curve || encoding?.kind !== "rope") return undefined;
  const { base = 10000, dimension, rotaryDimension = dimension } = encoding;
  if (encoding.frequencies || encoding.scaling || encoding.rate || !(base > 1)) return undefined;
  const ladder = { base, dimension: rotaryDimension };
  const { start, step } = shown.curve.lags;
  const end = interferenceEnd(ladder);
  const { curve } = shown;
  const of = `${base} ${rotaryDimension}`;
  let known = laws.get(curve.values);
  if (known?.of !== of) {
    const values = curve.values.map((_, i) => {
      const lag = lagAt(curve, i);
      return lag >= 1 && lag <= end ? interferenceLaw(lag, ladder) : Number.NaN;
    });
    known = { of, values };
    laws.set(curve.values, known);
  }
  const { language } = host;
  const colorIndex = shown.colorIndex + 3;
  return {
    series: {
      id: "law",
      label: t(language, "curve.law"),
      colorIndex,
      start,
      step,
      ...(curve.at && { lags: curve.at }),
      values: known.values,
    },
    end: {
      lag: end,
      label: t(language, "curve.lawEnd", { lag: lagText(language, Math.round(end)) }),
      colorIndex,
    },
  };
}

const divided = new WeakMap<Float64Array, Float64Array>();

/** S(τ)/S(0); undefined where S(0) is zero or beyond range. */
export function normalised({ values, atZero }: ScoreCurve): Float64Array | undefined {
  if (atZero === 0 || !Number.isFinite(atZero)) return undefined;
  let result = divided.get(values);
  if (!result) {
    result = values.map((value) => value / atZero);
    divided.set(values, result);
  }
  return result;
}

/** The lag of a value. */
export const lagAt = ({ at, lags }: ScoreCurve, index: number): number =>
  at ? (at[index] ?? Number.NaN) : lags.start + index * lags.step;

/** A score that is half but for its last digits is half. */
const half = 0.5 + 1e-12;

/** The first lag from 0 on at which the score is at most half of what it was at 0. */
export function halfLag(curve: ScoreCurve): number | undefined {
  const index = normalised(curve)?.findIndex((value, i) => value <= half && lagAt(curve, i) >= 0);
  return index === undefined || index < 0 ? undefined : lagAt(curve, index);
}

/** Lags spread evenly over the chart's scale, every curve beside each other. */
function curveTable(picture: Picture | undefined, host: JointHost, limit: number): DataTable {
  const view = curveViewOf(host.bench.experiment);
  const curves = (picture?.shown ?? []).flatMap((shown) => {
    const values = seen(shown, view);
    const name = nameOf(host.bench.experiment, shown.entry, host.language);
    return values && shown.curve ? [{ name, values, curve: shown.curve }] : [];
  });
  const first = curves[0];
  const header = [t(host.language, "axis.lag"), ...curves.map(({ name }) => name)];
  if (!first) return { header, columns: [] };
  const indices = spread(first.values.length, limit, view.scale);
  const columns = curves.map(({ values }) => indices.map((i) => values[i] ?? Number.NaN));
  return { header, columns: [indices.map((i) => lagAt(first.curve, i)), ...columns] };
}

/** At most `limit` of `count` indices, even on the chart's scale. */
function spread(count: number, limit: number, scale: "linear" | "log"): number[] {
  if (limit >= count) return Array.from({ length: count }, (_, i) => i);
  const at = (share: number): number =>
    scale === "log" ? Math.expm1(share * Math.log(count)) : share * (count - 1);
  return [...new Set(Array.from({ length: limit }, (_, i) => Math.round(at(i / (limit - 1)))))];
}
