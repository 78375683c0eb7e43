import { html } from "lit";
import { buildUpChart } from "../../charts/build-up.ts";
import type { LadderData } from "../../charts/ladder.ts";
import type { CurveData } from "../../charts/types.ts";
import { say } from "../../locales/figures/build-up.ts";
import { t } from "../../locales/index.ts";
import { wholeTurns } from "../../model/interference.ts";
import type { Block } from "../../model/types.ts";
import { lag as lagText, plain } from "../format.ts";
import type { Picture } from "../picture.ts";
import { optionsOf, selectionOf, withOptions } from "../views.ts";
import { type BuildUp, buildUpOf, countOf, frequencyOf } from "./build-up-sums.ts";
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
  let picture: Picture | undefined;
  const answer = (): BuildUp | undefined => picture && answerOf(picture);
  const all = (): number => answer()?.blocks.length ?? 1;

  const chart = buildUpChart({
    width,
    height: heightFor(width),
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
    player: count,
    update(next) {
      picture = next;
      const found = answerOf(next);
      if (!found) return;
      const lag = next.experiment.time ?? 0;
      const colorIndex = colorOf(next);
      const last = found.blocks[found.count - 1] as Block;
      chart.update({
        curve: curveOf(found, next, host),
        last: {
          title: lastWords(last, found.count, host),
          start: found.lags.start,
          step: found.lags.step,
          values: divided(found.last, found.sizes[found.count - 1] ?? 0),
          colorIndex,
        },
        ladder: ladderOf(found, lag, colorIndex, host),
      });
    },
    resize: (size) => chart.resize(size, heightFor(size)),
    destroy() {
      count.stop();
      time.stop();
      chart.destroy();
    },
    describe() {
      const found = answer();
      if (!found || count.playing || time.playing) return "";
      return say(host.language, "describe", {
        count: found.count,
        all: found.blocks.length,
        lag: lagText(host.language, picture?.experiment.time ?? 0),
        sum: plain(host.language, sumsOf(found)[found.count - 1] ?? 0),
      });
    },
    data: (limit) => table(answer(), picture?.experiment.time ?? 0, host, limit),
    note: () => say(host.language, "note", { count: answer()?.count ?? all(), all: all() }),
    controls() {
      const scale = scaleOf(bench.picture);
      const choice = (one: "linear" | "log") => html`<button
        type="button" aria-pressed=${scale === one}
        @click=${() => bench.adjust((experiment) => withOptions(experiment, "build-up", { scale: one }))}
      >${t(host.language, `scale.${one}`)}</button>`;
      return html`<span class="choice" role="group" aria-label=${t(host.language, "curve.scale")}>${choice("log")}${choice("linear")}</span>`;
    },
    below: () => html`${count.render()}${time.render()}`,
  };
}

const heightFor = (width: number): number => Math.round(Math.min(620, Math.max(520, width * 0.56)));

const answerOf = (picture: Picture): BuildUp | undefined => {
  const answer = picture.answers.get("build-up");
  return answer instanceof Error ? undefined : (answer as BuildUp | undefined);
};

const colorOf = (picture: Picture): number =>
  picture.shown.find(({ entry }) => entry.id === selectionOf(picture.experiment).entry)
    ?.colorIndex ?? 0;

const scaleOf = (picture: Picture | undefined): "linear" | "log" =>
  picture && optionsOf(picture.experiment, "build-up").scale === "linear" ? "linear" : "log";

const total = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);

/** Zero stays zero where there is nothing to divide by. */
const divided = (values: Float64Array, by: number): Float64Array =>
  by > 0 ? values.map((value) => value / by) : values;

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
    yLabel: say(language, "sum"),
    marker: { lag: time, label: `t = ${lagText(language, time)}` },
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
