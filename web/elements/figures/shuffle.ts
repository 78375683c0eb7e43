import { html } from "lit";
import { type ShuffleData, shuffleChart } from "../../charts/shuffle.ts";
import type { Etx } from "../../core/api.ts";
import { say } from "../../locales/figures/shuffle.ts";
import { t } from "../../locales/index.ts";
import { dimension as dimensionOf, lookup } from "../../model/encodings/registry.ts";
import { EtxError } from "../../model/error.ts";
import type { Experiment } from "../../model/types.ts";
import { plain, tick } from "../format.ts";
import type { Memo } from "../memo.ts";
import { nameOf } from "../names.ts";
import type { Picture } from "../picture.ts";
import { optionsOf, selectionOf, withOptions } from "../views.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";
import { selectedEncoding } from "./selected-plane.ts";

export const shuffle: Figure = {
  title: (language) => say(language, "title"),
  make: shuffleJoint,
  ask: answer,
};

/** Sentences that mean something else in every order. The last token asks; the others answer. */
const sentences = {
  only: ["only", "she", "told", "him", "that", "she", "loved", "him", "."],
  love: ["我", "爱", "你", "。"],
} as const;
type Sentence = keyof typeof sentences;

interface View {
  sentence: Sentence;
  /** order[place] is the token that lies there. */
  order: number[];
  /** Whether the scores know positions. */
  position: boolean;
}
interface Answer extends View {
  tokens: readonly string[];
  /** By token: its score in this order, in the written one, and at every place it may lie. */
  scores: number[];
  written: number[];
  anywhere: Float64Array[];
}

function viewOf(experiment: Experiment): View {
  const { sentence, order, position } = optionsOf(experiment, "shuffle");
  const known = Object.hasOwn(sentences, String(sentence)) ? (sentence as Sentence) : "only";
  const count = sentences[known].length - 1;
  return {
    sentence: known,
    order: isOrder(order, count) ? order : asWritten(count),
    position: position === true,
  };
}

const asWritten = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const isOrder = (order: unknown, count: number): order is number[] =>
  Array.isArray(order) &&
  order.length === count &&
  asWritten(count).every((i) => order.includes(i));

async function answer(etx: Etx, experiment: Experiment, memo: Memo): Promise<Answer | undefined> {
  const encoding = selectedEncoding(experiment);
  if (!encoding) return undefined;
  const view = viewOf(experiment);
  const tokens = sentences[view.sentence];
  const dimension = dimensionOf(encoding) ?? 0;
  const words = [...new Set<string>(tokens)];
  // A word is a vector, wherever it stands: the same word twice is the same key twice.
  const seed = experiment.seed ?? 42;
  const vectors = await memo.get(["words", view.sentence, seed, dimension], () =>
    etx.normals({ seed, mean: 0, deviation: 1, counts: words.map(() => dimension) }),
  );
  const vector = (token: string): Float64Array =>
    Float64Array.from(vectors[words.indexOf(token)] ?? []);
  const count = tokens.length - 1;
  const query = vector(tokens[count] ?? "").map((value) => value / Math.sqrt(dimension || 1));
  const asked = view.position ? encoding : { kind: "nope", dimension };
  const place = lookup(asked.kind)?.positional?.(asked) ? { position: count } : {};
  // A token at place p is count - p back.
  const lags = Array.from({ length: count }, (_, p) => count - p);
  const anywhere = await Promise.all(
    tokens
      .slice(0, count)
      .map((token) =>
        memo.get(["attends", asked, view.sentence, seed, token], () =>
          etx.curve(asked, { query, key: vector(token), lags, ...place }),
        ),
      ),
  );
  return {
    ...view,
    tokens,
    anywhere,
    scores: anywhere.map((scores, i) => scores[view.order.indexOf(i)] ?? Number.NaN),
    written: anywhere.map((scores, i) => scores[i] ?? Number.NaN),
  };
}

function shuffleJoint(host: JointHost, width: number): Joint {
  let picture: Picture | undefined;
  const set = (options: Partial<View>): Experiment =>
    withOptions(host.bench.experiment, "shuffle", options);
  const chart = shuffleChart({
    width,
    height: 0,
    format: { tick: (value) => tick(host.language, value) },
    onMove(order, phase) {
      host.bench.hold(phase, () => set({ order }));
    },
  });

  return {
    node: chart.node,
    update(next) {
      picture = next;
      const found = answerIn(next);
      if (found) chart.update(dataOf(found, next, host));
    },
    resize: (size) => chart.resize(size, 0),
    destroy: () => chart.destroy(),
    describe() {
      const found = picture && answerIn(picture);
      return found ? `${rowOf(found)} ${outcome(found, host)}` : "";
    },
    data: (limit) => tableOf(picture && answerIn(picture), host, limit),
    note() {
      const found = host.bench.picture && answerIn(host.bench.picture);
      return found ? outcome(found, host) : "";
    },
    controls() {
      const { language, bench } = host;
      const view = viewOf(bench.experiment);
      const count = view.order.length;
      const pick = (sentence: Sentence, label: string) => html`<button type="button"
        aria-pressed=${view.sentence === sentence}
        @click=${() => bench.commit(set({ sentence, order: asWritten(sentences[sentence].length - 1) }))}>${label}</button>`;
      return html`
        <span class="choice" role="group" aria-label=${say(language, "sentence")}>${pick("only", "only she…")}${pick("love", "我爱你")}</span>
        <button type="button" @click=${() => bench.commit(set({ order: otherThan(view.order) }))}>${say(language, "shuffle")}</button>
        <button type="button" @click=${() => bench.commit(set({ order: asWritten(count) }))}>${say(language, "restore")}</button>
        <label><input type="checkbox" .checked=${view.position}
          @change=${(event: Event) => bench.commit(set({ position: (event.target as HTMLInputElement).checked }))} />${encodingName(bench.experiment, host)}</label>`;
    },
  };
}

const answerIn = (picture: Picture): Answer | undefined => {
  const found = picture.answers.get("shuffle");
  return found instanceof EtxError ? undefined : (found as Answer | undefined);
};

function encodingName(experiment: Experiment, { language }: JointHost): string {
  const { entry } = selectionOf(experiment);
  const found = experiment.encodings.find(({ id }) => id === entry);
  return found ? nameOf(experiment, found, language) : "";
}

/** Another order, drawn by chance. */
function otherThan(order: readonly number[]): number[] {
  const next = [...order];
  while (next.join() === order.join()) {
    for (let i = next.length - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      [next[i], next[j]] = [next[j] as number, next[i] as number];
    }
  }
  return next;
}

const sorted = (scores: readonly number[]): number[] => [...scores].sort((a, b) => a - b);

/** How far the sorted scores of this order are from those of the written one. */
function apart({ scores, written }: Answer): number {
  const before = sorted(written);
  return Math.max(0, ...sorted(scores).map((score, i) => Math.abs(score - (before[i] ?? score))));
}

const isWritten = ({ order }: Answer): boolean => order.every((token, place) => token === place);

function outcome(found: Answer, host: JointHost): string {
  const { language } = host;
  const count = found.scores.length;
  if (isWritten(found)) return say(language, found.position ? "knows" : "blind");
  const far = apart(found);
  if (far === 0) return say(language, "same", { count });
  const name = encodingName(host.bench.experiment, host);
  return say(language, "differ", { name, apart: plain(language, far) });
}

const rowOf = ({ order, tokens }: Answer): string =>
  [...order.map((i) => tokens[i] ?? ""), tokens.at(-1) ?? ""].join(" ");

function dataOf(found: Answer, picture: Picture, host: JointHost): ShuffleData {
  const { language } = host;
  const { order, scores, written, tokens, anywhere } = found;
  const all = anywhere.flatMap((one) => Array.from(one)).filter(Number.isFinite);
  const { entry } = selectionOf(picture.experiment);
  return {
    cards: scores.map((score, i) => ({
      text: tokens[i] ?? "",
      score,
      label: tick(language, Number(score.toFixed(2))),
      words: say(language, "card", {
        token: tokens[i] ?? "",
        place: order.indexOf(i) + 1,
        score: plain(language, score),
      }),
    })),
    order,
    asker: tokens.at(-1) ?? "",
    written,
    range: [Math.min(0, ...all), Math.max(0, ...all)],
    colorIndex: found.position
      ? (picture.shown.find((one) => one.entry.id === entry)?.colorIndex ?? 0)
      : 4,
    labels: {
      written: say(language, "written"),
      laid: say(language, "laid"),
      score: t(language, "axis.score"),
    },
  };
}

function tableOf(found: Answer | undefined, { language }: JointHost, limit: number): DataTable {
  const order = (found?.order ?? []).slice(0, limit);
  return {
    header: [say(language, "token"), t(language, "axis.score"), say(language, "written")],
    columns: [
      order.map((i) => found?.tokens[i] ?? ""),
      order.map((i) => found?.scores[i] ?? Number.NaN),
      order.map((i) => found?.written[i] ?? Number.NaN),
    ],
  };
}
