import type { ReactiveController, ReactiveControllerHost } from "lit";
import { isLoaded, type Language, loadLanguage } from "../locales/index.ts";

type Host = ReactiveControllerHost & HTMLElement;

/** Tells how wide the element's box named by `target` is, in CSS pixels, whenever that changes. */
export class WidthController implements ReactiveController {
  readonly #target: () => Element | null;
  readonly #changed: (width: number) => void;
  #observer: ResizeObserver | undefined;
  #observed: Element | null = null;

  constructor(host: Host, target: () => Element | null, changed: (width: number) => void) {
    this.#target = target;
    this.#changed = changed;
    host.addController(this);
  }

  hostConnected(): void {
    if (typeof ResizeObserver === "undefined") return;
    this.#observer = new ResizeObserver((entries) => {
      const width = entries.at(-1)?.contentRect.width ?? 0;
      if (width > 0) this.#changed(width);
    });
  }

  /** The box exists from the first render on. */
  hostUpdated(): void {
    const target = this.#target();
    if (target === this.#observed) return;
    this.#observer?.disconnect();
    if (target) this.#observer?.observe(target);
    this.#observed = target;
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#observed = null;
  }
}

/** Calls back when the element comes near the screen and when it leaves: nothing heavy before, no motion after. */
export class VisibilityController implements ReactiveController {
  readonly #host: Host;
  readonly #changed: (visible: boolean) => void;
  #observer: IntersectionObserver | undefined;

  constructor(host: Host, changed: (visible: boolean) => void) {
    this.#host = host;
    this.#changed = changed;
    host.addController(this);
  }

  hostConnected(): void {
    if (typeof IntersectionObserver === "undefined") {
      this.#changed(true);
      return;
    }
    this.#observer = new IntersectionObserver(
      (entries) => this.#changed(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: "300px" },
    );
    this.#observer.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#changed(false);
  }
}

/** The language to render in now: English until the asked one has come, which renders the host again. */
export function spoken(host: ReactiveControllerHost, asked: Language): Language {
  if (isLoaded(asked)) return asked;
  loadLanguage(asked).then(
    () => host.requestUpdate(),
    () => undefined, // it stays English
  );
  return "en";
}
