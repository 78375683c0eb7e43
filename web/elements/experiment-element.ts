import { LitElement, type PropertyDeclarations, type PropertyValues } from "lit";
import { type Language, resolveLanguage } from "../locales/index.ts";
import { EtxError } from "../model/error.ts";
import { decodeLink } from "../model/link.ts";
import { presets } from "../model/presets.ts";
import { parseExperiment } from "../model/schema.ts";
import type { Experiment } from "../model/types.ts";
import { Bench, BenchController, type Change } from "./bench.ts";
import { spoken, VisibilityController } from "./controllers.ts";
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
  #loads = 0;
  /** An experiment was asked for and is not here: until then nothing else is shown in its place. */
  protected awaiting = false;
  /** Why it never came. */
  protected loadError: EtxError | undefined;
  readonly #permalink = new Permalink(this);

  constructor() {
    super();
    this.permalink = false;
    this.nested = false;
    this.bench = new Bench(presets.default);
    new BenchController(this);
    new VisibilityController(this, (visible) => {
      this.#visible = visible;
      if (!this.isConnected) this.#hold(undefined);
      else if (visible && !this.awaiting) this.#hold(this.bench);
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate(); // moved within the page: draw again
  }

  get language(): Language {
    const closest = this.closest<HTMLElement>("[lang]")?.lang;
    return spoken(this, resolveLanguage(this.lang || closest || globalThis.navigator?.language));
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
    this.bench.commit(parseExperiment(value));
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
    const load = ++this.#loads;
    this.awaiting = this.experiment !== undefined || this.src !== undefined;
    this.loadError = undefined;
    if (!this.awaiting || this.#permalink.owns) return this.#loaded();
    try {
      const text = this.experiment ?? (await fetchText(this.src ?? "", this.baseURI));
      const experiment = text.trim().startsWith("{")
        ? parseExperiment(parseJson(text))
        : await readLink(text.trim());
      if (load !== this.#loads) return; // another one has been asked for meanwhile
      this.bench = new Bench(experiment);
      this.#loaded();
    } catch (reason) {
      if (load !== this.#loads) return;
      this.#hold(undefined);
      this.loadError = asEtxError(reason);
      this.announce(this.loadError);
      this.requestUpdate();
    }
  }

  #loaded(): void {
    this.awaiting = false;
    if (this.#visible) this.#hold(this.bench);
    this.requestUpdate();
  }

  /** Tells the page. */
  protected announce(error: EtxError): void {
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (reason) {
    throw new EtxError("parse", `experiment: ${(reason as Error).message}`);
  }
}

async function readLink(text: string): Promise<Experiment> {
  const experiment = await decodeLink(text);
  if (experiment) return experiment;
  const start = JSON.stringify(text.slice(0, 40));
  throw new EtxError("parse", `experiment is ${start}; JSON or a link (e=…) is expected`);
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
