import { axiomsChart, type LawCell, type LawsData } from "../../charts/axioms.ts";
import type { Etx } from "../../core/api.ts";
import { say } from "../../locales/figures/axioms.ts";
import { number, t } from "../../locales/index.ts";
import { EtxError } from "../../model/error.ts";
import type { BenchEntry, Experiment } from "../../model/types.ts";
import { nameOf, wordsOf } from "../names.ts";
import type { Picture } from "../picture.ts";
import { type Measured, measuring, type Reports, reportsOf } from "./axiom-reports.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";
import { axiomNames, counterexample, verdict } from "./verdict.ts";

export const axioms: Figure = {
  title: (language) => say(language, "title"),
  make: axiomsJoint,
  ask: async (etx: Etx, { encodings }: Experiment): Promise<Reports> =>
    reportsOf(
      etx,
      encodings.map(({ encoding }) => encoding),
    ),
};

/** The five axioms against the encodings on the bench, measured one by one while the hand rests. */
function axiomsJoint(host: JointHost, width: number): Joint {
  let picture: Picture | undefined;
  const chart = axiomsChart({ width, height: 0 });
  const meter = measuring(host);
  let drawn = "";

  return {
    node: chart.node,
    update(next) {
      picture = next;
      const reports = answerIn(next);
      meter.follow(reports);
      const data = dataOf(next, reports, host);
      // Most pictures change no law: only what differs is drawn anew.
      const now = JSON.stringify(data);
      if (now === drawn) return;
      drawn = now;
      chart.update(data);
    },
    resize: (size) => chart.resize(size, 0),
    destroy() {
      meter.stop();
      chart.destroy();
    },
    describe() {
      const reports = picture && answerIn(picture);
      return (picture?.experiment.encodings ?? [])
        .map((entry, i) => `${named(picture, entry, host)}: ${said(reports?.known[i], host)[0]}`)
        .join(" ");
    },
    data: (limit) => tableOf(picture, host, limit),
    note() {
      const reports = host.bench.picture && answerIn(host.bench.picture);
      if (!reports?.next) return say(host.language, "note");
      const done = reports.known.filter((report) => report !== undefined).length;
      return say(host.language, "progress", { done, count: reports.known.length });
    },
  };
}

const answerIn = (picture: Picture): Reports | undefined => {
  const found = picture.answers.get("axioms");
  return found instanceof EtxError ? undefined : (found as Reports | undefined);
};

const named = (picture: Picture | undefined, entry: BenchEntry, { language }: JointHost): string =>
  picture ? nameOf(picture.experiment, entry, language) : "";

/** The verdict, and the counterexample where there is one. */
function said(report: Measured | undefined, { language }: JointHost): string[] {
  if (!report) return [say(language, "waiting")];
  if (report instanceof EtxError) return [wordsOf(report, language)];
  const first = counterexample(language, report);
  return [verdict(language, report), ...(first ? [first] : [])];
}

function cellsOf(report: Measured | undefined, { language }: JointHost): LawCell[] {
  return axiomNames.map((name) => {
    if (!report || report instanceof EtxError) return { text: report ? "–" : "…" };
    const residual = report.residuals[name];
    const text = Number.isFinite(residual) ? number(language, residual, 2) : say(language, "jump");
    return { holds: report.holds[name], text };
  });
}

function dataOf(picture: Picture, reports: Reports | undefined, host: JointHost): LawsData {
  const { language } = host;
  return {
    laws: axiomNames.map((name) => ({
      title: say(language, name),
      note: say(language, `${name}.note`),
    })),
    rows: picture.shown.map(({ entry, colorIndex }, i) => ({
      name: named(picture, entry, host),
      colorIndex,
      cells: cellsOf(reports?.known[i], host),
      verdict: said(reports?.known[i], host),
    })),
  };
}

function tableOf(picture: Picture | undefined, host: JointHost, limit: number): DataTable {
  const { language } = host;
  const entries = (picture?.experiment.encodings ?? []).slice(0, limit);
  const known = picture && answerIn(picture)?.known;
  const of = (name: (typeof axiomNames)[number], report: Measured | undefined): string | number =>
    report && !(report instanceof EtxError) ? report.residuals[name] : "";
  return {
    header: [
      t(language, "table.encoding"),
      ...axiomNames.map((name) => say(language, "miss", { axiom: say(language, name) })),
      say(language, "verdict"),
    ],
    columns: [
      entries.map((entry) => named(picture, entry, host)),
      ...axiomNames.map((name) => entries.map((_, i) => of(name, known?.[i]))),
      entries.map((_, i) => said(known?.[i], host).join(" ")),
    ],
  };
}
