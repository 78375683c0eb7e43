import { html } from "lit";
import { type SequenceData, sequenceChart, type Thumbnail } from "../../charts/sequence.ts";
import type { CurveSeries } from "../../charts/types.ts";
import type { AttentionStatistics, Etx } from "../../core/api.ts";
import { say } from "../../locales/figures/statistics.ts";
import { type Language, t } from "../../locales/index.ts";
import { EtxError } from "../../model/error.ts";
import type { BenchEntry, Experiment } from "../../model/types.ts";
import { lag as lagText, plain, tick } from "../format.ts";
import { nameOf, wordsOf } from "../names.ts";
import { near, neighbourly } from "../neighbours.ts";
import type { Picture } from "../picture.ts";
import { type Draw, drawOf, lengths } from "../sequence.ts";
import { runsOn, type SequenceRuns } from "../sequence-runs.ts";
import { optionsOf, selectionOf, withOptions } from "../views.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";
import { overLags } from "./over-lags.ts";

const measures = ["effective", "entropy", "lags", "sink"] as const;
type Measure = (typeof measures)[number];

export const statistics: Figure = {
  title: (language) => say(language, "title"),
  make: statisticsJoint,
  ask: async (etx, experiment) => asked(etx, experiment),
};

interface Asked {
  runs: SequenceRuns;
  draw: Draw;
}

/** The runs go on while pictures are painted; what is answered is where they tell of it. */
function asked(etx: Etx, experiment: Experiment): Asked {
  const [runs, draw] = [runsOn(etx), drawOf(experiment)];
  runs.ask(
    draw,
    shownIn(experiment).map(({ entry }) => entry.encoding),
  );
  return { runs, draw };
}

const shownIn = (experiment: Experiment): { entry: BenchEntry; colorIndex: number }[] =>
  experiment.encodings.flatMap((entry, place) =>
    entry.hidden ? [] : [{ entry, colorIndex: place % 6 }],
  );

function measureIn(experiment: Experiment): Measure {
  const { measure } = optionsOf(experiment, "statistics");
  return measures.find((one) => one === measure) ?? "effective";
}

/** One encoding's statistics; stale: of an older question, while the newer one's are computed. */
interface Row {
  entry: BenchEntry;
  colorIndex: number;
  found: AttentionStatistics;
  stale: boolean;
}

/** Softmax statistics of one sampled sequence, under every encoding of the bench. */
function statisticsJoint(host: JointHost, width: number): Joint {
  let answer: Asked | undefined;
  let rows: Row[] = [];
  const last = new Map<string, AttentionStatistics>();
  const measure = (): Measure => measureIn(host.bench.experiment);
  const value = (drawn: number): number => (measure() === "effective" ? 10 ** drawn : drawn);
  const nameOfRow = ({ entry }: Row): string => nameOf(host.bench.experiment, entry, host.language);
  const where = (at: number): string =>
    measure() === "lags"
      ? say(host.language, "bin", {
          from: lagText(host.language, at),
          to: lagText(host.language, 2 * at),
        })
      : say(host.language, "at", { position: lagText(host.language, at) });
  const common = overLags(host, {
    title: where,
    tick: (drawn) =>
      measure() !== "effective"
        ? tick(host.language, drawn)
        : Number.isInteger(drawn)
          ? tick(host.language, value(drawn))
          : "",
    value: (drawn) => plain(host.language, value(drawn)),
    valueText: ({ lag, values }) =>
      [
        where(lag),
        ...values.map(
          ({ label, value: drawn }) => `${label} ${plain(host.language, value(drawn))}`,
        ),
      ].join(t(host.language, "words.separator")),
  });
  const chart = sequenceChart({
    width,
    height: heightFor(width),
    format: { ...common.format, weight: (weight) => tick(host.language, weight) },
    labels: {
      get cursor() {
        return say(host.language, measure() === "lags" ? "lag" : "position");
      },
      get queries() {
        return say(host.language, "queries");
      },
      get keys() {
        return say(host.language, "keys");
      },
    },
  });
  const adjust = (options: Record<string, unknown>): void =>
    host.bench.adjust((experiment) => withOptions(experiment, "statistics", options));

  function draw(): void {
    const { experiment } = host.bench;
    rows = shownIn(experiment).flatMap(({ entry, colorIndex }): Row[] => {
      const now = answer?.runs.answer(answer.draw, entry.encoding);
      if (now && !(now instanceof EtxError)) last.set(entry.id, now);
      const found = now ?? last.get(entry.id);
      if (!found || found instanceof EtxError) return [];
      return [{ entry, colorIndex, found, stale: !now }];
    });
    chart.update(dataOf(rows, measure(), selectionOf(experiment).entry, nameOfRow, host.language));
    host.requestUpdate();
  }

  const running = (): BenchEntry | undefined =>
    shownIn(host.bench.experiment)[answer?.runs.place ?? -1]?.entry;

  return {
    node: chart.node,
    update(picture) {
      const next = answerIn(picture);
      if (next && next.runs !== answer?.runs) {
        answer?.runs.removeEventListener("change", draw);
        next.runs.addEventListener("change", draw);
      }
      answer = next ?? answer;
      draw();
    },
    resize: (size) => chart.resize(size, heightFor(size)),
    destroy() {
      answer?.runs.removeEventListener("change", draw);
      chart.destroy();
    },
    describe: () =>
      rows
        .filter(({ stale }) => !stale)
        .map((row) =>
          say(host.language, "describe", { name: nameOfRow(row), ...texts(row, host.language) }),
        )
        .join(" "),
    data: (limit) => table(rows, measure(), nameOfRow, host.language, limit),
    note() {
      const { language } = host;
      const entry = running();
      if (entry)
        return say(language, "computing", {
          name: nameOf(host.bench.experiment, entry, language),
          part: Math.floor(100 * (answer?.runs.fraction ?? 0)),
        });
      if (answer?.runs.stopped) return say(language, "stopped");
      const [first] = rows;
      if (!first) return "";
      const { backend, reason } = first.found;
      const title = reason ? say(language, "because", { reason }) : "";
      return html`<span title=${title}>${say(language, "backend", { backend: say(language, backend) })}</span>`;
    },
    controls() {
      const { language, bench } = host;
      const runs = answer?.runs;
      const length = answer?.draw.length ?? 0;
      const button = (label: string, act: () => void) =>
        html`<button type="button" @click=${act}>${label}</button>`;
      return html`
        ${runs && running() ? button(say(language, "stop"), () => runs.stop()) : ""}
        ${runs?.stopped ? button(say(language, "resume"), () => runs.resume()) : ""}
        <select aria-label=${say(language, "length")} @change=${(event: Event) =>
          bench.commit(
            withOptions(bench.experiment, "statistics", {
              length: Number((event.target as HTMLSelectElement).value),
            }),
          )}>
          ${[...new Set([...lengths, length])]
            .sort((a, b) => a - b)
            .map(
              (one) =>
                html`<option value=${one} ?selected=${one === length}>${say(language, "positions", { length: lagText(language, one) })}</option>`,
            )}
        </select>
        <span class="choice" role="group" aria-label=${say(language, "measure")}>
          ${measures.map(
            (one) =>
              html`<button type="button" aria-pressed=${one === measure()} @click=${() => adjust({ measure: one })}>${say(language, `measure.${one}`)}</button>`,
          )}
        </span>`;
    },
    below() {
      const { language, bench } = host;
      if (!answer) return "";
      const { runs, draw } = answer;
      const failed = shownIn(bench.experiment).flatMap(({ entry }) => {
        const found = runs.answer(draw, entry.encoding);
        const name = nameOf(bench.experiment, entry, language);
        return found instanceof EtxError
          ? [say(language, "failed", { name, error: wordsOf(found, language) })]
          : [];
      });
      const lines = say(language, "lines", { part: tick(language, 100 * (near - 1)) });
      return html`<p>${say(language, "drawn", { length: lagText(language, draw.length) })}${measure() === "lags" ? "" : ` ${lines}`}</p>
        ${failed.map((words) => html`<p>${words}</p>`)}`;
    },
  };
}

const heightFor = (width: number): number => Math.round(Math.min(360, Math.max(240, width * 0.3)));

function answerIn(picture: Picture): Asked | undefined {
  const found = picture.answers.get("statistics");
  return found instanceof EtxError ? undefined : (found as Asked | undefined);
}

const mean = (values: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] as number;
  return sum / values.length;
};

/** The last lag of the bin with which half of the weight is reached. */
function halfWithin({ massByLag }: AttentionStatistics): number {
  let sum = 0;
  const bin = massByLag.findIndex((share) => {
    sum += share;
    return sum >= 0.5;
  });
  return 2 ** (bin + 1) - 2;
}

function texts({ found }: Row, language: Language) {
  return {
    effective: tick(language, found.effective.at(-1) as number),
    sink: tick(language, 100 * mean(found.sink)),
    lag: lagText(language, halfWithin(found)),
  };
}

type Drawn = Pick<CurveSeries, "values" | "band" | "lags">;
/** The same arrays for the same statistics, so that the chart keeps its paths. */
const drawnOf = new WeakMap<AttentionStatistics, Partial<Record<Measure, Drawn>>>();

function drawn(found: AttentionStatistics, measure: Measure): Drawn {
  const known = drawnOf.get(found) ?? {};
  drawnOf.set(found, known);
  known[measure] ??= measure === "lags" ? bins(found) : overQueries(found, measure);
  return known[measure];
}

function bins({ massByLag }: AttentionStatistics): Drawn {
  return { values: massByLag, lags: binStarts.subarray(0, massByLag.length) };
}

function overQueries(found: AttentionStatistics, measure: Exclude<Measure, "lags">): Drawn {
  const values = measure === "effective" ? Array.from(found.effective, Math.log10) : found[measure];
  const { mean, low, high } = neighbourly(values);
  return {
    values: mean,
    band: { low: measure === "sink" ? low.map((x) => Math.max(0, x)) : low, high },
  };
}

const binStarts = Float64Array.from({ length: 17 }, (_, bin) => 2 ** bin - 1);

/** Of all thumbnails the weights from the largest down to this share of it are told apart. */
const faintest = 1e-4;

function dataOf(
  rows: readonly Row[],
  measure: Measure,
  selected: string,
  name: (row: Row) => string,
  language: Language,
): SequenceData {
  const most = rows.reduce(
    (so, { found }) => found.thumbnail.data.reduce((max, value) => Math.max(max, value), so),
    0,
  );
  return {
    curve: {
      series: rows.map(
        (row): CurveSeries => ({
          id: row.entry.id,
          label: name(row),
          colorIndex: row.colorIndex,
          emphasised: row.entry.id === selected,
          ...(row.stale && { faint: true }),
          start: 0,
          step: 1,
          ...drawn(row.found, measure),
        }),
      ),
      xScale: "log",
      xLabel: say(language, measure === "lags" ? "lag" : "position"),
      yLabel: say(language, `axis.${measure}`),
    },
    paint: { domain: [most * faintest || 1, most || 2], scale: "log", colors: "amount" },
    thumbnails: rows.map((row): Thumbnail => {
      const { rows: size, data } = row.found.thumbnail;
      const said = texts(row, language);
      const words = [
        say(language, "last", said),
        say(language, "sink", said),
        say(language, "near", said),
      ];
      const label = name(row);
      return { label, words, colorIndex: row.colorIndex, size, values: data, stale: row.stale };
    }),
  };
}

function table(
  rows: readonly Row[],
  measure: Measure,
  name: (row: Row) => string,
  language: Language,
  limit: number,
): DataTable {
  const columnOf = ({ found }: Row): ArrayLike<number> =>
    measure === "lags" ? found.massByLag : found[measure];
  const count = Math.max(0, ...rows.map((row) => columnOf(row).length));
  const every = Math.max(1, Math.ceil(count / limit));
  const at = Array.from({ length: Math.ceil(count / every) }, (_, i) => i * every);
  return {
    header: [say(language, measure === "lags" ? "lag" : "position"), ...rows.map(name)],
    columns: [
      measure === "lags" ? at.map((bin) => binStarts[bin] as number) : at,
      ...rows.map((row) => at.map((i) => columnOf(row)[i] ?? Number.NaN)),
    ],
  };
}
