import { html } from "lit";
import { planeChart } from "../../charts/plane.ts";
import type { Eigenvalue, MovePhase, PlaneData, PlaneSeries } from "../../charts/types.ts";
import { t } from "../../locales/index.ts";
import { moveEigenvalue } from "../../model/edit.ts";
import type { Block, Encoding, Experiment, Generator } from "../../model/types.ts";
import { plain, tick } from "../format.ts";
import { nameOf } from "../names.ts";
import type { Picture, Shown } from "../picture.ts";
import { blockOf, movesTogether, selectionOf, withOptions } from "../views.ts";
import type { DataTable, Joint, JointHost } from "./joint.ts";

/** Where a drag began: every move is reckoned from there, so that rounding never adds up. */
interface Grip {
  entry: string;
  encoding: Encoding;
  generator: Generator;
  block: number;
  /** The bench's encodings at the last step. */
  step: Experiment["encodings"];
}

const join = (entry: string, block: number): string => `${entry}:${block}`;
function split(id: string): { entry: string; block: number } {
  const at = id.lastIndexOf(":");
  return { entry: id.slice(0, at), block: Number(id.slice(at + 1)) };
}

/** The eigenvalue plane: each block of each generator is a handle. */
export function planeJoint(host: JointHost, width: number): Joint {
  let picture: Picture | undefined;
  let grip: Grip | undefined;

  const select = (id: string): void => {
    const { entry, block } = split(id);
    const now = selectionOf(host.bench.experiment);
    if (now.entry === entry && now.block === block) return;
    host.bench.adjust((experiment) => withOptions(experiment, "plane", { selected: entry, block }));
  };

  const move = (id: string, to: { rate: number; frequency: number }, phase: MovePhase): void => {
    if (phase === "start") {
      select(id);
      const { entry, block } = split(id);
      const shown = picture?.shown.find((one) => one.entry.id === entry);
      if (!shown?.generator) return;
      const { encoding } = shown.entry;
      grip = {
        entry,
        encoding,
        generator: shown.generator,
        block,
        step: host.bench.committed.encodings,
      };
      return;
    }
    // Another step came meanwhile (an undo, a file): the hand holds what is no more.
    if (grip && grip.step !== host.bench.committed.encodings) grip = undefined;
    if (!grip) return;
    const held = grip;
    host.bench.hold(phase, () => moved(host.bench.experiment, held, to));
    if (phase !== "move") grip = undefined;
  };

  const chart = planeChart({
    width,
    height: heightFor(width),
    labels: {
      get rate() {
        return t(host.language, "axis.rate");
      },
      get frequency() {
        return t(host.language, "axis.frequency");
      },
      get grows() {
        return t(host.language, "axis.grows");
      },
    },
    format: {
      tick: (value) => tick(host.language, value),
      value: (eigenvalue) => written(host, eigenvalue),
      handle: (eigenvalue, series) =>
        t(host.language, eigenvalue.kind === "pair" ? "handle.pair" : "handle.real", {
          name: series.label,
          index: split(eigenvalue.id).block + 1,
        }),
      valueText: (eigenvalue) => wordsOf(host, eigenvalue),
    },
    onMove: move,
    onSelect: select,
  });

  return {
    node: chart.node,
    update(next) {
      picture = next;
      chart.update(planeData(next, host));
    },
    resize: (size) => chart.resize(size, heightFor(size)),
    destroy: () => chart.destroy(),
    describe() {
      const { selected } = selectedIn(picture);
      return selected ? wordsOf(host, selected) : "";
    },
    data: (limit) => planeTable(picture, host, limit),
    note: () => t(host.language, "figure.plane.note"),
    controls: () => html`<label>
      <input
        type="checkbox"
        .checked=${movesTogether(host.bench.experiment)}
        @change=${(event: Event) =>
          host.bench.adjust((experiment) =>
            withOptions(experiment, "plane", {
              together: (event.target as HTMLInputElement).checked,
            }),
          )}
      />
      ${t(host.language, "plane.together")}
    </label>`,
  };
}

const heightFor = (width: number): number => Math.round(Math.min(360, Math.max(260, width * 0.92)));

/** The experiment with the held eigenvalue there; whatever else has changed since the hand closed stays. */
function moved(
  experiment: Experiment,
  { entry, encoding, generator, block }: Grip,
  to: { rate: number; frequency: number },
): Experiment {
  const together = movesTogether(experiment);
  const next = moveEigenvalue(encoding, generator, block, to, together);
  return {
    ...experiment,
    encodings: experiment.encodings.map((one) =>
      one.id === entry ? { ...one, encoding: next } : one,
    ),
  };
}

function planeData(picture: Picture, host: JointHost): PlaneData {
  const selection = selectionOf(picture.experiment);
  const series = picture.shown.flatMap((shown): PlaneSeries[] =>
    shown.entry.hidden || !shown.generator
      ? []
      : [
          {
            id: shown.entry.id,
            label: nameOf(picture.experiment, shown.entry, host.language),
            colorIndex: shown.colorIndex,
            muted: shown.entry.id !== selection.entry,
            eigenvalues: eigenvaluesOf(
              shown,
              shown.generator.blocks,
              blockOf(selection, shown.generator.blocks),
            ),
          },
        ],
  );
  const { selected } = selectedIn(picture);
  return selected ? { series, selected: selected.id } : { series };
}

/** Equal blocks share a handle; the selected one stands for its group. */
function eigenvaluesOf(shown: Shown, blocks: readonly Block[], selected: number): Eigenvalue[] {
  const groups = new Map<string, Eigenvalue>();
  blocks.forEach((block, index) => {
    const { kind, rate, size = 1 } = block;
    // A pair is named by its upper eigenvalue; which way it turns the orbit shows.
    const frequency = block.kind === "pair" ? Math.abs(block.frequency) : 0;
    const key = `${kind} ${rate} ${frequency} ${size}`;
    const group = groups.get(key);
    if (group) {
      group.multiplicity++;
      if (index === selected) group.id = join(shown.entry.id, index);
    } else {
      const id = join(shown.entry.id, index);
      groups.set(key, { id, kind, rate, frequency, size, multiplicity: 1, movable: true });
    }
  });
  return [...groups.values()];
}

function selectedIn(picture: Picture | undefined): { selected?: Eigenvalue } {
  if (!picture) return {};
  const selection = selectionOf(picture.experiment);
  const shown = picture.shown.find((one) => one.entry.id === selection.entry);
  if (!shown?.generator || shown.entry.hidden) return {};
  const block = blockOf(selection, shown.generator.blocks);
  const id = join(selection.entry, block);
  const selected = eigenvaluesOf(shown, shown.generator.blocks, block).find((one) => one.id === id);
  return selected ? { selected } : {};
}

function written(host: JointHost, { kind, rate, frequency }: Eigenvalue): string {
  const real = plain(host.language, rate);
  if (kind === "real") return real;
  return `${real} ± ${plain(host.language, Math.abs(frequency))} i`;
}

function wordsOf(host: JointHost, { kind, rate, frequency, size }: Eigenvalue): string {
  const language = host.language;
  const words = [t(language, "words.rate", { rate: plain(language, rate) })];
  if (kind === "pair") {
    words.push(t(language, "words.frequency", { frequency: plain(language, Math.abs(frequency)) }));
    if (frequency !== 0) {
      words.push(
        t(language, "words.period", {
          period: plain(language, (2 * Math.PI) / Math.abs(frequency)),
        }),
      );
    }
  }
  if (size > 1) words.push(t(language, "words.size", { size }));
  return words.join(t(language, "words.separator"));
}

function planeTable(picture: Picture | undefined, host: JointHost, limit: number): DataTable {
  const language = host.language;
  const header = (
    ["table.encoding", "axis.rate", "axis.frequency", "table.size", "table.multiplicity"] as const
  ).map((key) => t(language, key));
  const rows = (picture?.shown ?? [])
    .flatMap((shown) =>
      eigenvaluesOf(shown, shown.generator?.blocks ?? [], 0).map((one) => ({
        ...one,
        name: nameOf(host.bench.experiment, shown.entry, language),
      })),
    )
    .slice(0, limit);
  const column = (
    key: "name" | "rate" | "frequency" | "size" | "multiplicity",
  ): (string | number)[] => rows.map((row) => row[key]);
  return {
    header,
    columns: [
      column("name"),
      column("rate"),
      column("frequency"),
      column("size"),
      column("multiplicity"),
    ],
  };
}
