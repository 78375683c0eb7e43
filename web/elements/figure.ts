import {
  html,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from "lit";
import { serialize, toCSV } from "../charts/export.ts";
import { chartStyles } from "../charts/style.ts";
import { type Language, t } from "../locales/index.ts";
import { EtxError } from "../model/error.ts";
import type { FigureKind } from "../model/types.ts";
import { WidthController } from "./controllers.ts";
import { asEtxError } from "./define.ts";
import { ExperimentElement } from "./experiment-element.ts";
import { figureStyles } from "./figure-styles.ts";
import { type DrawnKind, drawnKinds, figureOf, isDrawn } from "./figures/index.ts";
import type { Figure, Joint } from "./figures/joint.ts";
import type { Filming } from "./filming.ts";
import { plain } from "./format.ts";
import { wordsOf } from "./names.ts";
import { asStyle, menu, save } from "./parts.ts";
import type { Picture } from "./picture.ts";
import { theme } from "./theme.ts";

/** A kind of figure that was looked up: here, on its way, or lost on it. */
interface Found {
  kind: DrawnKind;
  figure?: Figure;
  error?: EtxError;
}

/** How often a screen reader hears the description change, in milliseconds. */
const spokenEvery = 500;

/**
 * One figure of an experiment: a chart with its caption, controls, live description, data table and export menu.
 *
 * @csspart chart - the drawing's box
 * @slot - what stands here until the figure has loaded, or where it can't run: a picture and a table, say
 */
export class EtxFigure extends ExperimentElement {
  static override properties: PropertyDeclarations = {
    figure: { type: String },
    controls: { type: String },
  };
  static override styles = [theme, asStyle(chartStyles), figureStyles];

  /** Which figure; "curve" where it says nothing. */
  declare figure: FigureKind | undefined;
  /** Names of the controls that stay, separated by spaces; absent: all. "none": a still picture. */
  declare controls: string | undefined;

  #found: Found | undefined;
  #joint: Joint | undefined;
  #drawn: { picture: Picture; language: Language } | undefined;
  #spokenAt = 0;
  #speaking: ReturnType<typeof setTimeout> | undefined;
  #tableOpen = false;
  #filming: Filming | undefined;

  constructor() {
    super();
    new WidthController(
      this,
      () => this.renderRoot?.querySelector(".chart") ?? null,
      (width) => this.#joint?.resize(width),
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#speaking);
    this.#speaking = undefined;
    this.#filming?.stop();
    this.#forget();
  }

  exportSVG(): string {
    const node = this.#joint?.node;
    return node ? serialize(node) : "";
  }
  async exportPNG(): Promise<Blob> {
    const node = this.#joint?.node;
    if (!node) throw new Error("the figure has not been drawn yet");
    const { toPNG } = await import("../charts/pixels.ts");
    return toPNG(node, 2);
  }
  /** The figure's numbers, with the document that made them in the header. */
  exportCSV(): string {
    const { header, columns } = this.#joint?.data(Number.POSITIVE_INFINITY) ?? {
      header: [],
      columns: [],
    };
    return `# etX ${this.#kind}\r\n# ${JSON.stringify(this.bench.experiment)}\r\n${toCSV(columns, header)}`;
  }

  get #kind(): FigureKind {
    return this.figure ?? "curve";
  }

  /** What stands in the drawing's way. */
  get #obstacle(): string | undefined {
    const { language } = this;
    if (this.loadError) return wordsOf(this.loadError, language);
    if (!isDrawn(this.#kind)) {
      const name = String(this.figure).slice(0, 40);
      return t(language, "figure.unknown", { name, known: drawnKinds.join(", ") });
    }
    const answer = this.bench.picture?.answers.get(this.#kind);
    const error =
      this.#found?.error ??
      (answer instanceof EtxError ? answer : undefined) ??
      (this.bench.picture ? undefined : this.bench.error);
    return error && wordsOf(error, language);
  }

  /** Whether the picture holds all that the figure asks for. */
  get #ready(): boolean {
    const figure = this.#found?.figure;
    const { picture } = this.bench;
    if (!figure || !picture || this.awaiting || this.#obstacle) return false;
    return !figure.ask || picture.answers.has(this.#kind);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const kind = this.#kind;
    if (!isDrawn(kind)) this.#found = undefined;
    else if (this.#found?.kind !== kind) this.#find(kind);
    if (this.#found?.figure) this.bench.want(kind, this.#found.figure.ask);
  }

  #find(kind: DrawnKind): void {
    const figure = figureOf(kind);
    const settle = (found: Found): void => {
      if (this.#kind !== kind) return; // another one has been asked for meanwhile
      this.#found = found;
      this.requestUpdate();
    };
    if (!(figure instanceof Promise)) {
      this.#found = { kind, figure };
      return;
    }
    this.#found = { kind };
    figure.then(
      (loaded) => settle({ kind, figure: loaded }),
      (reason) => settle({ kind, error: asEtxError(reason) }),
    );
  }

  protected override updated(changed: PropertyValues<this>): void {
    const box = this.renderRoot.querySelector(".chart");
    if (changed.has("figure") || changed.has("bench")) {
      this.#forget();
    }
    const figure = this.#found?.figure;
    const { picture } = this.bench;
    // Off the page there is no width to draw in; who comes back is updated again.
    if (!this.isConnected || !box || !figure || !picture || !this.#ready) return;
    if (!this.#joint) {
      this.#joint = figure.make(this, box.clientWidth);
      box.replaceChildren(this.#joint.node);
    }
    const drawn = { picture, language: this.language };
    if (drawn.picture === this.#drawn?.picture && drawn.language === this.#drawn.language) return;
    const first = !this.#drawn;
    this.#drawn = drawn;
    this.#joint.update(drawn.picture);
    if (this.hasAttribute("bare")) this.#fit(this.#joint.node);
    if (first) this.requestUpdate(); // the joint's own controls show from now on
    if (this.#joint.player && !this.#filming) void this.#offerFilms();
    this.#speak();
  }

  /** A thumbnail shows all of a drawing: figure-styles.ts lays tall ones out in another way. */
  #fit(node: SVGSVGElement): void {
    const [width = 1, height = 0] = ["width", "height"].map((name) =>
      Number(node.getAttribute(name)),
    );
    if (height > width) this.toggleAttribute("tall", true);
  }

  async #offerFilms(): Promise<void> {
    const { Filming } = await import("./filming.ts");
    this.#filming ??= new Filming(this);
    this.requestUpdate();
  }

  #forget(): void {
    this.#joint?.destroy();
    this.#joint = undefined;
    this.#drawn = undefined;
  }

  /** The description follows the state, but no faster than it can be listened to. */
  #speak(): void {
    const wait = Math.max(0, this.#spokenAt + spokenEvery - performance.now());
    this.#speaking ??= setTimeout(() => {
      this.#speaking = undefined;
      this.#spokenAt = performance.now();
      const live = this.renderRoot.querySelector(".live");
      const text = this.#joint?.describe() ?? "";
      if (live && live.textContent !== text) live.textContent = text;
    }, wait);
  }

  protected override render(): TemplateResult {
    const language = this.language;
    const obstacle = this.#obstacle;
    const drawn = this.#ready;
    const title = this.#found?.figure?.title(language, this.bench.experiment) ?? "etX";
    return html`<figure role="figure" aria-label=${title}>
      <figcaption>
        <h3 aria-level=${this.nested ? 3 : 2}>${title}</h3>
        <span class="note">${(drawn && this.#joint?.note?.()) || nothing}</span>
        ${this.controls === "none" || !drawn ? nothing : html`<span class="controls">${this.#joint?.controls?.() ?? nothing}</span>`}
      </figcaption>
      <div class="chart" part="chart" ?hidden=${!drawn}></div>
      ${drawn ? nothing : html`<div class="state ${obstacle ? "error" : ""}"><slot></slot><p>${obstacle ?? t(language, "state.loading")}</p></div>`}
      ${drawn && this.bench.error ? html`<p class="state error">${wordsOf(this.bench.error, language)}</p>` : nothing}
      <p class="visually-hidden live" aria-live="polite"></p>
      ${this.controls === "none" || !drawn ? nothing : this.#below()}
    </figure>`;
  }

  #below(): TemplateResult {
    const language = this.language;
    return html`<div class="below">
      ${this.#joint?.below?.() ?? nothing}
      <div class="row">
        ${menu(t(language, "export.title"), [
          {
            label: "SVG",
            act: () =>
              save(
                new Blob([this.exportSVG()], { type: "image/svg+xml" }),
                `etx-${this.#kind}.svg`,
              ),
          },
          { label: "PNG", act: async () => save(await this.exportPNG(), `etx-${this.#kind}.png`) },
          {
            label: "CSV",
            act: () =>
              save(new Blob([this.exportCSV()], { type: "text/csv" }), `etx-${this.#kind}.csv`),
          },
          {
            label: "JSON",
            act: () =>
              save(
                new Blob([JSON.stringify(this.bench.experiment, null, 2)], {
                  type: "application/json",
                }),
                "etx-experiment.json",
              ),
          },
          ...(this.#filming?.items(this.#joint?.player) ?? []),
        ])}
        ${this.#filming?.render() ?? nothing}
        <details @toggle=${(event: Event) => this.#toggleTable((event.target as HTMLDetailsElement).open)}>
          <summary>${t(language, "table.title")}</summary>
          ${this.#tableOpen ? this.#table() : nothing}
        </details>
      </div>
    </div>`;
  }

  #toggleTable(open: boolean): void {
    this.#tableOpen = open;
    this.requestUpdate();
  }

  #table(): TemplateResult {
    const { header, columns } = this.#joint?.data(50) ?? { header: [], columns: [] };
    const rows = Array.from(columns[0] ?? [], (_, row) =>
      columns.map((column) => column[row] ?? ""),
    );
    return html`<div class="data" tabindex="0" role="region" aria-label=${t(this.language, "table.title")}>
      <table>
        <thead><tr>${header.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
        <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${typeof cell === "number" ? plain(this.language, cell) : cell}</td>`)}</tr>`)}</tbody>
      </table>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "etx-figure": EtxFigure;
  }
}
