/** The way from a figure's export menu to a film: what the menu offers, how far it has come, and the way back. */
import { html, nothing, type TemplateResult } from "lit";
import { say } from "../locales/figures/player.ts";
import { asEtxError } from "./define.ts";
import type { Player } from "./figures/joint.ts";
import type { FilmFormat } from "./film.ts";
import { wordsOf } from "./names.ts";
import { type MenuItem, save } from "./parts.ts";

type EtxFigure = HTMLElementTagNameMap["etx-figure"];

/** 25 a second: a whole number of milliseconds, so that the film is even. */
const millisecondsPerFrame = 40;

export class Filming {
  readonly #figure: EtxFigure;
  #run: { stop: AbortController; done: number; of: number } | undefined;
  #failure: string | undefined;

  constructor(figure: EtxFigure) {
    this.#figure = figure;
  }

  items(player: Player | undefined): MenuItem[] {
    if (!player || this.#run) return [];
    const { language } = this.#figure;
    const item = (format: FilmFormat): MenuItem => ({
      label: say(language, format),
      act: () => this.#film(player, format),
    });
    return typeof VideoEncoder === "function" ? [item("webm"), item("png")] : [item("png")];
  }

  stop(): void {
    this.#run?.stop.abort();
  }

  async #film(player: Player, format: FilmFormat): Promise<void> {
    const figure = this.#figure;
    player.stop();
    const frames = player.film(1000 / millisecondsPerFrame);
    const run = { stop: new AbortController(), done: 0, of: frames.length };
    this.#run = run;
    this.#failure = undefined;
    figure.requestUpdate();
    const kind = figure.figure ?? "curve";
    try {
      const { film } = await import("./film.ts");
      const file = await film(figure, {
        kind,
        frames,
        millisecondsPerFrame,
        format,
        signal: run.stop.signal,
        onProgress(done) {
          run.done = done;
          figure.requestUpdate();
        },
      });
      save(file, format === "webm" ? `etx-${kind}.webm` : `etx-${kind}-frames.zip`);
    } catch (reason) {
      if (!run.stop.signal.aborted) this.#failure = wordsOf(asEtxError(reason), figure.language);
    }
    this.#run = undefined;
    figure.requestUpdate();
  }

  render(): TemplateResult | typeof nothing {
    const { language } = this.#figure;
    if (this.#failure)
      return html`<span class="filming error" role="alert">${this.#failure}</span>`;
    if (!this.#run) return nothing;
    const { done, of } = this.#run;
    const words = say(language, "frames", { done, of });
    return html`<span class="filming">
      <progress max=${of} value=${done} aria-label=${words}></progress>
      <output aria-live="off">${words}</output>
      <button type="button" @click=${() => this.stop()}>${say(language, "cancel")}</button>
    </span>`;
  }
}
