import { html, nothing } from "lit";
import { type LiftForm, liftChart } from "../../charts/lift.ts";
import type { Etx } from "../../core/api.ts";
import { say } from "../../locales/figures/lift.ts";
import { number, t } from "../../locales/index.ts";
import { dimension as dimensionOf } from "../../model/encodings/registry.ts";
import { square } from "../../model/small-matrix.ts";
import type { Block, Encoding, Experiment, Matrix, MatrixLike } from "../../model/types.ts";
import { resolve } from "../../model/vector.ts";
import { lag, plain, tick } from "../format.ts";
import type { Memo } from "../memo.ts";
import { generatorOf, type Picture } from "../picture.ts";
import { selectionOf } from "../views.ts";
import { gridOf } from "./entries.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";
import { scrubber } from "./scrubber.ts";

/** One way to get −mτ from two constant coordinates. */
interface Form {
  name: "offsets" | "roots" | "scaled";
  x: MatrixLike;
  query: number[];
  key: number[];
  /** e^{τX}. */
  flow: Matrix;
  /** e^{τX}·key, and where it is at the last lag. */
  at: Float64Array;
  last: Float64Array;
  score: number;
  blocks: readonly Block[];
}

export interface LiftAnswer {
  entry: string;
  slope: number;
  time: number;
  /** qᵀk, and what ALiBi itself makes of it at this lag. */
  content: number;
  whole: number;
  forms: Form[];
}

export const lift: Figure = {
  title: (language) => say(language, "title"),
  make: liftJoint,
  ask: liftAnswer,
};

/** The ALiBi that the figure speaks of: the selected one, else the first. */
function alibiIn(experiment: Experiment): Experiment["encodings"][number] | undefined {
  const all = experiment.encodings.filter(({ encoding }) => encoding.kind === "alibi");
  return all.find(({ id }) => id === selectionOf(experiment).entry) ?? all[0];
}

export async function liftAnswer(
  etx: Etx,
  experiment: Experiment,
  memo: Memo,
): Promise<LiftAnswer | undefined> {
  const entry = alibiIn(experiment);
  if (!entry || Array.isArray(experiment.lags) || "x" in experiment.lags) return undefined;
  const { encoding } = entry;
  const dimension = dimensionOf(encoding) ?? 0;
  const lifted = await generatorOf(etx, encoding, memo);
  const offset = lifted?.queryOffset?.[dimension];
  if (offset === undefined) return undefined; // mirrored, it is no group and has no lift
  const slope = 0 - offset;
  const time = experiment.time ?? 0;
  const { start, step, count } = experiment.lags;
  const times = [time, start + step * (count - 1)];
  const chain = square([0, 1, 0, 0]);
  const root = Math.sqrt(slope);

  const ask = async (
    name: Form["name"],
    x: MatrixLike,
    query: number[],
    key: number[],
  ): Promise<Form> => {
    const as: Encoding =
      x === chain
        ? { kind: "generator", generator: { blocks: [{ kind: "real", rate: 0, size: 2 }] } }
        : { kind: "matrix", matrix: x };
    const [flow, orbit, scores, { blocks }] = await Promise.all([
      etx.expm(x, { time }),
      etx.orbit(as, { vector: key, times }),
      etx.curve(as, { query, key, lags: [time] }),
      memo.get(["classify", as], () => etx.classify(x)),
    ]);
    return {
      name,
      x,
      query,
      key,
      flow: flow.value,
      at: orbit.data.subarray(0, 2),
      last: orbit.data.subarray(2),
      score: scores[0] as number,
      blocks,
    };
  };
  const query = resolve(experiment.query, dimension);
  const key = resolve(experiment.key, dimension);
  const [scores, ...forms] = await Promise.all([
    etx.curve(encoding, { query, key, lags: [0, time] }),
    ask("offsets", chain, [-slope, 0], [0, 1]),
    ask("roots", chain, [root, 0], [0, -root]),
    ask("scaled", square([0, -slope, 0, 0]), [1, 0], [0, 1]),
  ]);
  const [content = 0, whole = 0] = scores;
  return { entry: entry.id, slope, time, content, whole, forms };
}

const answerIn = (picture: Picture | undefined): LiftAnswer | undefined =>
  picture?.answers.get("lift") as LiftAnswer | undefined;

/** The largest difference between the three scores. */
export const spread = ({ forms }: LiftAnswer): number =>
  Math.max(...forms.map(({ score }) => score)) - Math.min(...forms.map(({ score }) => score));

/** The experiment with another slope in that ALiBi. */
function withSlope(experiment: Experiment, entry: string, slope: number): Experiment {
  return {
    ...experiment,
    encodings: experiment.encodings.map((one) => {
      if (one.id !== entry) return one;
      const { heads: _, head: __, ...rest } = one.encoding as Record<string, unknown>;
      return { ...one, encoding: { ...rest, kind: "alibi", slope } };
    }),
  };
}

/** ALiBi's line as a group in two extra coordinates, written in three ways that agree. */
function liftJoint(host: JointHost, width: number): Joint {
  let picture: Picture | undefined;
  const chart = liftChart({
    width,
    height: 0,
    forms: 3,
    format: { tick: (value) => tick(host.language, value) },
    onMove(_, id, to, phase) {
      const found = answerIn(picture);
      if (!found) return;
      const { experiment } = host.bench;
      host.bench.hold(phase, () =>
        id === "slope"
          ? withSlope(experiment, found.entry, Math.min(1, Math.max(0, -to.x)))
          : { ...experiment, time: Math.max(0, to.x) },
      );
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
      if (found) chart.update(found.forms.map((form, i) => drawn(form, found, i === 0, host)));
    },
    resize: (size) => chart.resize(size, 0),
    destroy() {
      time.stop();
      chart.destroy();
    },
    describe: () => (time.playing ? "" : sentence(answerIn(picture), host)),
    data: () => tableOf(answerIn(picture), host),
    note: () => say(host.language, answerIn(host.bench.picture) ? "note" : "none"),
    below() {
      const { language, bench } = host;
      const found = answerIn(bench.picture);
      if (!found) return nothing;
      const text = `m = ${plain(language, found.slope)}`;
      const set = (event: Event): void => {
        const slope = Number((event.target as HTMLInputElement).value);
        bench.preview(withSlope(bench.experiment, found.entry, slope));
      };
      return html`<p>${sentence(found, host)}</p>
        <div class="scrubber">
          <span>${say(language, "slope")}</span>
          <input type="range" min="0" max="1" step="0.01" aria-label=${say(language, "slope")} aria-valuetext=${text}
            .value=${String(found.slope)} @input=${set} @change=${() => bench.commit()} />
          <output>${text}</output>
        </div>
        ${time.render()}`;
    },
  };
}

function drawn(form: Form, answer: LiftAnswer, held: boolean, { language }: JointHost): LiftForm {
  const point = (vector: ArrayLike<number>) => ({ x: vector[0] ?? 0, y: vector[1] ?? 0 });
  const [query, key, at, last] = [form.query, form.key, form.at, form.last].map(point) as [
    ReturnType<typeof point>,
    ReturnType<typeof point>,
    ReturnType<typeof point>,
    ReturnType<typeof point>,
  ];
  const origin = { x: 0, y: 0 };
  const still = form.blocks.every((block) => (block.size ?? 1) === 1);
  const row = { rows: 1, cols: 2, data: form.query };
  const column = { rows: 2, cols: 1, data: form.key };
  return {
    plane: {
      paths: [{ points: Float64Array.of(key.x, key.y, last.x, last.y), paint: 0, ink: "faint" }],
      arrows: [
        { from: origin, to: query, paint: "ink" },
        { from: origin, to: at, paint: "accent" },
      ],
      dots: [
        { at: key, paint: 0, hollow: true },
        {
          at: query,
          paint: "ink",
          label: "q̂",
          ...(held && {
            grip: {
              id: "slope",
              label: say(language, "slope"),
              text: plain(language, answer.slope),
            },
          }),
        },
        {
          at,
          paint: "accent",
          label: "k̂(τ)",
          ...(held && {
            grip: {
              id: "lag",
              label: t(language, "axis.lag"),
              text: lag(language, answer.time),
            },
          }),
        },
      ],
      window: [last],
    },
    lines: [
      {
        heading: say(language, form.name),
        terms: [
          gridOf(language, row),
          gridOf(language, form.flow),
          gridOf(language, column),
          `= ${number(language, form.score, 15)}`,
        ],
      },
      { heading: say(language, still ? "still" : "defective"), terms: [] },
    ],
  };
}

function sentence(found: LiftAnswer | undefined, { language }: JointHost): string {
  if (!found) return "";
  if (found.slope === 0) return say(language, "flat");
  return say(language, "sentence", {
    content: plain(language, found.content),
    whole: plain(language, found.whole),
    spread: plain(language, spread(found)),
  });
}

function tableOf(found: LiftAnswer | undefined, { language }: JointHost): DataTable {
  const forms = found?.forms ?? [];
  return {
    header: [say(language, "form"), "X", "q̂", "k̂", "−mτ"],
    columns: [
      forms.map(({ name }) => say(language, name)),
      forms.map(({ x }) => Array.from(x.data).join(" ")),
      forms.map(({ query }) => query.join(" ")),
      forms.map(({ key }) => key.join(" ")),
      forms.map(({ score }) => score),
    ],
  };
}
