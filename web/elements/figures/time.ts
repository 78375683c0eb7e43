import { bisectLeft } from "d3-array";
import { html, nothing } from "lit";
import { rugChart } from "../../charts/rug.ts";
import type { Etx } from "../../core/api.ts";
import { say } from "../../locales/figures/time.ts";
import { type Language, t } from "../../locales/index.ts";
import { EtxError } from "../../model/error.ts";
import { lastLag } from "../../model/lags.ts";
import type { Encoding, Experiment } from "../../model/types.ts";
import { plain } from "../format.ts";
import type { Memo } from "../memo.ts";
import type { Picture } from "../picture.ts";
import { selectionOf } from "../views.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";

export const time: Figure = {
  title: (language) => say(language, "title"),
  make: timeJoint,
  ask: timeAnswer,
};

interface Answer {
  told: "clock" | "timestamps" | "steady";
  /** How far each token lies back by the clock, the newest first. */
  back: Float64Array;
  colorIndex: number;
  /** What drives the clock: which kind of step, and what each token adds, the newest first. */
  driven?: { by: Driver; steps: Float64Array };
}

/** Kinds whose steps are made in a way of their own; "" is any other clock. */
const drivers = ["mamba", "fox", "gla"] as const;
type Driver = (typeof drivers)[number] | "";

/** Ticks that can still be told apart. */
const most = 512;

type Clocked = Encoding & { clock: number[] };
const clocked = (encoding: Encoding | undefined): encoding is Clocked =>
  Array.isArray((encoding as Partial<Clocked> | undefined)?.clock);

/** The document's timestamps, or the clock of the selected encoding, or of the first that data drive; else a counter. */
async function timeAnswer(etx: Etx, experiment: Experiment, memo: Memo): Promise<Answer> {
  const { encodings, lags } = experiment;
  const chosen = encodings.findIndex(({ id }) => id === selectionOf(experiment).entry);
  const listed = Array.isArray(lags);
  const index =
    listed || clocked(encodings[chosen]?.encoding)
      ? chosen
      : encodings.findIndex(({ encoding }) => clocked(encoding));
  const encoding = encodings[index]?.encoding;
  const colorIndex = Math.max(0, index) % 6;
  const tokens = listed ? lags.length : Math.floor(lastLag(experiment)) + 1;
  const count = clocked(encoding) && !listed ? Math.min(tokens, encoding.clock.length) : tokens;
  if (count > most)
    throw new EtxError("too-large", `lags has ${count} tokens; this figure draws at most ${most}`);
  if (listed) return { told: "timestamps", back: Float64Array.from(lags), colorIndex };
  if (!clocked(encoding)) {
    return { told: "steady", back: Float64Array.from({ length: count }, (_, i) => i), colorIndex };
  }
  const { clock } = encoding;
  // FoX with nothing to score is the clock itself: S = -(Φ_t - Φ_s).
  const scores = await memo.get(["clock", clock, count], () =>
    etx.curve(
      { kind: "fox", dimension: 1, clock },
      { query: [0], key: [0], lags: { start: 0, step: 1, count }, position: count - 1 },
    ),
  );
  const by = drivers.find((driver) => driver === encoding.kind) ?? "";
  const steps = Float64Array.from(clock.slice(clock.length - count)).reverse();
  return {
    told: "clock",
    back: scores.map((score) => 0 - score),
    colorIndex,
    driven: { by, steps },
  };
}

/** The same tokens as they are counted and as a clock tells them. */
function timeJoint(host: JointHost, width: number): Joint {
  let answer: Answer | undefined;
  const chart = rugChart({
    width,
    height: 0,
    labels: {
      get cursor() {
        return say(host.language, "cursor");
      },
    },
    format: {
      reading: (index, back) => {
        const read = say(host.language, "reading", { index, back: plain(host.language, back) });
        const step = stepWords(answer, index, host.language);
        return step ? `${read}${t(host.language, "words.separator")}${step}` : read;
      },
    },
  });

  return {
    node: chart.node,
    update(picture) {
      answer = answerIn(picture);
      if (!answer) return;
      const { back, told, colorIndex, driven } = answer;
      const { language } = host;
      const end = (value: number): string =>
        say(language, "back", { back: plain(language, value) });
      chart.update({
        back,
        colorIndex,
        ...(driven && {
          steps: {
            values: driven.steps,
            title: say(language, driven.by ? `step.${driven.by}` : "step"),
            most: say(language, "most", { most: plain(language, Math.max(...driven.steps)) }),
          },
        }),
        titles: { counted: say(language, "counted"), told: say(language, told) },
        ends: {
          counted: end(back.length - 1),
          told: end(back.at(-1) ?? 0),
          now: say(language, "now"),
        },
      });
    },
    resize: (size) => chart.resize(size, 0),
    destroy: () => chart.destroy(),
    describe() {
      if (!answer) return "";
      const { back } = answer;
      return say(host.language, "describe", {
        count: back.length,
        half: bisectLeft(back, (back.at(-1) ?? 0) / 2),
        even: Math.ceil((back.length - 1) / 2),
      });
    },
    data: (limit) => timeTable(host, answer, limit),
    note: () => say(host.language, "note"),
    below() {
      const by = host.bench.picture && answerIn(host.bench.picture)?.driven?.by;
      return by ? html`<p>${say(host.language, `made.${by}`)}</p>` : nothing;
    },
  };
}

/** What a token's step was made of: softplus and −ln undone. */
function stepWords(answer: Answer | undefined, index: number, language: Language): string {
  const step = answer?.driven?.steps[index];
  if (step === undefined) return "";
  const words = { step: plain(language, step) };
  switch (answer?.driven?.by) {
    case "mamba":
      return say(language, "from.mamba", {
        ...words,
        before: plain(language, step + Math.log(-Math.expm1(-step))),
      });
    case "fox":
    case "gla":
      return say(language, "from.gate", { ...words, gate: plain(language, Math.exp(-step)) });
    default:
      return say(language, "from", words);
  }
}

function answerIn(picture: Picture): Answer | undefined {
  const found = picture.answers.get("time");
  return found instanceof EtxError ? undefined : (found as Answer | undefined);
}

function timeTable({ language }: JointHost, answer: Answer | undefined, limit: number): DataTable {
  const back = answer?.back.subarray(0, limit) ?? new Float64Array();
  const steps = answer?.driven?.steps.subarray(0, limit);
  return {
    header: [
      say(language, "token"),
      say(language, "time"),
      ...(steps ? [say(language, "added")] : []),
    ],
    columns: [Array.from(back, (_, i) => i), back, ...(steps ? [steps] : [])],
  };
}
