import { html } from "lit";
import type { Line } from "../../charts/expression.ts";
import { factorsChart } from "../../charts/factors.ts";
import type { Etx } from "../../core/api.ts";
import { say } from "../../locales/figures/factors.ts";
import { determinant2, distance, multiply, square } from "../../model/small-matrix.ts";
import type { Experiment, MatrixLike } from "../../model/types.ts";
import { lag, plain } from "../format.ts";
import type { Memo } from "../memo.ts";
import type { Picture } from "../picture.ts";
import { optionsOf, withOptions } from "../views.ts";
import { gridOf } from "./entries.ts";
import { basisOf, factorPair } from "./factor-pair.ts";
import type { Figure, Joint, JointHost } from "./joint.ts";
import { selectedPlane } from "./selected-plane.ts";
import { slider } from "./slider.ts";

export const factors: Figure = {
  title: (language) => say(language, "title"),
  make: factorsJoint,
  ask: answer,
};

interface Answer extends View {
  /** Absent: M has no inverse. */
  parts?: Record<"query" | "key" | "m" | "inverse" | "f" | "g" | "product" | "direct", MatrixLike>;
}
interface View {
  /** Positions of query and key, in tokens. */
  t: number;
  s: number;
  basis: [number, number, number, number];
}

/** Far enough that a decay leaves the range of numbers. */
const farthest = 4096;

function viewOf(experiment: Experiment): View {
  const options = optionsOf(experiment, "factors");
  const at = (value: unknown, otherwise: number): number =>
    typeof value === "number" && value >= 0 && value <= farthest ? value : otherwise;
  return { t: at(options.t, 12), s: at(options.s, 7), basis: basisOf(options) };
}

async function answer(etx: Etx, experiment: Experiment, memo: Memo): Promise<Answer | null> {
  const plane = await selectedPlane(etx, experiment, memo);
  if (!plane) return null;
  const view = viewOf(experiment);
  const { t, s, basis } = view;
  const pair = await factorPair(etx, plane.x, basis, [t, 0 - s, t - s], memo);
  if (!pair) return view;
  const [f, g] = [pair.f(t), pair.g(s)];
  return {
    ...view,
    parts: {
      query: pair.power(t),
      key: pair.power(0 - s),
      m: pair.m,
      inverse: pair.inverse,
      f,
      g,
      product: multiply(f, g),
      direct: pair.power(t - s),
    },
  };
}

function factorsJoint(host: JointHost, width: number): Joint {
  let found: Answer | null | undefined;
  const chart = factorsChart({
    width,
    height: 0,
    onMove(basis, phase) {
      host.bench.hold(phase, () => withOptions(host.bench.experiment, "factors", { basis }));
    },
  });

  return {
    node: chart.node,
    update(next) {
      found = answerIn(next);
      chart.update({ ...basisData(found, host), lines: linesOf(found, host) });
    },
    resize: (size) => chart.resize(size, 0),
    destroy: () => chart.destroy(),
    describe: () => outcome(found, host),
    data() {
      const parts = Object.entries(found?.parts ?? {});
      return {
        header: [say(host.language, "entry"), ...parts.map(([name]) => columnNames[name] ?? name)],
        columns: [["1,1", "1,2", "2,1", "2,2"], ...parts.map(([, { data }]) => data)],
      };
    },
    note: () => say(host.language, "note"),
    controls: () =>
      html`<button type="button" @click=${() =>
        host.bench.commit(
          withOptions(host.bench.experiment, "factors", { basis: [1, 0, 0, 1] }),
        )}>M = I</button>`,
    below: () => {
      const view = viewOf(host.bench.experiment);
      return (["t", "s"] as const).map((name) =>
        slider(
          host,
          {
            name: say(host.language, name),
            value: view[name],
            text: lag(host.language, view[name]),
            min: 0,
            max: farthest,
            bent: true,
          },
          (value) => withOptions(host.bench.experiment, "factors", { [name]: value }),
        ),
      );
    },
  };
}

const columnNames: Record<string, string> = {
  query: "e^{tX}",
  key: "e^{-sX}",
  m: "M",
  inverse: "M^-1",
  f: "F(t)^T",
  g: "G(s)",
  product: "F(t)^T G(s)",
  direct: "e^{(t-s)X}",
};

const answerIn = (picture: Picture): Answer | null | undefined =>
  picture.answers.get("factors") as Answer | null | undefined;

function basisData(found: Answer | null | undefined, { language }: JointHost) {
  if (!found) return {};
  const [a, b, c, d] = found.basis;
  const words = (x: number, y: number): string =>
    say(language, "arrow", { x: plain(language, x), y: plain(language, y) });
  return {
    basis: {
      matrix: found.basis,
      labels: ["m₁", "m₂"] as const,
      words: [words(a, c), words(b, d)] as const,
    },
  };
}

function linesOf(found: Answer | null | undefined, host: JointHost): Line[] {
  const { language } = host;
  if (!found?.parts) return [{ heading: outcome(found, host), terms: [], strong: true }];
  const { query, key, m, inverse, f, g, product, direct } = found.parts;
  const grid = (matrix: MatrixLike, caption?: string) =>
    gridOf(language, matrix, caption ? { caption } : {});
  return [
    {
      heading: say(language, "query", { t: lag(language, found.t) }),
      terms: ["F(t)ᵀ", "=", grid(query, "e^{tX}"), "·", grid(m, "M"), "=", grid(f)],
    },
    {
      heading: say(language, "key", { s: lag(language, found.s) }),
      terms: ["G(s)", "=", grid(inverse, "M⁻¹"), "·", grid(key, "e^{−sX}"), "=", grid(g)],
    },
    {
      heading: outcome(found, host),
      terms: ["F(t)ᵀ G(s)", "=", grid(product), ";", "e^{(t−s)X}", "=", grid(direct)],
      strong: true,
    },
  ];
}

/** In words: whether the product is what it should be. */
function outcome(found: Answer | null | undefined, { language }: JointHost): string {
  if (!found) return say(language, "none");
  if (!found.parts) {
    return say(language, "singular", { det: plain(language, determinant2(square(found.basis))) });
  }
  const { product, direct } = found.parts;
  const size = Math.max(...Array.from(direct.data, Math.abs));
  const apart = distance(product, direct) / (size || 1);
  const tau = lag(language, found.t - found.s);
  if (!Number.isFinite(apart)) return say(language, "overflow", { tau });
  return say(language, apart < 1e-9 ? "same" : "lost", { tau, apart: plain(language, apart) });
}
