/** One sweep on its way: a picture does not wait for it, and a newer one takes its place. */
import type { Etx, SweepResult } from "../../core/api.ts";
import type { EtxError } from "../../model/error.ts";
import { asEtxError } from "../define.ts";
import type { Asked } from "./heatmap-question.ts";

export class SweepRun extends EventTarget {
  readonly asked: Asked;
  readonly #controller = new AbortController();
  fraction = 0;
  /** The newest picture, coarse until the last one is there. */
  picture: SweepResult | undefined;
  done = false;
  error: EtxError | undefined;

  constructor(etx: Etx, asked: Asked) {
    super();
    this.asked = asked;
    const { signal } = this.#controller;
    const onProgress = (fraction: number): void => {
      // A hundred steps are enough to look at.
      if (signal.aborted || fraction < this.fraction + 0.01) return;
      this.fraction = fraction;
      this.#tell();
    };
    const onCoarse = (coarse: SweepResult): void => {
      if (signal.aborted) return;
      this.picture = coarse;
      this.#tell();
    };
    etx.sweep({ ...asked.question, signal, onProgress, onCoarse }).then(
      (result) => {
        this.picture = result;
        this.done = true;
        this.#tell();
      },
      (reason) => {
        if (signal.aborted) return;
        this.error = asEtxError(reason);
        this.#tell();
      },
    );
  }

  /** Whether it has its answer or waits for it. */
  get lives(): boolean {
    return this.done || (!this.error && !this.#controller.signal.aborted);
  }

  cancel(): void {
    this.#controller.abort();
  }

  #tell(): void {
    this.dispatchEvent(new Event("change"));
  }
}

interface Known {
  key: string;
  run: SweepRun;
  /** The last picture of all lags and rows, to which a zoom comes back. */
  whole?: { key: string; run: SweepRun };
}
const runs = new WeakMap<Etx, Known>();

/** The run that answers the question; the latest question wins. */
export function runOf(etx: Etx, asked: Asked): SweepRun {
  const key = JSON.stringify(asked.question);
  const known = runs.get(etx);
  if (known?.key === key && known.run.lives) return known.run;
  let whole = known?.whole;
  if (known) {
    if (known.run.done && isWhole(known.run.asked)) whole = { key: known.key, run: known.run };
    known.run.cancel();
  }
  const run = whole?.key === key ? whole.run : new SweepRun(etx, asked);
  runs.set(etx, { key, run, ...(whole && { whole }) });
  return run;
}

const isWhole = ({ question, rows: [top, bottom] }: Asked): boolean =>
  !question.within && top === 0 && bottom === 1;
