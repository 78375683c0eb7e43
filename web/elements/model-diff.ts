import {
  css,
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type TemplateResult,
} from "lit";
import { chartStyles } from "../charts/style.ts";
import { misreadings } from "../files/readings.ts";
import { type Language, resolveLanguage, t } from "../locales/index.ts";
import { say } from "../locales/panels/model.ts";
import type { EtxError } from "../model/error.ts";
import { presets } from "../model/presets.ts";
import { Bench } from "./bench.ts";
import { WidthController } from "./controllers.ts";
import { asEtxError } from "./define.ts";
import { EngineController } from "./engine-controller.ts";
import { lag, plain } from "./format.ts";
import { type DiffChart, layersOf, ratioChart, scoresChart, share } from "./model-diff-charts.ts";
import {
  agree,
  changedAlike,
  changedPairs,
  differences,
  farthestOf,
  type LayerDifference,
} from "./model-differences.ts";
import { type Field, type OpenModel, type ReadLayer, readModel } from "./model-reading.ts";
import { type ScoresApart, scoresApart } from "./model-scores.ts";
import { fieldName, layersName, provenanceName, valueText } from "./model-words.ts";
import { wordsOf } from "./names.ts";
import { panelStyles } from "./panel-styles.ts";
import { asStyle } from "./parts.ts";
import { theme } from "./theme.ts";
import { joined } from "./views.ts";

/** One way to read one file. */
interface Side {
  model: OpenModel;
  reading: "file" | ReturnType<typeof misreadings>[number]["id"];
  config: unknown;
}

interface Compared {
  sides: readonly [ReadLayer[], ReadLayer[]];
  found: LayerDifference[];
  /** One a difference, of two readings of one file: other weights would make other scores anyway. */
  scores: (ScoresApart | undefined)[];
}

/** Two files, or two readings of one, beside each other: what differs, and what it does to pairs and scores. Part of the model's panel. */
export class EtxModelDiff extends LitElement {
  static override properties: PropertyDeclarations = {
    bench: { attribute: false },
    models: { attribute: false },
    lang: { type: String },
    chosen: { state: true },
    compared: { state: true },
    error: { state: true },
  };
  static override styles = [
    theme,
    asStyle(chartStyles),
    panelStyles,
    css`
      .sides {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 16px;
        align-items: center;
      }
      .sides label {
        max-width: 100%;
      }
      td small {
        color: var(--etx-soft);
        display: block;
      }
      .drawn {
        min-width: 0;
        position: relative;
      }
    `,
  ];

  declare bench: Bench;
  declare models: readonly OpenModel[];
  declare lang: string;
  /** The places of A and B among the sides; undefined: nobody has chosen. */
  declare chosen: readonly [number, number] | undefined;
  declare compared: Compared | undefined;
  declare error: EtxError | undefined;
  readonly #engine = new EngineController(this);
  #charts: { ratio: DiffChart; scores: DiffChart } | undefined;
  #sides: Side[] = [];
  #asked = 0;

  constructor() {
    super();
    this.bench = new Bench(presets.default);
    this.models = [];
    this.lang = "";
    new WidthController(
      this,
      () => this.renderRoot?.querySelector(".sides") ?? null,
      (width) => {
        for (const chart of Object.values(this.#charts ?? {})) chart.resize(width);
      },
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const chart of Object.values(this.#charts ?? {})) chart.destroy();
    this.#charts = undefined;
  }

  get #language(): Language {
    return resolveLanguage(this.lang);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has("models")) return;
    this.#sides = this.models.flatMap((model): Side[] => [
      { model, reading: "file", config: model.config },
      ...misreadings(model.config).map(({ id, config }): Side => ({ model, reading: id, config })),
    ]);
    // The newest two files; of a single one the file and its first misreading.
    const files = this.#sides.flatMap(({ reading }, i) => (reading === "file" ? [i] : []));
    const [a = 0, b = Math.min(1, this.#sides.length - 1)] = files.slice(-2);
    this.#choose([a, b]);
  }

  #choose(chosen: readonly [number, number]): void {
    this.chosen = chosen;
    void this.#compare();
  }

  async #compare(): Promise<void> {
    const asked = ++this.#asked;
    const [a, b] = (this.chosen ?? []).map((i) => this.#sides[i]);
    const waking = this.#engine.etx;
    if (!a || !b || !waking) return;
    try {
      const etx = await waking;
      const [first, second] = await Promise.all(
        [a, b].map(async ({ config, model, reading }) => {
          const { layers } = await readModel(etx, config, model.name);
          const name = this.#sideName({ model, reading });
          return layers.map((layer) => ({
            ...layer,
            name: layer.name.replace(bareName(model), () => name),
            // Where a misreading has its values from is not what the file says.
            fields: reading === "file" ? layer.fields : layer.fields.map(ofItself),
          }));
        }),
      );
      if (asked !== this.#asked || !first || !second) return;
      const found = differences(first, second);
      const scores =
        a.model === b.model ? await Promise.all(found.map((one) => scoresApart(etx, one))) : [];
      if (asked !== this.#asked) return;
      this.error = undefined;
      this.compared = { sides: [first, second], found, scores };
    } catch (reason) {
      if (asked !== this.#asked) return;
      this.compared = undefined;
      this.error = asEtxError(reason);
    }
  }

  #sideName({ model, reading }: Pick<Side, "model" | "reading">): string {
    return say(this.#language, `reading.${reading}`, { name: bareName(model) });
  }

  protected override render(): TemplateResult {
    const language = this.#language;
    return html`<div class="sides">
        ${(["first", "second"] as const).map(
          (which, place) => html`<label>${say(language, which)}
            <select @change=${(event: Event) => this.#picked(place, Number((event.target as HTMLSelectElement).value))}>
              ${this.#sides.map((side, i) => html`<option value=${i} .selected=${i === this.chosen?.[place]}>${this.#sideName(side)}</option>`)}
            </select></label>`,
        )}
        <button type="button" ?disabled=${!this.compared} @click=${this.#both}>${say(language, "both")}</button>
      </div>
      ${this.error ? html`<p class="error" role="alert">${wordsOf(this.error, language)}</p>` : nothing}
      ${this.compared ? this.#found(this.compared) : nothing}`;
  }

  #picked(place: number, side: number): void {
    const [a = 0, b = 0] = this.chosen ?? [];
    this.#choose(place === 0 ? [side, b] : [a, side]);
  }

  #found({ found, scores }: Compared): TemplateResult {
    const language = this.#language;
    const same = agree(found);
    return html`
      ${same ? html`<p>${say(language, "same")}</p>` : found.map((one, i) => this.#layer(one, scores[i]))}
      ${(["ratio", "scores"] as const).map(
        (which) => html`<div class="drawn ${which}" hidden>
          <h4>${say(language, `${which}Title`)}</h4>
        </div>`,
      )}`;
  }

  #layer(one: LayerDifference, apart: ScoresApart | undefined): TemplateResult {
    const language = this.#language;
    const { layer, only, fields, ratios, counts } = one;
    const layers = layersOf(one, language);
    if (only)
      return html`<p>${say(language, "alone", { layers: layersName(layer, language), which: say(language, only) })}</p>`;
    const paired = fields.some(({ name }) => name === "layout");
    const notes = [
      ...(counts ? [say(language, "counts", { pairs: counts[0], others: counts[1] })] : []),
      ...(ratios ? [ratioWords(ratios, language)] : []),
      ...(paired ? [say(language, "paired")] : []),
      ...(apart ? [apartWords(apart, language)] : []),
    ];
    if (fields.length === 0) return html`<p class="note">${say(language, "agree", { layers })}</p>`;
    const title = say(language, "differ", { layers });
    return html`<div class="data" tabindex="0" role="region" aria-label=${title}>
      <table>
        <caption>${title}</caption>
        <thead><tr>${(["name", "first", "second"] as const).map((key) => html`<th scope="col">${say(language, key)}</th>`)}</tr></thead>
        <tbody>${fields.map(
          ({ name, values }) => html`<tr>
            <th scope="row">${fieldName(name, language)}</th>
            ${values.map((field) => html`<td>${field ? [valueText(field, language), field.from ? html`<small>${[provenanceName(field.from, language), field.key].filter(Boolean).join(t(language, "words.separator"))}</small>` : nothing] : "–"}</td>`)}
          </tr>`,
        )}</tbody>
      </table>
    </div>
    ${notes.map((text) => html`<p class="note">${text}</p>`)}`;
  }

  protected override updated(): void {
    const [sides, ...boxes] = this.renderRoot.querySelectorAll<HTMLElement>(".sides, .drawn");
    if (!sides || !this.compared || boxes.length === 0) return;
    const language = (): Language => this.#language;
    const width = sides.clientWidth || 600;
    this.#charts ??= { ratio: ratioChart(width, language), scores: scoresChart(width, language) };
    const { found, scores } = this.compared;
    Object.values(this.#charts).forEach((chart, i) => {
      const box = boxes[i] as HTMLElement;
      if (chart.node.parentNode !== box) box.append(chart.node);
      box.hidden = !chart.update(found, scores);
    });
  }

  readonly #both = (): void => {
    if (!this.compared) return;
    const entries = this.compared.sides.flatMap((layers) =>
      layers.map(({ name, encoding }) => ({ name, encoding })),
    );
    try {
      this.bench.commit(joined(this.bench.experiment, entries));
    } catch (reason) {
      this.dispatchEvent(
        new CustomEvent("etx-notice", { detail: reason, bubbles: true, composed: true }),
      );
    }
  };
}

function ratioWords(ratios: Float64Array, language: Language): string {
  const count = changedPairs(ratios);
  if (count === 0) return say(language, "equal");
  const pair = farthestOf(ratios);
  const ratio = plain(language, ratios[pair] ?? 1);
  const values = { count, pairs: ratios.length, ratio };
  return changedAlike(ratios)
    ? say(language, "alike", values)
    : say(language, "farthest", { ...values, pair });
}

/** Lags to be told, in tokens: from beside each other to a long context. */
const told = [0, 1, 16, 256, 4096];

function apartWords({ lags, apart }: ScoresApart, language: Language): string {
  const each = told.flatMap((tokens) => {
    const place = lags.indexOf(tokens);
    if (place < 0) return [];
    const percent = share(language, apart[place] as number);
    return [say(language, "apartAt", { percent, lag: lag(language, tokens) })];
  });
  return say(language, "apartWords", { list: each.join(t(language, "words.separator")) });
}

const ofItself = ({ name, value }: Field): Field => ({ name, value });
const bareName = ({ name }: OpenModel): string => name.replace(/\.json$/i, "");

declare global {
  interface HTMLElementTagNameMap {
    "etx-model-diff": EtxModelDiff;
  }
}
