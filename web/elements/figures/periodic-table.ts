import { type PeriodicCell, type PeriodicElement, periodicChart } from "../../charts/periodic.ts";
import type { Etx } from "../../core/api.ts";
import { say } from "../../locales/figures/periodic-table.ts";
import { t } from "../../locales/index.ts";
import { encodingKinds } from "../../model/encodings/registry.ts";
import type { Block, Encoding } from "../../model/types.ts";
import type { Memo } from "../memo.ts";
import type { Picture } from "../picture.ts";
import { joined } from "../views.ts";
import type { DataTable, Figure, Joint, JointHost } from "./joint.ts";

/** The kinds of eigenvalue across, the sizes of Jordan blocks down: up to a change of basis, X is made of these. */
const columns = ["zero", "real", "imaginary", "complex"] as const;
const sizes = [1, 2, 3] as const;
type Column = (typeof columns)[number];

interface Place {
  column: Column;
  size: number;
}
/** A kind of encoding as it begins, and its place; null where it is no one-parameter group. */
interface Element {
  encoding: Encoding;
  place: Place | null;
}
/** What an outsider breaks, in the theorem's own order: who breaks several stands under the first. */
const conditions = ["linear", "invariant", "composes"] as const;
type Condition = (typeof conditions)[number];

interface Answer {
  elements: Element[];
  /** By the outsiders' kinds, once it has been measured. */
  broken: ReadonlyMap<string, Condition>;
  /** Row by row, the score of each cell's block with itself. */
  curves: Float64Array[];
}

export const periodicTable: Figure = {
  title: (language) => say(language, "title"),
  make: periodicJoint,
  ask: answer,
};

/** What stands for a cell: fast enough to see, slow enough to read. */
const exemplar: Record<Column, Omit<Extract<Block, { kind: "pair" }>, "size">> = {
  zero: { kind: "pair", rate: 0, frequency: 0 },
  real: { kind: "pair", rate: -0.04, frequency: 0 },
  imaginary: { kind: "pair", rate: 0, frequency: 0.3 },
  complex: { kind: "pair", rate: -0.03, frequency: 0.3 },
};
const samples = 161;
/** Outsiders break their condition within so few lags. */
const grid = 8;

async function answer(etx: Etx, _: unknown, memo: Memo): Promise<Answer> {
  const elements = await Promise.all(
    encodingKinds
      .filter(({ kind }) => kind !== "generator" && kind !== "matrix") // those are the table itself
      .map(({ defaults: encoding }) =>
        memo.get(["place", encoding], async () => ({
          encoding,
          place: await placeOf(etx, encoding),
        })),
      ),
  );
  const curves = sizes.flatMap((size) =>
    columns.map((column) => memo.get(["cell", column, size], () => curveOf(etx, column, size))),
  );
  const outside = elements.filter(({ place }) => !place).map(({ encoding }) => encoding);
  const broken = memo.later(["broken", outside], async () => {
    const found = new Map<string, Condition>();
    for (const encoding of outside) {
      const { holds } = await etx.axioms(encoding, { grid });
      const first = conditions.find((condition) => !holds[condition]);
      if (first) found.set(encoding.kind, first);
    }
    return found;
  });
  return { elements, broken: broken ?? new Map(), curves: await Promise.all(curves) };
}

/** The cell of the most eventful of an encoding's blocks: size before damping before turning. */
async function placeOf(etx: Etx, encoding: Encoding): Promise<Place | null> {
  const blocks = (await etx.generator(encoding, { matrices: "none" }))?.generators[0]?.blocks;
  if (!blocks) return null;
  const size = Math.max(1, ...blocks.map((block) => block.size ?? 1));
  const largest = blocks.filter((block) => (block.size ?? 1) === size);
  const damped = largest.some(({ rate }) => rate < 0);
  const turning = largest.some((block) => block.kind === "pair" && block.frequency !== 0);
  const column = turning ? (damped ? "complex" : "imaginary") : damped ? "real" : "zero";
  return { column, size };
}

/** The score of the chain's first coordinate against its last, scaled to at most 1. */
async function curveOf(etx: Etx, column: Column, size: number): Promise<Float64Array> {
  const block: Block = { ...exemplar[column], size };
  const query = new Float64Array(2 * size);
  const key = new Float64Array(2 * size);
  query[0] = 1;
  key[2 * size - 2] = 1;
  const curve = await etx.curve(
    { kind: "generator", generator: { blocks: [block] } },
    { query, key, lags: { start: 0, step: 1, count: samples } },
  );
  const most = curve.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  return curve.map((value) => value / most);
}

function periodicJoint(host: JointHost, width: number): Joint {
  let picture: Picture | undefined;
  let drawn = "";
  const nameOf = ({ encoding }: Element): string => {
    const kind = encodingKinds.find((one) => one.kind === encoding.kind);
    return kind ? t(host.language, kind.name(encoding)) : encoding.kind;
  };
  const chart = periodicChart({
    width,
    height: 0,
    onPick(id) {
      const kind = encodingKinds.find((one) => one.kind === id);
      if (kind) host.bench.commit(joined(host.bench.experiment, [{ encoding: kind.defaults }]));
    },
  });

  return {
    node: chart.node,
    update(next) {
      picture = next;
      const found = answerIn(next);
      // A new picture of the bench is no news to the table.
      const now = found && `${host.language} ${found.broken.size}`;
      if (!found || drawn === now) return;
      drawn = now as string;
      const { language } = host;
      const element = (one: Element): PeriodicElement => ({
        id: one.encoding.kind,
        label: nameOf(one),
        words: say(language, "pick"),
      });
      const cell = (column: Column, size: number, index: number): PeriodicCell => ({
        formula: formulaOf(column, size),
        curve: found.curves[index] ?? new Float64Array(),
        colorIndex: columns.indexOf(column),
        elements: found.elements
          .filter(({ place }) => place?.column === column && place.size === size)
          .map(element),
      });
      /** Under the condition that each breaks; all together until that has been measured. */
      const outsiders = ({ elements, broken }: Answer) =>
        [...conditions, undefined].flatMap((condition) => {
          const here = elements.filter(
            ({ place, encoding }) => !place && broken.get(encoding.kind) === condition,
          );
          if (here.length === 0) return [];
          const note = say(language, condition ? `${condition}.note` : "outside.note");
          const title = condition ? say(language, condition) : "";
          return { title, note, elements: here.map(element) };
        });
      chart.update({
        columns: columns.map((column) => ({
          title: say(language, `${column}`),
          note: say(language, `${column}.note`),
        })),
        rows: sizes.map((size, row) => ({
          title: say(language, "size", { size }),
          note: say(language, `size${size}.note`),
          cells: columns.map((column, i) => cell(column, size, row * columns.length + i)),
        })),
        beside: { title: say(language, "outside"), groups: outsiders(found) },
      });
    },
    resize: (size) => chart.resize(size, 0),
    destroy: () => chart.destroy(),
    describe: () => say(host.language, "describe"),
    data: (limit) => tableOf(picture && answerIn(picture), host, nameOf, limit),
    note: () => say(host.language, "note"),
  };
}

const answerIn = (picture: Picture): Answer | undefined =>
  picture.answers.get("periodic-table") as Answer | undefined;

/** With ^{raised} parts; what e^{τX} of such a block is made of. */
function formulaOf(column: Column, size: number): string {
  const power = ["", "τ ", "τ² "][size - 1] ?? "";
  if (column === "zero") return ["1", "1, τ", "1, τ, τ²"][size - 1] ?? "";
  const turn = column === "real" ? "" : "R(ωτ)";
  const damping = column === "imaginary" ? "" : "e^{λτ} ";
  return `${power}${damping}${turn}`.trim();
}

function tableOf(
  answer: Answer | undefined,
  host: JointHost,
  nameOf: (element: Element) => string,
  limit: number,
): DataTable {
  const { language } = host;
  const rows = (answer?.elements ?? []).slice(0, limit);
  return {
    header: [
      t(language, "table.encoding"),
      say(language, "eigenvalues"),
      t(language, "table.size"),
    ],
    columns: [
      rows.map(nameOf),
      rows.map(({ place, encoding }) => {
        const condition = answer?.broken.get(encoding.kind);
        return say(language, place ? place.column : (condition ?? "outside.note"));
      }),
      rows.map(({ place }) => place?.size ?? ""),
    ],
  };
}
