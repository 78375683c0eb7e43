import { html } from "lit";
import { orbitChart } from "../../charts/orbit.ts";
import { t } from "../../locales/index.ts";
import { lag, plain, tick } from "../format.ts";
import type { Picture, Question } from "../picture.ts";
import { orbitDeviationOf, withOptions } from "../views.ts";
import type { DataTable, Joint, JointHost } from "./joint.ts";
import type { Cloud } from "./orbit-cloud.ts";
import { player } from "./player.ts";
import { scrubber } from "./scrubber.ts";

/** Playing takes this many seconds through one turn of the selected pair. */
const secondsPerTurn = 4;
/** Lengths that agree to so many parts are one: the engine's rotations err by less. */
const sameLength = 1e-12;
const mostDeviation = 2;
const firstDeviation = 0.3;

/** The cloud comes, with its code, where the document asks for it. */
export const askCloud: Question = async (etx, experiment, memo) =>
  orbitDeviationOf(experiment) === undefined
    ? undefined
    : (await import("./orbit-cloud.ts")).cloudOf(etx, experiment, memo);

/** The orbit of the key in the plane of the selected eigenvalue, with the scrubber of time. */
export function orbitJoint(host: JointHost, width: number): Joint {
  let picture: Picture | undefined;
  const chart = orbitChart({
    width,
    height: heightFor(width),
    format: { tick: (value) => tick(host.language, value) },
  });

  const time = scrubber(host, () => {
    const block = picture?.orbit?.block;
    const turning = block?.kind === "pair" ? Math.abs(block.frequency) : 0;
    return turning > 0 ? (2 * Math.PI) / turning / secondsPerTurn : undefined;
  });

  const deviation = player(host, {
    name: () => t(host.language, "orbit.deviation"),
    words: (value) => `σ = ${tick(host.language, value)}`,
    get: (experiment) => orbitDeviationOf(experiment) ?? 0,
    set: (experiment, value) => withOptions(experiment, "orbit", { deviation: value }),
    range: () => [0, mostDeviation],
    step: 0.01,
  });
  const noisy = (): boolean => orbitDeviationOf(host.bench.experiment) !== undefined;

  return {
    node: chart.node,
    get player() {
      return noisy() ? deviation : time;
    },
    update(next) {
      picture = next;
      const { orbit } = next;
      chart.node.toggleAttribute("hidden", !orbit); // no plane, no orbit: rather nothing than the last one
      if (!orbit) return;
      chart.update({
        path: orbit.past,
        future: orbit.future,
        query: orbit.query,
        start: orbit.start,
        at: orbit.at,
        labels: { q: "q", key: `A(${lag(host.language, orbit.time)}) k` },
        colorIndex: orbit.colorIndex,
        score: t(host.language, "orbit.score", { score: scoreWords(next, host) }),
        length: lengthWords(next, host),
        ...(cloudOf(next) && { cloud: cloudOf(next) as Cloud }),
      });
    },
    resize: (size) => chart.resize(size, heightFor(size)),
    destroy() {
      time.stop();
      deviation.stop();
      chart.destroy();
    },
    describe() {
      const orbit = picture?.orbit;
      if (!orbit || time.playing || deviation.playing) return ""; // while time plays there is no end to what one would have to hear
      return t(host.language, "describe.orbit", {
        time: lag(host.language, orbit.time),
        x: plain(host.language, orbit.at.x),
        y: plain(host.language, orbit.at.y),
        score: scoreWords(picture as Picture, host),
      }).concat(" ", lengthWords(picture as Picture, host));
    },
    data: (limit) => orbitTable(picture, host, limit),
    note() {
      const orbit = host.bench.picture?.orbit; // the caption is rendered before the chart hears of a new picture
      return orbit ? t(host.language, `orbit.${orbit.block.kind}`) : "";
    },
    controls: () =>
      html`<button type="button" aria-pressed=${noisy()} @click=${() => {
        const next = noisy() ? undefined : firstDeviation;
        host.bench.adjust((experiment) => withOptions(experiment, "orbit", { deviation: next }));
      }}>${t(host.language, "orbit.noise")}</button>`,
    below: () => html`${time.render()}${noisy() ? deviation.render() : ""}`,
  };
}

const cloudOf = (picture: Picture): Cloud | undefined => {
  const answer = picture.answers.get("orbit");
  return answer instanceof Error ? undefined : (answer as Cloud | undefined);
};

function scoreWords(picture: Picture, { language }: JointHost): string {
  const score = plain(language, picture.orbit?.score ?? 0);
  const cloud = cloudOf(picture);
  return cloud ? `${score} ± ${plain(language, cloud.scoreDeviation)}` : score;
}

/** An isometry keeps the key's length; damping and a shear don't. */
function lengthWords({ orbit }: Picture, { language }: JointHost): string {
  if (!orbit) return "";
  const { length, lengthAtStart } = orbit;
  const same = Math.abs(length - lengthAtStart) <= sameLength * lengthAtStart;
  return same
    ? t(language, "orbit.kept", { length: plain(language, lengthAtStart) })
    : t(language, "orbit.changed", {
        length: plain(language, length),
        before: plain(language, lengthAtStart),
      });
}

const heightFor = (width: number): number => Math.round(Math.min(340, Math.max(240, width * 0.86)));

function orbitTable(picture: Picture | undefined, host: JointHost, limit: number): DataTable {
  const header = [t(host.language, "table.point"), "x", "y"];
  const path = picture?.orbit?.past ?? new Float64Array();
  const every = Math.max(1, Math.ceil(path.length / 2 / limit));
  const points = Array.from({ length: Math.ceil(path.length / 2 / every) }, (_, i) => i * every);
  return {
    header,
    columns: [points, points.map((i) => path[2 * i] ?? 0), points.map((i) => path[2 * i + 1] ?? 0)],
  };
}
