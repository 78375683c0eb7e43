import {
  css,
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type TemplateResult,
} from "lit";
import { sentence, sentences } from "../files/config.ts";
import { configWarnings } from "../locales/config-warnings.ts";
import { type Language, number, resolveLanguage, t } from "../locales/index.ts";
import { say } from "../locales/panels/model.ts";
import type { EtxError } from "../model/error.ts";
import { presets } from "../model/presets.ts";
import { Bench, BenchController } from "./bench.ts";
import { asEtxError } from "./define.ts";
import { EngineController } from "./engine-controller.ts";
import { lag } from "./format.ts";
import { lengthOf, withLength } from "./model-length.ts";
import {
  type Field,
  type OpenModel,
  type ReadLayer,
  type ReadModel,
  readModel,
} from "./model-reading.ts";
import { fieldName, layersName, provenanceName, ranges, valueText } from "./model-words.ts";
import { wordsOf } from "./names.ts";
import { panelStyles } from "./panel-styles.ts";
import { theme } from "./theme.ts";

/** The lengths that the slider offers, in tokens. */
const lengths = { shortest: 256, longest: 2 ** 21 };

/**
 * What an opened config.json says, kind of layer by kind of layer, and a slider for tables that change with the length of
 * the sequence, which moves the encodings on the bench too. Part of `<etx-lab>`.
 */
export class EtxModelPanel extends LitElement {
  static override properties: PropertyDeclarations = {
    bench: { attribute: false },
    models: { attribute: false },
    lang: { type: String },
    read: { state: true },
    error: { state: true },
    own: { state: true },
    comparing: { state: true },
  };
  static override styles = [
    theme,
    panelStyles,
    css`
      .strip {
        display: flex;
        flex-wrap: wrap;
        gap: 2px;
        margin: 6px 0;
      }
      .cell {
        width: 14px;
        height: 20px;
        border-radius: 2px;
        background: var(--cell, var(--etx-soft));
      }
      .series-0 {
        --cell: var(--etx-series-1);
      }
      .series-1 {
        --cell: var(--etx-series-2);
      }
      .series-2 {
        --cell: var(--etx-series-3);
      }
      .series-3 {
        --cell: var(--etx-series-4);
      }
      .series-4 {
        --cell: var(--etx-series-5);
      }
      .series-5 {
        --cell: var(--etx-series-6);
      }
      .cell.nope {
        background: none;
        border: 1.5px solid var(--cell, var(--etx-soft));
      }
      .cell.other {
        background: var(--etx-line);
      }
      .swatch {
        display: inline-block;
        width: 10px;
        height: 12px;
        vertical-align: -1px;
        margin-right: 6px;
      }
      .kinds {
        list-style: none;
        padding: 0;
        margin: 0 0 10px;
        color: var(--etx-soft);
        font-size: 0.893em;
      }
      .columns {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr));
        gap: 8px 28px;
        align-items: start;
      }
      td:last-child {
        color: var(--etx-soft);
      }
      td small {
        margin-left: 0.7em;
      }
      .pairs summary {
        display: inline;
        border: 0;
        padding: 0;
        color: inherit;
      }
      .pairs ol {
        columns: 9em;
        margin: 6px 0;
        padding-left: 2.5em;
        color: var(--etx-soft);
        white-space: nowrap;
      }
      td.class-default {
        color: var(--etx-accent);
      }
      @media (forced-colors: active) {
        .cell {
          forced-color-adjust: none;
        }
        .cell.other {
          background: none;
          border: 1px dashed CanvasText;
        }
        td.class-default {
          color: CanvasText;
          font-weight: 600;
        }
      }
    `,
  ];

  declare bench: Bench;
  declare models: readonly OpenModel[];
  declare lang: string;
  declare read: ReadModel | undefined;
  declare error: EtxError | undefined;
  /** The sequence's length where the bench has none of the model's encodings any more to hold it. */
  declare own: number | undefined;
  declare comparing: boolean;
  readonly #engine = new EngineController(this);
  #asked = 0;
  /** What the last reading was made for. */
  #length: number | undefined;
  #shown: OpenModel | undefined;

  constructor() {
    super();
    this.bench = new Bench(presets.default);
    this.models = [];
    this.lang = "";
    this.comparing = false;
    new BenchController(this);
  }

  get #language(): Language {
    return resolveLanguage(this.lang);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    // The newest file is the one to look at.
    if (changed.has("models") && this.models.at(-1) !== this.#shown) this.#show(this.models.at(-1));
    else if (this.length !== this.#length) void this.#readAgain();
  }

  /** Of the sequence, in tokens, as the model's encodings on the bench have it; undefined until somebody moves it. */
  get length(): number | undefined {
    const ids = this.#shown?.ids ?? [];
    const entries = this.bench.experiment.encodings.filter(({ id }) => ids.includes(id));
    return entries.length === 0 ? this.own : lengthOf(entries);
  }

  #show(model: OpenModel | undefined): void {
    this.#shown = model;
    this.own = undefined;
    this.read = undefined;
    void this.#readAgain();
  }

  async #readAgain(): Promise<void> {
    const model = this.#shown;
    const asked = ++this.#asked;
    const { length } = this;
    this.#length = length;
    const { etx } = this.#engine;
    if (!model || !etx) return;
    try {
      const read = await readModel(await etx, model.config, model.name, length);
      if (asked !== this.#asked) return; // a newer question is under way
      this.error = undefined;
      this.read = read;
    } catch (reason) {
      if (asked === this.#asked) this.error = asEtxError(reason);
    }
  }

  /** Another length for the encodings on the bench, which the table follows: drawn while the hand moves, a step when it lets go. */
  #setLength(length: number, done: boolean): void {
    this.own = length;
    const experiment = withLength(this.bench.experiment, this.#shown?.ids ?? [], length);
    if (done) this.bench.commit(experiment);
    else this.bench.preview(experiment);
  }

  protected override render(): TemplateResult | typeof nothing {
    const language = this.#language;
    const model = this.#shown;
    if (!model) return nothing;
    return html`<section aria-label=${say(language, "title", { name: model.name })}>
      <header>
        <h3>${say(language, "title", { name: model.name })}</h3>
        ${
          this.models.length > 1
            ? html`<label>${say(language, "which")}
          <select @change=${(event: Event) => this.#show(this.models[Number((event.target as HTMLSelectElement).value)])}>
            ${this.models.map((one, i) => html`<option value=${i} .selected=${one === model}>${one.name}</option>`)}
          </select></label>`
            : nothing
        }
        <button type="button" class="close" aria-label=${say(language, "close", { name: model.name })} title=${say(language, "close", { name: model.name })} @click=${() => this.#close(model)}>×</button>
        <p class="note">${say(language, "kept")}</p>
      </header>
      ${this.error ? html`<p class="error" role="alert">${wordsOf(this.error, language)}</p>` : nothing}
      ${this.read ? this.#body(this.read) : nothing}
      <details class="compare" @toggle=${(event: Event) => void this.#compare((event.target as HTMLDetailsElement).open)}>
        <summary>${say(language, "compare")}</summary>
        ${this.comparing ? html`<etx-model-diff nested .models=${this.models} .bench=${this.bench} lang=${language}></etx-model-diff>` : nothing}
      </details>
    </section>`;
  }

  async #compare(open: boolean): Promise<void> {
    if (open && !this.comparing) {
      const [{ EtxModelDiff }, { define }] = await Promise.all([
        import("./model-diff.ts"),
        import("./define.ts"),
      ]);
      define("etx-model-diff", EtxModelDiff);
    }
    this.comparing = open;
  }

  #close(model: OpenModel): void {
    this.dispatchEvent(
      new CustomEvent("etx-close-model", { detail: model, bubbles: true, composed: true }),
    );
  }

  #body({ layers, strip }: ReadModel): TemplateResult {
    const language = this.#language;
    const switchesAt = layers.find((layer) => layer.switchesAt !== undefined)?.switchesAt;
    // An encoder and a decoder are stacks of their own.
    const unsaid = layers.length > 1 && layers.every((layer) => layer.layers !== "encoder");
    return html`
      ${strip ? this.#strip(layers, strip) : unsaid ? html`<p class="note">${say(language, "unstripped")}</p>` : nothing}
      ${switchesAt === undefined ? nothing : this.#slider(switchesAt)}
      <div class="columns">${layers.map((layer, i) => this.#layer(layer, this.#classOf(layers, i)))}</div>
      ${this.#warnings(layers)}
    `;
  }

  #strip(layers: readonly ReadLayer[], strip: readonly number[]): TemplateResult {
    const language = this.#language;
    const places = [...layers.keys(), ...(strip.includes(-1) ? [-1] : [])];
    const nameOf = (kind: number): string => {
      const layer = layers[kind];
      return layer ? layersName(layer, language) : say(language, "layers.other");
    };
    const kinds = places.map((kind) => {
      const members = strip.flatMap((one, i) => (one === kind ? [i] : []));
      const which = members.length === strip.length ? say(language, "all") : ranges(members);
      return say(language, "kind", { name: nameOf(kind), count: members.length, which });
    });
    return html`<div class="strip" role="img" aria-label=${say(language, "strip", {
      count: strip.length,
      kinds: kinds.join(t(language, "words.separator")),
    })}>
        ${strip.map((kind, i) => html`<span class="cell ${this.#classOf(layers, kind)}" title=${`${i}: ${nameOf(kind)}`}></span>`)}
      </div>
      <ul class="kinds">${kinds.map((words, i) => html`<li><span class="cell swatch ${this.#classOf(layers, places[i] ?? -1)}"></span>${words}</li>`)}</ul>`;
  }

  /** In the colour that its encoding has on the bench. */
  #classOf(layers: readonly ReadLayer[], kind: number): string {
    if (!layers[kind]) return "other";
    const place = this.bench.experiment.encodings.findIndex(
      ({ id }) => id === this.#shown?.ids[kind],
    );
    const color = place < 0 ? "" : `series-${place % 6}`;
    return `${color} ${layers[kind].encoding.kind === "nope" ? "nope" : ""}`;
  }

  #slider(switchesAt: number): TemplateResult {
    const language = this.#language;
    const length = this.length ?? switchesAt;
    const span = Math.log(lengths.longest / lengths.shortest);
    const words = say(language, "lengthWords", { tokens: lag(language, length) });
    const read = (event: Event): number =>
      Math.round(
        lengths.shortest * Math.exp(Number((event.target as HTMLInputElement).value) * span),
      );
    return html`<div class="slider">
      <label>${say(language, "length")}
        <input type="range" min="0" max="1" step="0.001" aria-valuetext=${words}
          .value=${String(Math.log(length / lengths.shortest) / span)}
          @input=${(event: Event) => this.#setLength(read(event), false)}
          @change=${(event: Event) => this.#setLength(read(event), true)} />
      </label>
      <output>${words}</output>
      ${[switchesAt, switchesAt + 1].map(
        (tokens) =>
          html`<button type="button" aria-pressed=${length === tokens} @click=${() => this.#setLength(tokens, true)}>${say(language, "at", { tokens: lag(language, tokens) })}</button>`,
      )}
    </div>`;
  }

  #layer(layer: ReadLayer, color: string): TemplateResult {
    const language = this.#language;
    return html`<div class="data" tabindex="0" role="region" aria-label=${layersName(layer, language)}>
      <table>
        <caption><span class="cell swatch ${color}"></span>${layersName(layer, language)}</caption>
        <thead><tr>${(["name", "value", "from"] as const).map((key) => html`<th scope="col">${say(language, key)}</th>`)}</tr></thead>
        <tbody>${layer.fields.map(
          (field) => html`<tr>
            <th scope="row">${fieldName(field.name, language)}</th>
            <td>${field.name === "inverseFrequencies" ? this.#frequencies(field) : valueText(field, language)}</td>
            <td class=${field.from?.replace(" ", "-") ?? ""}>${provenanceName(field.from, language)}${keyWords(field)}</td>
          </tr>`,
        )}</tbody>
      </table>
    </div>`;
  }

  /** To be held against what an engine prints. */
  #frequencies(field: Field): TemplateResult {
    const language = this.#language;
    const each = Array.from(field.value as Float64Array, (one) => number(language, one, 7));
    return html`<details class="pairs">
      <summary>${valueText(field, language)}</summary>
      <ol start="0">${each.map((one) => html`<li>${one}</li>`)}</ol>
    </details>`;
  }

  /** Each once, though several kinds of layer may share it. */
  #warnings(layers: readonly ReadLayer[]): TemplateResult | typeof nothing {
    const language = this.#language;
    const table = { en: sentences, "zh-Hans": configWarnings }[language];
    const said = new Set(
      layers.flatMap(({ warnings }) => warnings.map((one) => sentence(one, table))),
    );
    if (said.size === 0) return nothing;
    return html`<h4>${say(language, "warnings")}</h4><ul class="warnings">${[...said].map((one) => html`<li>${one}${t(language, "say.stop").trim()}</li>`)}</ul>`;
  }
}

/** The key that gave a value; a path breaks where its words end. */
function keyWords({ key }: Field): TemplateResult | typeof nothing {
  if (key === undefined) return nothing;
  return html` <small>${key.split(/(?<=[._])/).map((part) => html`${part}<wbr />`)}</small>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "etx-model-panel": EtxModelPanel;
  }
}
