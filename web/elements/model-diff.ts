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
import type { CurveChart, CurveSeries } from "../charts/types.ts";
import { misreadings } from "../files/readings.ts";
import { type Language, number, resolveLanguage, t } from "../locales/index.ts";
import { say } from "../locales/panels/model.ts";
import type { EtxError } from "../model/error.ts";
import { presets } from "../model/presets.ts";
import { Bench } from "./bench.ts";
import { WidthController } from "./controllers.ts";
import { asEtxError } from "./define.ts";
import { EngineController } from "./engine-controller.ts";
import { lag, plain } from "./format.ts";
import {
  agree,
  changedPairs,
  differences,
  farthestOf,
  type LayerDifference,
} from "./model-differences.ts";
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
  #scale = linear;
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
            name: layer.name.replace(bareName(model), () => name),
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

  #found({ found }: Compared): TemplateResult {
    const language = this.#language;
    const same = agree(found);
    return html`
      ${same ? html`<p>${say(language, "same")}</p>` : found.map((one) => this.#layer(one))}
      <div ?hidden=${seriesOf(found, language).length === 0}>
        <h4>${say(language, "ratioTitle")}</h4>
        <div class="ratio"></div>
      </div>`;
  }

  #layer(one: LayerDifference): TemplateResult {
    const language = this.#language;
    const { layer, only, fields, ratios, counts } = one;
    const layers = layersOf(one, language);
    if (only)
      return html`<p>${say(language, "alone", { layers: layersName(layer, language), which: say(language, only) })}</p>`;
    const words = counts
      ? say(language, "counts", { pairs: counts[0], others: counts[1] })
      : ratios
        ? ratioWords(ratios, language)
        : "";
    if (fields.length === 0) return html`<p>${say(language, "agree", { layers })}</p>`;
    const title = say(language, "differ", { layers });
    return html`<div class="data" tabindex="0" role="region" aria-label=${title}>
      <table>
        <caption>${title}</caption>
        <thead><tr>${(["name", "first", "second"] as const).map((key) => html`<th scope="col">${say(language, key)}</th>`)}</tr></thead>
        <tbody>${fields.map(
          ({ name, values }) => html`<tr>
            <th scope="row">${fieldName(name, language)}</th>
            ${values.map((field) => html`<td>${field ? [valueText(field, language), html`<small>${provenanceName(field.from, language)}</small>`] : "–"}</td>`)}
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
    const series = seriesOf(this.compared.found, language);
    this.#scale = scaleFor(series);
    this.#chart.update({
      series: series.map((one) => ({ ...one, values: one.values.map(this.#scale.of) })),
      xScale: "linear",
      xLabel: say(language, "pair"),
      yLabel: say(language, "ratio"),
    });
  }

  #newChart(width: number): CurveChart {
    const language = (): Language => this.#language;
    const pairWords = (pair: number): string =>
      `${say(language(), "pair")} ${lag(language(), pair)}`;
    const ratio = (value: number): string => number(language(), this.#scale.back(value), 5);
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
        tick: ratio,
        title: pairWords,
        value: ratio,
        valueText: ({ lag: pair, values }) =>
          [pairWords(pair), ...values.map((one) => `${one.label} ${ratio(one.value)}`)].join(
            t(language(), "words.separator"),
          ),
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

/** How ratios lie on the chart's axis: equal is its zero. */
interface RatioScale {
  of(ratio: number): number;
  back(value: number): number;
}
const linear: RatioScale = { of: (ratio) => ratio - 1, back: (value) => value + 1 };
const logarithmic: RatioScale = { of: Math.log2, back: (value) => 2 ** value };
/** Where ratios spread more, the small ones would be one line on a linear axis; ticks are whole powers of 2 from here on. */
const widest = 12;

function scaleFor(series: readonly CurveSeries[]): RatioScale {
  const sizes = series.flatMap(({ values }) =>
    [...values].map((ratio) => Math.abs(Math.log(ratio))),
  );
  const most = sizes.filter(Number.isFinite).reduce((a, b) => Math.max(a, b), 0);
  return most > Math.log(widest) ? logarithmic : linear;
}

function layersOf({ layer, other }: LayerDifference, language: Language): string {
  const layers = layersName(layer, language);
  return other ? say(language, "against", { layers, others: layersName(other, language) }) : layers;
}

function ratioWords(ratios: Float64Array, language: Language): string {
  const count = changedPairs(ratios);
  if (count === 0) return say(language, "equal");
  const pair = farthestOf(ratios);
  const ratio = plain(language, ratios[pair] ?? 1);
  return say(language, "farthest", { count, pairs: ratios.length, pair, ratio });
}

/** Each kind of layer whose frequencies differ: there is nothing to see in a row of ones. */
function seriesOf(found: readonly LayerDifference[], language: Language): CurveSeries[] {
  return found.flatMap((one, i) => {
    const { ratios, layer } = one;
    if (!ratios || changedPairs(ratios) === 0) return [];
    const lags = Float64Array.from(ratios, (_, pair) => pair);
    const label = layersOf(one, language);
    return [
      { id: layer.layers, label, colorIndex: i % 6, start: 0, step: 1, lags, values: ratios },
    ];
  });
}

const bareName = ({ name }: OpenModel): string => name.replace(/\.json$/i, "");

declare global {
  interface HTMLElementTagNameMap {
    "etx-model-diff": EtxModelDiff;
  }
}
