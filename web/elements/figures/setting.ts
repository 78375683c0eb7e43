/** A labelled slider under a figure: it previews while the hand moves and commits when it lets go. */
import { html, type TemplateResult } from "lit";
import type { Experiment } from "../../model/types.ts";
import type { JointHost } from "./joint.ts";

export interface Setting {
  label: string | TemplateResult;
  /** For who can't see the label's formula. */
  name?: string;
  value: number;
  min: number;
  max: number;
  /** log: equal steps are equal factors; min above 0. */
  scale?: "linear" | "log";
  /** Significant digits that the hand may give; default 3. */
  digits?: number;
  text: string;
  change(experiment: Experiment, value: number): Experiment;
}

export function setting(host: JointHost, options: Setting): TemplateResult {
  const { label, name, value, min, max, scale = "linear", digits = 3, text } = options;
  const log = scale === "log";
  const [low, high] = log ? [Math.log(min), Math.log(max)] : [min, max];
  const place = ((log ? Math.log(value) : value) - low) / (high - low);
  const read = (event: Event): Experiment => {
    const at = low + Number((event.target as HTMLInputElement).value) * (high - low);
    const raw = Math.min(max, Math.max(min, log ? Math.exp(at) : at));
    // A hand has so many digits to give, counted from the scale's end where it is linear.
    const unit = 10 ** (Math.ceil(Math.log10(max - min)) - digits);
    const rounded = log
      ? Number(raw.toPrecision(digits))
      : Number((Math.round(raw / unit) * unit).toPrecision(12));
    return options.change(host.bench.experiment, rounded);
  };
  return html`<label class="param">${label}
    <input type="range" min="0" max="1" step="0.001" .value=${String(Math.min(1, Math.max(0, place)))}
      aria-label=${name ?? label} aria-valuetext=${text}
      @input=${(event: Event) => host.bench.preview(read(event))}
      @change=${(event: Event) => host.bench.commit(read(event))} />
    <output>${text}</output></label>`;
}
