/** A slider under a figure that moves one number of its options. */
import { html, type TemplateResult } from "lit";
import type { Experiment } from "../../model/types.ts";
import type { JointHost } from "./joint.ts";

export interface SliderOptions {
  name: string;
  value: number;
  /** The value in words. */
  text: string;
  min: number;
  max: number;
  step?: number;
  /** Finer near 0. Default false. */
  bent?: boolean;
  /** Equal steps are equal factors, three digits each; min above 0. Default false. */
  log?: boolean;
}

/** `change`: the document with the new value. */
export function slider(
  host: JointHost,
  { name, value, text, min, max, step = 1, bent = false, log = false }: SliderOptions,
  change: (value: number) => Experiment,
): TemplateResult {
  const bend = (x: number): number =>
    log ? Math.log(x / min) : bent ? Math.log1p(x - min) : x - min;
  const straight = (y: number): number =>
    log ? min * Math.exp(y) : min + (bent ? Math.expm1(y) : y);
  const round = (x: number): string =>
    log ? x.toPrecision(3) : (Math.round(x / step) * step).toPrecision(12);
  const read = (event: Event): number => {
    const place = Number((event.target as HTMLInputElement).value);
    return Math.min(max, Math.max(min, Number(round(straight(place)))));
  };
  const fine = bent || log ? bend(max) / 1000 : step;
  return html`<div class="scrubber">
    <span>${name}</span>
    <input type="range" min="0" max=${bend(max)} step=${fine} aria-label=${name} aria-valuetext=${text}
      .value=${String(bend(value))}
      @input=${(event: Event) => host.bench.preview(change(read(event)))}
      @change=${() => host.bench.commit()} />
    <output>${text}</output>
  </div>`;
}
