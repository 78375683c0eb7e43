import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from "lit";
import { t } from "../locales/index.ts";
import { EtxError } from "../model/error.ts";
import { encodeLink } from "../model/link.ts";
import { asEtxError, define } from "./define.ts";
import { ExperimentElement } from "./experiment-element.ts";
import type { OpenModel } from "./model-reading.ts";
import { wordsOf } from "./names.ts";
import { sentence } from "./sentence.ts";
import { theme } from "./theme.ts";
import { takesText, undoByKey } from "./undo-keys.ts";

/** Files of models that stay open; with one more the oldest goes. */
const mostModels = 6;
type PanelName = "spectrum";

/**
 * The laboratory: what is on the bench at the left, and its figures, which all show the same document.
 *
 * @slot nav - a site's own links, in the header
 * @fires etx-preference - detail: { lang?, theme? }, when the reader picks one
 */
export class EtxLab extends ExperimentElement {
  static override properties: PropertyDeclarations = {
    notice: { state: true },
    dropping: { state: true },
    models: { state: true },
    panels: { state: true },
  };
  static override styles = [
    theme,
    css`
      :host {
        min-height: 100%;
      }
      header {
        display: flex;
        align-items: center;
        flex-wrap: wrap;
        gap: 4px 20px;
        padding: 10px 28px 8px;
        border-bottom: 1px solid var(--etx-line);
      }
      h1 {
        font: italic 1.857em/1 var(--etx-serif);
        margin: 0;
      }
      h1 sup {
        font-size: 0.6em;
        line-height: 0;
      }
      header p {
        margin: 0;
        color: var(--etx-soft);
        font: italic 1.071em/1.3 var(--etx-serif);
      }
      .tools {
        display: flex;
        gap: 2px;
        margin-left: auto;
      }
      main {
        display: grid;
        grid-template-columns: 296px minmax(0, 1fr);
        max-width: 1440px;
        margin: 0 auto;
      }
      etx-bench-list {
        border-right: 1px solid var(--etx-line);
        padding: 16px 20px 24px 28px;
        background: transparent;
      }
      .views {
        padding: 12px 28px 32px 24px;
        min-width: 0;
        display: grid;
        grid-template-columns: repeat(2, minmax(0, 1fr));
        gap: 10px 28px;
        align-items: start;
        align-content: start;
      }
      .say,
      .wide,
      .notice {
        grid-column: 1 / -1;
      }
      .say {
        font: 1.214em/1.6 var(--etx-serif);
        margin: 6px 0 4px;
        max-width: 74ch;
        min-height: 3.2em;
      }
      .more {
        display: flex;
        flex-wrap: wrap;
        gap: 4px;
        margin-left: -9px;
        color: var(--etx-soft);
      }
      .say b {
        font-weight: 600;
      }
      .say .live-number {
        color: var(--etx-accent);
      }
      .say math {
        font-size: 1.02em;
        white-space: nowrap;
      }
      .notice {
        display: flex;
        align-items: baseline;
        gap: 12px;
        border-left: 3px solid var(--etx-line);
        background: var(--etx-wash);
        padding: 8px 12px;
        overflow-wrap: anywhere;
      }
      .notice.error {
        border-color: var(--etx-accent);
        color: var(--etx-accent);
      }
      .notice button {
        margin-left: auto;
      }
      .drop {
        position: fixed;
        inset: 10px;
        z-index: 10;
        display: grid;
        place-content: center;
        border: 2px dashed var(--etx-accent);
        border-radius: 12px;
        background: color-mix(in oklab, var(--etx-paper) 88%, transparent);
        font: italic 1.571em/1.4 var(--etx-serif);
        pointer-events: none;
      }
      @media print {
        .tools,
        .more,
        .notice,
        etx-bench-list {
          display: none;
        }
        main {
          display: block;
        }
      }
      @media (max-width: 900px) {
        header {
          padding: 10px 16px 8px;
        }
        header p {
          display: none;
        }
        main {
          display: flex;
          flex-direction: column;
        }
        etx-bench-list {
          order: 2;
          border-right: 0;
          border-top: 1px solid var(--etx-line);
          padding: 14px 16px 24px;
        }
        .views {
          padding: 10px 16px 18px;
        }
        /* On a small screen the curve is what one came for: it stands first. */
        etx-figure[figure="curve"] {
          order: -1;
        }
        .say {
          order: -2;
          font-size: 1.143em;
        }
      }
      @media (max-width: 560px) {
        .views {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  declare notice: EtxError | string | undefined;
  declare dropping: boolean;
  /** Opened files of models, the newest last: of this session, not of the document. */
  declare models: readonly OpenModel[];
  /** Which of the lazy panels are open. */
  declare panels: readonly PanelName[];

  constructor() {
    super();
    this.dropping = false;
    this.models = [];
    this.panels = [];
    this.addEventListener("etx-close-model", (event) => {
      this.models = this.models.filter((one) => one !== (event as CustomEvent).detail);
    });
    this.addEventListener("etx-link-error", (event) => {
      this.notice = asEtxError((event as CustomEvent).detail);
      this.announce(this.notice);
    });
    this.addEventListener("etx-notice", (event) => {
      this.notice = asEtxError((event as CustomEvent).detail);
    });
    // What the notice said is about the step before.
    this.addEventListener("etx-change", () => {
      this.notice = undefined;
    });
    this.addEventListener(
      "etx-open-file",
      (event) => void this.#open([(event as CustomEvent<File>).detail]),
    );
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // A page of its own hears everything; in somebody else's page the keys and files outside are not ours.
    this.#ears = this.permalink ? window : this;
    for (const [type, listener] of this.#listeners)
      this.#ears.addEventListener(type, listener as EventListener);
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const [type, listener] of this.#listeners)
      this.#ears?.removeEventListener(type, listener as EventListener);
  }

  #ears: EventTarget | undefined;
  readonly #listeners: readonly (readonly [string, (event: never) => void])[] = [
    ["dragover", (event: DragEvent) => this.#dragOver(event)],
    [
      "dragleave",
      (event: DragEvent) => {
        if (!event.relatedTarget) this.dropping = false;
      },
    ],
    ["drop", (event: DragEvent) => this.#drop(event)],
    ["paste", (event: ClipboardEvent) => this.#paste(event)],
    ["keydown", (event: KeyboardEvent) => undoByKey(event, this.bench)],
  ];

  #dragOver(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.dropping = true;
  }
  #drop(event: DragEvent): void {
    this.dropping = false;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void this.#open(files);
  }
  #paste(event: ClipboardEvent): void {
    if (takesText(event)) return;
    const text = event.clipboardData?.getData("text/plain").trim() ?? "";
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length > 0) void this.#open(files);
    else if (text.startsWith("{")) void this.#add("config.json", () => text);
  }

  /** One after the other: each is a step of its own. What went wrong with one is not lost behind the next. */
  async #open(files: readonly File[]): Promise<void> {
    let failure: EtxError | undefined;
    for (const file of files) {
      await this.#add(file.name, async () => (await import("./config-file.ts")).openFile(file));
      if (this.notice instanceof EtxError) failure ??= this.notice;
    }
    if (failure) this.notice = failure;
  }
  async #add(name: string, read: () => string | Promise<string>): Promise<void> {
    try {
      const [text, { modelEntries }] = await Promise.all([read(), import("./config-file.ts")]);
      const added = modelEntries(this.bench.experiment, text, name, this.language);
      if (added.model) define("etx-model-panel", (await import("./model-panel.ts")).EtxModelPanel);
      this.bench.commit(added.experiment);
      this.notice = added.notice;
      if (added.model) {
        this.models = [...this.models.slice(1 - mostModels), added.model];
        this.panels = [...new Set([...this.panels, "spectrum" as const])];
      }
    } catch (reason) {
      const { code, message } = asEtxError(reason);
      this.notice = new EtxError(code, `${name}: ${message}`);
      this.announce(this.notice);
    }
  }
  async #share(): Promise<void> {
    const url = new URL(location.href);
    try {
      url.hash = await encodeLink(this.bench.experiment);
    } catch (reason) {
      this.notice = asEtxError(reason); // too large for a link: it says what to do instead
      return;
    }
    try {
      await navigator.clipboard.writeText(url.href);
      this.notice = t(this.language, "share.copied");
    } catch {
      this.notice = url.href; // no clipboard in this context: show it, to be copied by hand
    }
  }

  #prefer(preference: { lang?: string; theme?: "light" | "dark" }): void {
    if (preference.lang) this.lang = preference.lang;
    if (preference.theme) this.theme = preference.theme;
    this.dispatchEvent(
      new CustomEvent("etx-preference", { detail: preference, bubbles: true, composed: true }),
    );
  }

  protected override render(): TemplateResult {
    const { bench, language } = this;
    const dark =
      this.theme === "dark" ||
      (this.theme !== "light" &&
        (globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches ?? false));
    const figure = (kind: string, className = ""): TemplateResult =>
      html`<etx-figure class=${className} nested figure=${kind} .bench=${bench} lang=${language}></etx-figure>`;
    return html`
      <header>
        <h1 aria-label="etX">e<sup>tX</sup></h1>
        <p>${t(language, "lab.subtitle")}</p>
        <slot name="nav"></slot>
        <div class="tools">
          <button type="button" ?disabled=${!bench.canUndo} title=${t(language, "tool.undo")} aria-label=${t(language, "tool.undo")} @click=${() => bench.undo()}>↶</button>
          <button type="button" ?disabled=${!bench.canRedo} title=${t(language, "tool.redo")} aria-label=${t(language, "tool.redo")} @click=${() => bench.redo()}>↷</button>
          <button type="button" @click=${() => bench.reset()}>${t(language, "tool.reset")}</button>
          <button type="button" @click=${() => this.#share()}>${t(language, "tool.share")}</button>
          <button type="button" lang=${language === "en" ? "zh-Hans" : "en"} @click=${() => this.#prefer({ lang: language === "en" ? "zh-Hans" : "en" })}>${language === "en" ? "中文" : "English"}</button>
          <button type="button" title=${t(language, "tool.theme")} aria-label=${t(language, "tool.theme")} @click=${() => this.#prefer({ theme: dark ? "light" : "dark" })}>◐</button>
        </div>
      </header>
      <main>
        <etx-bench-list nested .bench=${bench} lang=${language}></etx-bench-list>
        <section class="views" aria-label=${t(language, "lab.figures")}>
          ${this.#noticeBar()}
          ${figure("plane")} ${figure("orbit")}
          <p class="say">${sentence(bench.picture, language)}</p>
          ${figure("curve", "wide")}
          ${this.models.length > 0 ? html`<etx-model-panel class="wide" nested .bench=${bench} .models=${this.models} lang=${language}></etx-model-panel>` : nothing}
          <div class="wide more">
            ${(["spectrum"] as const).map((name) => {
              const open = this.panels.includes(name);
              return html`<button type="button" aria-expanded=${open} @click=${() => {
                this.panels = open
                  ? this.panels.filter((one) => one !== name)
                  : [...this.panels, name];
              }}>${t(language, `panel.${name}`)} ${open ? "▴" : "▾"}</button>`;
            })}
          </div>
          ${this.panels.includes("spectrum") ? figure("spectrum", "wide") : nothing}
        </section>
      </main>
      ${this.dropping ? html`<div class="drop">${t(language, "lab.drop")}</div>` : nothing}
    `;
  }

  #noticeBar(): TemplateResult {
    const { language } = this;
    const notice = this.loadError ?? this.notice;
    const text = notice instanceof EtxError ? wordsOf(notice, language) : notice;
    return html`<div class="notice ${notice instanceof EtxError ? "error" : ""}" role="alert" ?hidden=${!text}>
      <span>${text}</span>
      <button type="button" aria-label=${t(language, "tool.dismiss")} @click=${() => {
        this.notice = undefined;
      }}>×</button>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "etx-lab": EtxLab;
  }
}
