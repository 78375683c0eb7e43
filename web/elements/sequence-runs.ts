/** Statistics of one sequence under several encodings: one after the other, the newest question first, until a hand stops them. */
import type { AttentionStatistics, Etx } from "../core/api.ts";
import { EtxError } from "../model/error.ts";
import type { Encoding } from "../model/types.ts";
import { asEtxError } from "./define.ts";
import { type Draw, type Normals, normalsOf, rowsOf } from "./sequence.ts";

export class SequenceRuns extends EventTarget {
  readonly #etx: Etx;
  readonly #answers = new Map<string, AttentionStatistics | EtxError>();
  #normals: { key: string; drawn: Promise<Normals> } | undefined;
  #draw: Draw | undefined;
  #wanted: readonly Encoding[] = [];
  #running: { key: string; controller: AbortController } | undefined;
  /** Of the encoding that is at work. */
  fraction = 0;
  stopped = false;

  constructor(etx: Etx) {
    super();
    this.#etx = etx;
  }

  /** What is to be known from now on; what is known already stays. */
  ask(draw: Draw, encodings: readonly Encoding[]): void {
    const fresh = keyOf(draw, encodings) !== (this.#draw && keyOf(this.#draw, this.#wanted));
    if (!fresh) return;
    [this.#draw, this.#wanted, this.stopped] = [draw, encodings, false];
    const keys = new Set(encodings.map((encoding) => keyOf(draw, encoding)));
    for (const key of this.#answers.keys()) if (!keys.has(key)) this.#answers.delete(key);
    if (this.#running && !keys.has(this.#running.key)) this.#cancel();
    void this.#next();
  }

  answer(draw: Draw, encoding: Encoding): AttentionStatistics | EtxError | undefined {
    return this.#answers.get(keyOf(draw, encoding));
  }

  /** The place of the encoding at work among those asked; -1: none is. */
  get place(): number {
    const key = this.#running?.key;
    return this.#wanted.findIndex((one) => this.#draw && keyOf(this.#draw, one) === key);
  }

  stop(): void {
    this.stopped = true;
    this.#cancel();
    this.#tell();
  }
  resume(): void {
    this.stopped = false;
    void this.#next();
  }

  #cancel(): void {
    this.#running?.controller.abort();
    this.#running = undefined;
  }

  async #next(): Promise<void> {
    const draw = this.#draw;
    const encoding = this.#wanted.find((one) => draw && !this.answer(draw, one));
    if (this.#running || this.stopped || !draw || !encoding) return this.#tell();
    const run = { key: keyOf(draw, encoding), controller: new AbortController() };
    this.#running = run;
    this.fraction = 0;
    this.#tell();
    const answer = await this.#compute(draw, encoding, run.controller.signal).catch(asEtxError);
    if (this.#running !== run) return; // another question took its place
    this.#running = undefined;
    this.#answers.set(run.key, answer);
    void this.#next();
  }

  async #compute(
    draw: Draw,
    encoding: Encoding,
    signal: AbortSignal,
  ): Promise<AttentionStatistics> {
    const { seed, length, dimension } = draw;
    const key = [seed, length, dimension].join();
    if (this.#normals?.key !== key) this.#normals = { key, drawn: normalsOf(this.#etx, draw) };
    const normals = await this.#normals.drawn;
    if (signal.aborted) throw new EtxError("aborted", "another question took its place");
    const onProgress = (fraction: number): void => {
      // A hundred steps are enough to look at.
      if (signal.aborted || fraction < this.fraction + 0.01) return;
      this.fraction = fraction;
      this.#tell();
    };
    return this.#etx.attentionStatistics(encoding, {
      ...rowsOf(normals, draw, encoding),
      signal,
      onProgress,
    });
  }

  #tell(): void {
    this.dispatchEvent(new Event("change"));
  }
}

const keyOf = (draw: Draw, what: unknown): string => JSON.stringify([draw, what]);

const known = new WeakMap<Etx, SequenceRuns>();

/** One for each engine: what was computed for one picture serves the next. */
export function runsOn(etx: Etx): SequenceRuns {
  const runs = known.get(etx) ?? new SequenceRuns(etx);
  known.set(etx, runs);
  return runs;
}
