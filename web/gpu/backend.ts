/** What can compute sweeps and statistics: wasm workers, or a GPU. One interface, one suite over both (tests/browser/backends.test.ts). */
import type { SequenceStatistics, StatisticsQuestion } from "../model/statistics.ts";
import type { Reduced, SweepQuestion } from "../model/sweep.ts";

export interface Context {
  signal: AbortSignal;
  progress(fraction: number): void;
}

export interface Backend<Question, Answer> {
  readonly name: "wasm" | "webgpu";
  compute(question: Question, context: Context): Promise<Answer>;
}
export type SweepBackend = Backend<SweepQuestion, Reduced>;
export type StatisticsBackend = Backend<StatisticsQuestion, SequenceStatistics>;

/** A row's sum as a product of two tables; web/core/door.ts says how they lie. */
export interface Tables {
  columns: number;
  left: Float32Array;
  right: Float32Array;
}

/** Where a GPU has a sweep's rows from. */
export interface Source {
  /** Every row's terms, seven numbers each; null where a row is no sum of terms. */
  terms(question: SweepQuestion, context: Context): Promise<(Float64Array | null)[]>;
  /** Tables of one row: tiles that begin at these numbers of lags, `width` lags each. */
  tables(
    question: SweepQuestion,
    row: number,
    starts: Float64Array,
    width: number,
    context: Context,
  ): Promise<Tables>;
}

/** Queries of a workgroup: their rows lie together. */
export const queriesTogether = 64;
/** Keys of a step: as many rows of zeros follow the last key's. */
export const keysTogether = 8;

/** A sequence moved to one place, where the score of a query and a key is their product and the bias of their lag. */
export interface PlacedSequence {
  length: number;
  /** Numbers of a row, over 4; rows are filled up with zeros. */
  fours: number;
  /** 64 queries together, then fours, then queries. */
  query: Float32Array;
  key: Float32Array;
  /** One a lag. */
  bias: Float32Array;
}

/** Where a GPU has its sequence from; words where it has no such form. */
export type Place = (
  question: StatisticsQuestion,
  context: Context,
) => Promise<PlacedSequence | string>;

/** Why a GPU does not do it, said to the user. */
export class Unfit extends Error {
  override name = "Unfit";
}
