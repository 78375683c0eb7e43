import { invarianceChart } from "../../charts/invariance.ts";
import type { Etx } from "../../core/api.ts";
import { say } from "../../locales/figures/invariance.ts";
import { t as tr } from "../../locales/index.ts";
import { dimension as dimensionOf, lookup } from "../../model/encodings/registry.ts";
import { EtxError } from "../../model/error.ts";
import type { Encoding, Experiment } from "../../model/types.ts";
import { resolve } from "../../model/vector.ts";
import { lag, plain, tick } from "../format.ts";
import type { Memo } from "../memo.ts";
import type { Picture } from "../picture.ts";
import { optionsOf, selectionOf, withOptions } from "../views.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";
import { selectedEncoding } from "./selected-plane.ts";
import { slider } from "./slider.ts";

export const invariance: Figure = {
  title: (language) => say(language, "title"),
  make: invarianceJoint,
  ask: answer,
};

/** Positions a side of the table. */
export const count = 16;
/** How far query and key are shifted together. */
const farthest = 500;

interface View {
  /** The pair in the hand, before the shift. */
  t: number;
  s: number;
  shift: number;
}
interface Answer extends View {
  /** At positions shift, shift + 1, …: rows are queries, columns keys; NaN where there is no score. */
  scores: Float64Array;
  /** The pair's score before the shift. */
  home: number;
  /** The most that scores of one lag differ by, here and before the shift. */
  spread: number;
}

function viewOf(experiment: Experiment): View {
  const options = optionsOf(experiment, "invariance");
  const whole = (value: unknown, most: number, otherwise: number): number =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most
      ? (value as number)
      : otherwise;
  const t = whole(options.t, count - 1, 10);
  const causal = experiment.causal !== false;
  return {
    t,
    s: whole(options.s, causal ? t : count - 1, Math.min(t, 5)),
    shift: whole(options.shift, farthest, 0),
  };
}

export async function answer(
  etx: Etx,
  experiment: Experiment,
  memo: Memo,
): Promise<Answer | undefined> {
  const encoding = selectedEncoding(experiment);
  if (!encoding) return undefined;
  const view = viewOf(experiment);
  const causal = experiment.causal !== false;
  const at = (start: number): Promise<Float64Array> =>
    memo.get(["positions", encoding, experiment.query, experiment.key, causal, start], () =>
      tableOf(etx, experiment, encoding, causal, start),
    );
  // What is never told where the query stands makes the same table everywhere.
  const start = isPositional(encoding) ? view.shift : 0;
  const [scores, before] = await Promise.all([at(start), at(0)]);
  return {
    ...view,
    scores,
    home: before[view.t * count + view.s] ?? Number.NaN,
    spread: spreadOf([scores, before]),
  };
}

const isPositional = (encoding: Encoding): boolean =>
  lookup(encoding.kind)?.positional?.(encoding) === true;

async function tableOf(
  etx: Etx,
  experiment: Experiment,
  encoding: Encoding,
  causal: boolean,
  start: number,
): Promise<Float64Array> {
  const dimension = dimensionOf(encoding) ?? 0;
  const query = resolve(experiment.query, dimension);
  const key = resolve(experiment.key, dimension);
  const table = new Float64Array(count * count).fill(Number.NaN);
  const keys = (t: number): number[] => Array.from({ length: causal ? t + 1 : count }, (_, s) => s);
  const rows = Array.from({ length: count }, async (_, t) => {
    const lags = keys(t).map((s) => t - s);
    const place = isPositional(encoding) ? { position: start + t } : {};
    const scores = await etx
      .curve(encoding, { query, key, lags, ...place })
      .catch((reason) => beyond(reason, lags));
    table.set(scores, t * count);
  });
  await Promise.all(rows);
  return table;
}

/** A table of learned positions ends somewhere: no score there, and no reason to show nothing at all. */
function beyond(reason: unknown, lags: number[]): Float64Array {
  if (!(reason instanceof EtxError) || reason.code !== "range") throw reason;
  return new Float64Array(lags.length).fill(Number.NaN);
}

function spreadOf(tables: Float64Array[]): number {
  const low = new Map<number, number>();
  const high = new Map<number, number>();
  for (const table of tables) {
    table.forEach((score, i) => {
      if (!Number.isFinite(score)) return;
      const tau = Math.floor(i / count) - (i % count);
      low.set(tau, Math.min(score, low.get(tau) ?? score));
      high.set(tau, Math.max(score, high.get(tau) ?? score));
    });
  }
  return Math.max(0, ...[...high].map(([tau, most]) => most - (low.get(tau) ?? most)));
}

function invarianceJoint(host: JointHost, width: number): Joint {
  let picture: Picture | undefined;
  const set = (options: Partial<View>): Experiment =>
    withOptions(host.bench.experiment, "invariance", options);
  const chart = invarianceChart({
    width,
    height: 0,
    farthest,
    format: { tick: (value) => tick(host.language, value) },
    onSlide(shift, phase) {
      host.bench.hold(phase, () => set({ shift }));
    },
    onPick: (t, s) => host.bench.commit(set({ t, s })),
  });

  return {
    node: chart.node,
    update(next) {
      picture = next;
      const found = answerIn(next);
      if (!found) return;
      const { language } = host;
      const { entry } = selectionOf(next.experiment);
      chart.update({
        scores: found.scores,
        count,
        start: found.shift,
        t: found.t,
        s: found.s,
        colorIndex: next.shown.find((one) => one.entry.id === entry)?.colorIndex ?? 0,
        labels: {
          query: say(language, "query"),
          key: say(language, "key"),
          lag: tr(language, "axis.lag"),
          score: tr(language, "axis.score"),
        },
        words: allWords(found, host),
        valueText: pairWords(found, host),
      });
    },
    resize: (size) => chart.resize(size, 0),
    destroy: () => chart.destroy(),
    describe() {
      const found = picture && answerIn(picture);
      return found ? allWords(found, host) : "";
    },
    data: (limit) => dataOf(picture && answerIn(picture), host, limit),
    note: () => say(host.language, "note"),
    below: () => {
      const { shift } = viewOf(host.bench.experiment);
      return slider(
        host,
        {
          name: say(host.language, "shift"),
          value: shift,
          text: lag(host.language, shift),
          min: 0,
          max: farthest,
        },
        (value) => set({ shift: value }),
      );
    },
  };
}

const answerIn = (picture: Picture): Answer | undefined => {
  const found = picture.answers.get("invariance");
  return found instanceof EtxError ? undefined : (found as Answer | undefined);
};

const allWords = (found: Answer, host: JointHost): string =>
  say(host.language, "both", { pair: pairWords(found, host), table: collapseWords(found, host) });

/** "110 → 105: …, as 10 → 5: …" */
function pairWords({ t, s, shift, scores, home }: Answer, { language }: JointHost): string {
  const values = {
    t: lag(language, t + shift),
    s: lag(language, s + shift),
    score: plain(language, scores[t * count + s] ?? Number.NaN),
    t0: lag(language, t),
    s0: lag(language, s),
    home: plain(language, home),
  };
  return say(language, shift === 0 ? "pair" : "pairs", values);
}

function collapseWords({ scores, spread }: Answer, { language }: JointHost): string {
  const finite = scores.filter(Number.isFinite);
  const lags = new Set<number>();
  scores.forEach((score, i) => {
    if (Number.isFinite(score)) lags.add(Math.floor(i / count) - (i % count));
  });
  const size = finite.reduce((most, score) => Math.max(most, Math.abs(score)), 0);
  return say(language, spread <= 1e-12 * size ? "collapses" : "scatters", {
    pairs: lag(language, finite.length),
    lags: lag(language, lags.size),
    spread: plain(language, spread),
  });
}

function dataOf(found: Answer | undefined, { language }: JointHost, limit: number): DataTable {
  const cells = Array.from(found?.scores ?? [], (score, i) => ({ score, i }))
    .filter(({ score }) => Number.isFinite(score))
    .slice(0, limit);
  const shift = found?.shift ?? 0;
  return {
    header: [say(language, "query"), say(language, "key"), tr(language, "axis.score")],
    columns: [
      cells.map(({ i }) => Math.floor(i / count) + shift),
      cells.map(({ i }) => (i % count) + shift),
      cells.map(({ score }) => score),
    ],
  };
}
