/**
 * Plays one number of the document under a figure (time, a count, a deviation): play, scrub, speed, loop. The figure
 * that has a player can be filmed (web/elements/film.ts).
 */
import { html } from "lit";
import { say } from "../../locales/figures/player.ts";
import { number } from "../../locales/index.ts";
import type { Experiment } from "../../model/types.ts";
import { Clock, wantsStillness } from "../clock.ts";
import type { JointHost, Player } from "./joint.ts";
import { advance, type Course, filmed } from "./timeline.ts";

/** What is played. All of it is asked anew each time, so that it may follow document and language. */
export interface Quantity {
  /** "time": what the controls are called. */
  name(): string;
  /** A value in words, "t = 40". */
  words(value: number): string;
  get(experiment: Experiment): number;
  set(experiment: Experiment, value: number): Experiment;
  range(experiment: Experiment): readonly [from: number, to: number];
  /** Its values are multiples of this; absent: any. */
  step?: number;
  /** The slider goes by logarithm from `from` on, with a finer start. */
  fine?: boolean;
  /** Units a second at speed 1; absent: the whole range in 12 seconds. */
  pace?(): number | undefined;
}

const secondsForAll = 12;
const speeds = [0.5, 1, 2, 4];
/** Where motion is not wanted the button moves it on by so much of a second's play. */
const secondsPerPress = 0.5;

export function player(host: JointHost, quantity: Quantity): Player {
  let speed = 1;
  let loop = true;
  /** Where play has come to, between the steps that the quantity takes. */
  let at = 0;

  const { bench } = host; // a figure makes a new joint for another bench
  const course = (): Course => {
    const [from, to] = quantity.range(bench.experiment);
    return { from, to, pace: speed * (quantity.pace?.() ?? (to - from || 1) / secondsForAll) };
  };
  const onStep = (value: number): number => {
    const { step } = quantity;
    return step ? Number((Math.round(value / step) * step).toPrecision(12)) : value;
  };
  const now = (): number => quantity.get(bench.experiment);
  const show = (value: number): void => {
    const next = onStep(value);
    if (next !== now()) bench.preview(quantity.set(bench.experiment, next));
  };
  const go = (seconds: number): void => {
    const way = course();
    if (onStep(at) !== now()) at = now(); // a hand has moved it meanwhile
    at = advance(way, at, seconds, loop);
    show(at);
    if (!loop && at >= way.to) clock.stop();
  };
  const clock = new Clock(
    host,
    (seconds) => {
      if (host.visible) go(seconds);
      else clock.stop();
    },
    () => bench.commit(),
  );
  const press = (): void => {
    if (clock.running) {
      clock.stop();
      return;
    }
    at = now();
    const { from, to } = course();
    if (at >= to) at = from;
    show(at);
    if (wantsStillness()) {
      go(secondsPerPress);
      bench.commit();
    } else clock.start();
  };

  return {
    get playing() {
      return clock.running;
    },
    stop: () => clock.stop(),
    film(framesPerSecond) {
      const { experiment } = bench;
      return filmed(course(), now(), framesPerSecond).map((value) =>
        quantity.set(experiment, onStep(value)),
      );
    },
    render() {
      const { language } = host;
      const value = now();
      const name = quantity.name();
      const words = quantity.words(value);
      const slider = sliderOf(quantity, course());
      const verb = clock.running ? "pause" : wantsStillness() ? "step" : "play";
      return html`<div class="scrubber">
        <button type="button" aria-label=${say(language, verb, { name })} @click=${press}>${signs[verb]}</button>
        <input
          type="range" min=${slider.min} max=${slider.max} step=${slider.step} aria-label=${name} aria-valuetext=${words}
          .value=${String(slider.to(value))}
          @input=${(event: Event) => show(slider.from(Number((event.target as HTMLInputElement).value)))}
          @change=${() => bench.commit()}
        />
        <output>${words}</output>
        <span class="pace">
          <select aria-label=${say(language, "speed")} @change=${(event: Event) => {
            speed = Number((event.target as HTMLSelectElement).value);
            host.requestUpdate();
          }}>
            ${speeds.map((one) => html`<option value=${one} ?selected=${one === speed}>${one === 0.5 ? "½" : number(language, one)}×</option>`)}
          </select>
          <button type="button" aria-label=${say(language, "loop")} title=${say(language, "loop")} aria-pressed=${loop} @click=${() => {
            loop = !loop;
            host.requestUpdate();
          }}>↻</button>
        </span>
      </div>`;
    },
  };
}

const signs = { play: "▶", pause: "❚❚", step: "▶❚" };

interface Slider {
  min: number;
  max: number;
  step: number;
  to(value: number): number;
  from(place: number): number;
}

function sliderOf({ step, fine }: Quantity, { from, to }: Course): Slider {
  if (!fine) {
    const same = (value: number): number => value;
    return { min: from, max: to, step: step ?? (to - from) / 1000, to: same, from: same };
  }
  const whole = Math.log1p(Math.max(1, to - from));
  return {
    min: 0,
    max: 1,
    step: 0.001,
    to: (value) => Math.log1p(Math.max(0, value - from)) / whole,
    from(place) {
      const value = Math.expm1(place * whole);
      return from + (value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
    },
  };
}
