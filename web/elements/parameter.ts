/** The control of one parameter of an encoding: a slider on the parameter's own scale, or a choice. */
import { html, nothing, type TemplateResult } from "lit";
import { type Language, t } from "../locales/index.ts";
import type { Parameter } from "../model/encodings/kind.ts";
import type { Encoding } from "../model/types.ts";
import { plain } from "./format.ts";

/** How far below its largest value a symlog slider still moves in small steps. */
const decades = 5;

export function parameterControl(
  parameter: Parameter,
  encoding: Encoding,
  defaults: Encoding,
  language: Language,
  change: (encoding: Encoding, done: boolean) => void,
): TemplateResult | typeof nothing {
  if (parameter.applies?.(encoding) === false) return nothing;
  const { path } = parameter;
  const value = read(encoding, path) ?? read(defaults, path);
  const name = t(language, parameter.name);
  const set = (next: unknown, done: boolean): void =>
    change({ ...encoding, [path]: next } as Encoding, done);
  if (parameter.type === "choice") {
    return html`<label class="param">${name}
      <select @change=${(event: Event) => set((event.target as HTMLSelectElement).value, true)}>
        ${parameter.choices?.map((choice) => html`<option value=${choice} ?selected=${choice === value}>${t(language, `choice.${choice}`)}</option>`)}
      </select></label>`;
  }
  if (parameter.type === "flag") {
    return html`<label class="param">${name}
      <input type="checkbox" .checked=${value === true}
        @change=${(event: Event) => set((event.target as HTMLInputElement).checked, true)} /></label>`;
  }
  if (typeof value !== "number") return nothing; // a list: its handles on the plane move it
  const text = plain(language, value);
  const limit = parameter.limit?.(encoding);
  const scale = scaleOf(limit === undefined ? parameter : { ...parameter, max: limit });
  const read01 = (event: Event): number =>
    scale.from(Number((event.target as HTMLInputElement).value));
  return html`<label class="param">${name}
    <input type="range" min="0" max="1" step="0.001" .value=${String(scale.to(value))}
      aria-valuetext=${parameter.unit ? `${text} ${t(language, parameter.unit)}` : text}
      @input=${(event: Event) => set(read01(event), false)}
      @change=${(event: Event) => set(read01(event), true)} />
    <output>${text}</output></label>`;
}

function read(encoding: Encoding, path: string): unknown {
  return (encoding as unknown as Record<string, unknown>)[path];
}

/** The parameter's values as places from 0 to 1 on a slider, and back. */
export function scaleOf(parameter: Parameter): {
  to(value: number): number;
  from(place: number): number;
} {
  const { min = 0, max = 1, scale = "linear", type, step = 1 } = parameter;
  const threshold = Math.max(Math.abs(min), Math.abs(max)) / 10 ** decades;
  const bend = {
    linear: { on: (x: number) => x, off: (y: number) => y },
    log: { on: Math.log, off: Math.exp },
    symlog: {
      on: (x: number) => Math.sign(x) * Math.log1p(Math.abs(x) / threshold),
      off: (y: number) => Math.sign(y) * threshold * Math.expm1(Math.abs(y)),
    },
  }[scale];
  const low = bend.on(min);
  const high = bend.on(max);
  const rounded = (value: number): number => {
    if (type === "integer") return Math.round(value / step) * step;
    return value === 0 ? 0 : Number(value.toPrecision(3)); // a slider has no more digits than that to give
  };
  return {
    to: (value) => Math.min(1, Math.max(0, (bend.on(value) - low) / (high - low))),
    from: (place) => Math.min(max, Math.max(min, rounded(bend.off(low + place * (high - low))))),
  };
}
