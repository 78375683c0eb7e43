/**
 * One sweep on its way: a picture does not wait for it, and a newer one takes its place. Where both are of the same cells,
 * as in a drag, the older one first shows a picture, however coarse: else nothing would be seen until the hand rests.
 */
import type { Etx, SweepResult } from "../../core/api.ts";
import type { EtxError } from "../../model/error.ts";
import { asEtxError } from "../define.ts";
import type { Asked } from "./heatmap-question.ts";

/** A picture, perhaps a coarse one, and the run that it belongs to. */
export interface Shown {
  run: SweepRun;
  result: SweepResult;
}

/** Milliseconds that a newer run waits for an older one's first picture. */
const patience = 1000;

export class SweepRun extends EventTarget {
  readonly asked: Asked;
  readonly #controller = new AbortController();
  /** The newest of its own, coarse until the last one is there. */
  #own: Shown | undefined;
  /** Whose first picture it waits for. */
  #ahead: SweepRun | undefined;
  #earlier: Shown | undefined;
  /** Resolves with the first picture, or once it has none to wait for. */
  readonly #first: Promise<void>;
  #ready: () => void = () => undefined;
  fraction = 0;
  done = false;
  error: EtxError | undefined;

  constructor(etx: Etx, asked: Asked, former?: SweepRun) {
    super();
    this.asked = asked;
    this.#first = new Promise((resolve) => {
      this.#ready = resolve;
    });
    const ahead = former?.giveWay(asked);
    this.#ahead = ahead;
    if (!ahead) this.#begin(etx);
    else
      void ahead.#first.then(() => {
        if (this.#controller.signal.aborted) return;
        this.#ahead = undefined;
        this.#earlier = ahead.shown;
        ahead.cancel();
        this.#begin(etx);
        this.#tell();
      });
  }

  /** Its newest picture; before it has one, that of the run which it took over from in a drag. */
  get shown(): Shown | undefined {
    return this.#own ?? this.#earlier;
  }

  /** Whether it has its answer or waits for it. */
  get lives(): boolean {
    return this.done || (!this.error && !this.#controller.signal.aborted);
  }

  cancel(): void {
    this.#controller.abort();
    this.#ahead?.cancel();
    this.#ready();
  }

  /** A newer one is asked: it takes this one's place at once, or after the first picture of the one that is answered. */
  giveWay(to: Asked): SweepRun | undefined {
    const first = this.#ahead ?? this;
    if (first.done || !first.lives || first.#own || !sameCells(first.asked, to)) {
      this.cancel();
      return undefined;
    }
    if (first !== this) this.#controller.abort(); // it never began
    return first;
  }

  #begin(etx: Etx): void {
    const { signal } = this.#controller;
    setTimeout(this.#ready, patience);
    const onProgress = (fraction: number): void => {
      // A hundred steps are enough to look at.
      if (signal.aborted || fraction < this.fraction + 0.01) return;
      this.fraction = fraction;
      this.#tell();
    };
    const onCoarse = (coarse: SweepResult): void => {
      if (!signal.aborted) this.#show(coarse);
    };
    etx.sweep({ ...this.asked.question, signal, onProgress, onCoarse }).then(
      (result) => {
        this.done = true;
        this.#show(result);
      },
      (reason) => {
        this.#ready();
        if (signal.aborted) return;
        this.error = asEtxError(reason);
        this.#tell();
      },
    );
  }

  #show(result: SweepResult): void {
    this.#own = { run: this, result };
    this.#earlier = undefined;
    this.#ready();
    this.#tell();
  }

  #tell(): void {
    this.dispatchEvent(new Event("change"));
  }
}

/** Whether two pictures' cells stand for the same lags and the same values of the same parameter. */
function sameCells({ question: one }: Asked, { question: other }: Asked): boolean {
  const cells = ({ parameter, quantity, values, lags, within }: Asked["question"]): string =>
    JSON.stringify([parameter, quantity, values, lags, within]);
  return cells(one) === cells(other);
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
  if (known?.run.done && isWhole(known.run.asked)) whole = { key: known.key, run: known.run };
  const kept = whole?.key === key ? whole.run : undefined;
  if (kept) known?.run.cancel();
  const run = kept ?? new SweepRun(etx, asked, known?.run);
  runs.set(etx, { key, run, ...(whole && { whole }) });
  return run;
}

const isWhole = ({ question, rows: [top, bottom] }: Asked): boolean =>
  !question.within && top === 0 && bottom === 1;
