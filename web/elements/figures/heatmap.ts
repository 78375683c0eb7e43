import { html } from "lit";
import { type HeatmapData, heatmapChart } from "../../charts/heatmap.ts";
import type { Patch } from "../../charts/heatmap-places.ts";
import type { View } from "../../charts/heatmap-view.ts";
import type { SweepResult } from "../../core/api.ts";
import { say } from "../../locales/figures/heatmap.ts";
import { type Language, t } from "../../locales/index.ts";
import { columnEdges, type SweepQuantity } from "../../model/sweep.ts";
import type { Encoding, Experiment, LagGrid } from "../../model/types.ts";
import { lag, plain, tick } from "../format.ts";
import { wordsOf } from "../names.ts";
import { withOptions } from "../views.ts";
import {
  type Asked,
  heatmapViewOf,
  parameterNamed,
  parametersOf,
  quantitiesOf,
  questionOf,
  selectedEncoding,
  type Zoom,
} from "./heatmap-question.ts";
import { runOf, type Shown, SweepRun } from "./heatmap-run.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";

export const heatmap: Figure = {
  title: (language) => say(language, "title"),
  make: heatmapJoint,
  // The sweep goes on while pictures are painted; what is answered is the sweep itself.
  ask: async (etx, experiment) => runOf(etx, questionOf(experiment)),
};

const special = {
  "scaling.factor": "parameter.factor",
  meanAngle: "parameter.angle",
  "query.mean": "parameter.queryMean",
  "query.variance": "parameter.queryVariance",
  "key.mean": "parameter.keyMean",
} as const;

function nameOf(language: Language, encoding: Encoding, path: string): string {
  if (Object.hasOwn(special, path)) return say(language, special[path as keyof typeof special]);
  const own = parameterNamed(encoding, path);
  return own ? t(language, own.name) : path;
}

/** A parameter of the selected encoding down, lags across: what no single curve shows. */
function heatmapJoint(host: JointHost, width: number): Joint {
  let run: SweepRun | undefined;
  let shown: Shown | undefined;
  /** The last picture of all lags and rows. */
  let whole: Shown | undefined;
  const chart = heatmapChart({
    width,
    height: heightFor(width),
    labels: { cursor: say(host.language, "cursor") },
    format: {
      lag: (value) => lag(host.language, value),
      row: (value) => tick(host.language, value),
      value: (value) => tick(host.language, value),
      cell: ({ row, column }) => (shown ? cellWords(host.language, shown, row, column) : []),
    },
    onView: (view) =>
      host.bench.adjust((experiment) => withOptions(experiment, "heatmap", { zoom: zoomOf(view) })),
  });

  function draw(): void {
    shown = run?.shown ?? shown;
    if (shown?.run.done && isWhole(shown.run.asked)) whole = shown;
    if (shown) {
      const { whole: picture } = shown.run.asked;
      // Of another picture the part that it shows; of this one the part that is asked for now.
      const other = run !== undefined && run.asked.whole !== picture;
      const view = viewOf(other ? shown.run.asked : zoomIn(host.bench.experiment));
      const behind = whole?.run.asked.whole === picture ? whole : undefined;
      chart.update({
        ...dataOf(host.language, shown),
        stale: other && shown !== run?.shown, // the one before in a drag follows the hand
        view,
        ...(behind && { behind: patchOf(behind) }),
      });
    }
    host.requestUpdate();
  }

  const set = (options: Record<string, unknown>): void =>
    host.bench.commit(withOptions(host.bench.experiment, "heatmap", options));

  return {
    node: chart.node,
    update(picture) {
      const answer = picture.answers.get("heatmap");
      if (answer instanceof SweepRun && answer !== run) {
        run?.removeEventListener("change", draw);
        run = answer;
        run.addEventListener("change", draw);
      }
      draw();
    },
    resize: (size) => chart.resize(size, heightFor(size)),
    destroy() {
      run?.removeEventListener("change", draw);
      chart.destroy();
    },
    describe: () => (shown?.run === run && shown?.run.done ? sentence(host.language, shown) : ""),
    data: (limit) => table(host.language, shown, limit),
    note() {
      const { language } = host;
      if (run?.error) return wordsOf(run.error, language);
      if (!run?.done || !run.shown)
        return say(language, "computing", { part: Math.floor(100 * (run?.fraction ?? 0)) });
      const { backend, reason, height } = run.shown.result;
      const done = say(language, "done", {
        values: plain(language, height),
        lags: lag(language, lagsWithin(run).count),
        backend: say(language, backend),
      });
      const title = reason ? say(language, "because", { reason }) : "";
      return html`<span title=${title}>${done}</span>`;
    },
    controls() {
      const { language, bench } = host;
      const encoding = selectedEncoding(bench.experiment);
      if (!encoding) return undefined;
      const view = heatmapViewOf(bench.experiment, encoding);
      const choose = (
        name: "parameter" | "quantity",
        chosen: string,
        all: readonly string[],
        label: (one: string) => string,
      ) => html`<select aria-label=${say(language, name)} @change=${(event: Event) =>
        set({
          [name]: (event.target as HTMLSelectElement).value,
          ...(name === "parameter" && { values: undefined, zoom: withoutRows(view.zoom) }),
        })}>
        ${[...new Set([...all, chosen])].map(
          (one) => html`<option value=${one} ?selected=${one === chosen}>${label(one)}</option>`,
        )}</select>`;
      const parameters = parametersOf(bench.experiment, encoding);
      return html`
        ${choose("parameter", view.parameter, parameters, (one) => nameOf(language, encoding, one))}
        ${choose("quantity", view.quantity, quantitiesOf(bench.experiment), (one) =>
          say(language, `quantity.${one as SweepQuantity}`),
        )}`;
    },
    below() {
      const { language, bench } = host;
      const encoding = selectedEncoding(bench.experiment);
      if (!encoding) return "";
      const { parameter } = heatmapViewOf(bench.experiment, encoding);
      return html`<div class="row">
        <span>${say(language, "zoom")}</span>
        ${zoomButtons(say(language, "lag"), say(language, "zoomLags"), chart.zoomLags)}
        ${zoomButtons(nameOf(language, encoding, parameter), say(language, "zoomRows"), chart.zoomRows)}
        <button type="button" aria-label=${say(language, "zoomOut")} title=${say(language, "zoomOut")} @click=${() => chart.zoomOut()}>⤢</button>
        <span>${say(language, byTouch() ? "hint.touch" : "hint.mouse")}</span>
      </div>`;
    },
  };
}

/** Two buttons under the name of what they zoom over. */
const zoomButtons = (
  over: string,
  name: string,
  zoom: (factor: number) => void,
) => html`<span>${over}</span>
  <span class="choice" role="group" aria-label=${name}>
    <button type="button" aria-label=${`${name} +`} @click=${() => zoom(2)}>+</button>
    <button type="button" aria-label=${`${name} −`} @click=${() => zoom(0.5)}>−</button>
  </span>`;

const byTouch = (): boolean => globalThis.matchMedia?.("(pointer: coarse)").matches ?? false;

const heightFor = (width: number): number => Math.round(Math.min(440, Math.max(300, width * 0.42)));
const gridOf = (run: SweepRun): LagGrid => run.asked.question.lags as LagGrid;
const lagAt = ({ start, step }: LagGrid, index: number): number => start + index * step;

const lagsWithin = ({ asked: { question } }: SweepRun): { first: number; count: number } =>
  question.within ?? { first: 0, count: (question.lags as LagGrid).count };

/** The numbers of the lags where columns begin and, last, where they end. */
function edgesOf(run: SweepRun, { width }: SweepResult): Float64Array {
  const { first, count } = lagsWithin(run);
  return columnEdges(count, width).map((edge) => first + edge);
}

function patchOf({ run, result }: Shown): Patch {
  const { lags, rows } = run.asked;
  return { width: result.width, height: result.height, values: result.mean, lags, span: rows };
}

function dataOf(language: Language, shown: Shown): HeatmapData {
  const { question, all } = shown.run.asked;
  const { mean } = shown.result;
  return {
    ...patchOf(shown),
    all,
    ...coloured(mean, question.quantity),
    rows: Array.from(question.values),
    xLabel: t(language, "axis.lag"),
    yLabel: `${nameOf(language, question.encoding, question.parameter)} ↓`,
  };
}

const isWhole = (part: Asked): boolean =>
  !part.question.within && part.rows[0] === 0 && part.rows[1] === 1;

function zoomIn(experiment: Experiment): Zoom {
  const encoding = selectedEncoding(experiment);
  return encoding ? heatmapViewOf(experiment, encoding).zoom : {};
}

const viewOf = ({ lags, rows }: Zoom): View => ({ lags: lags ?? null, rows: rows ?? null });

/** As the document holds it, in numbers that a link need not carry to their last digit. */
function zoomOf({ lags, rows }: View): Zoom | undefined {
  const short = ([low, high]: readonly [number, number]): [number, number] => {
    const digits = 4 - Math.floor(Math.log10(high - low));
    const round = (value: number): number =>
      Number(value.toFixed(Math.min(12, Math.max(0, digits))));
    return [round(low), round(high)];
  };
  if (!lags && !rows) return undefined;
  return { ...(lags && { lags: short(lags) }), ...(rows && { rows: short(rows) }) };
}

const withoutRows = ({ lags }: Zoom): Zoom | undefined => lags && { lags };

function extremes(values: ArrayLike<number>): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return least <= most ? [least, most] : [0, 1];
}

/** Scores have a sign; weights and contexts span powers of ten. */
function coloured(
  values: ArrayLike<number>,
  quantity: SweepQuantity,
): Pick<HeatmapData, "domain" | "scale" | "colors"> {
  const [least, most] = extremes(values);
  if (quantity === "score" || quantity === "mean") {
    const far = Math.max(Math.abs(least), Math.abs(most));
    return { domain: [-far, far], scale: "linear", colors: "sign" };
  }
  if ((quantity === "weight" || quantity === "effective") && most > 0)
    return { domain: [Math.max(least, most * 1e-8), most], scale: "log", colors: "amount" };
  return { domain: [least, most], scale: "linear", colors: "amount" };
}

function cellWords(
  language: Language,
  { run, result }: Shown,
  row: number,
  column: number,
): string[] {
  const { question } = run.asked;
  const grid = gridOf(run);
  const edges = edgesOf(run, result);
  const at = row * result.width + column;
  const value = (all: Float32Array): string => plain(language, all[at] as number);
  const held = (edges[column + 1] as number) - (edges[column] as number);
  const name = nameOf(language, question.encoding, question.parameter);
  return [
    `${name} ${plain(language, question.values[row] as number)}`,
    say(language, "cellLags", {
      from: lag(language, lagAt(grid, edges[column] as number)),
      to: lag(language, lagAt(grid, (edges[column + 1] as number) - 1)),
    }),
    `${say(language, `quantity.${question.quantity}`)}: ${
      held > 1 ? say(language, "cellMean", { value: value(result.mean) }) : value(result.mean)
    }`,
    ...(held > 1 && result.min[at] !== result.max[at]
      ? [say(language, "cellRange", { min: value(result.min), max: value(result.max) })]
      : []),
  ];
}

function sentence(language: Language, { run, result }: Shown): string {
  const { question } = run.asked;
  const grid = gridOf(run);
  const [least, most] = [extremes(result.min)[0], extremes(result.max)[1]];
  const values = Array.from(question.values);
  return say(language, "describe", {
    quantity: say(language, `quantity.${question.quantity}`),
    parameter: nameOf(language, question.encoding, question.parameter),
    count: values.length,
    first: plain(language, values[0] ?? Number.NaN),
    last: plain(language, values.at(-1) ?? Number.NaN),
    start: lag(language, grid.start),
    end: lag(language, lagAt(grid, grid.count - 1)),
    least: plain(language, least),
    most: plain(language, most),
  });
}

function table(language: Language, shown: Shown | undefined, limit: number): DataTable {
  const question = shown?.run.asked.question;
  const header = [
    question ? nameOf(language, question.encoding, question.parameter) : say(language, "parameter"),
    say(language, "from"),
    say(language, "cellMean", { value: "" }).trim(),
    say(language, "least"),
    say(language, "most"),
  ];
  if (!shown || !question) return { header, columns: [] };
  const { result, run } = shown;
  const grid = gridOf(run);
  const edges = edgesOf(run, result);
  const cells = Array.from({ length: Math.min(limit, result.width * result.height) }, (_, i) => i);
  return {
    header,
    columns: [
      cells.map((i) => question.values[Math.floor(i / result.width)] as number),
      cells.map((i) => lagAt(grid, edges[i % result.width] as number)),
      result.mean.subarray(0, cells.length),
      result.min.subarray(0, cells.length),
      result.max.subarray(0, cells.length),
    ],
  };
}
