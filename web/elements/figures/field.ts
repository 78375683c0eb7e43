import { html, nothing, type TemplateResult } from "lit";
import { type FieldReading, fieldChart } from "../../charts/field.ts";
import type { Patch } from "../../charts/field-handle.ts";
import type { MovePhase } from "../../charts/types.ts";
import { say } from "../../locales/figures/field.ts";
import { t } from "../../locales/index.ts";
import { EtxError } from "../../model/error.ts";
import type { Experiment } from "../../model/types.ts";
import { plain, tick } from "../format.ts";
import type { Picture } from "../picture.ts";
import { withOptions } from "../views.ts";
import { type FieldAnswer, fieldAnswer } from "./field-answer.ts";
import { comparisons } from "./field-view.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";

export const field: Figure = {
  title: (language) => say(language, "title"),
  make: fieldJoint,
  ask: fieldAnswer,
};

/** Scores of one patch against all others, and what the order of the axes does to them. */
function fieldJoint(host: JointHost, width: number): Joint {
  let answer: FieldAnswer | undefined;
  const move = ({ column, row }: Patch, phase: MovePhase): void => {
    const { bench } = host;
    bench.hold(phase, () => withOptions(bench.experiment, "field", { column, row }));
  };
  const words = ({ column, row, values }: FieldReading): string =>
    say(host.language, "reading", {
      column: column + 1,
      row: row + 1,
      score: plain(host.language, values[0] ?? Number.NaN),
      residual: plain(host.language, tidy(values[1] ?? Number.NaN, answer)),
    });
  const chart = fieldChart({
    width,
    height: 0,
    labels: {
      get handle() {
        return say(host.language, "handle");
      },
    },
    format: {
      tick: (value) => tick(host.language, value),
      reading: words,
      valueText: ({ column, row }, reading) => {
        const own = say(host.language, "at", { column: column + 1, row: row + 1 });
        const other = reading.column !== column || reading.row !== row;
        return other ? `${own}${t(host.language, "words.separator")}${words(reading)}` : own;
      },
    },
    onMove: move,
  });

  return {
    node: chart.node,
    update(picture) {
      answer = answerIn(picture);
      if (!answer) return;
      const { columns, rows, view, scores, residual } = answer;
      chart.update({
        columns,
        rows,
        panels: [
          { title: say(host.language, "score"), values: scores },
          { title: say(host.language, `title.${view.against}`), values: residual },
        ],
        limit: largest(scores),
        at: view,
      });
    },
    resize: (size) => chart.resize(size, 0),
    destroy: () => chart.destroy(),
    describe: () => sentence(host, answer),
    data: (limit) => fieldTable(host, answer, limit),
    note: () => say(host.language, "note"),
    controls: () => {
      const { against } = answerIn(host.bench.picture)?.view ?? {};
      return html`<select aria-label=${say(host.language, "against")} @change=${(event: Event) =>
        host.bench.adjust((experiment) =>
          withOptions(experiment, "field", {
            against: (event.target as HTMLSelectElement).value,
          }),
        )}>${comparisons.map((one) => html`<option value=${one} ?selected=${one === against}>${say(host.language, one)}</option>`)}</select>`;
    },
    below: () => {
      const found = answerIn(host.bench.picture);
      return html`<p>${sentence(host, found)}</p>${coupling(host, found)}`;
    },
  };
}

function answerIn(picture: Picture | undefined): FieldAnswer | undefined {
  const found = picture?.answers.get("field");
  return found instanceof EtxError ? undefined : (found as FieldAnswer | undefined);
}

const largest = (values: Float64Array): number =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** What is rounding beside the scores is written as 0. */
const tidy = (difference: number, answer: FieldAnswer | undefined): number =>
  Math.abs(difference) <= 1e-12 * largest(answer?.scores ?? new Float64Array()) ? 0 : difference;

function sentence({ language }: JointHost, answer: FieldAnswer | undefined): string {
  if (!answer) return "";
  if (answer.commutes) return say(language, "say.commutes");
  const most = largest(answer.residual);
  return say(language, "say.differs", {
    norm: plain(language, answer.commutator),
    most: plain(language, most),
    share: tick(language, (100 * most) / largest(answer.scores)),
  });
}

/** How far LieRE's drawn generators are from commuting: the encoding's own parameter, at hand beside what it does. */
function coupling(
  { bench, language }: JointHost,
  answer: FieldAnswer | undefined,
): TemplateResult | typeof nothing {
  if (answer?.encoding.kind !== "lie2d" || "generators" in answer.encoding) return nothing;
  const { entry } = answer;
  const of = ({ encodings }: Experiment): number =>
    (encodings.find(({ id }) => id === entry)?.encoding as { coupling?: number })?.coupling ?? 1;
  const set = (event: Event, done: boolean): void => {
    const coupling = Number((event.target as HTMLInputElement).value);
    const encodings = bench.experiment.encodings.map((one) =>
      one.id === entry ? { ...one, encoding: { ...one.encoding, coupling } } : one,
    );
    bench.preview({ ...bench.experiment, encodings });
    if (done) bench.commit();
  };
  const value = of(bench.experiment);
  const name = t(language, "parameter.coupling");
  return html`<label class="scrubber"><span>${name}</span>
    <input type="range" min="0" max="1" step="0.005" .value=${String(value)}
      @input=${(event: Event) => set(event, false)} @change=${(event: Event) => set(event, true)} />
    <output>${plain(language, value)}</output></label>`;
}

function fieldTable(
  { language }: JointHost,
  answer: FieldAnswer | undefined,
  limit: number,
): DataTable {
  const count = Math.min(limit, answer?.scores.length ?? 0);
  const at = Array.from({ length: count }, (_, i) => i);
  const columns = answer?.columns ?? 1;
  return {
    header: (["column", "row", "score1", "residual"] as const).map((key) => say(language, key)),
    columns: [
      at.map((i) => (i % columns) + 1),
      at.map((i) => Math.floor(i / columns) + 1),
      at.map((i) => answer?.scores[i] ?? Number.NaN),
      at.map((i) => answer?.residual[i] ?? Number.NaN),
    ],
  };
}
