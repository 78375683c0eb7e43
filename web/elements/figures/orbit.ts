import { html } from "lit";
import { orbitChart } from "../../charts/orbit.ts";
import { t } from "../../locales/index.ts";
import { Clock } from "../clock.ts";
import { lag, plain, tick } from "../format.ts";
import type { Picture } from "../picture.ts";
import type { DataTable, Joint, JointHost } from "./joint.ts";

/** Playing takes this many seconds through one turn of the selected pair, or through the lags where nothing turns. */
const secondsPerTurn = 4;

/** The orbit of the key in the plane of the selected eigenvalue, with the scrubber of time. */
export function orbitJoint(host: JointHost, width: number): Joint {
  let picture: Picture | undefined;
  const chart = orbitChart({
    width,
    height: heightFor(width),
    format: { tick: (value) => tick(host.language, value) },
  });

  const horizon = (): number => {
    const { lags } = host.bench.experiment;
    return "count" in lags ? lags.start + lags.step * (lags.count - 1) : 0;
  };
  const setTime = (time: number): void => host.bench.preview({ ...host.bench.experiment, time });
  const clock = new Clock(
    host,
    (seconds) => {
      if (!host.visible) return clock.stop();
      const block = picture?.orbit?.block;
      const turning =
        block?.kind === "pair" && block.frequency !== 0 ? Math.abs(block.frequency) : 0;
      const perSecond = turning
        ? (2 * Math.PI) / turning / secondsPerTurn
        : horizon() / (3 * secondsPerTurn);
      const time = (host.bench.experiment.time ?? 0) + seconds * perSecond;
      setTime(time > horizon() ? 0 : time);
    },
    () => host.bench.commit(),
  );
  // The scrubber is finer near 0, where the fast pairs live.
  const toSlider = (time: number): number =>
    Math.log1p(Math.max(0, time)) / Math.log1p(Math.max(1, horizon()));
  const fromSlider = (at: number): number => {
    const time = Math.expm1(at * Math.log1p(Math.max(1, horizon())));
    return time < 10 ? Math.round(time * 10) / 10 : Math.round(time);
  };

  return {
    node: chart.node,
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
        score: t(host.language, "orbit.score", { score: plain(host.language, orbit.score) }),
      });
    },
    resize: (size) => chart.resize(size, heightFor(size)),
    destroy() {
      clock.stop();
      chart.destroy();
    },
    describe() {
      const orbit = picture?.orbit;
      if (!orbit || clock.running) return ""; // while time plays there is no end to what one would have to hear
      return t(host.language, "describe.orbit", {
        time: lag(host.language, orbit.time),
        x: plain(host.language, orbit.at.x),
        y: plain(host.language, orbit.at.y),
        score: plain(host.language, orbit.score),
      });
    },
    data: (limit) => orbitTable(picture, host, limit),
    note() {
      const orbit = host.bench.picture?.orbit; // the caption is rendered before the chart hears of a new picture
      return orbit ? t(host.language, `orbit.${orbit.block.kind}`) : "";
    },
    below: () => {
      const time = host.bench.experiment.time ?? 0;
      const words = t(host.language, "words.time", { time: lag(host.language, time) });
      return html`<div class="scrubber">
        <button type="button" aria-label=${t(host.language, clock.running ? "clock.pause" : "clock.play")} @click=${() => (clock.running ? clock.stop() : clock.start())}>
          ${clock.running ? "❚❚" : "▶"}
        </button>
        <input
          type="range" min="0" max="1" step="0.001" aria-label=${t(host.language, "clock.time")} aria-valuetext=${words}
          .value=${String(toSlider(time))}
          @input=${(event: Event) => setTime(fromSlider(Number((event.target as HTMLInputElement).value)))}
          @change=${() => host.bench.commit()}
        />
        <output>${words}</output>
      </div>`;
    },
  };
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
