import { html } from "lit";
import { planeAndLinesChart } from "../../charts/plane-and-lines.ts";
import { say } from "../../locales/figures/matrix.ts";
import type { Language } from "../../locales/index.ts";
import type { Experiment } from "../../model/types.ts";
import { tick } from "../format.ts";
import type { Picture } from "../picture.ts";
import { optionsOf, selectionOf, withOptions } from "../views.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";
import { type MatrixAnswer, matrixAnswer, type Read } from "./matrix-answer.ts";
import { asNumber } from "./matrix-complex.ts";
import { asEigenvalues, nudgeControl } from "./matrix-eigenvalues.ts";
import { asProduct } from "./matrix-product.ts";
import { asVectors } from "./matrix-vectors.ts";
import { scrubber } from "./scrubber.ts";

/** What may be read off X: where it sends the axes, which complex number it is, how it goes together with another one. */
const readings = ["vectors", "eigenvalues", "complex", "product"] as const;
type Reading = (typeof readings)[number];

export const matrix: Figure = {
  title: (language) => say(language, "title"),
  make: matrixJoint,
  ask: matrixAnswer,
};

const answerIn = (picture: Picture | undefined): MatrixAnswer | undefined =>
  picture?.answers.get("matrix") as MatrixAnswer | undefined;

/** The reading that the document asks for, as far as X allows it. */
function readingOf(experiment: Experiment, found: MatrixAnswer): Reading {
  const { reading } = optionsOf(experiment, "matrix");
  const wished = readings.find((one) => one === reading) ?? "vectors";
  return possible(found).includes(wished) ? wished : "vectors";
}

const possible = ({ subject, other }: MatrixAnswer): Reading[] =>
  readings.filter(
    (one) =>
      one === "vectors" ||
      one === "eigenvalues" ||
      (one === "complex" ? subject.matrix.rows === 2 : other !== undefined),
  );

const ways: Record<
  Reading,
  (found: MatrixAnswer, experiment: Experiment, language: Language) => Read
> = { vectors: asVectors, eigenvalues: asEigenvalues, complex: asNumber, product: asProduct };

/** X itself, entry by entry, and what can be read off it. */
function matrixJoint(host: JointHost, width: number): Joint {
  let picture: Picture | undefined;
  const chart = planeAndLinesChart({
    width,
    height: 300,
    format: { tick: (value) => tick(host.language, value) },
  });
  const time = scrubber(host);
  const read = (from: Picture | undefined): Read | undefined => {
    const found = answerIn(from);
    if (!from || !found) return undefined;
    return ways[readingOf(from.experiment, found)](found, from.experiment, host.language);
  };

  /** Whether a hand on an entry stands in time's place. */
  const nudged = (): boolean => {
    const found = answerIn(host.bench.picture);
    return found !== undefined && readingOf(host.bench.experiment, found) === "eigenvalues";
  };

  return {
    node: chart.node,
    get player() {
      return nudged() ? undefined : time;
    },
    update(next) {
      picture = next;
      const found = read(next);
      chart.node.toggleAttribute("hidden", !found);
      if (found) chart.update(found);
    },
    resize: (size) => chart.resize(size, 0),
    destroy() {
      time.stop();
      chart.destroy();
    },
    describe: () => (time.playing ? "" : (read(picture)?.sentence ?? "")),
    data: () => tableOf(answerIn(picture), host),
    note: () => say(host.language, answerIn(host.bench.picture) ? "note" : "none"),
    controls() {
      const { bench, language } = host;
      const found = answerIn(bench.picture);
      if (!found) return "";
      const now = readingOf(bench.experiment, found);
      return html`<span class="choice" role="group" aria-label=${say(language, "reading")}>${possible(
        found,
      ).map(
        (one) => html`<button type="button" aria-pressed=${one === now}
          @click=${() => bench.adjust((experiment) => withOptions(experiment, "matrix", { reading: one }))}
        >${say(language, `reading.${one}`)}</button>`,
      )}</span>`;
    },
    below() {
      const { bench } = host;
      const found = answerIn(bench.picture);
      if (!found) return "";
      return html`<p>${read(bench.picture)?.sentence ?? ""}</p>
        ${nudged() ? nudgeControl(host, found) : time.render()}`;
    },
  };
}

/** Entry by entry: X, e^{tX}, and where there is a second one what they make together. */
function tableOf(found: MatrixAnswer | undefined, { language, bench }: JointHost): DataTable {
  const { entry } = selectionOf(bench.experiment);
  const x = found?.subject.matrix;
  const places = Array.from(x?.data ?? [], (_, i) => {
    const cols = x?.cols ?? 1;
    return `${Math.floor(i / cols) + 1}, ${(i % cols) + 1}`;
  });
  const header = [say(language, "entry"), `X (${entry})`, "exp(tX)"];
  const columns: DataTable["columns"][number][] = [places, x?.data ?? [], found?.flow.data ?? []];
  const { other } = found ?? {};
  if (other) {
    header.push(`Y (${other.id})`, "exp(t(X+Y))", "exp(tX) exp(tY)");
    columns.push(other.matrix.data, other.sum.data, Array.from(other.product.data));
  }
  return { header, columns };
}
