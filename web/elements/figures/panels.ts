import { html, nothing } from "lit";
import { type PanelsData, panelsChart, type SmallPanel } from "../../charts/panels.ts";
import type { CurveReading, CurveSeries } from "../../charts/types.ts";
import type { Moments } from "../../core/api.ts";
import { say } from "../../locales/figures/panels.ts";
import { type Language, t } from "../../locales/index.ts";
import { lookup } from "../../model/encodings/registry.ts";
import { EtxError } from "../../model/error.ts";
import type { Experiment } from "../../model/types.ts";
import { lag as lagText, plain, tick } from "../format.ts";
import { parameterControl } from "../parameter.ts";
import type { Picture } from "../picture.ts";
import {
  apartFromMeans,
  type PanelPicture,
  type PanelsPicture,
  type PanelsView,
  panelsOf,
  panelsViewOf,
} from "../sampled-panels.ts";
import { selectionOf, withOptions } from "../views.ts";
import type { DataTable, Figure, Joint, JointHost, Player } from "./joint.ts";
import { overLags } from "./over-lags.ts";
import { player } from "./player.ts";
import { slider } from "./slider.ts";

/** A band is the mean and so many deviations to either side. */
const wide = 2;
/** What the deviation's player goes through. */
const deviations = [0.1, 3.5] as const;

export const panels: Figure = {
  title: (language) => say(language, "title"),
  make: panelsJoint,
  ask: panelsOf,
};

/** Sampled rows for several means and deviations, between the bands that hold them. */
function panelsJoint(host: JointHost, width: number): Joint {
  let found: PanelsPicture | undefined;
  const drawn = new WeakMap<PanelPicture, { as: string; panel: SmallPanel }>();
  const chosen = (): PanelPicture | undefined => found?.panels[found.view.selected];
  const wordsAt = ({ lag }: CurveReading): string => {
    const { mean, deviation } = at(chosen()?.all, lag);
    const said = { lag: lagText(host.language, lag), z: plain(host.language, mean / deviation) };
    return say(host.language, "words", {
      ...said,
      mean: plain(host.language, mean),
      deviation: plain(host.language, deviation),
    });
  };
  const chart = panelsChart({
    width,
    height: heightFor(width),
    ...overLags(host, {
      title(lag) {
        const { mean, deviation } = at(chosen()?.all, lag);
        return say(host.language, "reading", {
          lag: lagText(host.language, lag),
          z: plain(host.language, mean / deviation),
        });
      },
      value: (value) => tick(host.language, value),
      valueText: wordsAt,
    }),
    onPick: (selected) => adjust({ selected }),
  });

  /** A panel that has not changed is the same object, so that the chart need not draw it again. */
  function smallPanel(panel: PanelPicture, { view, colorIndex }: PanelsPicture): SmallPanel {
    const { language } = host;
    const as = [language, view.band, view.unit, view.lags, colorIndex].join();
    const known = drawn.get(panel);
    if (known?.as === as) return known.panel;
    const fresh = smallPanelOf(panel, view, colorIndex, language);
    drawn.set(panel, { as, panel: fresh });
    return fresh;
  }
  const adjust = (options: Partial<PanelsView>): void =>
    host.bench.adjust((experiment) => withOptions(experiment, "panels", { ...options }));

  const noise = player(host, {
    name: () => say(host.language, "deviation"),
    words: (value) => `σ = ${plain(host.language, value)}`,
    get(experiment) {
      const view = panelsViewOf(experiment);
      return view.panels[view.selected]?.deviation ?? 0;
    },
    set: (experiment, value) => withPanel(experiment, { deviation: value }),
    range: () => deviations,
    step: 0.01,
  });

  return {
    node: chart.node,
    player: noise,
    update(next) {
      found = answerIn(next);
      if (!found) return;
      const picture = found;
      const data: PanelsData = {
        panels: found.panels.map((panel) => smallPanel(panel, picture)),
        selected: found.view.selected,
      };
      chart.update(data);
    },
    resize: (size) => chart.resize(size, heightFor(size)),
    destroy() {
      noise.stop();
      chart.destroy();
    },
    describe: () => (noise.playing ? "" : describe(chosen(), host.language)),
    data: (limit) => table(found, host.language, limit),
    note() {
      const answer = answerIn(host.bench.picture);
      if (!answer) return "";
      return say(host.language, "note", {
        length: lagText(host.language, answer.view.length),
        seed: String(host.bench.experiment.seed ?? 42),
        dimension: String(lookup(answer.encoding.kind)?.dimension(answer.encoding) ?? 0),
      });
    },
    controls() {
      const { language } = host;
      const view = answerIn(host.bench.picture)?.view;
      const choice = (pressed: boolean, label: string, options: Partial<PanelsView>) =>
        html`<button type="button" aria-pressed=${pressed} @click=${() => adjust(options)}>${label}</button>`;
      return html`
        <span class="choice" role="group" aria-label=${say(language, "band")}>
          ${(["all", "given"] as const).map((band) => choice(view?.band === band, say(language, band), { band }))}
        </span>
        <span class="choice" role="group" aria-label=${say(language, "unit")}>
          ${(["row", "deviation"] as const).map((unit) => choice(view?.unit === unit, say(language, `unit.${unit}`), { unit }))}
        </span>
        <span class="choice" role="group" aria-label=${t(language, "curve.scale")}>
          ${(["log", "linear"] as const).map((lags) => choice(view?.lags === lags, t(language, `scale.${lags}`), { lags }))}
        </span>`;
    },
    below: () => controls(host, answerIn(host.bench.picture), noise),
  };
}

const heightFor = (width: number): number => Math.round(Math.min(360, Math.max(260, width * 0.3)));

function answerIn(picture: Picture | undefined): PanelsPicture | undefined {
  const answer = picture?.answers.get("panels");
  return answer instanceof EtxError ? undefined : (answer as PanelsPicture | undefined);
}

function at(moments: Moments | undefined, lag: number) {
  return {
    mean: moments?.mean[lag] ?? Number.NaN,
    deviation: moments?.deviation[lag] ?? Number.NaN,
  };
}

const zero = (moments: Moments | undefined): number => {
  const { mean, deviation } = at(moments, 0);
  return mean / deviation;
};

function smallPanelOf(
  panel: PanelPicture,
  view: PanelsView,
  colorIndex: number,
  language: Language,
): SmallPanel {
  const { mean, deviation, all, given, row } = panel;
  const title = say(language, "panel", {
    mean: plain(language, mean),
    deviation: plain(language, deviation),
  });
  const note = all
    ? say(language, "atZero", { z: tick(language, zero(all)) })
    : say(language, "tooFar");
  // Until this row's query is known the band over all draws stands for both.
  const chosen = (view.band === "given" && given) || all;
  const inDeviations = view.unit === "deviation" && chosen;
  const one = row ? largest(row) : all ? largest(band(all, 1).high) : 1;
  const unit = inDeviations ? chosen.deviation : one;
  const series: CurveSeries[] = [];
  const add = (
    id: "row" | "all" | "given",
    values: Float64Array,
    more: Partial<CurveSeries> = {},
  ): void => {
    const label = say(language, id);
    series.push({ id, label, colorIndex, start: 0, step: 1, values: over(values, unit), ...more });
  };
  if (row) add("row", row, { faint: true });
  if (chosen) {
    add(chosen === given ? "given" : "all", chosen.mean, {
      colorIndex: colorIndex + 1,
      emphasised: true,
      band: band(chosen, unit),
    });
  }
  return {
    title,
    note,
    words: `${title} ${note}, ${say(language, "pick")}`,
    curve: {
      series,
      xScale: view.lags,
      xLabel: t(language, "axis.lag"),
      yLabel: say(language, inDeviations ? "byDeviation" : row ? "byRow" : "byBand"),
    },
  };
}

function largest(values: Float64Array): number {
  const most = values.reduce((so, value) => Math.max(so, value), Number.NEGATIVE_INFINITY);
  return most > 0 && Number.isFinite(most) ? most : 1;
}

/** One for all values, or each its own. */
type Unit = number | Float64Array;
const unitAt = (unit: Unit, i: number): number =>
  typeof unit === "number" ? unit : (unit[i] as number);

/** Values in their units. A loop: a frame of the player does some hundred thousand of these. */
function over(values: Float64Array, unit: Unit): Float64Array {
  const out = new Float64Array(values.length);
  for (let i = 0; i < out.length; i++) out[i] = (values[i] as number) / unitAt(unit, i);
  return out;
}

function band({ mean, deviation }: Moments, unit: Unit) {
  const low = new Float64Array(mean.length);
  const high = new Float64Array(mean.length);
  for (let i = 0; i < low.length; i++) {
    const one = unitAt(unit, i);
    low[i] = ((mean[i] as number) - wide * (deviation[i] as number)) / one;
    high[i] = ((mean[i] as number) + wide * (deviation[i] as number)) / one;
  }
  return { low, high };
}

function describe(panel: PanelPicture | undefined, language: Language): string {
  if (!panel) return "";
  const { mean, deviation, all, given, row } = panel;
  if (!all) return say(language, "tooFar");
  const first = say(language, "describe", {
    mean: plain(language, mean),
    deviation: plain(language, deviation),
    score: plain(language, at(all, 0).mean),
    spread: plain(language, at(all, 0).deviation),
    z: tick(language, zero(all)),
  });
  if (!given || !row) return first;
  const share = (moments: Moments) => tick(language, 100 * inside(row, moments));
  return `${first} ${say(language, "inside", { all: share(all), given: share(given) })}`;
}

function inside(row: Float64Array, { mean, deviation }: Moments): number {
  const within = row.filter(
    (score, i) => Math.abs(score - (mean[i] as number)) <= wide * (deviation[i] as number),
  );
  return within.length / row.length;
}

/** Raw scores of the enlarged panel, as far as they are known. */
function table(found: PanelsPicture | undefined, language: Language, limit: number): DataTable {
  const panel = found?.panels[found.view.selected];
  const { row, all, given } = panel ?? {};
  const count = Math.min(limit, all?.mean.length ?? 0);
  const every = Math.max(1, Math.floor((all?.mean.length ?? 0) / Math.max(1, count)));
  const lags = Array.from({ length: count }, (_, i) => i * every);
  const column = (values: ArrayLike<number> | undefined) =>
    lags.map((lag) => values?.[lag] ?? Number.NaN);
  return {
    header: [
      t(language, "axis.lag"),
      say(language, "score"),
      say(language, "meanAll"),
      say(language, "deviationAll"),
      "z",
      say(language, "meanGiven"),
      say(language, "deviationGiven"),
    ],
    columns: [
      lags,
      column(row),
      column(all?.mean),
      column(all?.deviation),
      lags.map((lag) => at(all, lag).mean / at(all, lag).deviation),
      column(given?.mean),
      column(given?.deviation),
    ],
  };
}

/** The document with the enlarged panel changed. */
function withPanel(experiment: Experiment, change: { mean?: number; deviation?: number }) {
  const view = panelsViewOf(experiment);
  return withOptions(experiment, "panels", {
    panels: view.panels.map((one, i) => (i === view.selected ? { ...one, ...change } : one)),
  });
}

/** What a covariance does to the mean, in live numbers. */
function meansWords({ covariance, means }: PanelsPicture, panel: PanelPicture, language: Language) {
  if (!means || !panel.all) return nothing;
  const times = panel.mean ** 2 + covariance;
  return html`<p>${say(language, "means", {
    covariance: plain(language, covariance),
    times: plain(language, times),
    apart: plain(language, apartFromMeans(panel, covariance, means)),
  })}</p>`;
}

function controls(host: JointHost, found: PanelsPicture | undefined, noise: Player) {
  const panel = found?.panels[found.view.selected];
  if (!found || !panel) return nothing;
  const { language } = host;
  const { mean, deviation } = panel;
  const entry = host.bench.experiment.encodings.find(
    ({ id }) => id === selectionOf(host.bench.experiment).entry,
  );
  const kind = entry && lookup(entry.encoding.kind);
  const size = kind?.parameters.find(({ path }) => path === "dimension");
  const most = deviation ** 2;
  return html`${meansWords(found, panel, language)}${noise.render()}<div class="sliders">
    ${slider(
      host,
      {
        name: say(language, "mean"),
        value: mean,
        min: -4,
        max: 4,
        step: 0.05,
        text: plain(language, mean),
      },
      (value) => withPanel(host.bench.experiment, { mean: value }),
    )}
    ${slider(
      host,
      {
        name: say(language, "covariance"),
        value: found.covariance,
        min: -most,
        max: most,
        step: 10 ** Math.floor(Math.log10(most) - 1.5),
        text: plain(language, found.covariance),
      },
      (value) => {
        const { cross: _, ...rest } = host.bench.experiment;
        return value === 0 ? rest : { ...rest, cross: value };
      },
    )}
    ${
      entry && kind && size
        ? parameterControl(size, entry.encoding, kind.defaults, language, (encoding, done) => {
            const { experiment } = host.bench;
            const encodings = experiment.encodings.map((one) =>
              one.id === entry.id ? { ...one, encoding } : one,
            );
            if (done) host.bench.commit({ ...experiment, encodings });
            else host.bench.preview({ ...experiment, encodings });
          })
        : nothing
    }
  </div>`;
}
