import {
  css,
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type TemplateResult,
} from "lit";
import { type Language, resolveLanguage, t } from "../locales/index.ts";
import { say } from "../locales/panels/pages.ts";
import { storyWords } from "../locales/stories/index.ts";
import { EtxError } from "../model/error.ts";
import { encodeLink } from "../model/link.ts";
import { type Story, stories } from "../model/stories/index.ts";
import type { Experiment } from "../model/types.ts";
import { Bench, BenchController } from "./bench.ts";
import { spoken } from "./controllers.ts";
import { asEtxError } from "./define.ts";
import { figureOf, isDrawn } from "./figures/index.ts";
import { wordsOf } from "./names.ts";
import { comparison, marked } from "./story-text.ts";
import { theme } from "./theme.ts";
import { undoByKey } from "./undo-keys.ts";

/**
 * The gallery of experiments, and each of them in words and figures. `#name` in the address opens one.
 *
 * @slot nav - the site's own links, in the header
 */
export class EtxExperiments extends LitElement {
  static override properties: PropertyDeclarations = {
    lang: { type: String, reflect: true },
    theme: { type: String, reflect: true },
    lab: { type: String },
    story: { state: true },
    variant: { state: true },
    notice: { state: true },
  };
  static override styles = [
    theme,
    css`
      main {
        max-width: 1180px;
        margin: 0 auto;
        padding: 20px 28px 48px;
      }
      h1 {
        font: italic 1.857em/1.3 var(--etx-serif);
        margin: 8px 0 4px;
      }
      .lead,
      .prose p {
        font: 1.214em/1.65 var(--etx-serif);
        max-width: 68ch;
        margin: 0 0 0.8em;
      }
      .lead {
        color: var(--etx-soft);
      }
      ul {
        list-style: none;
        margin: 20px 0 0;
        padding: 0;
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(300px, 1fr));
        gap: 28px 32px;
      }
      li a {
        display: block;
        color: inherit;
        text-decoration: none;
        border-radius: 8px;
      }
      li a:hover h2 {
        color: var(--etx-accent);
      }
      li h2 {
        font: italic 1.214em/1.3 var(--etx-serif);
        margin: 6px 0 2px;
      }
      li p {
        margin: 0;
        color: var(--etx-soft);
      }
      .thumb {
        border-top: 1px solid var(--etx-line);
        padding-top: 8px;
      }
      sup,
      sub {
        font-size: 0.72em;
        line-height: 0;
      }
      .story {
        display: grid;
        grid-template-columns: minmax(0, 5fr) minmax(0, 3fr);
        gap: 0 40px;
        margin-top: 12px;
      }
      .figures {
        grid-column: 1 / -1;
        display: grid;
        gap: 18px;
        margin-top: 12px;
      }
      .figures.pair {
        grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
        gap: 18px 28px;
      }
      .choice {
        display: flex;
        flex-wrap: wrap;
        gap: 4px;
        grid-column: 1 / -1;
      }
      .choice button[aria-pressed="true"] {
        background: var(--etx-wash);
        color: var(--etx-ink);
      }
      .wide {
        grid-column: 1 / -1;
        overflow-x: auto;
        margin-top: 20px;
      }
      table {
        border-collapse: collapse;
        min-width: 100%;
      }
      th,
      td {
        min-width: 8.5em;
        text-align: start;
        vertical-align: top;
        padding: 7px 18px 7px 0;
        border-top: 1px solid var(--etx-line);
      }
      th {
        font-weight: 600;
      }
      thead :is(th, td) {
        color: var(--etx-soft);
        font-weight: 400;
        border-top: 0;
      }
      .notice {
        border-left: 3px solid var(--etx-line);
        background: var(--etx-wash);
        padding: 8px 12px;
        margin: 10px 0 0;
        overflow-wrap: anywhere;
      }
      .notice.error {
        border-color: var(--etx-accent);
        color: var(--etx-accent);
      }
      .tools {
        display: flex;
        align-items: center;
        gap: 2px 4px;
        margin: 10px 0 0;
      }
      .tools button {
        min-width: 34px;
      }
      .tools .back {
        margin-left: auto;
      }
      .back {
        color: var(--etx-accent);
        text-decoration: none;
      }
      @media (max-width: 760px) {
        main {
          padding: 14px 16px 32px;
        }
        .story,
        .figures.pair {
          grid-template-columns: minmax(0, 1fr);
        }
        .bench {
          order: 1;
          margin-top: 20px;
        }
      }
    `,
  ];

  declare theme: "auto" | "light" | "dark" | undefined;
  /** Where the laboratory is, to open an experiment in; absent: nowhere. */
  declare lab: string | undefined;
  declare story: Story | undefined;
  declare variant: number;
  /** What a file or the bench had to say, of the open story. */
  declare notice: string | EtxError | undefined;
  /** What the open story's figures share. */
  bench: Bench;

  constructor() {
    super();
    this.variant = 0;
    this.bench = new Bench((stories[0] as Story).variants[0]?.document as Experiment);
    new BenchController(this);
    this.addEventListener("etx-notice", (event) => {
      this.notice = asEtxError((event as CustomEvent).detail);
    });
    this.addEventListener("etx-open-file", (event) => {
      void this.#add((event as CustomEvent<File>).detail);
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("hashchange", this.#follow);
    for (const [type, listener] of this.#listeners) document.addEventListener(type, listener);
    this.#follow();
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("hashchange", this.#follow);
    for (const [type, listener] of this.#listeners) document.removeEventListener(type, listener);
  }

  get language(): Language {
    return spoken(this, resolveLanguage(this.lang || globalThis.navigator?.language));
  }

  readonly #follow = (): void => {
    const story = stories.find(({ id }) => `#${id}` === location.hash);
    if (story === this.story) return;
    this.story = story;
    if (story) this.#show(0);
    window.scrollTo(0, 0);
  };

  readonly #key = (event: Event): void => {
    if (this.story) undoByKey(event as KeyboardEvent, this.bench);
  };
  readonly #drop = (event: Event): void => {
    const { dataTransfer, type } = event as DragEvent;
    if (!dataTransfer?.types.includes("Files")) return;
    event.preventDefault(); // else the file would take the page's place
    const file = type === "drop" && dataTransfer.files[0];
    if (file && this.story) void this.#add(file);
  };
  readonly #listeners = [
    ["keydown", this.#key],
    ["dragover", this.#drop],
    ["drop", this.#drop],
  ] as const;

  /** A model's config.json joins the bench, a saved experiment takes its place. */
  async #add(file: File): Promise<void> {
    try {
      const { modelEntries, openFile } = await import("./config-file.ts");
      const text = await openFile(file);
      const { experiment, notice } = modelEntries(
        this.bench.experiment,
        text,
        file.name,
        this.language,
      );
      this.bench.commit(experiment);
      this.notice = notice;
    } catch (reason) {
      const { code, message } = asEtxError(reason);
      this.notice = new EtxError(code, `${file.name}: ${message}`);
    }
  }

  #show(variant: number): void {
    this.variant = variant;
    this.notice = undefined;
    const document = this.story?.variants[variant]?.document;
    if (document) this.bench = new Bench(document);
  }

  protected override render(): TemplateResult {
    const { language } = this;
    return html`
      <slot name="nav"></slot>
      <main>${this.story ? this.#story(this.story) : this.#gallery(language)}</main>
    `;
  }

  #gallery(language: Language): TemplateResult {
    return html`
      <h1>${say(language, "experiments.title")}</h1>
      <p class="lead">${say(language, "experiments.lead")}</p>
      <ul>${stories.map(({ id, variants }) => {
        const words = storyWords[language][id];
        const document = variants[0]?.document;
        const kind = document?.views[0]?.kind ?? "curve";
        const near = (): void => preload(document);
        return html`<li><a href="#${id}" @pointerenter=${near} @focus=${near}>
          <div class="thumb" inert aria-hidden="true"><etx-figure nested bare figure=${kind} controls="none" lang=${language} .bench=${thumb(document)}></etx-figure></div>
          <h2>${words.title}</h2>
          <p>${marked(words.lead)}</p>
        </a></li>`;
      })}</ul>`;
  }

  #story({ id, variants }: Story): TemplateResult {
    const { language, bench } = this;
    const words = storyWords[language][id];
    const kinds = variants[this.variant]?.document.views.map(({ kind }) => kind) ?? [];
    const pair = kinds[0] === "orbit" || kinds[0] === "plane";
    return html`
      <a class="back" href="#">← ${say(language, "experiments.title")}</a>
      <h1>${words.title}</h1>
      <div class="story">
        <div class="prose">${words.text.split("\n\n").map((paragraph) => html`<p>${marked(paragraph)}</p>`)}</div>
        <div class="bench">
          <etx-bench-list nested .bench=${bench} lang=${language}></etx-bench-list>
          ${this.#said()}
          <p class="tools">
            <button type="button" ?disabled=${!bench.canUndo} title=${t(language, "tool.undo")} aria-label=${t(language, "tool.undo")} @click=${() => bench.undo()}>↶</button>
            <button type="button" ?disabled=${!bench.canRedo} title=${t(language, "tool.redo")} aria-label=${t(language, "tool.redo")} @click=${() => bench.redo()}>↷</button>
            ${
              this.lab === undefined
                ? nothing
                : html`<a class="back" href=${this.lab} @click=${(event: MouseEvent) => this.#open(event)}>${say(language, "experiments.open")} →</a>`
            }
          </p>
        </div>
        ${
          variants.length > 1
            ? html`<div class="choice" role="group" aria-label=${words.title}>${variants.map(
                (
                  variant,
                  i,
                ) => html`<button type="button" aria-pressed=${i === this.variant} @click=${() => this.#show(i)}>
                ${words.variants?.[variant.id] ?? variant.id}</button>`,
              )}</div>`
            : nothing
        }
        <div class="figures ${pair ? "pair" : ""}">${kinds.map(
          (kind) =>
            html`<etx-figure nested figure=${kind} .bench=${bench} lang=${language}></etx-figure>`,
        )}</div>
        ${words.table ? comparison(words.title, words.table) : nothing}
      </div>`;
  }

  #said(): TemplateResult | typeof nothing {
    const { notice, language } = this;
    if (!notice) return nothing;
    const failed = notice instanceof EtxError;
    return html`<p class="notice ${failed ? "error" : ""}" role="alert">${failed ? wordsOf(notice, language) : notice}</p>`;
  }

  async #open(event: MouseEvent): Promise<void> {
    event.preventDefault();
    const link = event.currentTarget as HTMLAnchorElement;
    const url = new URL(link.href);
    url.hash = await encodeLink(this.bench.experiment);
    location.assign(url);
  }
}

/** Whose card is pointed at is likely to be opened: its figures' code comes meanwhile. */
function preload(document: Experiment | undefined): void {
  for (const { kind } of document?.views ?? []) {
    if (isDrawn(kind)) Promise.resolve(figureOf(kind)).catch(() => undefined); // the figure itself will say so
  }
}

const thumbs = new WeakMap<Experiment, Bench>();

/** One bench a card, however often the gallery renders. */
function thumb(document: Experiment | undefined): Bench {
  const given = document as Experiment;
  let bench = thumbs.get(given);
  if (!bench) {
    bench = new Bench(given);
    thumbs.set(given, bench);
  }
  return bench;
}

declare global {
  interface HTMLElementTagNameMap {
    "etx-experiments": EtxExperiments;
  }
}
