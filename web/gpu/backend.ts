/** What can compute sweeps: wasm workers, or a GPU. One interface, one suite over both (tests/browser/backends.test.ts). */
import type { Reduced, SweepQuestion } from "../model/sweep.ts";

export interface Context {
  signal: AbortSignal;
  progress(fraction: number): void;
}

export interface SweepBackend {
  readonly name: "wasm" | "webgpu";
  reduce(question: SweepQuestion, context: Context): Promise<Reduced>;
  end(reason: Error): void;
}

/** A row's sum as a product of two tables; web/core/door.ts says how they lie. */
export interface Tables {
  columns: number;
  left: Float32Array;
  right: Float32Array;
}

/** Where a GPU has its rows from. */
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

/** Why a GPU does not do it, said to the user. */
export class Unfit extends Error {
  override name = "Unfit";
}
