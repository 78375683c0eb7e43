/** Small matrices and columns as MathML. */
import { type MathMLTemplateResult, mathml } from "lit";
import type { Language } from "../locales/index.ts";
import type { MatrixLike } from "../model/types.ts";
import { plain } from "./format.ts";

export function matrixMath(
  { rows, cols, data }: MatrixLike,
  language: Language,
): MathMLTemplateResult {
  const row = (i: number): MathMLTemplateResult =>
    mathml`<mtr>${Array.from({ length: cols }, (_, j) => mathml`<mtd>${numberMath(data[i * cols + j] as number, language)}</mtd>`)}</mtr>`;
  return mathml`<mrow><mo>[</mo><mtable>${Array.from({ length: rows }, (_, i) => row(i))}</mtable><mo>]</mo></mrow>`;
}

export const columnMath = (values: ArrayLike<number>, language: Language): MathMLTemplateResult =>
  matrixMath({ rows: values.length, cols: 1, data: Array.from(values) }, language);

export function numberMath(value: number, language: Language): MathMLTemplateResult {
  const text = mathml`<mn>${plain(language, Math.abs(value))}</mn>`;
  return value < 0 ? mathml`<mrow><mo form="prefix">−</mo>${text}</mrow>` : text;
}
