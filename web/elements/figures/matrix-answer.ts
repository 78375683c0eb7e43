/** What the figure of X asks the engine. */
import type { PlaneAndLines } from "../../charts/plane-and-lines.ts";
import type { Etx } from "../../core/api.ts";
import { norm1, plus } from "../../model/series.ts";
import { multiply } from "../../model/small-matrix.ts";
import type { Experiment, Matrix, MatrixLike } from "../../model/types.ts";
import type { Memo } from "../memo.ts";
import { turns } from "../orbit-picture.ts";
import { type Subject, subjectOf } from "../subject.ts";
import { leaving } from "./matrix-nudge.ts";

export interface MatrixAnswer {
  subject: Subject;
  time: number;
  /** The last lag. */
  horizon: number;
  /** Where X is a nudged Jordan block: the lag where its curve leaves the exact one's, if it does. */
  leaves?: number;
  /** e^{tX} at `time`, and at a hundred times up to the last lag. */
  flow: Matrix;
  flows: Matrix[];
  /** Another encoding of the bench whose X is as large, the first there is. */
  other?: {
    id: string;
    matrix: Matrix;
    /** XY − YX. */
    commutator: MatrixLike;
    /** e^{t(X + Y)} and e^{tX}e^{tY}, now and at the same times. */
    sum: Matrix;
    product: MatrixLike;
    sums: Matrix[];
    products: MatrixLike[];
    apart: number;
  };
}

/** What a reading draws and says. */
export interface Read extends PlaneAndLines {
  sentence: string;
}

const samples = 100;

export async function matrixAnswer(
  etx: Etx,
  experiment: Experiment,
  memo: Memo,
): Promise<MatrixAnswer | undefined> {
  const subject = await subjectOf(etx, experiment, memo);
  if (!subject || Array.isArray(experiment.lags) || "x" in experiment.lags) return undefined;
  const time = experiment.time ?? 0;
  const { start, step, count } = experiment.lags;
  const fastest = Math.max(
    ...subject.blocks.map((block) => (block.kind === "pair" ? Math.abs(block.frequency) : 0)),
  );
  const last = start + step * (count - 1);
  const span = fastest > 0 ? Math.min(last, (2 * Math.PI * turns) / fastest) : last;
  const times = Array.from({ length: samples + 1 }, (_, i) => (i * span) / samples);
  const flowsOf = (x: MatrixLike): Promise<Matrix[]> =>
    memo.get(["flows", Array.from(x.data), span], () => etx.expmBatch([x], { times }));
  const flowOf = async (x: MatrixLike): Promise<Matrix> => (await etx.expm(x, { time })).value;
  const x = subject.matrix;
  const [flow, flows, second, leaves] = await Promise.all([
    flowOf(x),
    flowsOf(x),
    secondOf(etx, experiment, memo, subject),
    leaving(etx, x, last, memo),
  ]);
  const found: MatrixAnswer = {
    subject,
    time,
    horizon: last,
    ...(leaves !== undefined && { leaves }),
    flow,
    flows,
  };
  if (!second) return found;

  const y = second.matrix;
  const both = plus(x, y);
  const [sum, sums, alone, others] = await Promise.all([
    flowOf(both),
    flowsOf(both),
    flowOf(y),
    flowsOf(y),
  ]);
  const product = multiply(flow, alone);
  return {
    ...found,
    other: {
      id: second.entry,
      matrix: y,
      commutator: plus(multiply(y, x), multiply(x, y), -1),
      sum,
      product,
      sums,
      products: flows.map((one, i) => multiply(one, others[i] as Matrix)),
      apart: norm1(plus(product, sum, -1)),
    },
  };
}

/** The first encoding beside the selected one whose X is as large. */
async function secondOf(
  etx: Etx,
  experiment: Experiment,
  memo: Memo,
  { entry, matrix: { rows } }: Subject,
): Promise<Subject | undefined> {
  for (const { id } of experiment.encodings) {
    if (id === entry) continue;
    const subject = await subjectOf(etx, experiment, memo, { entry: id });
    if (subject?.matrix.rows === rows) return subject;
  }
  return undefined;
}
