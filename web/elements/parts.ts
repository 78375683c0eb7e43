/** Small pieces that several elements render. */
import { type CSSResult, html, type TemplateResult, unsafeCSS } from "lit";

/** Our own constant style text as an adoptable sheet; never text from outside. */
export function asStyle(text: string): CSSResult {
  return unsafeCSS(text);
}

export interface MenuItem {
  label: string | TemplateResult;
  act: () => void | Promise<void>;
}

/** A summary that opens a list of actions; Escape, a choice, or leaving it closes it. */
export function menu(
  label: string | TemplateResult,
  items: readonly MenuItem[],
  title?: string,
): TemplateResult {
  const close = (event: Event): void => {
    const details = (event.currentTarget as Element).closest("details");
    if (!details) return;
    details.open = false;
    details.querySelector("summary")?.focus(); // else the focus would be lost with the list
  };
  const onKey = (event: KeyboardEvent): void => {
    const details = event.currentTarget as HTMLDetailsElement;
    if (event.key !== "Escape" || !details.open) return;
    event.stopPropagation();
    details.open = false;
    details.querySelector("summary")?.focus();
  };
  const onLeave = (event: FocusEvent): void => {
    const details = event.currentTarget as HTMLDetailsElement;
    if (event.relatedTarget && !details.contains(event.relatedTarget as Node)) details.open = false;
  };
  return html`<details class="menu" @keydown=${onKey} @focusout=${onLeave}>
    <summary title=${title ?? ""}>${label}</summary>
    <div class="items">
      ${items.map(
        (item) =>
          html`<button type="button" @click=${(event: Event) => {
            close(event);
            void item.act();
          }}>${item.label}</button>`,
      )}
    </div>
  </details>`;
}

/** Hands a file to the person. */
export function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
