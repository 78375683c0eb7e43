import { orbitChart } from "../../charts/orbit.ts";
import { t } from "../../locales/index.ts";
import { lag, plain, tick } from "../format.ts";
import type { Picture } from "../picture.ts";
import type { DataTable, Joint, JointHost } from "./joint.ts";
import { scrubber } from "./scrubber.ts";

/** Playing takes this many seconds through one turn of the selected pair. */
const secondsPerTurn = 4;

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
      time.stop();
      chart.destroy();
    },
    describe() {
      const orbit = picture?.orbit;
      if (!orbit || time.playing) return ""; // while time plays there is no end to what one would have to hear
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
    below: () => time.render(),
    player: time,
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
