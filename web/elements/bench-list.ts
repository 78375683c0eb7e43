import {
  css,
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type TemplateResult,
} from "lit";
import { type Language, resolveLanguage, t } from "../locales/index.ts";
import { lookup } from "../model/encodings/registry.ts";
import { presetNames, presets } from "../model/presets.ts";
import type { BenchEntry, Experiment } from "../model/types.ts";
import { fitOf } from "../model/vector.ts";
import { Bench, BenchController } from "./bench.ts";
import type { EtxCatalogue } from "./catalogue.ts";
import { asEtxError, define } from "./define.ts";
import { nameOf } from "./names.ts";
import { parameterControl } from "./parameter.ts";
import { menu } from "./parts.ts";
import { theme } from "./theme.ts";
import { selectionOf, withOptions } from "./views.ts";

/** What is on the bench: the encodings, the selected one's parameters, and the ways to add more. Part of `<etx-lab>`. */
export class EtxBenchList extends LitElement {
  static override properties: PropertyDeclarations = {
    bench: { attribute: false },
    lang: { type: String },
    browsing: { state: true },
    copied: { state: true },
  };
  static override styles = [
    theme,
    css`
      h2 {
        font: italic 1.143em/1.3 var(--etx-serif);
        color: var(--etx-soft);
        margin: 0 0 6px;
      }
      ul {
        list-style: none;
        margin: 0;
        padding: 0;
      }
      li {
        border-top: 1px solid var(--etx-line);
      }
      li:first-child {
        border-top: 0;
      }
      .row {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto auto;
        align-items: center;
      }
      .name {
        display: grid;
        grid-template-columns: 14px minmax(0, 1fr);
        gap: 0 8px;
        text-align: left;
        padding: 5px 4px 5px 0;
        align-items: baseline;
      }
      .series-0 {
        --dot: var(--etx-series-1);
      }
      .series-1 {
        --dot: var(--etx-series-2);
      }
      .series-2 {
        --dot: var(--etx-series-3);
      }
      .series-3 {
        --dot: var(--etx-series-4);
      }
      .series-4 {
        --dot: var(--etx-series-5);
      }
      .series-5 {
        --dot: var(--etx-series-6);
      }
      .dot {
        width: 10px;
        height: 10px;
        border-radius: 50%;
        background: var(--dot);
        border: 1.5px solid var(--dot);
      }
      .hidden .dot {
        background: transparent;
      }
      .hidden .name {
        color: var(--etx-soft);
      }
      small {
        grid-column: 2;
        color: var(--etx-soft);
        font-size: 0.857em;
      }
      .error small {
        color: var(--etx-accent);
      }
      .name[aria-current="true"] b {
        font-weight: 650;
      }
      .name b {
        display: block;
        font-weight: 400;
        overflow-wrap: anywhere;
      }
      .row > button:not(.name) {
        color: var(--etx-soft);
        padding: 2px 6px;
        min-width: 30px;
      }
      .parameters {
        padding: 0 0 8px 22px;
      }
      .param {
        display: grid;
        grid-template-columns: 82px minmax(0, 1fr) 66px;
        gap: 8px;
        align-items: center;
        font-size: 0.893em;
        color: var(--etx-soft);
        min-height: 28px;
      }
      .param select {
        grid-column: 2 / -1;
        background: var(--etx-paper);
        border: 1px solid var(--etx-line);
        border-radius: 6px;
        min-height: 28px;
      }
      .param output {
        color: var(--etx-ink);
        text-align: right;
      }
      .fit {
        margin: 0 0 8px 22px;
        color: var(--etx-soft);
        font-size: 0.857em;
      }
      .fit button {
        padding: 2px 7px;
        color: var(--etx-ink);
      }
      .add {
        display: grid;
        gap: 8px;
        margin-top: 14px;
      }
      .add > button,
      .add summary {
        border: 1px dashed color-mix(in oklab, var(--etx-soft) 55%, transparent);
        color: var(--etx-soft);
        text-align: left;
        padding: 6px 10px;
        list-style: none;
        width: 100%;
      }
      summary::-webkit-details-marker {
        display: none;
      }
      .menu {
        position: relative;
      }
      .menu .items {
        display: grid;
        border: 1px solid var(--etx-line);
        border-radius: 6px;
        margin-top: 4px;
        padding: 4px;
        background: var(--etx-paper);
      }
      .menu .items button {
        text-align: left;
      }
      @media (forced-colors: active) {
        .name {
          border-color: Canvas;
        }
        .name[aria-current="true"] {
          border-color: Highlight;
        }
      }
    `,
  ];

  declare bench: Bench;
  declare lang: string;
  /** The catalogue is here. */
  declare browsing: boolean;
  /** The encoding whose code was copied last. */
  declare copied: string | undefined;

  constructor() {
    super();
    this.browsing = false;
    this.bench = new Bench(presets.default);
    new BenchController(this);
  }

  get #language(): Language {
    return resolveLanguage(this.lang);
  }

  protected override render(): TemplateResult {
    const language = this.#language;
    const { experiment } = this.bench;
    const selected = selectionOf(experiment).entry;
    return html`
      <h2>${t(language, "bench.title")}</h2>
      <ul>
        ${experiment.encodings.map((entry, index) => this.#row(entry, index, entry.id === selected))}
      </ul>
      <div class="add">
        <button type="button" aria-haspopup="dialog" @click=${this.#browse}>${t(language, "bench.add")}</button>
        ${menu(
          t(language, "bench.preset"),
          presetNames.map((name) => ({
            label: t(language, `preset.${name}`),
            act: () => this.bench.commit(presets[name]),
          })),
        )}
        <button type="button" @click=${() => this.renderRoot.querySelector<HTMLInputElement>("input[type=file]")?.click()}>
          ${t(language, "bench.config")}
        </button>
        <input type="file" hidden accept=".json,application/json" @change=${this.#picked} />
      </div>
      ${this.browsing ? html`<etx-catalogue nested .bench=${this.bench} lang=${language}></etx-catalogue>` : nothing}
    `;
  }

  #row(entry: BenchEntry, index: number, selected: boolean): TemplateResult {
    const language = this.#language;
    const shown = this.bench.picture?.shown.find((one) => one.entry.id === entry.id);
    const name = nameOf(this.bench.experiment, entry, language);
    const about =
      shown?.error?.message ?? (shown?.family ? t(language, `family.${shown.family}`) : "");
    return html`<li class="${entry.hidden ? "hidden" : ""} ${shown?.error ? "error" : ""} series-${index % 6}">
      <div class="row">
        <button type="button" class="name" aria-current=${selected} @click=${() => this.#select(entry)}>
          <span class="dot"></span><b>${name}</b><small>${about}</small>
        </button>
        <button type="button" aria-pressed=${!entry.hidden} aria-label=${t(language, "bench.show", { name })} title=${t(language, "bench.show", { name })} @click=${() => this.#change(entry, { ...entry, hidden: !entry.hidden })}>${entry.hidden ? "○" : "●"}</button>
        <button type="button" aria-label=${t(language, "bench.remove", { name })} title=${t(language, "bench.remove", { name })} ?disabled=${this.bench.experiment.encodings.length < 2} @click=${() => this.#remove(entry)}>×</button>
      </div>
      ${selected ? [this.#parameters(entry), this.#fit(entry), this.#code(entry)] : nothing}
    </li>`;
  }

  /** How the document's query and key were made to fit, where they were. */
  #fit({ encoding }: BenchEntry): TemplateResult | typeof nothing {
    const { query, key } = this.bench.experiment;
    const d = lookup(encoding.kind)?.dimension(encoding);
    if (d === undefined) return nothing;
    const notes = Object.entries({ q: query, k: key }).flatMap(([name, vector]) => {
      const { rule, from } = fitOf(vector, d);
      if (rule !== "cut" && rule !== "repeated") return [];
      return `${name}: ${t(this.#language, `fit.${rule}`, { count: from, dimension: d })}`;
    });
    return notes.length > 0 ? html`<p class="fit">${notes.join("; ")}</p>` : nothing;
  }

  #parameters(entry: BenchEntry): TemplateResult | typeof nothing {
    const kind = lookup(entry.encoding.kind);
    if (!kind || kind.parameters.length === 0) return nothing;
    return html`<div class="parameters">
      ${kind.parameters.map((parameter) =>
        parameterControl(
          parameter,
          entry.encoding,
          kind.defaults,
          this.#language,
          (encoding, done) => {
            const experiment = this.#replaced(entry, { ...entry, encoding });
            if (done) this.bench.commit(experiment);
            else this.bench.preview(experiment);
          },
        ),
      )}
    </div>`;
  }

  #code(entry: BenchEntry): TemplateResult {
    return html`<p class="fit">
      ${t(this.#language, "bench.code")}
      ${(["numpy", "torch"] as const).map(
        (dialect) =>
          html`<button type="button" @click=${() => this.#copy(entry, dialect)}>${dialect === "numpy" ? "NumPy" : "PyTorch"}</button>`,
      )}
      <span role="status">${this.copied === entry.id ? "✓" : ""}</span>
    </p>`;
  }
  async #copy(entry: BenchEntry, dialect: "numpy" | "torch"): Promise<void> {
    try {
      const { codeOf, handOver } = await import("./code.ts");
      const shown = this.bench.picture?.shown.find((one) => one.entry.id === entry.id);
      const name = nameOf(this.bench.experiment, entry, this.#language);
      await handOver(codeOf(name, entry.encoding, shown?.generator, dialect), dialect);
      this.copied = entry.id;
    } catch (reason) {
      this.#notify(asEtxError(reason));
    }
  }

  #replaced(entry: BenchEntry, by: BenchEntry): Experiment {
    const { experiment } = this.bench;
    return {
      ...experiment,
      encodings: experiment.encodings.map((one) => (one.id === entry.id ? by : one)),
    };
  }
  #change(entry: BenchEntry, by: BenchEntry): void {
    this.bench.commit(this.#replaced(entry, by));
  }
  #select(entry: BenchEntry): void {
    this.bench.adjust((experiment) =>
      withOptions(experiment, "plane", { selected: entry.id, block: undefined }),
    );
  }
  #remove(entry: BenchEntry): void {
    const { experiment } = this.bench;
    const place = experiment.encodings.indexOf(entry);
    this.bench.commit({
      ...experiment,
      encodings: experiment.encodings.filter((one) => one !== entry),
    });
    // The button is gone: the keyboard goes on from the row that took its place.
    void this.updateComplete.then(() => {
      const rows = this.renderRoot.querySelectorAll<HTMLElement>(".name");
      rows[Math.min(place, rows.length - 1)]?.focus();
    });
  }
  /** The catalogue comes with the first look into it. */
  readonly #browse = async (): Promise<void> => {
    try {
      // An import of what is there still answers later than the keys that are typed next.
      if (!this.browsing) {
        const catalogue = await import("./catalogue.ts");
        define("etx-catalogue", catalogue.EtxCatalogue);
        this.browsing = true;
        await this.updateComplete;
      }
      await this.renderRoot.querySelector<EtxCatalogue>("etx-catalogue")?.open();
    } catch (reason) {
      this.#notify(asEtxError(reason));
    }
  };
  #notify(detail: unknown): void {
    this.dispatchEvent(new CustomEvent("etx-notice", { detail, bubbles: true, composed: true }));
  }

  readonly #picked = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    input.value = ""; // so that the same file can be opened again
    if (file)
      this.dispatchEvent(
        new CustomEvent("etx-open-file", { detail: file, bubbles: true, composed: true }),
      );
  };
}
