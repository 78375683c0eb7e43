import { bisectLeft } from "d3-array";
import { rugChart } from "../../charts/rug.ts";
import type { Etx } from "../../core/api.ts";
import { say } from "../../locales/figures/time.ts";
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
}

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
  return { told: "clock", back: scores.map((score) => 0 - score), colorIndex };
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
      reading: (index, back) =>
        say(host.language, "reading", { index, back: plain(host.language, back) }),
    },
  });

  return {
    node: chart.node,
    update(picture) {
      answer = answerIn(picture);
      if (!answer) return;
      const { back, told, colorIndex } = answer;
      const { language } = host;
      const end = (value: number): string =>
        say(language, "back", { back: plain(language, value) });
      chart.update({
        back,
        colorIndex,
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
  };
}

function answerIn(picture: Picture): Answer | undefined {
  const found = picture.answers.get("time");
  return found instanceof EtxError ? undefined : (found as Answer | undefined);
}

function timeTable({ language }: JointHost, answer: Answer | undefined, limit: number): DataTable {
  const back = answer?.back.subarray(0, limit) ?? new Float64Array();
  return {
    header: [say(language, "token"), say(language, "time")],
    columns: [Array.from(back, (_, i) => i), back],
  };
}
