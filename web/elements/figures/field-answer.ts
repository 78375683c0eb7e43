/**
 * What a field asks: the score of one patch's query against the key of every other patch, and how far the score is from
 * being the displacement's alone, in one of three ways.
 */
import type { Etx } from "../../core/api.ts";
import { commutatorNorm, commute } from "../../core/commutator.ts";
import { drawnGenerators } from "../../model/drawn-generators.ts";
import { isPlane } from "../../model/encodings/plane.ts";
import { dimension as dimensionOf, lookup } from "../../model/encodings/registry.ts";
import { EtxError } from "../../model/error.ts";
import type { Encoding, Experiment, LagGrid, Matrix } from "../../model/types.ts";
import { resolve } from "../../model/vector.ts";
import type { Memo } from "../memo.ts";
import { selectionOf } from "../views.ts";
import { type FieldView, fieldViewOf } from "./field-view.ts";

export interface FieldAnswer {
  entry: string;
  encoding: Encoding;
  view: FieldView;
  columns: number;
  rows: number;
  /** Row by row: qᵀ e^{xX + yY} k, (x, y) from each patch to the one that asks. */
  scores: Float64Array;
  residual: Float64Array;
  /** ‖XY - YX‖_F, and whether that is rounding. */
  commutator: number;
  commutes: boolean;
}

/** Patches a side. */
const most = 32;

export async function fieldAnswer(
  etx: Etx,
  experiment: Experiment,
  memo: Memo,
): Promise<FieldAnswer> {
  const { id: entry, encoding } = shownIn(experiment);
  const { x, y } = patchesOf(experiment, encoding);
  const view = fieldViewOf(experiment, x.count, y.count);
  const dimension = dimensionOf(encoding);
  const query = resolve(experiment.query, dimension);
  const key = resolve(experiment.key, dimension);
  // From the patch on the left to the one that asks x is positive: the query's position less the key's.
  const lags = {
    x: { start: x.step * view.column, step: -x.step, count: x.count },
    y: { start: y.step * view.row, step: -y.step, count: y.count },
  };
  const vectors = [experiment.query, experiment.key];
  const [axes, scores] = await Promise.all([
    axesOf(etx, encoding, memo),
    memo.get(["field", encoding, vectors, lags], () => etx.curve2(encoding, { query, key, lags })),
  ]);
  const question = { etx, memo, encoding, vectors, axes, query, key, x, y, view, scores };
  return {
    entry,
    encoding,
    view,
    columns: x.count,
    rows: y.count,
    scores,
    residual: await (view.against === "place" ? placeResidual : orderResidual)(question),
    commutator: commutatorNorm(...axes),
    commutes: commute(...axes),
  };
}

/** The selected encoding if it is one of the plane, else the first that is; else the engine says that there is none. */
function shownIn(experiment: Experiment): { id: string; encoding: Encoding } {
  const selected = selectionOf(experiment).entry;
  const plane = experiment.encodings.filter(({ encoding }) => isPlane(encoding.kind));
  const entry = plane.find(({ id }) => id === selected) ?? plane[0] ?? experiment.encodings[0];
  if (entry) return entry;
  throw new EtxError("unsupported", "encodings is empty; a field shows one of the plane");
}

/** Where patches lie along each axis: the document's pair of lags, or a picture of 14 × 14 (LieRE's positions lie in [0, 1)). */
export function patchesOf({ lags }: Experiment, encoding: Encoding): { x: LagGrid; y: LagGrid } {
  if (!("x" in lags)) {
    const grid = { start: 0, step: encoding.kind === "lie2d" ? 1 / 14 : 1, count: 14 };
    return { x: grid, y: grid };
  }
  const grid = (name: string, along: LagGrid | number[]): LagGrid => {
    if (Array.isArray(along))
      throw new EtxError("unsupported", `${name} is a list; patches lie on a grid`);
    if (along.count <= most) return along;
    throw new EtxError("too-large", `${name}.count is ${along.count}; a field has at most ${most}`);
  };
  return { x: grid("lags.x", lags.x), y: grid("lags.y", lags.y) };
}

/** X and Y as the engine has them. It answers null for two that do not commute, so those are asked for one by one. */
function axesOf(etx: Etx, encoding: Encoding, memo: Memo): Promise<[Matrix, Matrix]> {
  return memo.get(["axes", encoding], async () => {
    const together = await etx.generator(encoding);
    if (together) return together.matrices as [Matrix, Matrix];
    const filled = { ...lookup("lie2d")?.defaults, ...encoding };
    const { dimension, generators, seed, coupling } = filled as Record<string, unknown>;
    const given =
      (generators as object[] | undefined) ??
      drawnGenerators(dimension as number, seed as number, coupling as number);
    const one = async (axis: object): Promise<Matrix> => {
      const alone = (
        "blocks" in axis ? { kind: "generator", generator: axis } : { kind: "matrix", matrix: axis }
      ) as Encoding;
      return (await etx.generator(alone))?.matrices[0] as Matrix;
    };
    return Promise.all([one(given[0] as object), one(given[1] as object)]);
  });
}

interface Question {
  etx: Etx;
  memo: Memo;
  encoding: Encoding;
  vectors: unknown;
  axes: [Matrix, Matrix];
  query: Float64Array;
  key: Float64Array;
  x: LagGrid;
  y: LagGrid;
  view: FieldView;
  scores: Float64Array;
}

/** Along x and then y, less along y and then x (order) or less straight there (path). */
async function orderResidual(asked: Question): Promise<Float64Array> {
  const { etx, memo, encoding, vectors, axes, query, key, x, y, view, scores } = asked;
  const [X, Y] = axes;
  // Over all displacements there are on this picture, so that moving the patch asks for nothing.
  const walk = async (matrix: Matrix, vector: Float64Array, { step, count }: LagGrid) => {
    const times = { start: step * (1 - count), step, count: 2 * count - 1 };
    const { cols, data } = await etx.orbit({ kind: "matrix", matrix }, { vector, times });
    return (i: number): Float64Array => data.subarray(i * cols, (i + 1) * cols);
  };
  const walks = await memo.get(["walks", encoding, vectors, x, y], () =>
    Promise.all([
      walk(transposed(X), query, x),
      walk(X, key, x),
      walk(transposed(Y), query, y),
      walk(Y, key, y),
    ]),
  );
  const [queryAcross, keyAcross, queryDown, keyDown] = walks;
  return scores.map((straight, at) => {
    const i = view.column - (at % x.count) + x.count - 1;
    const j = view.row - Math.floor(at / x.count) + y.count - 1;
    const acrossThenDown = dot(queryAcross(i), keyDown(j));
    if (view.against === "path") return acrossThenDown - straight;
    return acrossThenDown - dot(queryDown(j), keyAcross(i));
  });
}

/**
 * Query and key each moved by its own position, M(t)·M(s)⁻¹ with M(p) = e^{p_x X + p_y Y}, less what the displacement alone
 * gives: how the score changes as both are shifted together.
 */
async function placeResidual(asked: Question): Promise<Float64Array> {
  const { etx, memo, encoding, vectors, axes, query, key, x, y, view, scores } = asked;
  const along = ({ start, step }: LagGrid, i: number): number => start + step * i;
  const [t, keys] = await Promise.all([
    etx.expm(combined(axes, along(x, view.column), along(y, view.row))),
    memo.get(["places", encoding, vectors, x, y], async () => {
      const back = scores.map((_, at) => at);
      const all = await etx.expmBatch(
        Array.from(back, (at) =>
          combined(axes, -along(x, at % x.count), -along(y, Math.floor(at / x.count))),
        ),
      );
      return all.map((A) => after(A, key));
    }),
  ]);
  const moved = before(query, t.value);
  return scores.map((straight, at) => dot(moved, keys[at]) - straight);
}

function combined([X, Y]: [Matrix, Matrix], x: number, y: number): Matrix {
  return { ...X, data: X.data.map((entry, i) => x * entry + y * (Y.data[i] as number)) };
}

function transposed({ rows, cols, data }: Matrix): Matrix {
  const turned = data.map((_, at) => data[(at % rows) * cols + Math.floor(at / rows)] as number);
  return { rows: cols, cols: rows, data: turned };
}

/** A·v, vᵀ·A and aᵀ·b. */
function after({ rows, cols, data }: Matrix, v: Float64Array): Float64Array {
  return Float64Array.from({ length: rows }, (_, i) =>
    dot(data.subarray(i * cols, (i + 1) * cols), v),
  );
}
function before(v: Float64Array, { rows, cols, data }: Matrix): Float64Array {
  const out = new Float64Array(cols);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < cols; j++)
      out[j] = (out[j] as number) + (v[i] as number) * (data[i * cols + j] as number);
  return out;
}
function dot(a: Float64Array | undefined, b: Float64Array | undefined): number {
  let sum = 0;
  for (let i = 0; i < (a?.length ?? 0); i++) sum += (a?.[i] as number) * (b?.[i] as number);
  return sum;
}
