import { html, nothing } from "lit";
import { type CompositionData, compositionChart } from "../../charts/composition.ts";
import type { Line } from "../../charts/expression.ts";
import { say } from "../../locales/figures/composition.ts";
import { EtxError } from "../../model/error.ts";
import { distance, square } from "../../model/small-matrix.ts";
import type { MatrixLike } from "../../model/types.ts";
import { lag, plain } from "../format.ts";
import { wordsOf } from "../names.ts";
import type { Picture } from "../picture.ts";
import { withOptions } from "../views.ts";
import { measuring } from "./axiom-reports.ts";
import {
  type Answer,
  answer,
  type Failure,
  type Proof,
  rangeOf,
  steps,
  viewOf,
  type Whole,
} from "./composition-answer.ts";
import { entries, gridOf } from "./entries.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";
import { slider } from "./slider.ts";
import { counterexample, verdict } from "./verdict.ts";

export const composition: Figure = {
  title: (language, experiment) =>
    say(language, viewOf(experiment).ratio === undefined ? "title" : "whole.title"),
  make: compositionJoint,
  ask: answer,
};

/** The proof of A(s)A(t) = A(s + t) step by step; for an outsider, where it fails; on whole lags, what else is allowed. */
function compositionJoint(host: JointHost, width: number): Joint {
  let found: Answer = { kind: "none" };
  const chart = compositionChart({ width, height: 0 });
  const meter = measuring(host);
  const set = (options: Record<string, unknown>) =>
    withOptions(host.bench.experiment, "composition", options);

  return {
    node: chart.node,
    update(next) {
      found = answerIn(next);
      meter.follow(found.kind === "outsider" ? found.reports : undefined);
      chart.update(dataOf(found, host));
    },
    resize: (size) => chart.resize(size, 0),
    destroy() {
      meter.stop();
      chart.destroy();
    },
    describe: () =>
      dataOf(found, host)
        .lines.filter(({ strong }) => strong)
        .map(({ heading }) => heading ?? "")
        .join(" "),
    data: () => tableOf(found, host),
    note: () => {
      const now = host.bench.picture && answerIn(host.bench.picture);
      return now?.kind === "group"
        ? say(host.language, "step", { step: now.step, steps })
        : nothing;
    },
    controls: () => {
      const now = host.bench.picture && answerIn(host.bench.picture);
      if (now?.kind !== "group") return nothing;
      const { step } = now;
      const button = (to: number, name: "back" | "next", sign: string) => html`<button type="button"
        aria-label=${say(host.language, name)} ?disabled=${to < 1 || to > steps}
        @click=${() => host.bench.adjust((experiment) => withOptions(experiment, "composition", { step: to }))}>${sign}</button>`;
      return [button(step - 1, "back", "←"), button(step + 1, "next", "→")];
    },
    below: () => {
      const { experiment } = host.bench;
      const view = viewOf(experiment);
      const { least, most } = rangeOf(experiment);
      const lags = (["s", "t"] as const).map((name) =>
        slider(
          host,
          { name, value: view[name], text: lag(host.language, view[name]), min: least, max: most },
          (value) => set({ [name]: value }),
        ),
      );
      if (view.ratio === undefined) return lags;
      const text = plain(host.language, view.ratio);
      const ratio = slider(
        host,
        { name: "A(1)", value: view.ratio, text, min: -1, max: -0.05, step: 0.01 },
        (value) => set({ ratio: value }),
      );
      return [...lags, ratio];
    },
  };
}

const answerIn = ({ answers }: Picture): Answer => {
  const found = answers.get("composition");
  return found instanceof EtxError || found === undefined ? { kind: "none" } : (found as Answer);
};

function dataOf(found: Answer, host: JointHost): CompositionData {
  switch (found.kind) {
    case "group":
      return { lines: proofOf(found, host) };
    case "outsider":
      return { lines: failureOf(found, host) };
    case "integers":
      return integersOf(found, host);
    case "none":
      return { lines: [{ heading: say(host.language, "none"), terms: [] }] };
  }
}

/** The lines of the proof as far as it has come, the newest strong. */
function proofOf({ s, t, step, parts }: Proof, { language }: JointHost): Line[] {
  const grid = (matrix: MatrixLike, caption?: string) =>
    gridOf(language, matrix, caption === undefined ? {} : { caption });
  const values = { s: lag(language, s), t: lag(language, t), sum: lag(language, s + t) };
  const { fSum, g, f, gZero, middle, as, at, product, sum } = parts;
  const lines: Line[] = [
    {
      heading: say(language, "shift", values),
      terms: ["A(s)", "=", "F(s + t)ᵀ G(t)", "=", grid(fSum), grid(g), "=", grid(as)],
    },
    {
      heading: say(language, "plain", values),
      terms: ["A(t)", "=", "F(t)ᵀ G(0)", "=", grid(f), grid(gZero), "=", grid(at)],
    },
    {
      heading: say(language, "meet"),
      terms: [
        "A(s) A(t)",
        "=",
        grid(fSum, "F(s + t)ᵀ"),
        "·",
        grid(g, "G(t)"),
        grid(f, "F(t)ᵀ"),
        "·",
        grid(gZero, "G(0)"),
      ],
    },
    {
      heading: say(language, "cancel"),
      terms: ["G(t) F(t)ᵀ", "=", grid(g), grid(f), "=", grid(middle)],
    },
    {
      heading: say(language, "left", { ...values, apart: apartOf(language, product, sum) }),
      terms: [
        "A(s) A(t)",
        "=",
        "F(s + t)ᵀ G(0)",
        "=",
        grid(product),
        ";",
        "A(s + t)",
        "=",
        grid(sum),
      ],
    },
  ];
  return lines.slice(0, step).map((line, i) => (i === step - 1 ? { ...line, strong: true } : line));
}

function apartOf(language: JointHost["language"], left: MatrixLike, right: MatrixLike): string {
  const size = Math.max(...Array.from(right.data, Math.abs)) || 1;
  return plain(language, distance(left, right) / size);
}

function failureOf({ s, t, parts, reports }: Failure, { language }: JointHost): Line[] {
  const lines: Line[] = [];
  if (parts) {
    const { as, at, product, sum } = parts;
    const grid = (matrix: MatrixLike) => gridOf(language, matrix);
    const differ = Array.from(sum.data, (value, i) => {
      const unit = Math.max(1, Math.abs(value));
      return Math.abs(value - (product.data[i] ?? 0)) > 1e-10 * unit ? [i] : [];
    }).flat();
    lines.push(
      {
        heading: say(language, as.rows === 1 ? "scalar" : "corner"),
        terms: ["A(s)", "=", grid(as), ";", "A(t)", "=", grid(at)],
      },
      {
        heading: say(language, differ.length > 0 ? "misses" : "meets", {
          s: lag(language, s),
          t: lag(language, t),
        }),
        terms: [
          "A(s) A(t)",
          "=",
          gridOf(language, product, { highlight: differ }),
          differ.length > 0 ? "≠" : "=",
          gridOf(language, sum, { highlight: differ }),
          "=",
          "A(s + t)",
        ],
        strong: true,
      },
    );
  }
  const [report] = reports.known;
  if (report instanceof EtxError) lines.push({ heading: wordsOf(report, language), terms: [] });
  else if (!report) lines.push({ heading: say(language, "measuring"), terms: [] });
  else {
    lines.push({ heading: verdict(language, report), terms: [], strong: true });
    const first = counterexample(language, report);
    if (first) lines.push({ heading: say(language, "smallest", { first }), terms: [] });
  }
  return lines;
}

function integersOf(found: Whole, { language }: JointHost): CompositionData {
  const { s, t, ratio, values, through } = found;
  const scalar = (n: number, caption: string) =>
    gridOf(language, square([values[n] ?? 0]), { caption });
  const [left, right] = [(values[s] ?? 0) * (values[t] ?? 0), values[s + t] ?? 0];
  return {
    lines: [
      {
        heading: say(language, "whole", { ratio: plain(language, ratio) }),
        terms: ["A(n)", "=", "A(1)ⁿ", "=", `(${plain(language, ratio)})ⁿ`],
      },
      {
        heading: say(language, "wholeHolds", { apart: plain(language, Math.abs(left - right)) }),
        terms: [
          "A(s) A(t)",
          "=",
          scalar(s, `n = ${s}`),
          "·",
          scalar(t, `n = ${t}`),
          "=",
          scalar(s + t, `n = ${s + t}`),
          "=",
          "A(s + t)",
        ],
        strong: true,
      },
      { heading: say(language, "between"), terms: [] },
    ],
    stems: {
      values,
      through,
      marks: [
        { at: s, label: "s" },
        { at: t, label: "t" },
        { at: s + t, label: "s + t" },
      ],
      note: say(language, "through"),
    },
  };
}

function tableOf(found: Answer, { language }: JointHost): DataTable {
  if (found.kind === "integers")
    return { header: ["n", "A(n)"], columns: [found.values.map((_, n) => n), found.values] };
  if (found.kind === "none" || !found.parts) return { header: [], columns: [] };
  const columns = Object.entries(found.parts) as [string, MatrixLike][];
  const order = columns[0]?.[1].rows ?? 0;
  const places = entries(language, columns[0]?.[1].data ?? []).map(
    (_, i) => `${Math.floor(i / order) + 1},${(i % order) + 1}`,
  );
  return {
    header: [say(language, "entry"), ...columns.map(([name]) => columnNames[name] ?? name)],
    columns: [places, ...columns.map(([, { data }]) => data)],
  };
}

const columnNames: Record<string, string> = {
  fSum: "F(s+t)^T",
  g: "G(t)",
  f: "F(t)^T",
  gZero: "G(0)",
  middle: "G(t)F(t)^T",
  as: "A(s)",
  at: "A(t)",
  product: "A(s)A(t)",
  sum: "A(s+t)",
};
