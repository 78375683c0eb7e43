import { html } from "lit";
import { planarChart } from "../../charts/planar.ts";
import type { Point } from "../../charts/types.ts";
import type { Etx } from "../../core/api.ts";
import { say } from "../../locales/figures/tangent.ts";
import { t } from "../../locales/index.ts";
import { apply } from "../../model/series.ts";
import type { Experiment } from "../../model/types.ts";
import { lag, plain, roundBelow, tick } from "../format.ts";
import type { Memo } from "../memo.ts";
import { plane, samplesOf, turns } from "../orbit-picture.ts";
import type { Picture } from "../picture.ts";
import { keyGrip, type Subject, spansOf, subjectOf, withKey } from "../subject.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";
import { scrubber } from "./scrubber.ts";

interface Answer {
  subject: Subject;
  time: number;
  /** A(t)v in the plane of the first two coordinates. */
  past: Float64Array;
  future: Float64Array;
  at: Float64Array;
  /** X·A(t)v. */
  velocity: Float64Array;
  /** A(t)·Xv, the same by another way. */
  carried: Float64Array;
  /** For so many tokens the straight line is followed. */
  ahead: number;
  /** Where the line has come by then, and where the orbit. */
  straight: Float64Array;
  bent: Float64Array;
  window: Point[];
}

export const tangent: Figure = {
  title: (language) => say(language, "title"),
  make: tangentJoint,
  ask: answer,
};

async function answer(etx: Etx, experiment: Experiment, memo: Memo): Promise<Answer | undefined> {
  const subject = await subjectOf(etx, experiment, memo);
  const spans = subject && spansOf(subject, experiment);
  if (!subject || !spans) return undefined;
  const { encoding, matrix, key } = subject;
  const { horizon, period } = spans;
  const time = experiment.time ?? 0;
  const span = period < Number.POSITIVE_INFINITY ? turns * period : Math.max(1, horizon);
  const behind = samplesOf(time < 0 ? time : Math.max(0, time - span), time, span);
  const before = samplesOf(time, Math.max(time, Math.min(horizon, time + span)), span);
  const times = Float64Array.of(...behind, ...before);
  const orbit = await memo.get(["tangent", encoding, Array.from(key), Array.from(times)], () =>
    etx.orbit(encoding, { vector: key, times }),
  );
  const row = (i: number): Float64Array =>
    orbit.data.subarray(i * orbit.cols, (i + 1) * orbit.cols);

  const at = row(behind.length - 1);
  const velocity = apply(matrix, at);
  // What comes may leave the picture where it grows; how fast and how far anything in the picture moves sets the arrow's length.
  let reach = length(key);
  for (let i = 0; i < behind.length; i++) reach = Math.max(reach, length(row(i)));
  const seen = Array.from(times.keys()).filter(
    (i) => i < behind.length || length(row(i)) <= 2 * reach,
  );
  reach = Math.max(...seen.map((i) => length(row(i))));
  const speed = Math.max(...seen.map((i) => length(apply(matrix, row(i)))));
  const ahead = speed > 0 && reach > 0 ? roundBelow(reach / speed) : 1;
  const straight = along(at, velocity, ahead);
  const [bent, carried] = await Promise.all([
    etx.orbit(encoding, { vector: key, times: [time + ahead] }),
    etx.orbit(encoding, { vector: apply(matrix, key), times: [time] }),
  ]);
  return {
    subject,
    time,
    past: plane(orbit, 0, behind.length),
    future: plane(orbit, behind.length, times.length),
    at,
    velocity,
    carried: carried.data,
    ahead,
    straight,
    bent: bent.data,
    window: seen.flatMap((i) => [
      point(row(i)),
      point(along(row(i), apply(matrix, row(i)), ahead)),
    ]),
  };
}

const length = (vector: Float64Array): number => Math.hypot(...vector);
const along = (from: Float64Array, velocity: Float64Array, time: number): Float64Array =>
  from.map((value, i) => value + time * (velocity[i] ?? 0));
const point = (vector: Float64Array): Point => ({ x: vector[0] ?? 0, y: vector[1] ?? 0 });

const answerIn = (picture: Picture | undefined): Answer | undefined =>
  picture?.answers.get("tangent") as Answer | undefined;

/** The orbit of a vector, its velocity X·A(t)v as an arrow, and the straight line that it would follow. */
function tangentJoint(host: JointHost, width: number): Joint {
  let picture: Picture | undefined;
  const chart = planarChart({
    width,
    height: heightFor(width),
    format: { tick: (value) => tick(host.language, value) },
    onMove(_, to, phase) {
      const found = answerIn(picture);
      if (!found) return;
      host.bench.hold(phase, () => withKey(host.bench.experiment, found.subject, [to.x, to.y]));
    },
  });
  const time = scrubber(host, () => {
    const found = answerIn(picture);
    const turning = found?.subject.blocks.find((b) => b.kind === "pair" && b.frequency !== 0);
    return turning?.kind === "pair" ? (2 * Math.PI) / Math.abs(turning.frequency) / 6 : undefined;
  });

  return {
    node: chart.node,
    player: time,
    update(next) {
      picture = next;
      const found = answerIn(next);
      chart.node.toggleAttribute("hidden", !found);
      if (!found) return;
      const { language } = host;
      const { subject, past, future, at, straight, bent, ahead } = found;
      const [now, line, orbit] = [point(at), point(straight), point(bent)];
      const start = point(subject.key);
      chart.update({
        paths: [
          { points: future, paint: subject.colorIndex, ink: "faint" },
          { points: past, paint: subject.colorIndex, ink: "strong" },
          {
            points: Float64Array.of(line.x, line.y, orbit.x, orbit.y),
            paint: "ink",
            ink: "dashed",
          },
        ],
        arrows: [
          { from: { x: 0, y: 0 }, to: now, paint: "ink" },
          {
            from: now,
            to: line,
            paint: "accent",
            label: say(language, "arrow", { ahead: lag(language, ahead) }),
          },
        ],
        dots: [
          {
            at: start,
            paint: subject.colorIndex,
            hollow: true,
            label: "v",
            ...keyGrip(subject, say(language, "handle"), language),
          },
          { at: orbit, paint: subject.colorIndex, hollow: true },
          { at: now, paint: "accent", label: "A(t)v" },
        ],
        window: found.window,
      });
    },
    resize: (size) => chart.resize(size, heightFor(size)),
    destroy() {
      time.stop();
      chart.destroy();
    },
    describe: () => (time.playing ? "" : sentence(answerIn(picture), host)),
    data: (limit) => tableOf(answerIn(picture), host, limit),
    note: () => say(host.language, answerIn(host.bench.picture) ? "note" : "none"),
    below: () => html`<p>${sentence(answerIn(host.bench.picture), host)}</p>${time.render()}`,
  };
}

const heightFor = (width: number): number => Math.round(Math.min(400, Math.max(260, width * 0.6)));

function sentence(found: Answer | undefined, { language }: JointHost): string {
  if (!found) return "";
  const { velocity, ahead, straight, bent } = found;
  const apart = Math.hypot(...straight.map((value, i) => value - (bent[i] ?? 0)));
  return say(language, "sentence", {
    velocity: Array.from(velocity, (value) => plain(language, value)).join(", "),
    ahead: lag(language, ahead),
    apart: plain(language, apart),
  });
}

function tableOf(found: Answer | undefined, host: JointHost, limit: number): DataTable {
  const { language } = host;
  const header = [
    t(language, "table.point"),
    "A(t)v",
    "X·A(t)v",
    "A(t)·Xv",
    say(language, "straight"),
    say(language, "bent"),
  ];
  if (!found) return { header, columns: header.map(() => []) };
  const rows = Array.from({ length: Math.min(limit, found.at.length) }, (_, i) => i + 1);
  const columns = [found.at, found.velocity, found.carried, found.straight, found.bent];
  return { header, columns: [rows, ...columns.map((column) => column.slice(0, rows.length))] };
}
