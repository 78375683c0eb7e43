import {
  css,
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type TemplateResult,
} from "lit";
import { type Language, resolveLanguage } from "../locales/index.ts";
import { say } from "../locales/panels/pages.ts";
import { storyWords } from "../locales/stories/index.ts";
import type { StoryWords } from "../locales/stories/types.ts";
import { encodeLink } from "../model/link.ts";
import { type Story, stories } from "../model/stories/index.ts";
import type { Experiment } from "../model/types.ts";
import { Bench, BenchController } from "./bench.ts";
import { spoken } from "./controllers.ts";
import { theme } from "./theme.ts";

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
  /** What the open story's figures share. */
  bench: Bench;

  constructor() {
    super();
    this.variant = 0;
    this.bench = new Bench((stories[0] as Story).variants[0]?.document as Experiment);
    new BenchController(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("hashchange", this.#follow);
    this.#follow();
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("hashchange", this.#follow);
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

  #show(variant: number): void {
    this.variant = variant;
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
        return html`<li><a href="#${id}">
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
          ${
            this.lab === undefined
              ? nothing
              : html`<p><a class="back" href=${this.lab} @click=${(event: MouseEvent) => this.#open(event)}>${say(language, "experiments.open")} →</a></p>`
          }
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

  async #open(event: MouseEvent): Promise<void> {
    event.preventDefault();
    const link = event.currentTarget as HTMLAnchorElement;
    const url = new URL(link.href);
    url.hash = await encodeLink(this.bench.experiment);
    location.assign(url);
  }
}

function comparison(
  title: string,
  { header, rows }: NonNullable<StoryWords["table"]>,
): TemplateResult {
  return html`<div class="wide" tabindex="0" role="region" aria-label=${title}>
    <table>
      <thead><tr>${header.map((cell) => (cell ? html`<th scope="col">${marked(cell)}</th>` : html`<td></td>`))}</tr></thead>
      <tbody>${rows.map(
        ([name = "", ...cells]) =>
          html`<tr><th scope="row">${marked(name)}</th>${cells.map((cell) => html`<td>${marked(cell)}</td>`)}</tr>`,
      )}</tbody>
    </table>
  </div>`;
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

/** **bold**, ^{raised} and _i for an index: what a sentence about e^{tX} needs. */
function marked(text: string): (string | TemplateResult)[] {
  return text
    .split(/(\*\*.+?\*\*|\^\{.+?\}|_\w)/)
    .map((part) =>
      part.startsWith("**")
        ? html`<strong>${marked(part.slice(2, -2))}</strong>`
        : part.startsWith("^{")
          ? html`<sup>${part.slice(2, -1)}</sup>`
          : part.startsWith("_")
            ? html`<sub>${part.slice(1)}</sub>`
            : part,
    );
}

declare global {
  interface HTMLElementTagNameMap {
    "etx-experiments": EtxExperiments;
  }
}
