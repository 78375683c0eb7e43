import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Whether the reader's system asks for stillness. */
export const wantsStillness = (): boolean =>
  globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;

/**
 * The frames of a motion: `advance` gets the seconds since the last one while it runs.
 * It never starts by itself, and it stops when the element leaves the page or the tab is hidden.
 */
export class Clock implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #advance: (seconds: number) => void;
  readonly #stopped: () => void;
  #frame = 0;

  constructor(
    host: ReactiveControllerHost,
    advance: (seconds: number) => void,
    stopped: () => void,
  ) {
    this.#host = host;
    this.#advance = advance;
    this.#stopped = stopped;
    host.addController(this);
  }

  get running(): boolean {
    return this.#frame !== 0;
  }

  start(): void {
    if (this.running) return;
    let last = performance.now();
    const tick = (now: number): void => {
      if (document.hidden) {
        this.stop();
        return;
      }
      this.#frame = requestAnimationFrame(tick);
      this.#advance(Math.min(0.1, (now - last) / 1000));
      last = now;
    };
    this.#frame = requestAnimationFrame(tick);
    this.#host.requestUpdate();
  }

  stop(): void {
    if (!this.running) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#stopped();
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.stop();
  }
}
