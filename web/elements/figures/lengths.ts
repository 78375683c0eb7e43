import { html } from "lit";
import { curveChart } from "../../charts/curve.ts";
import type { CurveData } from "../../charts/types.ts";
import type { Etx } from "../../core/api.ts";
import { say } from "../../locales/figures/lengths.ts";
import { type Language, t } from "../../locales/index.ts";
import type { Block, Experiment, LagGrid } from "../../model/types.ts";
import { lag as lagText, plain, tick } from "../format.ts";
import type { Memo } from "../memo.ts";
import type { Picture } from "../picture.ts";
import { subjectOf } from "../subject.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";
import { overLags } from "./over-lags.ts";
import { scrubber } from "./scrubber.ts";

export interface Lengths {
  colorIndex: number;
  lags: LagGrid;
  /** ‖A(τ)k‖ ÷ ‖k‖. */
  values: Float64Array;
  /** max‖e^{τX}‖ over τ >= 0: Infinity where there is none. */
  peak: number;
  stable: boolean;
  blocks: readonly Block[];
}

/** As many as a figure's width can tell apart. */
const mostSamples = 2048;
/** Norms that agree to so many parts are one. */
const same = 1e-9;

export const lengths: Figure = {
  title: (language) => say(language, "title"),
  make: lengthsJoint,
  ask: lengthsOf,
};

export async function lengthsOf(
  etx: Etx,
  experiment: Experiment,
  memo: Memo,
): Promise<Lengths | undefined> {
  const { lags } = experiment;
  const subject = await subjectOf(etx, experiment, memo);
  if (!subject || Array.isArray(lags) || "x" in lags) return undefined;
  const { encoding, matrix, key, blocks, colorIndex } = subject;
  const every = Math.max(1, Math.ceil(lags.count / mostSamples));
  const grid = {
    start: lags.start,
    step: lags.step * every,
    count: Math.floor((lags.count - 1) / every) + 1,
  };
  const vector = Array.from(key);
  const [orbit, { peakNorm, stable }] = await Promise.all([
    memo.get(["lengths", encoding, vector, grid], () =>
      etx.orbit(encoding, { vector, times: grid }),
    ),
    memo.get(["classify", matrix.rows, Array.from(matrix.data)], () => etx.classify(matrix)),
  ]);
  const size = Math.hypot(...key);
  const values = Float64Array.from(
    { length: orbit.rows },
    (_, i) => Math.hypot(...orbit.data.subarray(i * orbit.cols, (i + 1) * orbit.cols)) / size,
  );
  return { colorIndex, lags: grid, values, peak: peakNorm, stable, blocks };
}

/** How long the key is at each lag, under the most that any key is lengthened. */
function lengthsJoint(host: JointHost, width: number): Joint {
  let picture: Picture | undefined;
  const chart = curveChart({ width, height: heightFor(width), ...overLags(host) });
  const time = scrubber(host);
  const found = (): Lengths | undefined => picture && answerIn(picture);

  return {
    node: chart.node,
    player: time,
    update(next) {
      picture = next;
      const lengths = answerIn(next);
      chart.node.toggleAttribute("hidden", !lengths);
      if (lengths) chart.update(dataOf(lengths, next.experiment.time ?? 0, host.language));
    },
    resize: (size) => chart.resize(size, heightFor(size)),
    destroy() {
      time.stop();
      chart.destroy();
    },
    describe: () => (time.playing ? "" : sentence(found(), host.language)),
    data: (limit) => tableOf(found(), host.language, limit),
    note: () =>
      say(host.language, host.bench.picture && answerIn(host.bench.picture) ? "note" : "none"),
    below() {
      const now = host.bench.picture && answerIn(host.bench.picture);
      return html`<p>${sentence(now, host.language)}</p>${time.render()}`;
    },
  };
}

const heightFor = (width: number): number => Math.round(Math.min(340, Math.max(240, width * 0.32)));

const answerIn = ({ answers }: Picture): Lengths | undefined => {
  const answer = answers.get("lengths");
  return answer instanceof Error ? undefined : (answer as Lengths | undefined);
};

function dataOf(
  { colorIndex, lags, values, peak }: Lengths,
  time: number,
  language: Language,
): CurveData {
  const { start, step } = lags;
  const bound = say(language, "bound", { peak: plain(language, peak) });
  return {
    series: [
      { id: "key", label: say(language, "key"), colorIndex, emphasised: true, start, step, values },
      ...(Number.isFinite(peak)
        ? [
            {
              id: "bound",
              label: bound,
              colorIndex: colorIndex + 1,
              start,
              step,
              values: values.map(() => peak),
            },
          ]
        : []),
    ],
    xScale: "linear",
    xLabel: t(language, "axis.lag"),
    yLabel: say(language, "ratio"),
    marker: { lag: time, label: `t = ${lagText(language, time)}` },
  };
}

/** What X does to lengths, and what its eigenvalues alone would not tell. */
function sentence(lengths: Lengths | undefined, language: Language): string {
  if (!lengths) return "";
  const { values, peak, stable, blocks } = lengths;
  const most = values.reduce((so, value) => Math.max(so, value), 0);
  const words = { peak: plain(language, peak), most: tick(language, most) };
  if (!stable) {
    const growing = blocks.some(({ rate }) => rate > 0);
    return say(language, growing ? "grows" : "chain");
  }
  const turning = blocks.every(({ rate, size = 1 }) => rate === 0 && size === 1);
  if (peak > 1 + same) return say(language, turning ? "similar" : "hump", words);
  return say(language, turning ? "isometry" : "fades");
}

function tableOf(lengths: Lengths | undefined, language: Language, limit: number): DataTable {
  const header = [t(language, "axis.lag"), say(language, "ratio")];
  if (!lengths) return { header, columns: [] };
  const { lags, values } = lengths;
  const every = Math.max(1, Math.ceil(values.length / limit));
  const picked = Array.from({ length: Math.ceil(values.length / every) }, (_, i) => i * every);
  return {
    header,
    columns: [
      picked.map((i) => lags.start + i * lags.step),
      picked.map((i) => values[i] ?? Number.NaN),
    ],
  };
}
