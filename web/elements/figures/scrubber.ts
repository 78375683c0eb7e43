/** The scrubber of time under a figure: a button that plays, a slider, the time in words. */
import { html, type TemplateResult } from "lit";
import { t } from "../../locales/index.ts";
import { lastLag } from "../../model/lags.ts";
import { Clock } from "../clock.ts";
import { lag } from "../format.ts";
import type { JointHost } from "./joint.ts";

export interface Scrubber {
  readonly playing: boolean;
  stop(): void;
  render(): TemplateResult;
}

/** Playing goes through all lags in so many seconds, where the figure names no pace of its own. */
const secondsForAll = 12;

/** `pace`: tokens a second while it plays, where the figure knows one. */
export function scrubber(host: JointHost, pace?: () => number | undefined): Scrubber {
  const horizon = (): number => lastLag(host.bench.experiment);
  const setTime = (time: number): void => host.bench.preview({ ...host.bench.experiment, time });
  const clock = new Clock(
    host,
    (seconds) => {
      if (!host.visible) return clock.stop();
      const time =
        (host.bench.experiment.time ?? 0) + seconds * (pace?.() ?? horizon() / secondsForAll);
      setTime(time > horizon() ? 0 : time);
    },
    () => host.bench.commit(),
  );
  // Finer near 0, where the fast pairs live.
  const toSlider = (time: number): number =>
    Math.log1p(Math.max(0, time)) / Math.log1p(Math.max(1, horizon()));
  const fromSlider = (at: number): number => {
    const time = Math.expm1(at * Math.log1p(Math.max(1, horizon())));
    return time < 10 ? Math.round(time * 10) / 10 : Math.round(time);
  };

  return {
    get playing() {
      return clock.running;
    },
    stop: () => clock.stop(),
    render() {
      const time = host.bench.experiment.time ?? 0;
      const words = t(host.language, "words.time", { time: lag(host.language, time) });
      return html`<div class="scrubber">
        <button type="button" aria-label=${t(host.language, clock.running ? "clock.pause" : "clock.play")} @click=${() => (clock.running ? clock.stop() : clock.start())}>
          ${clock.running ? "❚❚" : "▶"}
        </button>
        <input
          type="range" min="0" max="1" step="0.001" aria-label=${t(host.language, "clock.time")} aria-valuetext=${words}
          .value=${String(toSlider(time))}
          @input=${(event: Event) => setTime(fromSlider(Number((event.target as HTMLInputElement).value)))}
          @change=${() => host.bench.commit()}
        />
        <output>${words}</output>
      </div>`;
    },
  };
}
