/**
 * The bench: one document, its history, and the newest picture of it. Elements read `experiment` and `picture` and
 * listen for "change"; whoever edits calls `preview` while the hand moves and `commit` when it lets go.
 *
 *   edit → draft or history → paint (one pass at a time, the latest document wins) → picture → "change"
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { MovePhase } from "../charts/types.ts";
import type { Etx } from "../core/api.ts";
import { createEtx } from "../core/client.ts";
import type { EtxError } from "../model/error.ts";
import {
  begin,
  canRedo,
  canUndo,
  type History,
  record,
  redo,
  replace,
  undo,
} from "../model/history.ts";
import type { Experiment, FigureKind } from "../model/types.ts";
import { asEtxError } from "./define.ts";
import { linger } from "./linger.ts";
import { Memo } from "./memo.ts";
import { type Picture, paint, type Question } from "./picture.ts";

/**
 * preview: the hand is moving. commit: a step that undo takes back. adjust: the same step seen otherwise (another
 * eigenvalue selected, say), or a drag taken back. adopt: what a link held. picture: the newest one is computed.
 */
export type Change = "preview" | "commit" | "adjust" | "adopt" | "picture";

export class Bench extends EventTarget {
  readonly #original: Experiment;
  #history: History<Experiment>;
  #draft: Experiment | undefined;
  #etx: Promise<Etx> | undefined;
  readonly #memo = new Memo();
  readonly #questions = new Map<FigureKind, Question | undefined>();
  #painting = false;
  #stale = true;
  #users = 0;
  picture: Picture | undefined;
  error: EtxError | undefined;

  constructor(experiment: Experiment) {
    super();
    this.#original = experiment;
    this.#history = begin(experiment);
  }

  /** What is on the bench now, the draft of a drag included. */
  get experiment(): Experiment {
    return this.#draft ?? this.#history.present;
  }
  /** The same without the draft. */
  get committed(): Experiment {
    return this.#history.present;
  }
  get canUndo(): boolean {
    return canUndo(this.#history);
  }
  get canRedo(): boolean {
    return canRedo(this.#history);
  }

  /** Whether the picture is the whole one of the newest document, with what took long. */
  get resting(): boolean {
    return !this.#painting && !this.#stale;
  }

  preview(experiment: Experiment): void {
    this.#draft = experiment;
    this.#changed("preview");
  }
  /** Records the draft, or the given document, as one step. */
  commit(experiment: Experiment = this.experiment): void {
    this.#draft = undefined;
    if (experiment !== this.#history.present) this.#history = record(this.#history, experiment);
    this.#changed("commit");
  }
  /** A hand on something in a chart: shown while it moves, a step when it lets go, undone when it takes it back. */
  hold(phase: MovePhase, next: () => Experiment): void {
    if (phase === "cancel") this.cancel();
    else if (phase !== "start") this.preview(next());
    if (phase === "end") this.commit();
  }
  /** Drops the draft: the hand took it back. */
  cancel(): void {
    if (!this.#draft) return;
    this.#draft = undefined;
    this.#changed("adjust");
  }
  /** Changes how it is shown without a step of its own, in a draft too (which eigenvalue is selected, say). */
  adjust(change: (experiment: Experiment) => Experiment): void {
    this.#history = replace(this.#history, change(this.#history.present));
    if (this.#draft) this.#draft = change(this.#draft);
    this.#changed("adjust");
  }
  /** Takes what a link holds as a step, of which the link need not hear. */
  adopt(experiment: Experiment): void {
    this.#draft = undefined;
    this.#history = record(this.#history, experiment);
    this.#changed("adopt");
  }
  undo(): void {
    this.#draft = undefined;
    this.#history = undo(this.#history);
    this.#changed("commit");
  }
  redo(): void {
    this.#draft = undefined;
    this.#history = redo(this.#history);
    this.#changed("commit");
  }
  reset(): void {
    this.commit(this.#original);
  }

  /** The runtime starts with the first figure near the screen and ends soon after the last one has gone. */
  acquire(): void {
    this.#users++;
    this.#etx ??= createEtx();
    void this.#paint();
  }
  release(): void {
    this.#users--;
    // A moved element leaves and comes back within the same task: wait for that.
    setTimeout(() => {
      if (this.#users > 0 || !this.#etx) return;
      linger();
      void this.#etx.then((etx) => etx.dispose()).catch(() => undefined);
      this.#etx = undefined;
    });
  }

  /** A kind of figure shows the pictures from now on; they answer its own question, if it has one. */
  want(kind: FigureKind, ask?: Question): void {
    if (this.#questions.has(kind) && this.#questions.get(kind) === ask) return;
    this.#questions.set(kind, ask);
    this.#stale = true;
    void this.#paint();
  }

  /** A question has more to answer now than when it was asked. */
  refresh(): void {
    this.#stale = true;
    void this.#paint();
  }

  #changed(change: Change): void {
    this.#stale = true;
    this.dispatchEvent(new CustomEvent<Change>("change", { detail: change }));
    void this.#paint();
  }

  async #paint(): Promise<void> {
    if (this.#painting) return;
    this.#painting = true;
    while (this.#stale && this.#etx) {
      this.#stale = false;
      try {
        this.picture = await paint(await this.#etx, this.experiment, this.#memo, this.#questions);
        this.#memo.turn();
        this.error = undefined;
      } catch (reason) {
        this.error = asEtxError(reason);
      }
      this.dispatchEvent(new CustomEvent<Change>("change", { detail: "picture" }));
      // What takes long waits until the hand rests; then the picture is painted again with it.
      if (!this.#stale && !this.#draft && (await this.#memo.settle())) this.#stale = true;
    }
    this.#painting = false;
  }
}

/** Renders its host whenever the bench shows something new; `host.bench` may change hands. */
export class BenchController implements ReactiveController {
  readonly #host: ReactiveControllerHost & { bench: Bench };
  #bench: Bench | undefined;
  // While the hand moves the host waits for the picture, so that it renders once a frame and all of it agrees.
  readonly #update = (event: Event): void => {
    if ((event as CustomEvent<Change>).detail !== "preview") this.#host.requestUpdate();
  };

  constructor(host: ReactiveControllerHost & { bench: Bench }) {
    this.#host = host;
    host.addController(this);
  }
  hostConnected(): void {
    this.#follow(this.#host.bench);
  }
  hostUpdate(): void {
    this.#follow(this.#host.bench);
  }
  hostDisconnected(): void {
    this.#follow(undefined);
  }
  #follow(bench: Bench | undefined): void {
    if (bench === this.#bench) return;
    this.#bench?.removeEventListener("change", this.#update);
    bench?.addEventListener("change", this.#update);
    this.#bench = bench;
  }
}
