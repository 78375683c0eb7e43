import { LitElement, type PropertyDeclarations, type PropertyValues } from "lit";
import { type Language, resolveLanguage } from "../locales/index.ts";
import { EtxError } from "../model/error.ts";
import { decodeLink } from "../model/link.ts";
import { presets } from "../model/presets.ts";
import { parseExperiment } from "../model/schema.ts";
import type { Experiment } from "../model/types.ts";
import { Bench, BenchController, type Change } from "./bench.ts";
import { VisibilityController } from "./controllers.ts";
import { asEtxError } from "./define.ts";
import { Permalink } from "./permalink.ts";

/** Documents beyond this are not experiments. */
const largestDocument = 4_000_000;

/**
 * What `<etx-lab>` and `<etx-figure>` share: an experiment from an attribute, a URL or the page's link; a bench that
 * computes it once the element comes near the screen; language, theme and events.
 *
 * @fires etx-change - detail: the experiment, after each step
 * @fires etx-error - detail: the EtxError
 */
export abstract class ExperimentElement extends LitElement {
  static override properties: PropertyDeclarations = {
    experiment: { type: String },
    src: { type: String },
    lang: { type: String, reflect: true },
    theme: { type: String, reflect: true },
    permalink: { type: Boolean },
    nested: { type: Boolean, reflect: true },
    bench: { attribute: false },
  };

  /** The document as JSON, or in the link's form (`e=…`). */
  declare experiment: string | undefined;
  /** Where to fetch such a document. */
  declare src: string | undefined;
  declare theme: "auto" | "light" | "dark" | undefined;
  /** May write the page's hash and follows it. */
  declare permalink: boolean;
  /** Part of another etX element: shares its bench and inherits its tokens. */
  declare nested: boolean;
  declare bench: Bench;

  #visible = false;
  #acquired: Bench | undefined;
  #followed: Bench | undefined;
  readonly #permalink = new Permalink(this, () => this.bench);

  constructor() {
    super();
    this.permalink = false;
    this.nested = false;
    this.bench = new Bench(presets.default);
    new BenchController(this);
    new VisibilityController(this, (visible) => {
      this.#visible = visible;
      if (!this.isConnected) this.#hold(undefined);
      else if (visible) this.#hold(this.bench);
    });
  }

  get language(): Language {
    const closest = this.closest<HTMLElement>("[lang]")?.lang;
    return resolveLanguage(this.lang || closest || globalThis.navigator?.language);
  }
  /** Whether the element is on or near the screen. */
  get visible(): boolean {
    return this.#visible;
  }

  getExperiment(): Experiment {
    return this.bench.experiment;
  }
  /** Puts a document on the bench; throws an EtxError that says what is wrong with it. */
  setExperiment(value: unknown): void {
    this.bench.open(parseExperiment(value));
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // First, for an experiment in an attribute puts a new bench in place at once.
    if (!this.nested && (changed.has("experiment") || changed.has("src"))) void this.#load();
    if (this.bench !== this.#followed) {
      this.#followed?.removeEventListener("change", this.#relay);
      this.bench.addEventListener("change", this.#relay);
      this.#followed = this.bench;
      if (this.#acquired) this.#hold(this.bench);
    }
    if (changed.has("permalink") && this.permalink) void this.#permalink.start();
  }

  async #load(): Promise<void> {
    try {
      const text =
        this.experiment ?? (this.src ? await fetchText(this.src, this.baseURI) : undefined);
      if (text === undefined || this.#permalink.owns) return;
      const trimmed = text.trim();
      const experiment = trimmed.startsWith("{")
        ? parseExperiment(JSON.parse(trimmed))
        : await decodeLink(trimmed);
      if (!experiment)
        throw new EtxError(
          "parse",
          `experiment is "${trimmed.slice(0, 40)}"; JSON or a link (e=…) is expected`,
        );
      this.bench = new Bench(experiment);
    } catch (reason) {
      this.report(
        reason instanceof SyntaxError
          ? new EtxError("parse", `experiment: ${reason.message}`)
          : reason,
      );
    }
  }

  /** Shows an error and tells the page. */
  protected report(reason: unknown): void {
    const error = asEtxError(reason);
    this.bench.error = error;
    this.requestUpdate();
    this.dispatchEvent(
      new CustomEvent("etx-error", { detail: error, bubbles: true, composed: true }),
    );
  }

  readonly #relay = (event: Event): void => {
    const change = (event as CustomEvent<Change>).detail;
    if (this.nested) return;
    if (change === "commit" || change === "adjust" || change === "adopt") {
      this.dispatchEvent(
        new CustomEvent("etx-change", {
          detail: this.bench.experiment,
          bubbles: true,
          composed: true,
        }),
      );
    }
  };

  #hold(bench: Bench | undefined): void {
    if (bench === this.#acquired) return;
    bench?.acquire();
    this.#acquired?.release();
    this.#acquired = bench;
  }
}

async function fetchText(src: string, base: string): Promise<string> {
  const url = new URL(src, base);
  const response = await fetch(url);
  if (!response.ok) throw new EtxError("parse", `src: ${url.href} answered ${response.status}`);
  const text = await response.text();
  if (text.length > largestDocument)
    throw new EtxError("too-large", `src: ${url.href} has ${text.length} characters`);
  return text;
}
