import { sideBySideChart } from "../../charts/side-by-side.ts";
import type { CurveData, CurveSeries } from "../../charts/types.ts";
import { say } from "../../locales/figures/side-by-side.ts";
import { type Language, t } from "../../locales/index.ts";
import { EtxError } from "../../model/error.ts";
import {
  type Attended,
  type AttentionPicture,
  attentionOf,
  attentionViewOf,
} from "../attention-picture.ts";
import { lag as lagText, plain } from "../format.ts";
import { nameOf } from "../names.ts";
import type { Picture } from "../picture.ts";
import { curveViewOf } from "../views.ts";
import { exponentsOf, least, weightTick } from "./attention.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";
import { overLags } from "./over-lags.ts";

export const sideBySide: Figure = {
  title: (language) => say(language, "title"),
  make: sideBySideJoint,
  ask: attentionOf,
};

const height = 190;

/** Each encoding before the others, as score and as softmax weight, at the logit scale and over the keys of the attention's view. */
function sideBySideJoint(host: JointHost, width: number): Joint {
  let picture: Picture | undefined;
  const { labels, format: score } = overLags(host);
  const { format: weight } = overLags(host, {
    tick: (value) => weightTick(host.language, value),
    value: (value) => plain(host.language, 10 ** value),
    valueText: ({ lag, values }) =>
      say(host.language, "words", {
        lag: lagText(host.language, lag),
        weights: values
          .map(({ label, value }) => `${label} ${plain(host.language, 10 ** value)}`)
          .join(t(host.language, "words.separator")),
      }),
  });
  const chart = sideBySideChart({ width, height, labels, formats: [score, weight] });
  const rows = (): readonly Attended[] => answerIn(picture)?.rows ?? [];
  const name = ({ entry }: Attended): string => nameOf(host.bench.experiment, entry, host.language);

  return {
    node: chart.node,
    update(next) {
      picture = next;
      const limits = curveViewOf(next.experiment).limits;
      const { lags } = attentionViewOf(next.experiment);
      const told = (own: Attended, what: "score" | "weight"): CurveData => ({
        series: rows().map((row) => seriesOf(row, name(row), what, row === own)),
        xScale: lags,
        xLabel: t(host.language, "axis.lag"),
        yLabel: say(host.language, what),
        ...(what === "weight" ? { limits: [least, 0] } : limits && { limits }),
      });
      chart.update({
        things: rows().map((row) => ({
          title: name(row),
          colorIndex: row.colorIndex,
          told: [told(row, "score"), told(row, "weight")],
        })),
      });
    },
    resize: (size) => chart.resize(size, height),
    destroy: () => chart.destroy(),
    describe: () =>
      rows()
        .map((row) =>
          say(host.language, "describe", {
            name: name(row),
            last: lagText(host.language, row.logits.length - 1),
            score: plain(host.language, scoresOf(row).at(-1) ?? Number.NaN),
            weight: plain(host.language, row.weights.at(-1) ?? Number.NaN),
          }),
        )
        .join(" "),
    data: (limit) => table(rows(), name, host.language, limit),
    note: () => say(host.language, "note"),
  };
}

function answerIn(picture: Picture | undefined): AttentionPicture | undefined {
  const answer = picture?.answers.get("side-by-side");
  return answer instanceof EtxError ? undefined : (answer as AttentionPicture | undefined);
}

const known = new WeakMap<Float64Array, Float64Array>();

/** The logits over the one at lag 0, where it can be divided by; the same array for the same logits. */
function scoresOf({ logits }: Attended): Float64Array {
  let scores = known.get(logits);
  if (!scores) {
    const zero = logits[0] ?? 0;
    scores = zero === 0 || !Number.isFinite(zero) ? logits : logits.map((logit) => logit / zero);
    known.set(logits, scores);
  }
  return scores;
}

/** The others stand pale behind one's own, so that all have one scale. */
const seriesOf = (
  row: Attended,
  label: string,
  what: "score" | "weight",
  own: boolean,
): CurveSeries => ({
  id: row.entry.id,
  label,
  colorIndex: row.colorIndex,
  unnamed: true,
  ...(own ? { emphasised: true } : { faint: true }),
  start: 0,
  step: 1,
  values: what === "score" ? scoresOf(row) : exponentsOf(row.weights),
});

function table(
  rows: readonly Attended[],
  name: (row: Attended) => string,
  language: Language,
  limit: number,
): DataTable {
  const count = rows[0]?.logits.length ?? 0;
  const every = Math.max(1, Math.ceil(count / limit));
  const lags = Array.from({ length: Math.ceil(count / every) }, (_, i) => i * every);
  return {
    header: [
      t(language, "axis.lag"),
      ...rows.flatMap((row) => [
        `${name(row)}, ${say(language, "score")}`,
        `${name(row)}, ${say(language, "weight")}`,
      ]),
    ],
    columns: [
      lags,
      ...rows.flatMap((row) =>
        [scoresOf(row), row.weights].map((values) => lags.map((lag) => values[lag] ?? Number.NaN)),
      ),
    ],
  };
}
