import {
  css,
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type TemplateResult,
} from "lit";
import { type Language, resolveLanguage, t } from "../locales/index.ts";
import { say } from "../locales/panels/catalogue.ts";
import { presets } from "../model/presets.ts";
import { Bench } from "./bench.ts";
import { type CatalogueItem, catalogueItems, searched, titleOf } from "./catalogue-items.ts";
import { EngineController } from "./engine-controller.ts";
import { raised } from "./raised.ts";
import { theme } from "./theme.ts";
import { joined } from "./views.ts";

/** Keys that skip so many options. */
const page = 5;

/** All encodings in a dialog, to be searched and put on the bench: a combobox over a list in groups. Part of `<etx-lab>`. */
export class EtxCatalogue extends LitElement {
  static override properties: PropertyDeclarations = {
    bench: { attribute: false },
    lang: { type: String },
    text: { state: true },
    active: { state: true },
    items: { state: true },
  };
  static override styles = [
    theme,
    css`
      :host {
        background: none;
      }
      dialog {
        width: min(560px, calc(100vw - 24px));
        height: min(640px, calc(100dvh - 48px));
        padding: 0;
        border: 1px solid var(--etx-line);
        border-radius: 10px;
        background: var(--etx-paper);
        color: var(--etx-ink);
        overflow: hidden;
      }
      dialog[open] {
        display: flex;
        flex-direction: column;
      }
      dialog::backdrop {
        background: color-mix(in oklab, light-dark(#1f2328, #000) 40%, transparent);
      }
      header {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 4px 8px;
        align-items: center;
        padding: 12px 12px 8px 18px;
        border-bottom: 1px solid var(--etx-line);
      }
      h2 {
        font: italic 1.214em/1.3 var(--etx-serif);
        margin: 0;
      }
      input {
        grid-column: 1 / -1;
        font: inherit;
        color: inherit;
        background: var(--etx-paper);
        border: 1px solid var(--etx-line);
        border-radius: 6px;
        padding: 7px 10px;
        margin-right: 6px;
        min-width: 0;
      }
      .status {
        grid-column: 1 / -1;
        display: flex;
        flex-wrap: wrap;
        justify-content: space-between;
        gap: 0 12px;
        margin: 0 6px 0 0;
        color: var(--etx-soft);
        font-size: 0.857em;
      }
      .list {
        overflow-y: auto;
        flex: 1;
        padding: 0 0 10px;
        overscroll-behavior: contain;
      }
      h3 {
        font: italic 1em/1.3 var(--etx-serif);
        color: var(--etx-soft);
        margin: 12px 18px 2px;
      }
      [role="option"] {
        display: grid;
        grid-template-columns: minmax(0, 10em) minmax(0, 1fr);
        gap: 0 12px;
        align-items: baseline;
        padding: 6px 18px 6px 15px;
        border-left: 3px solid transparent;
        cursor: pointer;
      }
      [role="option"]:hover {
        background: var(--etx-wash);
      }
      [role="option"][aria-selected="true"] {
        background: var(--etx-wash);
        border-left-color: var(--etx-accent);
      }
      b {
        grid-row: span 2;
        font-weight: 600;
        overflow-wrap: anywhere;
      }
      .formula {
        font-family: var(--etx-serif);
        font-style: italic;
      }
      sup,
      sub {
        line-height: 0;
        font-size: 0.75em;
      }
      small {
        grid-column: 2;
        color: var(--etx-soft);
        font-size: 0.857em;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .none {
        padding: 24px 18px;
        color: var(--etx-soft);
        margin: 0;
      }
      @media (max-width: 480px) {
        [role="option"] {
          grid-template-columns: minmax(0, 1fr);
        }
        b {
          grid-row: auto;
        }
        small {
          grid-column: 1;
        }
        .keys {
          display: none;
        }
      }
      @media (forced-colors: active) {
        [role="option"] {
          border-left-color: Canvas;
        }
        [role="option"]:hover {
          border-left-color: CanvasText;
        }
        [role="option"][aria-selected="true"] {
          forced-color-adjust: none;
          background: Highlight;
          color: HighlightText;
        }
        [aria-selected="true"] small {
          color: inherit;
        }
      }
    `,
  ];

  declare bench: Bench;
  declare lang: string;
  declare text: string;
  /** The option that Enter takes, in the order shown. */
  declare active: number;
  declare items: CatalogueItem[] | undefined;
  readonly #engine = new EngineController(this);

  constructor() {
    super();
    this.bench = new Bench(presets.default);
    this.lang = "";
    this.text = "";
    this.active = 0;
  }

  get #language(): Language {
    return resolveLanguage(this.lang);
  }
  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector("dialog");
  }
  get #shown(): CatalogueItem[] {
    return searched(this.items ?? [], this.text);
  }

  async open(): Promise<void> {
    await this.updateComplete;
    this.text = "";
    this.active = 0;
    this.#dialog?.showModal();
    if (this.#engine.etx) this.items ??= await catalogueItems(this.#engine.etx);
  }

  #choose(item: CatalogueItem): void {
    this.#dialog?.close();
    try {
      this.bench.commit(joined(this.bench.experiment, [item.entry]));
    } catch (reason) {
      this.dispatchEvent(
        new CustomEvent("etx-notice", { detail: reason, bubbles: true, composed: true }),
      );
    }
  }

  #key(event: KeyboardEvent): void {
    const shown = this.#shown;
    const last = shown.length - 1;
    const to: Record<string, number> = {
      ArrowDown: this.active === last ? 0 : this.active + 1,
      ArrowUp: this.active === 0 ? last : this.active - 1,
      PageDown: Math.min(last, this.active + page),
      PageUp: Math.max(0, this.active - page),
    };
    const next = to[event.key];
    if (next !== undefined) {
      this.active = Math.max(0, next);
      void this.updateComplete.then(() =>
        this.renderRoot
          .querySelector('[aria-selected="true"]')
          ?.scrollIntoView({ block: "nearest" }),
      );
    } else if (event.key === "Enter" && !event.isComposing) {
      const item = shown[this.active];
      if (item) this.#choose(item);
    } else return;
    event.preventDefault();
  }

  protected override render(): TemplateResult {
    const language = this.#language;
    const shown = this.#shown;
    const count = shown.length;
    return html`<dialog
      aria-label=${say(language, "title")}
      @click=${(event: Event) => {
        if (event.target === this.#dialog) this.#dialog?.close(); // beside the sheet
      }}
    >
      <header>
        <h2>${say(language, "title")}</h2>
        <button type="button" aria-label=${say(language, "close")} title=${say(language, "close")} @click=${() => this.#dialog?.close()}>×</button>
        <input
          autofocus
          role="combobox"
          autocomplete="off"
          spellcheck="false"
          aria-autocomplete="list"
          aria-expanded="true"
          aria-controls="list"
          aria-activedescendant=${count > 0 ? `option-${this.active}` : nothing}
          aria-label=${say(language, "search")}
          placeholder=${say(language, "search")}
          .value=${this.text}
          @input=${(event: Event) => {
            this.text = (event.target as HTMLInputElement).value;
            this.active = 0;
          }}
          @keydown=${this.#key}
        />
        <p class="status">
          <span role="status">${this.items ? say(language, "found", { count }) : t(language, "state.loading")}</span>
          <span class="keys">${say(language, "keys")}</span>
        </p>
      </header>
      <div class="list" id="list" role="listbox" aria-label=${say(language, "list")}>
        ${this.#groups(shown)}
      </div>
      ${this.items && count === 0 ? html`<p class="none">${say(language, "none")}</p>` : nothing}
    </dialog>`;
  }

  #groups(shown: readonly CatalogueItem[]): TemplateResult[] {
    const groups = new Map<string, { item: CatalogueItem; index: number }[]>();
    shown.forEach((item, index) => {
      const title = this.#familyName(item);
      groups.set(title, [...(groups.get(title) ?? []), { item, index }]);
    });
    return [...groups].map(
      ([title, members]) => html`<div role="group" aria-label=${title}>
        <h3 aria-hidden="true">${title}</h3>
        ${members.map(({ item, index }) => this.#option(item, index))}
      </div>`,
    );
  }

  #familyName({ family }: CatalogueItem): string {
    if (family) return t(this.#language, `family.${family}`);
    return say(this.#language, family === null ? "outside" : "unknown");
  }

  #option(item: CatalogueItem, index: number): TemplateResult {
    const { reference, formula } = item;
    const source = reference && `${reference.authors} ${reference.year}, ${reference.title}`;
    return html`<div role="option" id="option-${index}" aria-selected=${index === this.active} title=${reference ? `${source}, ${reference.where}` : nothing} @click=${() => this.#choose(item)}>
      <b>${titleOf(item, this.#language)}</b>
      <span class="formula">${raised(formula)}</span>
      ${source ? html`<small>${source}</small>` : nothing}
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "etx-catalogue": EtxCatalogue;
  }
}
