/** One lane of a spectrum: names and notes, contexts as lines across, marks before and after, and what became of them. */
import { add, list, px, set, write } from "./dom.ts";
import type { Spot } from "./spectrum-cursor.ts";
import { shorten, textWidth } from "./text.ts";
import type { ColorIndex } from "./types.ts";

export interface SpectrumMark {
  wavelength: number;
  /** Where it stood before something stretched it. */
  before?: number;
  /** Neighbours of one band are bracketed together. */
  band: string;
  /** Drawn hollow. */
  hollow: boolean;
}

export interface SpectrumLane {
  id: string;
  label: string;
  colorIndex: ColorIndex;
  /** By rising wavelength. */
  marks: readonly SpectrumMark[];
  contexts: readonly { at: number; label: string; ahead: boolean }[];
  /** Under the bracket of each band. */
  bands: ReadonlyMap<string, string>;
  notes: readonly string[];
}

export interface Lane {
  bottom: number;
  spots: Spot[];
}

const line = 16;
const dot = 3;
/** From the rail of what was to the rail of what is, in pixels. */
const drop = 34;

export function laneOf(group: SVGGElement) {
  const name = add(group, "text", { class: "etx-words etx-strong", x: 0 });
  const notes = list(group, "text", { class: "etx-title" });
  const trained = list(group, "line", { class: "etx-crosshair" });
  const target = list(add(group, "g", { class: "etx-accent" }), "line", { class: "etx-marker" });
  const contexts = list(group, "text", { class: "etx-tick" });
  const before = add(group, "path", { class: "etx-circle" });
  const moves = add(group, "path", { class: "etx-leader" });
  const solid = add(group, "path", { class: "etx-tip" });
  const hollow = add(group, "path", { class: "etx-hollow" });
  const brackets = list(group, "path", { class: "etx-leader" });
  const captions = list(group, "text", { class: "etx-title", "text-anchor": "middle" });

  return (
    lane: SpectrumLane,
    index: number,
    place: (wavelength: number) => number,
    top: number,
    width: number,
  ): Lane => {
    const { marks } = lane;
    let y = top + line;
    write(name, shorten(lane.label, width, 11, true));
    set(name, { y });

    const rows = wrapped(lane.notes, width);
    const words = notes(rows.length);
    rows.forEach((row, i) => {
      y += line;
      set(words[i] as Element, { x: 0, y });
      write(words[i] as Element, shorten(row, width));
    });

    if (lane.contexts.length > 0) y += line + 2;
    const contextsAt = y;
    const stretched = marks.some(({ before }) => before !== undefined);
    const upper = y + 18;
    const lower = upper + (stretched ? drop : 0);
    const spots = marks.map(
      ({ wavelength }, mark): Spot => ({ lane: index, mark, x: place(wavelength), y: lower }),
    );
    set(before, {
      d: stretched
        ? marks.map((one) => tickAt(place(one.before ?? one.wavelength), upper)).join("")
        : "",
    });
    set(moves, {
      d: stretched
        ? marks
            .map(
              ({ wavelength, before = wavelength }) =>
                `M${px(place(before))},${upper + 4}L${px(place(wavelength))},${lower - dot}`,
            )
            .join("")
        : "",
    });
    const dots = (wanted: boolean): string =>
      marks
        .map((one, i) => (one.hollow === wanted ? circleAt(spots[i]?.x ?? 0, lower) : ""))
        .join("");
    set(solid, { d: dots(false) });
    set(hollow, { d: dots(true) });

    const lines = { behind: trained(count(lane, false)), ahead: target(count(lane, true)) };
    const labels = contexts(lane.contexts.length);
    const seen = { behind: 0, ahead: 0 };
    lane.contexts.forEach(({ at, label, ahead }, i) => {
      const side = ahead ? "ahead" : "behind";
      const x = px(place(at));
      set(lines[side][seen[side]++] as Element, {
        x1: x,
        x2: x,
        y1: contextsAt - 4,
        y2: lower + 8,
      });
      // The trained one is named to the left of its line and the target to the right, so that they never meet.
      const room = ahead ? width - x : x;
      const right = ahead === room > textWidth(label) + 8;
      set(labels[i] as Element, {
        x: right ? x + 5 : x - 5,
        y: contextsAt + 4,
        "text-anchor": right ? "start" : "end",
      });
      write(labels[i] as Element, label);
    });

    const runs = runsOf(marks, lane.bands);
    const arcs = brackets(runs.length);
    const texts = captions(runs.length);
    const rowEnds = [-Infinity, -Infinity];
    let deepest = lower + 8;
    runs.forEach(({ band, from, to }, i) => {
      const [x1, x2] = [(spots[from]?.x ?? 0) - dot, (spots[to]?.x ?? 0) + dot];
      set(arcs[i] as Element, { d: `M${px(x1)},${lower + 8}v4H${px(x2)}v-4` });
      const caption = lane.bands.get(band) ?? "";
      const half = textWidth(caption) / 2;
      const x = Math.min(Math.max((x1 + x2) / 2, half), width - half);
      const row = x - half > (rowEnds[0] ?? 0) + 8 ? 0 : 1;
      rowEnds[row] = x + half;
      const at = lower + 25 + row * (line - 2);
      deepest = Math.max(deepest, at);
      set(texts[i] as Element, { x: px(x), y: at });
      write(texts[i] as Element, caption);
    });
    return { bottom: deepest + 10, spots };
  };
}

const count = ({ contexts }: SpectrumLane, wanted: boolean): number =>
  contexts.filter(({ ahead }) => ahead === wanted).length;

const tickAt = (x: number, y: number): string => `M${px(x)},${y - 4}v8`;
const circleAt = (x: number, y: number): string =>
  `M${px(x - dot)},${y}a${dot},${dot} 0 1 0 ${2 * dot},0a${dot},${dot} 0 1 0 ${-2 * dot},0`;

/** Neighbours of one band, where the band has a caption. */
function runsOf(
  marks: readonly SpectrumMark[],
  captions: ReadonlyMap<string, string>,
): { band: string; from: number; to: number }[] {
  const runs: { band: string; from: number; to: number }[] = [];
  marks.forEach(({ band }, i) => {
    const last = runs.at(-1);
    if (last?.band === band && last.to === i - 1) last.to = i;
    else if (captions.has(band) && !runs.some((run) => run.band === band))
      runs.push({ band, from: i, to: i });
  });
  return runs;
}

/** As many notes on a line as fit. */
function wrapped(notes: readonly string[], width: number): string[] {
  const rows: string[] = [];
  for (const note of notes) {
    const longer = rows.length > 0 ? `${rows.at(-1)} · ${note}` : note;
    if (rows.length > 0 && textWidth(longer) <= width) rows[rows.length - 1] = longer;
    else rows.push(note);
  }
  return rows;
}
