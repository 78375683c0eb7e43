import { clocksChart } from "../../charts/clocks.ts";
import { say } from "../../locales/figures/clocks.ts";
import { t } from "../../locales/index.ts";
import type { Block, Experiment } from "../../model/types.ts";
import { lag, plain } from "../format.ts";
import type { Picture, Shown } from "../picture.ts";
import { selectionOf } from "../views.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";
import { scrubber } from "./scrubber.ts";

type Pair = Extract<Block, { kind: "pair" }>;

/** So many hands show a ladder; the fastest and the slowest are always among them. */
const most = 12;

export const clocks: Figure = {
  title: (language) => say(language, "title"),
  make: clocksJoint,
};

/** The frequencies of the selected encoding as the hands of clocks at one time: position, told by many clocks at once. */
function clocksJoint(host: JointHost, width: number): Joint {
  let picture: Picture | undefined;
  const chart = clocksChart({ width, height: 0 });
  const time = scrubber(host);
  const timeNow = (experiment: Experiment): number => experiment.time ?? 0;

  return {
    node: chart.node,
    update(next) {
      picture = next;
      const shown = selected(next);
      const now = timeNow(next.experiment);
      chart.update({
        colorIndex: shown?.colorIndex ?? 0,
        faces: ladder(pairsOf(shown)).map(({ rate, frequency }) => ({
          angle: turned(frequency, now),
          length: Math.min(1, Math.exp(rate * now)),
          title: plain(host.language, Math.abs(frequency)),
          caption: say(host.language, "period", {
            period: plain(host.language, (2 * Math.PI) / Math.abs(frequency)),
          }),
        })),
      });
    },
    resize: (size) => chart.resize(size, 0),
    destroy() {
      time.stop();
      chart.destroy();
    },
    describe() {
      const pairs = pairsOf(picture && selected(picture));
      const slowest = pairs.at(-1);
      if (!picture || !slowest || time.playing) return "";
      return say(host.language, "describe", {
        count: pairs.length,
        time: lag(host.language, timeNow(picture.experiment)),
        turns: plain(
          host.language,
          (Math.abs(slowest.frequency) * timeNow(picture.experiment)) / (2 * Math.PI),
        ),
      });
    },
    data: (limit) => clocksTable(picture, host, limit),
    note: () => say(host.language, "note"),
    below: () => time.render(),
    player: time,
  };
}

const selected = (picture: Picture): Shown | undefined => {
  const { entry } = selectionOf(picture.experiment);
  return picture.shown.find((one) => one.entry.id === entry);
};

/** The pairs that turn, fastest first. */
function pairsOf(shown: Shown | undefined): Pair[] {
  return (shown?.generator?.blocks ?? [])
    .filter((block): block is Pair => block.kind === "pair" && block.frequency !== 0)
    .sort((a, b) => Math.abs(b.frequency) - Math.abs(a.frequency));
}

function ladder(pairs: readonly Pair[]): readonly Pair[] {
  if (pairs.length <= most) return pairs;
  return Array.from(
    { length: most },
    (_, i) => pairs[Math.round((i * (pairs.length - 1)) / (most - 1))] as Pair,
  );
}

const turned = (frequency: number, time: number): number => (frequency * time) % (2 * Math.PI);

function clocksTable(picture: Picture | undefined, host: JointHost, limit: number): DataTable {
  const pairs = pairsOf(picture && selected(picture)).slice(0, limit);
  const now = picture?.experiment.time ?? 0;
  return {
    header: [
      t(host.language, "axis.frequency"),
      t(host.language, "table.period"),
      say(host.language, "turns"),
    ],
    columns: [
      pairs.map(({ frequency }) => frequency),
      pairs.map(({ frequency }) => (2 * Math.PI) / Math.abs(frequency)),
      pairs.map(({ frequency }) => (frequency * now) / (2 * Math.PI)),
    ],
  };
}
