import { html } from "lit";
import { type AttentionData, attentionChart, type Reach } from "../../charts/attention.ts";
import type { CurveReading, CurveSeries } from "../../charts/types.ts";
import { say } from "../../locales/figures/attention.ts";
import { type Language, t } from "../../locales/index.ts";
import { EtxError } from "../../model/error.ts";
import type { Experiment } from "../../model/types.ts";
import {
  type Attended,
  type AttentionPicture,
  attentionOf,
  scales,
  windows,
} from "../attention-picture.ts";
import { lag as lagText, plain, tick } from "../format.ts";
import { nameOf } from "../names.ts";
import type { Picture } from "../picture.ts";
import { selectionOf, withOptions } from "../views.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";
import { overLags } from "./over-lags.ts";
import { slider } from "./slider.ts";

/** Weights below 10 to this are out of the picture. */
export const least = -20;

/** A tick of a weight's logarithm. */
export const weightTick = (language: Language, exponent: number): string =>
  tick(language, Number((10 ** exponent).toPrecision(2))).replace("1 × ", "");

export const attention: Figure = {
  title: (language) => say(language, "title"),
  make: attentionJoint,
  ask: attentionOf,
};

/** The weight that softmax gives to each lag, one curve an encoding, and how far it reaches. */
function attentionJoint(host: JointHost, width: number): Joint {
  let found: AttentionPicture | undefined;
  const logarithmic = (): boolean => found?.view.weights !== "linear";
  const weightText = (value: number): string =>
    plain(host.language, logarithmic() ? 10 ** value : value);
  const name = ({ entry }: Attended): string => nameOf(host.bench.experiment, entry, host.language);
  const chart = attentionChart({
    width,
    height: heightFor(width),
    ...overLags(host, {
      tick: (value) =>
        logarithmic() ? weightTick(host.language, value) : tick(host.language, value),
      value: weightText,
      valueText: ({ lag, values }: CurveReading) =>
        say(host.language, "words", {
          lag: lagText(host.language, lag),
          weights: values
            .map(({ label, value }) => `${label} ${weightText(value)}`)
            .join(t(host.language, "words.separator")),
        }),
    }),
  });
  const adjust = (options: Record<string, unknown>): void =>
    host.bench.adjust((experiment) => withOptions(experiment, "attention", options));

  return {
    node: chart.node,
    update(next) {
      found = answerIn(next);
      if (found)
        chart.update(dataOf(found, selectionOf(next.experiment).entry, name, host.language));
    },
    resize: (size) => chart.resize(size, heightFor(size)),
    destroy: () => chart.destroy(),
    describe: () =>
      (found?.rows ?? [])
        .map((one) =>
          say(host.language, "describe", { name: name(one), ...texts(one, host.language) }),
        )
        .join(" "),
    data: (limit) => table(found, name, host.language, limit),
    note() {
      const view = answerIn(host.bench.picture)?.view;
      if (!view) return "";
      const { language } = host;
      return say(language, "logit", {
        scale: view.scale === undefined ? say(language, "root") : plain(language, view.scale),
        window: lagText(language, view.window),
      });
    },
    controls() {
      const view = answerIn(host.bench.picture)?.view;
      const { language } = host;
      const choice = (key: "lags" | "weights", scale: "linear" | "log") => html`<button
        type="button" aria-pressed=${view?.[key] === scale} @click=${() => adjust({ [key]: scale })}
      >${t(language, `scale.${scale}`)}</button>`;
      const pair = (key: "lags" | "weights", label: string, words: string) =>
        html`<span>${label}</span><span class="choice" role="group" aria-label=${words}>${choice(key, "log")}${choice(key, "linear")}</span>`;
      return html`${pair("lags", t(language, "axis.lag"), t(language, "curve.scale"))}${pair("weights", say(language, "weight"), say(language, "weights"))}
        <button type="button" title=${say(language, "rootTitle")} aria-pressed=${view?.scale === undefined}
          @click=${() => adjust({ scale: undefined })}>${say(language, "root")}</button>`;
    },
    below() {
      const answer = answerIn(host.bench.picture);
      if (!answer) return "";
      const { language } = host;
      const { view, rows } = answer;
      const scale = view.scale ?? rows[0]?.scale ?? 1;
      const changed = (options: Record<string, unknown>): Experiment =>
        withOptions(host.bench.experiment, "attention", options);
      return html`<div class="sliders">
        ${slider(
          host,
          {
            name: say(language, "scale"),
            value: Math.max(scales.min, scale),
            ...scales,
            log: true,
            text: plain(language, scale),
          },
          (value) => changed({ scale: value }),
        )}
        ${slider(
          host,
          {
            name: say(language, "window"),
            value: view.window,
            ...windows,
            log: true,
            text: lagText(language, view.window),
          },
          (value) => changed({ window: Math.round(value) }),
        )}
      </div>`;
    },
  };
}

const heightFor = (width: number): number => Math.round(Math.min(400, Math.max(260, width * 0.33)));

function answerIn(picture: Picture | undefined): AttentionPicture | undefined {
  const answer = picture?.answers.get("attention");
  return answer instanceof EtxError ? undefined : (answer as AttentionPicture | undefined);
}

function texts({ mass50, mass95, entropy, effective }: Attended, language: Language) {
  return {
    half: lagText(language, mass50),
    most: lagText(language, mass95),
    entropy: tick(language, entropy),
    effective: tick(language, effective),
  };
}

const exponents = new WeakMap<Float64Array, Float64Array>();

/** log₁₀ of the weights; the same array for the same weights, so that the chart keeps its path. */
export function exponentsOf(weights: Float64Array): Float64Array {
  let known = exponents.get(weights);
  if (!known) {
    known = weights.map(Math.log10);
    exponents.set(weights, known);
  }
  return known;
}

function dataOf(
  { view, rows }: AttentionPicture,
  selected: string,
  name: (row: Attended) => string,
  language: Language,
): AttentionData {
  const log = view.weights === "log";
  return {
    curve: {
      series: rows.map(
        (row): CurveSeries => ({
          id: row.entry.id,
          label: name(row),
          colorIndex: row.colorIndex,
          emphasised: row.entry.id === selected,
          start: 0,
          step: 1,
          values: log ? exponentsOf(row.weights) : row.weights,
        }),
      ),
      xScale: view.lags,
      xLabel: t(language, "axis.lag"),
      yLabel: say(language, "weight"),
      ...(log && { limits: [least, 0] as const }),
    },
    reaches: rows.map(
      (row): Reach => ({
        label: name(row),
        words: say(language, "reach", texts(row, language)),
        colorIndex: row.colorIndex,
        half: row.mass50,
        most: row.mass95,
        effective: row.effective,
      }),
    ),
  };
}

/** Logits and weights of every curve, at lags spread over the window. */
function table(
  found: AttentionPicture | undefined,
  name: (row: Attended) => string,
  language: Language,
  limit: number,
): DataTable {
  const window = found?.view.window ?? 0;
  const every = Math.max(1, Math.ceil(window / limit));
  const lags = Array.from({ length: Math.ceil(window / every) }, (_, i) => i * every);
  const rows = found?.rows ?? [];
  return {
    header: [
      t(language, "axis.lag"),
      ...rows.flatMap((row) => [
        say(language, "logits", { name: name(row) }),
        say(language, "weightsOf", { name: name(row) }),
      ]),
    ],
    columns: [
      lags,
      ...rows.flatMap(({ logits, weights }) => [
        lags.map((lag) => logits[lag] ?? Number.NaN),
        lags.map((lag) => weights[lag] ?? Number.NaN),
      ]),
    ],
  };
}
