import { html, nothing } from "lit";
import type { Term } from "../../charts/expression.ts";
import type { MatrixGrid } from "../../charts/matrix-grid.ts";
import { type PuckPart, type PuckState, puckChart } from "../../charts/puck.ts";
import type { Etx } from "../../core/api.ts";
import { say } from "../../locales/figures/puck.ts";
import type { Language } from "../../locales/index.ts";
import type { Experiment, Matrix } from "../../model/types.ts";
import { lag, plain, roundBelow, tick } from "../format.ts";
import type { Memo } from "../memo.ts";
import type { Picture } from "../picture.ts";
import { type Subject, subjectOf, withKey } from "../subject.ts";
import { gridOf } from "./entries.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";
import { scrubber } from "./scrubber.ts";

const parts = ["position", "velocity", "acceleration"] as const satisfies PuckPart[];
const samples = 200;

interface Answer {
  subject: Subject;
  time: number;
  /** e^{tJ}. */
  flow: Matrix;
  /** Position, velocity, acceleration at `time`. */
  now: Float64Array;
  track: { step: number; positions: Float64Array };
  arrowTime: number;
}

export const puck: Figure = {
  title: (language) => say(language, "title"),
  make: puckJoint,
  ask: answer,
};

async function answer(etx: Etx, experiment: Experiment, memo: Memo): Promise<Answer | undefined> {
  const subject = await subjectOf(etx, experiment, memo);
  if (!subject || !isChain(subject)) return undefined;
  if (Array.isArray(experiment.lags) || "x" in experiment.lags) return undefined;
  const { encoding, matrix, key } = subject;
  const time = experiment.time ?? 0;
  const { start, step, count } = experiment.lags;
  const horizon = Math.max(1, start + step * (count - 1));
  const spacing = horizon / samples;
  const [flow, now, track] = await Promise.all([
    etx.expm(matrix, { time }),
    etx.orbit(encoding, { vector: key, times: [time] }),
    memo.get(["puck", encoding, Array.from(key), horizon], () =>
      etx.orbit(encoding, {
        vector: key,
        times: { start: 0, step: spacing, count: samples + 1 },
      }),
    ),
  ]);
  return {
    subject,
    time,
    flow: flow.value,
    now: now.data,
    track: { step: spacing, positions: track.data.filter((_, i) => i % track.cols === 0) },
    arrowTime: roundBelow(horizon / 6),
  };
}

/** One nilpotent Jordan block of size 2 or 3. */
function isChain({ blocks, matrix }: Subject): boolean {
  const [block, ...others] = blocks;
  return (
    others.length === 0 &&
    block?.kind === "real" &&
    block.rate === 0 &&
    block.size === matrix.rows &&
    (block.size === 2 || block.size === 3)
  );
}

const answerIn = (picture: Picture | undefined): Answer | undefined =>
  picture?.answers.get("puck") as Answer | undefined;

const stateOf = (values: ArrayLike<number>): PuckState => ({
  position: values[0] ?? 0,
  velocity: values[1] ?? 0,
  ...(values.length > 2 && { acceleration: values[2] as number }),
});

/** A nilpotent block as mechanics: time adds velocity to position, and acceleration to velocity. */
function puckJoint(host: JointHost, width: number): Joint {
  let picture: Picture | undefined;
  const chart = puckChart({
    width,
    height: heightFor(width),
    format: {
      tick: (value) => tick(host.language, value),
      lag: (value) => lag(host.language, value),
    },
    onMove(part, to, phase) {
      const found = answerIn(picture);
      if (!found) return;
      const values = Array.from(found.subject.key);
      values[parts.indexOf(part)] = to;
      host.bench.hold(phase, () => withKey(host.bench.experiment, found.subject, values));
    },
  });
  const time = scrubber(host);

  return {
    node: chart.node,
    player: time,
    update(next) {
      picture = next;
      const found = answerIn(next);
      chart.node.toggleAttribute("hidden", !found);
      if (!found) return;
      const { language } = host;
      const { subject } = found;
      const start = stateOf(subject.key);
      chart.update({
        start,
        now: stateOf(found.now),
        time: found.time,
        track: found.track,
        arrowTime: found.arrowTime,
        equation: equationOf(found, language),
        colorIndex: subject.colorIndex,
        labels: {
          position: say(language, "position"),
          time: say(language, "time"),
          now: say(language, "now", { time: lag(language, found.time) }),
          parts: {
            position: say(language, "position"),
            velocity: say(language, "velocity"),
            acceleration: say(language, "acceleration"),
          },
        },
        grips: subject.coordinates
          ? parts
              .filter((part) => start[part] !== undefined)
              .map((part) => ({
                part,
                label: say(language, `${part}.handle`),
                text: plain(language, start[part] ?? 0),
              }))
          : [],
      });
    },
    resize: (size) => chart.resize(size, heightFor(size)),
    destroy() {
      time.stop();
      chart.destroy();
    },
    describe() {
      const found = answerIn(picture);
      if (!found || time.playing) return "";
      return say(host.language, "describe", {
        time: lag(host.language, found.time),
        position: plain(host.language, found.now[0] ?? 0),
        velocity: plain(host.language, found.now[1] ?? 0),
      });
    },
    data: (limit) => tableOf(answerIn(picture), host, limit),
    note: () => say(host.language, answerIn(host.bench.picture) ? "note" : "none"),
    below() {
      const { language } = host;
      const found = answerIn(host.bench.picture);
      if (!found) return nothing;
      return html`<p>${say(language, "arrows", { ahead: lag(language, found.arrowTime) })}</p>
        ${time.render()}`;
    },
  };
}

/** e^{tJ} at work: the state at the start on its right, the state now. */
function equationOf({ subject, flow, now, time }: Answer, language: Language): Term[] {
  // Position, velocity and acceleration are of different sizes: each has digits of its own.
  const column = (values: Float64Array): MatrixGrid => ({
    rows: values.length,
    cols: 1,
    cells: values,
    texts: Array.from(values, (value) => plain(language, value)),
  });
  return [
    `e^{${lag(language, time)} J}`,
    column(subject.key),
    "=",
    gridOf(language, flow),
    column(subject.key),
    "=",
    column(now),
  ];
}

const heightFor = (width: number): number => Math.round(Math.min(440, Math.max(340, width * 0.5)));

function tableOf(found: Answer | undefined, { language }: JointHost, limit: number): DataTable {
  const header = [say(language, "time"), say(language, "position")];
  if (!found) return { header, columns: [[], []] };
  const { step, positions } = found.track;
  const every = Math.max(1, Math.ceil(positions.length / limit));
  const picked = Array.from({ length: Math.ceil(positions.length / every) }, (_, i) => i * every);
  return {
    header,
    columns: [picked.map((i) => i * step), picked.map((i) => positions[i] ?? 0)],
  };
}
