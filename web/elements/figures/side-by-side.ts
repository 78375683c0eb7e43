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

/** Each encoding by itself, as score and as softmax weight, at the logit scale and over the keys of the attention's view. */
function sideBySideJoint(host: JointHost, width: number): Joint {
  let picture: Picture | undefined;
  const { labels, format: score } = overLags(host);
  const { format: weight } = overLags(host, {
    tick: (value) => weightTick(host.language, value),
    value: (value) => plain(host.language, 10 ** value),
    valueText: ({ lag, values }) =>
      say(host.language, "words", {
        lag: lagText(host.language, lag),
        weight: plain(host.language, 10 ** (values[0]?.value ?? Number.NaN)),
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
      chart.update({
        things: rows().map((row) => ({
          title: name(row),
          colorIndex: row.colorIndex,
          told: [
            told(row, "score", scoresOf(row), lags, host.language, limits),
            told(row, "weight", exponentsOf(row.weights), lags, host.language, [least, 0]),
          ],
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

function told(
  { entry, colorIndex }: Attended,
  what: "score" | "weight",
  values: Float64Array,
  xScale: "linear" | "log",
  language: Language,
  limits: CurveData["limits"],
): CurveData {
  const series: CurveSeries = { id: entry.id, label: "", colorIndex, start: 0, step: 1, values };
  return {
    series: [series],
    xScale,
    xLabel: t(language, "axis.lag"),
    yLabel: say(language, what),
    ...(limits && { limits }),
  };
}

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
