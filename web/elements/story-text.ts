/** A story's words as its page has them: marks in a sentence, a table of comparison. */
import { html, type TemplateResult } from "lit";
import type { StoryWords } from "../locales/stories/types.ts";

/** **bold**, ^{raised} and _i for an index: what a sentence about e^{tX} needs. */
export function marked(text: string): (string | TemplateResult)[] {
  return text
    .split(/(\*\*.+?\*\*|\^\{.+?\}|_\w)/)
    .map((part) =>
      part.startsWith("**")
        ? html`<strong>${marked(part.slice(2, -2))}</strong>`
        : part.startsWith("^{")
          ? html`<sup>${part.slice(2, -1)}</sup>`
          : part.startsWith("_")
            ? html`<sub>${part.slice(1)}</sub>`
            : part,
    );
}

export function comparison(
  title: string,
  { header, rows }: NonNullable<StoryWords["table"]>,
): TemplateResult {
  return html`<div class="wide" tabindex="0" role="region" aria-label=${title}>
    <table>
      <thead><tr>${header.map((cell) => (cell ? html`<th scope="col">${marked(cell)}</th>` : html`<td></td>`))}</tr></thead>
      <tbody>${rows.map(
        ([name = "", ...cells]) =>
          html`<tr><th scope="row">${marked(name)}</th>${cells.map((cell) => html`<td>${marked(cell)}</td>`)}</tr>`,
      )}</tbody>
    </table>
  </div>`;
}
