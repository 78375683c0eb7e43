/** One sweep on its way: a picture does not wait for it, and a newer one takes its place. */
import type { Etx, SweepResult } from "../../core/api.ts";
import type { EtxError } from "../../model/error.ts";
import type { SweepQuestion } from "../../model/sweep.ts";
import { asEtxError } from "../define.ts";

export class SweepRun extends EventTarget {
  readonly question: SweepQuestion;
  readonly #controller = new AbortController();
  fraction = 0;
  /** The newest picture, coarse until the last one is there. */
  picture: SweepResult | undefined;
  done = false;
  error: EtxError | undefined;

  constructor(etx: Etx, question: SweepQuestion) {
    super();
    this.question = question;
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
    etx.sweep({ ...question, signal, onProgress, onCoarse }).then(
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

  cancel(): void {
    this.#controller.abort();
  }

  #tell(): void {
    this.dispatchEvent(new Event("change"));
  }
}

const running = new WeakMap<Etx, { key: string; run: SweepRun }>();

/** The run that answers the question; the latest question wins. */
export function runOf(etx: Etx, question: SweepQuestion): SweepRun {
  const key = JSON.stringify(question);
  const last = running.get(etx);
  if (last?.key === key && !last.run.error) return last.run;
  last?.run.cancel();
  const run = new SweepRun(etx, question);
  running.set(etx, { key, run });
  return run;
}
