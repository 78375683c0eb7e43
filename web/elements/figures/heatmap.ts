import { html } from "lit";
import { type HeatmapData, heatmapChart } from "../../charts/heatmap.ts";
import type { SweepResult } from "../../core/api.ts";
import { say } from "../../locales/figures/heatmap.ts";
import { type Language, t } from "../../locales/index.ts";
import { columnEdges, type SweepQuantity } from "../../model/sweep.ts";
import type { Encoding, LagGrid } from "../../model/types.ts";
import { lag, plain, tick } from "../format.ts";
import { wordsOf } from "../names.ts";
import { withOptions } from "../views.ts";
import {
  heatmapViewOf,
  parameterNamed,
  parametersOf,
  quantitiesOf,
  questionOf,
  selectedEncoding,
} from "./heatmap-question.ts";
import { runOf, SweepRun } from "./heatmap-run.ts";
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
  let shown: { run: SweepRun; result: SweepResult } | undefined;
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
  });

  function draw(): void {
    if (run?.result) shown = { run, result: run.result };
    if (shown) chart.update(dataOf(host.language, shown, shown.run !== run));
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
    describe: () => (shown && shown.run === run ? sentence(host.language, shown) : ""),
    data: (limit) => table(host.language, shown, limit),
    note() {
      const { language } = host;
      if (run?.error) return wordsOf(run.error, language);
      if (!run?.result)
        return say(language, "computing", { part: Math.floor(100 * (run?.fraction ?? 0)) });
      const { backend, reason, height } = run.result;
      const done = say(language, "done", {
        values: plain(language, height),
        lags: lag(language, gridOf(run).count),
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
          ...(name === "parameter" && { values: undefined }),
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
  };
}

interface Finished {
  run: SweepRun;
  result: SweepResult;
}

const heightFor = (width: number): number => Math.round(Math.min(440, Math.max(300, width * 0.42)));
const gridOf = (run: SweepRun): LagGrid => run.question.lags as LagGrid;
const lagAt = ({ start, step }: LagGrid, index: number): number => start + index * step;

function dataOf(language: Language, { run, result }: Finished, stale: boolean): HeatmapData {
  const { question } = run;
  const grid = gridOf(run);
  return {
    width: result.width,
    height: result.height,
    values: result.mean,
    ...coloured(result.mean, question.quantity),
    lags: [grid.start, lagAt(grid, grid.count)],
    rows: Array.from(question.values),
    xLabel: t(language, "axis.lag"),
    yLabel: `${nameOf(language, question.encoding, question.parameter)} ↓`,
    stale,
  };
}

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
  { run, result }: Finished,
  row: number,
  column: number,
): string[] {
  const { question } = run;
  const grid = gridOf(run);
  const edges = columnEdges(grid.count, result.width);
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

function sentence(language: Language, { run, result }: Finished): string {
  const { question } = run;
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

function table(language: Language, shown: Finished | undefined, limit: number): DataTable {
  const question = shown?.run.question;
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
  const edges = columnEdges(grid.count, result.width);
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
