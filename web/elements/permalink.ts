import type { ReactiveController, ReactiveControllerHost } from "lit";
import { decodeLink, encodeLink } from "../model/link.ts";
import type { Experiment } from "../model/types.ts";
import { Bench, type Change } from "./bench.ts";

/** Browsers refuse more than about a hundred history writes in half a minute. */
const pause = 800;

interface Host extends ReactiveControllerHost, HTMLElement {
  bench: Bench;
}

/**
 * Keeps the page's address and the bench alike. A step pushes an entry; a hand in motion, or another view of the same
 * step, only rewrites the newest one; going back brings the document back.
 */
export class Permalink implements ReactiveController {
  readonly #host: Host;
  #started = false;
  #followed: Bench | undefined;
  /** What the page shows where its address has no hash. */
  #initial: Experiment | undefined;
  /** The hash of the last step: a drag's moves overwrite it in the address, and the step after them restores it. */
  #step = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writtenAt = 0;
  #turn = 0;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  /** The page's link names a document, which then wins over attributes. */
  get owns(): boolean {
    return this.#started && location.hash.startsWith("#e=");
  }

  /** The document in the address is where undo ends and what reset returns to. */
  async start(): Promise<void> {
    if (this.#started) return;
    this.#started = true;
    this.#initial = this.#host.bench.experiment;
    addEventListener("popstate", this.#read);
    this.#follow();
    const experiment = await this.#decode();
    if (experiment && location.hash !== "") this.#host.bench = new Bench(experiment);
  }

  hostConnected(): void {
    if (this.#started) addEventListener("popstate", this.#read);
  }
  hostUpdated(): void {
    if (this.#started) this.#follow();
  }
  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    removeEventListener("popstate", this.#read);
  }

  readonly #read = async (): Promise<void> => {
    if (location.hash.slice(1) === this.#step) return;
    const experiment = await this.#decode();
    if (experiment) this.#host.bench.adopt(experiment);
  };

  /** What the address holds; undefined where that is nothing, is damaged, or is old news by now. */
  async #decode(): Promise<Experiment | undefined> {
    const turn = ++this.#turn;
    const hash = location.hash.slice(1);
    this.#step = hash;
    try {
      const experiment = hash === "" ? this.#initial : await decodeLink(hash);
      return turn === this.#turn ? (experiment ?? undefined) : undefined;
    } catch (reason) {
      this.#host.dispatchEvent(new CustomEvent("etx-link-error", { detail: reason }));
      return undefined;
    }
  }

  #follow(): void {
    const { bench } = this.#host;
    if (bench === this.#followed) return;
    this.#followed?.removeEventListener("change", this.#changed);
    bench.addEventListener("change", this.#changed);
    this.#followed = bench;
  }

  readonly #changed = (event: Event): void => {
    const change = (event as CustomEvent<Change>).detail;
    if (change === "commit") void this.#write("push");
    else if (change === "preview" || change === "adjust") {
      const wait = Math.max(0, this.#writtenAt + pause - performance.now());
      this.#timer ??= setTimeout(() => void this.#write("replace"), wait);
    }
  };

  async #write(how: "push" | "replace"): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writtenAt = performance.now();
    const turn = ++this.#turn;
    const { experiment, committed } = this.#host.bench;
    const link = await encodeLink(experiment).catch(() => undefined);
    if (link === undefined || turn !== this.#turn) return; // too large for a link (sharing says so), or old news
    if (how === "replace") {
      address("replaceState", link);
      if (experiment === committed) this.#step = link;
    } else if (link !== this.#step) {
      if (location.hash.slice(1) !== this.#step) address("replaceState", this.#step);
      address("pushState", link);
      this.#step = link;
    }
  }
}

function address(how: "pushState" | "replaceState", hash: string): void {
  history[how](null, "", hash === "" ? location.pathname + location.search : `#${hash}`);
}
