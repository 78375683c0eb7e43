import type { ReactiveController, ReactiveControllerHost } from "lit";
import { decodeLink, encodeLink } from "../model/link.ts";
import type { Experiment } from "../model/types.ts";
import type { Bench, Change } from "./bench.ts";

/** Browsers refuse more than about a hundred history writes in half a minute. */
const pause = 400;

/**
 * Keeps the page's hash and the bench alike: a step pushes an entry, a hand in motion only replaces it, and going back
 * brings the document back.
 */
export class Permalink implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #bench: () => Bench;
  #started = false;
  #followed: Bench | undefined;
  /** What the page shows where its address has no hash. */
  #initial: Experiment | undefined;
  #written = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  constructor(host: ReactiveControllerHost & HTMLElement, bench: () => Bench) {
    this.#host = host;
    this.#bench = bench;
    host.addController(this);
  }

  /** The page's link names a document, which then wins over attributes. */
  get owns(): boolean {
    return this.#started && location.hash.startsWith("#e=");
  }

  async start(): Promise<void> {
    if (this.#started) return;
    this.#started = true;
    addEventListener("popstate", this.#read);
    this.#follow();
    this.#initial = this.#bench().experiment;
    await this.#read();
  }

  hostConnected(): void {
    if (this.#started) addEventListener("popstate", this.#read);
  }
  hostUpdated(): void {
    if (this.#started) this.#follow();
  }
  hostDisconnected(): void {
    clearTimeout(this.#timer);
    removeEventListener("popstate", this.#read);
  }

  readonly #read = async (): Promise<void> => {
    const hash = location.hash.slice(1);
    if (hash === this.#written) return;
    this.#written = hash;
    try {
      const experiment = hash === "" ? this.#initial : await decodeLink(hash);
      if (experiment) this.#bench().open(experiment);
    } catch (reason) {
      this.#host.dispatchEvent(new CustomEvent("etx-link-error", { detail: reason }));
    }
  };

  #follow(): void {
    const bench = this.#bench();
    if (bench === this.#followed) return;
    this.#followed?.removeEventListener("change", this.#changed);
    bench.addEventListener("change", this.#changed);
    this.#followed = bench;
  }

  readonly #changed = (event: Event): void => {
    const change = (event as CustomEvent<Change>).detail;
    if (change === "commit") void this.#write("push");
    else if (change === "preview" || change === "adjust")
      this.#timer ??= setTimeout(() => void this.#write("replace"), pause);
  };

  async #write(how: "push" | "replace"): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const turn = ++this.#turn;
    const link = await encodeLink(this.#bench().experiment).catch(() => undefined);
    if (link === undefined) return; // too large for a link; sharing says so
    if (turn !== this.#turn || link === this.#written) return; // a newer write is under way, or nothing to say
    this.#written = link;
    const url = `#${link}`;
    if (how === "push") history.pushState(null, "", url);
    else history.replaceState(null, "", url);
  }
}
