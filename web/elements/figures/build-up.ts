import { html } from "lit";
import { buildUpChart } from "../../charts/build-up.ts";
import type { LadderData } from "../../charts/ladder.ts";
import type { CurveData } from "../../charts/types.ts";
import { say } from "../../locales/figures/build-up.ts";
import { t } from "../../locales/index.ts";
import { wholeTurns } from "../../model/interference.ts";
import type { Block } from "../../model/types.ts";
import { lag as lagText, plain } from "../format.ts";
import { nameOf } from "../names.ts";
import type { Picture, Shown } from "../picture.ts";
import { optionsOf, selectionOf, withOptions } from "../views.ts";
import {
  type BuildUp,
  buildUpOf,
  countOf,
  frequencyOf,
  isDivided,
  type Undivided,
} from "./build-up-sums.ts";
import { lagAt, normalised } from "./curve.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";
import { rungsAt } from "./ladder-ticks.ts";
import { overLags } from "./over-lags.ts";
import { player } from "./player.ts";
import { scrubber } from "./scrubber.ts";

export const buildUp: Figure = {
  title: (language) => say(language, "title"),
  make: buildUpJoint,
  ask: buildUpOf,
};

/** Neighbouring pairs are shown together in so many bands, where there are more pairs than that. */
const mostBands = 32;

/** The pairs of the selected encoding added one by one, the last as a wave of its own, and who makes the score at one lag. */
function buildUpJoint(host: JointHost, width: number): Joint {
  const { bench } = host;
  const answer = (): BuildUp | undefined => bench.picture && answerOf(bench.picture);
  const undivided = (): Undivided["why"] | undefined => bench.picture && whyOf(bench.picture);
  let wide = width;
  const height = (): number => heightFor(wide, undivided() !== undefined);
  let tall = height();
  const all = (): number => answer()?.blocks.length ?? 1;

  const chart = buildUpChart({
    width,
    height: tall,
    ...overLags(host, {
      valueText: ({ lag }) => t(host.language, "words.lag", { lag: lagText(host.language, lag) }),
    }),
    // The lag under the pointer is the document's time for as long as it stays there.
    onHover: (reading) => (reading ? look(reading.lag) : lookAway()),
  });
  const look = (lag: number): void => {
    if (lag !== bench.experiment.time) bench.preview({ ...bench.experiment, time: lag });
  };
  const lookAway = (): void => {
    if (!count.playing) bench.cancel();
    else if (bench.experiment.time !== bench.committed.time)
      bench.preview({ ...bench.experiment, time: bench.committed.time ?? 0 });
  };
  const pin = (): void => {
    if (bench.experiment !== bench.committed && !count.playing) bench.commit();
  };
  chart.node.addEventListener("click", pin);
  chart.node.addEventListener("keydown", (event) => event.key === "Enter" && pin());

  const count = player(host, {
    name: () => say(host.language, "name"),
    words: (value) => say(host.language, "words", { count: value }),
    get: (experiment) => Math.min(countOf(experiment) ?? all(), all()),
    set: (experiment, value) =>
      withOptions(experiment, "build-up", { count: value < all() ? value : undefined }),
    range: () => [1, all()],
    step: 1,
  });
  const time = scrubber(host);

  return {
    node: chart.node,
    get player() {
      return undivided() ? undefined : count;
    },
    update(next) {
      if (height() !== tall) {
        tall = height();
        chart.resize(wide, tall);
      }
      const found = answerOf(next);
      if (!found) {
        chart.update({ curve: wholeOf(next, host) });
        return;
      }
      const lag = next.experiment.time ?? 0;
      const colorIndex = colorOf(next);
      const last = found.blocks[found.count - 1] as Block;
      chart.update({
        curve: curveOf(found, next, host),
        parts: {
          last: {
            title: lastWords(last, found.count, host),
            start: found.lags.start,
            step: found.lags.step,
            values: divided(found.last, found.sizes[found.count - 1] ?? 0),
            colorIndex,
          },
          ladder: ladderOf(found, lag, colorIndex, host),
        },
      });
    },
    resize(size) {
      wide = size;
      tall = height();
      chart.resize(wide, tall);
    },
    destroy() {
      count.stop();
      time.stop();
      chart.destroy();
    },
    describe() {
      const found = answer();
      const why = undivided();
      if (why) return reasonOf(why, host);
      if (!found || count.playing || time.playing) return "";
      return say(host.language, "describe", {
        count: found.count,
        all: found.blocks.length,
        lag: lagText(host.language, bench.picture?.experiment.time ?? 0),
        sum: plain(host.language, sumsOf(found)[found.count - 1] ?? 0),
      });
    },
    data: (limit) =>
      bench.picture && undivided()
        ? wholeTable(bench.picture, host, limit)
        : table(answer(), bench.picture?.experiment.time ?? 0, host, limit),
    note: () =>
      undivided()
        ? say(host.language, "undivided")
        : say(host.language, "note", { count: answer()?.count ?? all(), all: all() }),
    controls() {
      const scale = scaleOf(bench.picture);
      const choice = (one: "linear" | "log") => html`<button
        type="button" aria-pressed=${scale === one}
        @click=${() => bench.adjust((experiment) => withOptions(experiment, "build-up", { scale: one }))}
      >${t(host.language, `scale.${one}`)}</button>`;
      return html`<span class="choice" role="group" aria-label=${t(host.language, "curve.scale")}>${choice("log")}${choice("linear")}</span>`;
    },
    below() {
      const why = undivided();
      return html`${why ? html`<p>${reasonOf(why, host)}</p>` : count.render()}${time.render()}`;
    },
  };
}

const heightFor = (width: number, whole: boolean): number =>
  Math.round(
    whole ? Math.min(420, Math.max(280, width * 0.36)) : Math.min(620, Math.max(520, width * 0.56)),
  );

const answerIn = (picture: Picture): BuildUp | Undivided | undefined => {
  const answer = picture.answers.get("build-up");
  return answer instanceof Error ? undefined : (answer as BuildUp | Undivided | undefined);
};
const answerOf = (picture: Picture): BuildUp | undefined => {
  const answer = answerIn(picture);
  return isDivided(answer) ? answer : undefined;
};
const whyOf = (picture: Picture): Undivided["why"] | undefined => {
  const answer = answerIn(picture);
  return answer && !isDivided(answer) ? answer.why : undefined;
};

const selectedIn = ({ shown, experiment }: Picture): Shown | undefined =>
  shown.find(({ entry }) => entry.id === selectionOf(experiment).entry);

function reasonOf(why: Undivided["why"], { bench, language }: JointHost): string {
  const shown = bench.picture && selectedIn(bench.picture);
  const name = shown ? nameOf(bench.experiment, shown.entry, language) : "";
  return say(language, why, { name });
}

const colorOf = (picture: Picture): number => selectedIn(picture)?.colorIndex ?? 0;

const scaleOf = (picture: Picture | undefined): "linear" | "log" =>
  picture && optionsOf(picture.experiment, "build-up").scale === "linear" ? "linear" : "log";

const total = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);

const quotients = new WeakMap<Float64Array, { by: number; values: Float64Array }>();

/** Zero stays zero where there is nothing to divide by. The same array for the same values, so that the chart keeps its path. */
function divided(values: Float64Array, by: number): Float64Array {
  if (!(by > 0)) return values;
  let known = quotients.get(values);
  if (known?.by !== by) {
    const over = new Float64Array(values.length);
    for (let i = 0; i < over.length; i++) over[i] = (values[i] as number) / by;
    known = { by, values: over };
    quotients.set(values, known);
  }
  return known.values;
}

function curveOf(found: BuildUp, { experiment }: Picture, host: JointHost): CurveData {
  const { language } = host;
  const { start, step } = found.lags;
  const all = found.blocks.length;
  const colorIndex = host.bench.picture ? colorOf(host.bench.picture) : 0;
  const grid = { colorIndex, start, step };
  const time = experiment.time ?? 0;
  return {
    series: [
      ...(found.count < all
        ? [
            {
              ...grid,
              id: "all",
              colorIndex: colorIndex + 3,
              label: say(language, "all", { all }),
              values: divided(found.whole, total(found.sizes)),
            },
          ]
        : []),
      {
        ...grid,
        id: "sum",
        emphasised: true,
        label: say(language, found.count < all ? "so" : "all", { count: found.count, all }),
        values: divided(found.sum, total(found.sizes.slice(0, found.count))),
      },
    ],
    xScale: scaleOf(host.bench.picture),
    xLabel: t(language, "axis.lag"),
    yLabel: say(language, found.sized === "norms" ? "sum" : "sumOfMost"),
    marker: { lag: time, label: `t = ${lagText(language, time)}` },
  };
}

/** A score that has no parts to add. */
function wholeOf(picture: Picture, { language }: JointHost): CurveData {
  const { experiment } = picture;
  const shown = selectedIn(picture);
  const values = shown?.curve && (normalised(shown.curve) ?? shown.curve.values);
  const divided = values !== shown?.curve?.values;
  const time = experiment.time ?? 0;
  return {
    series:
      shown?.curve && values
        ? [
            {
              id: shown.entry.id,
              label: nameOf(experiment, shown.entry, language),
              colorIndex: shown.colorIndex,
              start: shown.curve.lags.start,
              step: shown.curve.lags.step,
              ...(shown.curve.at && { lags: shown.curve.at }),
              values,
            },
          ]
        : [],
    xScale: scaleOf(picture),
    xLabel: t(language, Array.isArray(experiment.lags) ? "axis.difference" : "axis.lag"),
    yLabel: t(language, divided ? "axis.normalised" : "axis.score"),
    marker: { lag: time, label: `t = ${lagText(language, time)}` },
  };
}

function wholeTable(picture: Picture, { language }: JointHost, limit: number): DataTable {
  const curve = selectedIn(picture)?.curve;
  const count = curve?.values.length ?? 0;
  const every = Math.max(1, Math.ceil(count / limit));
  const picked = Array.from({ length: Math.ceil(count / every) }, (_, i) => i * every);
  return {
    header: [t(language, "axis.lag"), t(language, "axis.score")],
    columns: curve
      ? [picked.map((i) => lagAt(curve, i)), picked.map((i) => curve.values[i] ?? Number.NaN)]
      : [],
  };
}

function lastWords(block: Block, number: number, { language }: JointHost): string {
  const frequency = frequencyOf(block);
  if (frequency === 0) return say(language, "real", { number, rate: plain(language, block.rate) });
  return say(language, "pair", {
    number,
    frequency: plain(language, frequency),
    period: plain(language, (2 * Math.PI) / frequency),
  });
}

/** The sum of the first terms as a share of what all could be, one a pair. */
function sumsOf({ terms, sizes }: BuildUp): number[] {
  const most = total(sizes) || 1;
  let sum = 0;
  return terms.map((term) => {
    sum += term;
    return sum / most;
  });
}

function ladderOf(
  found: BuildUp,
  lag: number,
  colorIndex: number,
  { language }: JointHost,
): LadderData {
  const { blocks, count, sizes, terms } = found;
  const frequencies = blocks.map(frequencyOf);
  const turns = wholeTurns(frequencies, Math.abs(lag));
  const sums = sumsOf(found);
  const bands = Math.min(mostBands, blocks.length);
  return {
    terms: terms.map((term, i) => term / (sizes[i] ?? 0)),
    bands: Array.from({ length: bands }, (_, band) => {
      const from = Math.floor((band * blocks.length) / bands);
      const to = Math.floor(((band + 1) * blocks.length) / bands);
      const seen = Math.min(to, count);
      return {
        from,
        to,
        mean: total(terms.slice(from, seen)) / (total(sizes.slice(from, seen)) || 1),
        marked: turns.some(({ at }) => at >= from - 0.5 && at < to - 0.5),
      };
    }),
    sums,
    count,
    ticks: rungsAt(frequencies, language),
    marks: turns
      .filter(({ at }) => at < count)
      .map(({ turns, at }) => ({ at, label: `${2 * turns}π` })),
    colorIndex,
    title: say(language, "terms", { lag: lagText(language, lag) }),
    total: plain(language, sums[count - 1] ?? 0),
    axis: say(language, "ladder"),
  };
}

function table(
  found: BuildUp | undefined,
  time: number,
  { language }: JointHost,
  limit: number,
): DataTable {
  const lag = lagText(language, time);
  const header = [
    say(language, "number"),
    t(language, "axis.frequency"),
    say(language, "term", { lag }),
    say(language, "running", { lag }),
  ];
  if (!found) return { header, columns: [] };
  const count = Math.min(limit, found.count);
  return {
    header,
    columns: [
      Array.from({ length: count }, (_, i) => i + 1),
      found.blocks.slice(0, count).map(frequencyOf),
      found.terms.slice(0, count),
      sumsOf(found).slice(0, count),
    ],
  };
}
