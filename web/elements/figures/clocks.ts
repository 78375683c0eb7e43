import { html } from "lit";
import { clocksChart } from "../../charts/clocks.ts";
import type { Etx } from "../../core/api.ts";
import { say } from "../../locales/figures/clocks.ts";
import { t } from "../../locales/index.ts";
import type { Block, Experiment } from "../../model/types.ts";
import { lag, plain } from "../format.ts";
import type { Memo } from "../memo.ts";
import { blocksOf, type Picture, type Shown } from "../picture.ts";
import { selectionOf } from "../views.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";
import { nameOfRung } from "./ladder-ticks.ts";
import { scrubber } from "./scrubber.ts";

type Pair = Extract<Block, { kind: "pair" }>;

/**
 * So many hands show a ladder, and the slowest. A multiple of four, so that on a ladder down to 1/10000 those at 1, 0.1,
 * 0.01 and 0.001 are among them.
 */
const most = 12;
/** A hand that points this near to where it did tells two positions apart badly, in radians. */
const near = 0.1;

export const clocks: Figure = {
  title: (language) => say(language, "title"),
  make: clocksJoint,
  ask: agreementOf,
};

/**
 * Mean cosine of the angles that the hands have turned by since time 0, damping aside. The tips of two positions so far
 * apart are √(2 − 2·agreement) apart in the root mean square over the hands.
 */
async function agreementOf(etx: Etx, experiment: Experiment, memo: Memo): Promise<number> {
  const { entry: id } = selectionOf(experiment);
  const encoding = experiment.encodings.find((one) => one.id === id)?.encoding;
  const lifted = encoding && (await blocksOf(etx, encoding, memo));
  const frequencies = turning(lifted?.generators[0]?.blocks).map(({ frequency }) => frequency);
  if (frequencies.length === 0) return 1;
  const blocks = frequencies.map((frequency): Block => ({ kind: "pair", rate: 0, frequency }));
  const hands = new Float64Array(2 * blocks.length).fill(1);
  const lags = [experiment.time ?? 0];
  const [score = 0] = await memo.get(["agreement", encoding, lags], () =>
    etx.curve({ kind: "generator", generator: { blocks } }, { query: hands, key: hands, lags }),
  );
  return score / hands.length;
}

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
        faces: ladder(pairsOf(shown)).map(({ pair: { rate, frequency }, rung }) => ({
          angle: turned(frequency, now),
          length: Math.min(1, Math.exp(rate * now)),
          still: isNear(frequency, now),
          title:
            nameOfRung(rung, Math.abs(frequency), host.language) ??
            plain(host.language, Math.abs(frequency)),
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
      }).concat(" ", toldApart(picture, host));
    },
    data: (limit) => clocksTable(picture, host, limit),
    note: () => say(host.language, "note"),
    below: () => html`${picture ? html`<p>${toldApart(picture, host)}</p>` : ""}${time.render()}`,
    player: time,
  };
}

const selected = (picture: Picture): Shown | undefined => {
  const { entry } = selectionOf(picture.experiment);
  return picture.shown.find((one) => one.entry.id === entry);
};

const pairsOf = (shown: Shown | undefined): Pair[] => turning(shown?.generator?.blocks);

/** The pairs that turn, fastest first. */
function turning(blocks: readonly Block[] = []): Pair[] {
  return blocks
    .filter((block): block is Pair => block.kind === "pair" && block.frequency !== 0)
    .sort((a, b) => Math.abs(b.frequency) - Math.abs(a.frequency));
}

/** The hands that are shown, and which rungs of the ladder they are. */
function ladder(pairs: readonly Pair[]): { pair: Pair; rung: number }[] {
  const all = pairs.map((pair, rung) => ({ pair, rung }));
  if (all.length <= most) return all;
  const even = Array.from({ length: most }, (_, i) => Math.floor((i * all.length) / most));
  return [...even, all.length - 1].map((rung) => all[rung] as (typeof all)[number]);
}

/** How well the hands tell positions apart that differ by the time that is shown. */
function toldApart(picture: Picture, { language }: JointHost): string {
  const agreement = picture.answers.get("clocks");
  const pairs = pairsOf(selected(picture));
  if (typeof agreement !== "number" || pairs.length === 0) return "";
  const now = picture.experiment.time ?? 0;
  return say(language, "apart", {
    lag: lag(language, now),
    still: pairs.filter(({ frequency }) => isNear(frequency, now)).length,
    all: pairs.length,
    near: plain(language, near),
    distance: plain(language, Math.sqrt(Math.max(0, 2 - 2 * agreement))),
    unrelated: plain(language, Math.SQRT2),
  });
}

const turned = (frequency: number, time: number): number => (frequency * time) % (2 * Math.PI);

const isNear = (frequency: number, time: number): boolean =>
  Math.cos(turned(frequency, time)) > Math.cos(near);

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
