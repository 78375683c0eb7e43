/** A(t) as MathML, with the generator's own numbers. */
import { html, type MathMLTemplateResult, mathml, type TemplateResult } from "lit";
import type { Language } from "../locales/index.ts";
import type { Formula, FormulaPart } from "../model/blocks.ts";
import { plain } from "./format.ts";

/** More parts than this and the sum is cut with an ellipsis: a formula is read, not counted. */
const most = 3;

export function formula(
  { parts, sharedRate, dimension }: Formula,
  language: Language,
): TemplateResult {
  const factor = sharedRate !== null && sharedRate !== 0;
  const shownParts = parts
    .slice(0, most)
    .map((part) => term(part, factor, parts.length === 1, language));
  const sum = shownParts.flatMap((part, index) =>
    index === 0 ? [part] : [mathml`<mo>⊕</mo>`, part],
  );
  if (parts.length > most) sum.push(mathml`<mo>⊕</mo><mo>…</mo>`);
  const body = dimension === 0 ? mathml`<mi>I</mi>` : mathml`${sum}`;
  const grouped = factor && parts.length > 1 ? mathml`<mo>(</mo>${body}<mo>)</mo>` : body;
  return html`<math><mrow><mi>A</mi><mo>(</mo><mi>t</mi><mo>)</mo><mo>=</mo>${
    factor ? mathml`${exponential(sharedRate, language)}<mo>⁢</mo>` : ""
  }${grouped}</mrow></math>`;
}

/** Blocks of one shape: e^{at}, R(ωt), and the polynomial of a block larger than 1; a sum where they differ. */
function term(
  part: FormulaPart,
  factored: boolean,
  alone: boolean,
  language: Language,
): MathMLTemplateResult {
  const { kind, size, count, rates, frequencies } = part;
  const damping = !factored && (rates.min !== 0 || rates.max !== 0);
  const ratesDiffer = damping && rates.min !== rates.max;
  const turnsDiffer = frequencies.min !== frequencies.max;
  const damped = !damping
    ? ""
    : ratesDiffer
      ? exponentialOf(indexed("a"))
      : exponential(rates.min, language);
  const backwards = frequencies.max <= 0 && frequencies.min < 0;
  const angle = turnsDiffer
    ? mathml`${backwards ? minus : ""}${indexed("ω")}`
    : signed(frequencies.min, language);
  const turned = kind === "pair" ? mathml`<mi>R</mi><mo>(</mo>${angle}<mi>t</mi><mo>)</mo>` : "";
  if (ratesDiffer || turnsDiffer) {
    const chain = size > 1 ? mathml`<mo>⊗</mo>${jordan(size)}` : "";
    return mathml`<munderover><mo>⨁</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mn>${count}</mn></munderover>${damped}${turned}${chain}`;
  }
  if (kind === "pair") {
    return mathml`${damped}${turned}${size > 1 ? mathml`<mo>⊗</mo>${jordan(size)}` : ""}${copies(count)}`;
  }
  if (size > 1) {
    const bare = alone && !factored && !damping && count === 1; // nothing beside it that brackets could keep apart
    return bare ? sumOfPowers(size) : mathml`${damped}${jordan(size)}${copies(count)}`;
  }
  if (!damping) return identity(count);
  return count > 1 ? mathml`${damped}<mo>⁢</mo>${identity(count)}` : mathml`${damped}`;
}

const minus = mathml`<mo form="prefix">−</mo>`;
const indexed = (name: string): MathMLTemplateResult =>
  mathml`<msub><mi>${name}</mi><mi>i</mi></msub>`;
const identity = (count: number): MathMLTemplateResult =>
  mathml`<msub><mi>I</mi><mn>${count}</mn></msub>`;
const copies = (count: number): MathMLTemplateResult | string =>
  count > 1 ? mathml`<mo>⊗</mo>${identity(count)}` : "";

function exponentialOf(rate: MathMLTemplateResult): MathMLTemplateResult {
  return mathml`<msup><mi>e</mi><mrow>${rate}<mi>t</mi></mrow></msup>`;
}
const exponential = (rate: number, language: Language): MathMLTemplateResult =>
  exponentialOf(signed(rate, language));

/** e^{tN} for the nilpotent N of one block: I + tN + … up to the power that is not yet zero. */
function sumOfPowers(size: number): MathMLTemplateResult {
  const powers = [mathml`<mi>I</mi><mo>+</mo><mi>t</mi><mi>N</mi>`];
  if (size > 2)
    powers.push(
      mathml`<mo>+</mo><mfrac><mn>1</mn><mn>2</mn></mfrac><msup><mi>t</mi><mn>2</mn></msup><msup><mi>N</mi><mn>2</mn></msup>`,
    );
  if (size > 3) powers.push(mathml`<mo>+</mo><mo>…</mo>`);
  return mathml`${powers}`;
}
const jordan = (size: number): MathMLTemplateResult =>
  mathml`<mo>(</mo>${sumOfPowers(size)}<mo>)</mo>`;

function signed(value: number, language: Language): MathMLTemplateResult {
  const size = mathml`<mn>${plain(language, Math.abs(value))}</mn>`;
  return value < 0 ? mathml`${minus}${size}` : size;
}
