/** Numbers as typeset: a real minus sign, thin spaces between thousands from 10 000 on, powers of ten written out. */

const thinSpace = "\u202f"; // does not break
const minus = "\u2212";
const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Charts ask for the same ticks in every frame, and Intl takes its time. */
const written = new Map<string, string>();
const mostWritten = 1000;

/** The number to `digits` significant digits. */
export function number(language: string, x: number, digits = 4): string {
  const key = `${language} ${digits} ${x}`;
  let text = written.get(key);
  if (text === undefined) {
    text = write(language, x, digits);
    if (written.size >= mostWritten) written.clear();
    written.set(key, text);
  }
  return text;
}

function write(language: string, x: number, digits: number): string {
  if (Number.isNaN(x)) return "–";
  if (!Number.isFinite(x)) return x < 0 ? `${minus}∞` : "∞";
  const size = Math.abs(x);
  if (size !== 0 && (size < 1e-4 || size >= 1e15)) return scientific(language, x, digits);
  return decimal(language, x, digits);
}

const formats = new Map<string, Intl.NumberFormat>();

function decimal(language: string, x: number, digits: number): string {
  const key = `${language} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, {
      maximumSignificantDigits: digits,
      useGrouping: "min2",
    });
    formats.set(key, format);
  }
  return format
    .formatToParts(x === 0 ? 0 : x)
    .map(({ type, value }) => (type === "minusSign" ? minus : type === "group" ? thinSpace : value))
    .join("");
}

function scientific(language: string, x: number, digits: number): string {
  const [mantissa, exponent] = x.toExponential(digits - 1).split("e") as [string, string];
  const power = exponent
    .replace(/\d/g, (digit) => superscripts[Number(digit)] as string)
    .replace("-", "⁻")
    .replace("+", "");
  return `${decimal(language, Number(mantissa), digits)} × 10${power}`;
}
