/** A formula of one line: ^{raised} and _{lowered} parts as sup and sub. */
import { html, type TemplateResult } from "lit";

export function raised(text: string): TemplateResult {
  const parts = text.split(/([\^_]\{[^}]*\})/);
  return html`${parts.map((part) => {
    const inside = part.slice(2, -1);
    if (part.startsWith("^{")) return html`<sup>${inside}</sup>`;
    return part.startsWith("_{") ? html`<sub>${inside}</sub>` : part;
  })}`;
}
