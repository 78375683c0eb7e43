import {
  css,
  html,
  LitElement,
  nothing,
  type PropertyDeclarations,
  type TemplateResult,
} from "lit";
import { curveChart } from "../charts/curve.ts";
import { chartStyles } from "../charts/style.ts";
import type { CurveChart } from "../charts/types.ts";
import { misreadings } from "../files/readings.ts";
import { type Language, resolveLanguage, t } from "../locales/index.ts";
import { say } from "../locales/panels/model.ts";
import type { EtxError } from "../model/error.ts";
import { presets } from "../model/presets.ts";
import { Bench } from "./bench.ts";
import { WidthController } from "./controllers.ts";
import { asEtxError } from "./define.ts";
import { EngineController } from "./engine-controller.ts";
import { lag, plain, tick } from "./format.ts";
import { differences, type LayerDifference } from "./model-differences.ts";
import { type OpenModel, type ReadLayer, readModel } from "./model-reading.ts";
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
}

/** Two files, or two readings of one, beside each other: what differs, and what it does to each pair. Part of the model's panel. */
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
      .ratio {
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
  #chart: CurveChart | undefined;
  #sides: Side[] = [];
  #asked = 0;

  constructor() {
    super();
    this.bench = new Bench(presets.default);
    this.models = [];
    this.lang = "";
    new WidthController(
      this,
      () => this.renderRoot?.querySelector(".ratio") ?? null,
      (width) => this.#chart?.resize(width, chartHeight),
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#chart?.destroy();
    this.#chart = undefined;
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
            name: layer.name.replace(model.name.replace(/\.json$/i, ""), name),
          }));
        }),
      );
      if (asked !== this.#asked || !first || !second) return;
      this.error = undefined;
      this.compared = { sides: [first, second], found: differences(first, second) };
    } catch (reason) {
      if (asked !== this.#asked) return;
      this.compared = undefined;
      this.error = asEtxError(reason);
    }
  }

  #sideName({ model, reading }: Pick<Side, "model" | "reading">): string {
    return say(this.#language, `reading.${reading}`, { name: model.name.replace(/\.json$/i, "") });
  }

  protected override render(): TemplateResult {
    const language = this.#language;
    return html`<div class="sides">
        ${(["first", "second"] as const).map(
          (which, place) => html`<label>${say(language, which)}
            <select @change=${(event: Event) => this.#picked(place, Number((event.target as HTMLSelectElement).value))}>
              ${this.#sides.map((side, i) => html`<option value=${i} ?selected=${i === this.chosen?.[place]}>${this.#sideName(side)}</option>`)}
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

  #found({ found }: Compared): TemplateResult {
    const language = this.#language;
    const same = found.every(({ fields, only, ratios }) => fields.length === 0 && !only && ratios);
    const drawn = found.find(({ ratios }) => ratios && ratios.length > 0);
    return html`
      ${same ? html`<p>${say(language, "same")}</p>` : found.map((one) => this.#layer(one))}
      <div ?hidden=${!drawn || same}>
        <h4>${say(language, "ratioTitle")}</h4>
        <div class="ratio"></div>
      </div>`;
  }

  #layer({ layer, only, fields, ratios, counts }: LayerDifference): TemplateResult {
    const language = this.#language;
    const layers = layersName(layer, language);
    if (only) return html`<p>${say(language, "alone", { layers })}</p>`;
    const farthest = ratios ? farthestOf(ratios) : undefined;
    const words = counts
      ? say(language, "counts", { pairs: counts[0], others: counts[1] })
      : farthest === undefined
        ? ""
        : (ratios?.[farthest] ?? 1) === 1
          ? say(language, "equal")
          : say(language, "farthest", {
              pair: farthest,
              ratio: plain(language, ratios?.[farthest] ?? 1),
            });
    if (fields.length === 0) return html`<p>${say(language, "agree", { layers })}</p>`;
    return html`<div class="data" tabindex="0" role="region" aria-label=${layers}>
      <table>
        <caption>${say(language, "differ", { layers })}</caption>
        <thead><tr>${(["name", "first", "second"] as const).map((key) => html`<th scope="col">${say(language, key)}</th>`)}</tr></thead>
        <tbody>${fields.map(
          ({ name, values }) => html`<tr>
            <th scope="row">${fieldName(name, language)}</th>
            ${values.map((field) => html`<td>${field ? valueText(field, language) : "–"}<small>${provenanceName(field?.from, language)}</small></td>`)}
          </tr>`,
        )}</tbody>
      </table>
    </div>
    <p class="note">${words}</p>`;
  }

  protected override updated(): void {
    const box = this.renderRoot.querySelector(".ratio");
    if (!box || !this.compared) return;
    const language = this.#language;
    this.#chart ??= this.#newChart(box.clientWidth || 600);
    if (this.#chart.node.parentNode !== box) box.replaceChildren(this.#chart.node);
    this.#chart.update({
      series: this.compared.found.flatMap(({ layer, ratios }, i) =>
        ratios && ratios.length > 0
          ? [
              {
                id: layer.layers,
                label: layersName(layer, language),
                colorIndex: i,
                start: 0,
                step: 1,
                values: ratios,
              },
            ]
          : [],
      ),
      xScale: "linear",
      xLabel: say(language, "pair"),
      yLabel: say(language, "ratio"),
    });
  }

  #newChart(width: number): CurveChart {
    const language = (): Language => this.#language;
    const pairWords = (pair: number): string =>
      `${say(language(), "pair")} ${lag(language(), pair)}`;
    return curveChart({
      width,
      height: chartHeight,
      labels: {
        get cursor() {
          return say(language(), "pair");
        },
      },
      format: {
        lag: (pair) => lag(language(), pair),
        tick: (value) => tick(language(), value),
        title: pairWords,
        value: (value) => plain(language(), value),
        valueText: ({ lag: pair, values }) =>
          [
            pairWords(pair),
            ...values.map((one) => `${one.label} ${plain(language(), one.value)}`),
          ].join(t(language(), "words.separator")),
      },
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

const chartHeight = 240;

/** The pair that changed most, by ratio. */
function farthestOf(ratios: Float64Array): number {
  let farthest = 0;
  ratios.forEach((ratio, i) => {
    const change = (x: number): number => Math.abs(Math.log(x));
    if (change(ratio) > change(ratios[farthest] ?? 1)) farthest = i;
  });
  return farthest;
}

declare global {
  interface HTMLElementTagNameMap {
    "etx-model-diff": EtxModelDiff;
  }
}
