import { html } from "lit";
import type { PlanarArrow } from "../../charts/planar.ts";
import { seriesChart } from "../../charts/series.ts";
import type { Point } from "../../charts/types.ts";
import type { Etx } from "../../core/api.ts";
import { say } from "../../locales/figures/series.ts";
import { apply, lastPower, norm1, partial, plus, terms } from "../../model/series.ts";
import type { Experiment, Matrix } from "../../model/types.ts";
import { lag, plain, tick } from "../format.ts";
import type { Memo } from "../memo.ts";
import { plane, samplesOf, turns } from "../orbit-picture.ts";
import type { Picture } from "../picture.ts";
import { keyGrip, type Subject, spansOf, subjectOf, withKey } from "../subject.ts";
import { optionsOf, withOptions } from "../views.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";
import { scrubber } from "./scrubber.ts";

/** Terms after the first that a reader may add. */
const mostTerms = 40;

interface Answer {
  subject: Subject;
  time: number;
  /** (tX)ᵏ/k!, all of them where the series ends. */
  terms: Matrix[];
  /** The last k with Xᵏ ≠ 0, where there is one. */
  end?: number;
  /** ‖S_k − e^{tX}‖₁ after k terms more than the first. */
  errors: number[];
  size: number;
  /** A(s)v for s from 0 to `until`, in the plane of the first two coordinates. */
  orbit: Float64Array;
  times: readonly number[];
  at: Float64Array;
}

export const series: Figure = {
  title: (language) => say(language, "title"),
  make: seriesJoint,
  ask: answer,
};

async function answer(etx: Etx, experiment: Experiment, memo: Memo): Promise<Answer | undefined> {
  const subject = await subjectOf(etx, experiment, memo);
  const spans = subject && spansOf(subject, experiment);
  if (!subject || !spans) return undefined;
  const { encoding, matrix, key } = subject;
  const { horizon, period } = spans;
  const time = experiment.time ?? 0;
  const span = Math.min(horizon, turns * period);
  const until = Math.max(span, time, 1);
  const times = [...samplesOf(Math.min(0, time), until, until), time];
  const [exact, orbit] = await Promise.all([
    etx.expm(matrix, { time, precision: "double-double" }),
    memo.get(["series", encoding, Array.from(key), times], () =>
      etx.orbit(encoding, { vector: key, times }),
    ),
  ]);
  const added = terms(matrix, time, mostTerms);
  const errors: number[] = [];
  let sum: Matrix | undefined;
  for (const term of added) {
    sum = sum ? plus(term, sum) : term;
    // Against both halves of the result: closer than a double can say.
    const apart = plus(exact.value, sum, -1);
    errors.push(norm1(exact.low ? plus(exact.low, apart, -1) : apart));
  }
  const end = lastPower(matrix);
  return {
    subject,
    time,
    terms: added,
    ...(end !== undefined && { end }),
    errors,
    size: norm1({ ...matrix, data: matrix.data.map((entry) => entry * time) }),
    orbit: plane(orbit, 0, times.length - 1),
    times: times.slice(0, -1),
    at: orbit.data.subarray((times.length - 1) * orbit.cols),
  };
}

const answerIn = (picture: Picture | undefined): Answer | undefined =>
  picture?.answers.get("series") as Answer | undefined;

/** How many terms after I are added. */
function termsIn(experiment: Experiment): number {
  const { terms: given } = optionsOf(experiment, "series");
  return Number.isInteger(given) ? Math.min(mostTerms, Math.max(0, given as number)) : 3;
}

/** The partial sums of e^{tX} as steps of a vector, head to tail, and the orbit that each of them draws. */
function seriesJoint(host: JointHost, width: number): Joint {
  let picture: Picture | undefined;
  const chart = seriesChart({
    width,
    height: 0,
    format: { tick: (value) => tick(host.language, value) },
    onMove(_, to, phase) {
      const found = answerIn(picture);
      if (!found) return;
      host.bench.hold(phase, () => withKey(host.bench.experiment, found.subject, [to.x, to.y]));
    },
  });
  const time = scrubber(host);
  const setTerms = (count: number): void =>
    host.bench.adjust((experiment) => withOptions(experiment, "series", { terms: count }));

  return {
    node: chart.node,
    player: time,
    update(next) {
      picture = next;
      const found = answerIn(next);
      chart.node.toggleAttribute("hidden", !found);
      if (!found) return;
      const { language } = host;
      const { subject, errors } = found;
      const count = Math.min(termsIn(next.experiment), found.terms.length - 1);
      const steps = chainOf(found, count);
      const start = point(subject.key);
      const sums = partial(subject.matrix, subject.key, count, found.times);
      chart.update({
        plane: {
          paths: [
            { points: found.orbit, paint: subject.colorIndex, ink: "strong" },
            { points: sums, paint: "accent", ink: "dashed" },
          ],
          arrows: steps,
          dots: [
            { at: point(found.at), paint: subject.colorIndex, hollow: true, label: "exp(tX) v" },
            {
              at: steps.at(-1)?.to ?? start,
              paint: "accent",
              label: say(language, "count", { count: count + 1 }),
            },
            {
              at: start,
              paint: "ink",
              label: count > 0 ? "v" : "",
              ...keyGrip(subject, say(language, "handle"), language),
            },
          ],
          window: windowOf(found, steps),
        },
        errors,
        current: count,
        labels: { error: say(language, "error"), terms: say(language, "terms") },
        ...(found.end !== undefined && { end: say(language, "ends") }),
      });
    },
    resize: (size) => chart.resize(size, 0),
    destroy() {
      time.stop();
      chart.destroy();
    },
    describe: () => (time.playing ? "" : sentence(answerIn(picture), host)),
    data: (limit) => tableOf(answerIn(picture), host, limit),
    note: () => say(host.language, answerIn(host.bench.picture) ? "note" : "none"),
    below() {
      const found = answerIn(host.bench.picture);
      if (!found) return "";
      const last = found.end ?? mostTerms;
      const count = Math.min(termsIn(host.bench.experiment), last);
      const words = say(host.language, "count", { count: count + 1 });
      return html`<p>${sentence(found, host)}</p>
        <div class="scrubber">
          <span>${say(host.language, "terms")}</span>
          <input type="range" min="0" max=${last} step="1" aria-label=${say(host.language, "terms")} aria-valuetext=${words}
            .value=${String(count)} @input=${(event: Event) => setTerms(Number((event.target as HTMLInputElement).value))} />
          <output>${words}</output>
        </div>
        ${time.render()}`;
    },
  };
}

const point = (vector: ArrayLike<number>): Point => ({ x: vector[0] ?? 0, y: vector[1] ?? 0 });

/** v, then tXv, t²X²v/2, … each from where the last one ended. */
function chainOf({ terms: all, subject }: Answer, count: number): PlanarArrow[] {
  const arrows: PlanarArrow[] = [];
  let from: Point = { x: 0, y: 0 };
  all.slice(0, count + 1).forEach((term, k) => {
    const { x, y } = point(apply(term, subject.key));
    const to = { x: from.x + x, y: from.y + y };
    const label = ["", "tXv", "½t²X²v"][k] ?? "";
    arrows.push({ from, to, paint: k === 0 ? "ink" : "accent", ...(label && { label }) });
    from = to;
  });
  return arrows;
}

/** The orbit, and the steps as long as they don't make a speck of it. */
function windowOf({ orbit, subject, time, times }: Answer, steps: readonly PlanarArrow[]): Point[] {
  const points: Point[] = [point(subject.key)];
  let reach = Math.hypot(...subject.key);
  for (let i = 0; i < times.length && (times[i] as number) <= time; i++)
    reach = Math.max(reach, Math.hypot(orbit[2 * i] ?? 0, orbit[2 * i + 1] ?? 0));
  for (let i = 0; i < times.length; i++) {
    const one = { x: orbit[2 * i] ?? 0, y: orbit[2 * i + 1] ?? 0 };
    if (Math.hypot(one.x, one.y) <= 1.5 * reach) points.push(one);
  }
  for (const { to } of steps) if (Math.hypot(to.x, to.y) <= 3 * reach) points.push(to);
  return points;
}

function sentence(found: Answer | undefined, { language, bench }: JointHost): string {
  if (!found) return "";
  const count = Math.min(termsIn(bench.experiment), found.terms.length - 1);
  const error = plain(language, found.errors[count] ?? 0);
  const time = lag(language, found.time);
  if (found.end !== undefined && count >= found.end)
    return say(language, "ended", { power: found.end + 1, count: found.end + 1, error });
  return say(language, "sentence", { time, size: plain(language, found.size), error });
}

function tableOf(found: Answer | undefined, { language }: JointHost, limit: number): DataTable {
  const header = [say(language, "terms"), say(language, "error")];
  const errors = found?.errors.slice(0, limit) ?? [];
  return { header, columns: [errors.map((_, k) => k), errors] };
}
