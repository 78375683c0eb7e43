import { html, type TemplateResult } from "lit";
import { type SpectrumLane, type SpectrumMark, spectrumChart } from "../../charts/spectrum.ts";
import { say } from "../../locales/figures/spectrum.ts";
import { type Language, t } from "../../locales/index.ts";
import type { Experiment } from "../../model/types.ts";
import { lag, plain, tick } from "../format.ts";
import { nameOf } from "../names.ts";
import type { Picture, Shown } from "../picture.ts";
import { withOptions } from "../views.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";
import {
  askSpectrum,
  type Band,
  freshAt,
  type Pair,
  type Spectrum,
  spectrumOf,
  turnless,
} from "./spectrum-pairs.ts";

export const spectrum: Figure = {
  title: (language) => say(language, "title"),
  make: spectrumJoint,
  ask: askSpectrum,
};

/** Contexts that a reader may pick where an encoding's own block names none. */
const contexts = [512, 1024, 2048, 4096, 8192, 32_768, 131_072, 1_048_576];
const ends = ["trained", "target"] as const;
type End = (typeof ends)[number];

/** 2π/ω of each pair of each encoding, against what the model was trained for and what it is to serve. */
function spectrumJoint(host: JointHost, width: number): Joint {
  let picture: Picture | undefined;
  let shown: { of: Shown; spectrum: Spectrum }[] = [];
  const chart = spectrumChart({
    width,
    height: 0,
    labels: {
      get cursor() {
        return say(host.language, "cursor");
      },
    },
    format: {
      tick: (value) => tick(host.language, value),
      reading: (lane, mark) => {
        const found = shown.find(({ of }) => of.entry.id === lane.id);
        const pair = found?.spectrum.pairs[mark];
        return found && pair ? reading(found.spectrum, pair, lane.label, host.language) : [];
      },
    },
  });

  return {
    node: chart.node,
    update(next) {
      picture = next;
      shown = next.shown.flatMap((of) => {
        const spectrum = spectrumOf(next, of);
        return spectrum ? [{ of, spectrum }] : [];
      });
      chart.update({
        lanes: shown.map(({ of, spectrum }) => laneOf(next, of, spectrum, host.language)),
        xLabel: say(host.language, "axis"),
        empty: say(host.language, "none"),
      });
    },
    resize: (size) => chart.resize(size, 0),
    destroy: () => chart.destroy(),
    describe: () =>
      picture
        ? shown
            .map(({ of, spectrum }) => {
              const name = nameOf((picture as Picture).experiment, of.entry, host.language);
              const bands = [...bandWords(spectrum, host.language).values()];
              return `${[name, ...bands, ...notesOf(spectrum, host.language)].join(", ")}.`;
            })
            .join(" ")
        : "",
    data: (limit) => tableOf(shown, host, limit),
    note: () => say(host.language, "note"),
    controls: () => controls(host),
  };
}

function laneOf(
  picture: Picture,
  { entry, colorIndex }: Shown,
  spectrum: Spectrum,
  language: Language,
): SpectrumLane {
  const { pairs, trained, target, stretched } = spectrum;
  return {
    id: entry.id,
    label: nameOf(picture.experiment, entry, language),
    colorIndex,
    marks: pairs.map(
      (pair): SpectrumMark => ({
        wavelength: pair.wavelength,
        ...(stretched && { before: pair.before }),
        band: pair.band,
        hollow: turnless(spectrum, pair),
      }),
    ),
    contexts: [
      ...(trained === undefined
        ? []
        : [{ at: trained, label: context("trained", trained, language), ahead: false }]),
      ...(target === undefined
        ? []
        : [{ at: target, label: context("target", target, language), ahead: true }]),
    ],
    bands: bandWords(spectrum, language),
    notes: notesOf(spectrum, language),
  };
}

const context = (end: End, tokens: number, language: Language): string =>
  say(language, end, { context: lag(language, tokens) });

function bandWords(
  { pairs, stretched, factor, own }: Spectrum,
  language: Language,
): Map<string, string> {
  const words = new Map<Band, string>();
  if (!stretched) return words;
  for (const band of ["kept", "ramp", "scaled"] as const) {
    const count = pairs.filter((pair) => pair.band === band).length;
    if (count === 0) continue;
    if (band === "scaled")
      words.set(band, say(language, band, { count, factor: plain(language, factor ?? 1) }));
    else words.set(band, say(language, band === "ramp" && own ? "own" : band, { count }));
  }
  return words;
}

function notesOf(spectrum: Spectrum, language: Language): string[] {
  const { pairs, trained, target, still } = spectrum;
  const notes: string[] = [];
  if (trained !== undefined) {
    const slow = pairs.filter((pair) => turnless(spectrum, pair));
    notes.push(say(language, "turnless", { count: slow.length, context: lag(language, trained) }));
    const fresh = target === undefined ? [] : slow.filter((pair) => freshAt(spectrum, pair));
    if (target !== undefined)
      notes.push(say(language, "fresh", { count: fresh.length, context: lag(language, target) }));
  }
  if (still > 0) notes.push(say(language, "still", { count: still }));
  return notes;
}

function reading(
  { trained, target, stretched }: Spectrum,
  { index, wavelength, before }: Pair,
  name: string,
  language: Language,
): string[] {
  const lines = [
    `${name}, ${say(language, "pair", { pair: index })}`,
    say(language, "unit", { period: plain(language, wavelength) }),
  ];
  if (stretched)
    lines.push(
      `${say(language, "before")} ${plain(language, before)}, ${say(language, "stretched", { ratio: plain(language, wavelength / before) })}`,
    );
  for (const tokens of [trained, target])
    if (tokens !== undefined)
      lines.push(
        `${say(language, "turns", { context: lag(language, tokens) })}${t(language, "say.colon")}${plain(language, tokens / wavelength)}`,
      );
  return lines;
}

function tableOf(
  shown: readonly { of: Shown; spectrum: Spectrum }[],
  host: JointHost,
  limit: number,
): DataTable {
  const { language } = host;
  const rows = shown
    .flatMap(({ of, spectrum }) =>
      spectrum.pairs.map((pair) => ({
        name: nameOf(host.bench.experiment, of.entry, language),
        spectrum,
        pair,
      })),
    )
    .slice(0, limit);
  const turns = (tokens: number | undefined, { wavelength }: Pair): number | string =>
    tokens === undefined ? "" : tokens / wavelength;
  return {
    header: [
      say(language, "encoding"),
      say(language, "cursor"),
      say(language, "now"),
      say(language, "unscaled"),
      say(language, "ratio"),
      say(language, "band"),
      say(language, "turns", { context: say(language, "trainedContext") }),
      say(language, "turns", { context: say(language, "targetContext") }),
    ],
    columns: [
      rows.map(({ name }) => name),
      rows.map(({ pair }) => pair.index),
      rows.map(({ pair }) => pair.wavelength),
      rows.map(({ pair }) => pair.before),
      rows.map(({ pair }) => pair.wavelength / pair.before),
      rows.map(({ pair }) => say(language, `band.${pair.band}`)),
      rows.map(({ pair, spectrum }) => turns(spectrum.trained, pair)),
      rows.map(({ pair, spectrum }) => turns(spectrum.target, pair)),
    ],
  };
}

/** For encodings whose own block names no contexts. */
function controls(host: JointHost): TemplateResult {
  const { bench, language } = host;
  const set = (end: End, value: number): void =>
    bench.adjust((experiment) =>
      withOptions(experiment, "spectrum", { [end]: value > 0 ? value : undefined }),
    );
  return html`${ends.map((end) => {
    const now = optionOf(bench.experiment, end);
    const offered = [...new Set([...contexts, ...(now ? [now] : [])])].sort((a, b) => a - b);
    const label = say(language, `${end}Context`);
    return html`<label>${label}
      <select aria-label=${label} @change=${(event: Event) => set(end, Number((event.target as HTMLSelectElement).value))}>
        <option value="0" ?selected=${now === undefined}>${say(language, "fromFile")}</option>
        ${offered.map((value) => html`<option value=${value} ?selected=${value === now}>${lag(language, value)}</option>`)}
      </select></label>`;
  })}`;
}

function optionOf(experiment: Experiment, end: End): number | undefined {
  const value = experiment.views.find(({ kind }) => kind === "spectrum")?.options?.[end];
  return typeof value === "number" && value > 0 ? value : undefined;
}
