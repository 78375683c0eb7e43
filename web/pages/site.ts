/** What the site's pages share: the reader's language and theme, which outlive the visit, and the links between pages. */
import { html, render } from "lit";
import { type Language, loadLanguage, resolveLanguage, t } from "../locales/index.ts";

interface Preference {
  lang?: string | null;
  theme?: string | null;
}
type Page = "lab" | "experiments" | "table";

export const addresses: Record<Page, string> = {
  lab: "./index.html",
  experiments: "./experiments.html",
  table: "./table.html",
};

function recall(name: keyof Preference): string | null {
  try {
    return localStorage.getItem(`etx-${name}`);
  } catch {
    return null; // a sandboxed frame has no storage
  }
}

function remember(preference: Preference): void {
  try {
    for (const [name, value] of Object.entries(preference)) {
      if (value) localStorage.setItem(`etx-${name}`, value);
    }
  } catch {
    // no storage: the choice lasts as long as the page
  }
}

/** Gives the page's element the reader's language and theme, and fills the `nav`; `spoken` hears of the language. */
export function furnish(
  element: HTMLElement | null,
  page: Page,
  spoken?: (language: Language) => void,
): void {
  const root = document.documentElement;
  const nav = document.querySelector("nav");

  function apply(preference: Preference): void {
    if (preference.lang) {
      root.lang = preference.lang;
      element?.setAttribute("lang", preference.lang);
    }
    if (preference.theme) {
      root.dataset.theme = preference.theme;
      element?.setAttribute("theme", preference.theme);
    }
    const language = resolveLanguage(root.lang);
    void loadLanguage(language).finally(() => {
      if (nav) render(links(language, page, prefer), nav);
      spoken?.(language);
    });
  }
  function prefer(preference: Preference): void {
    apply(preference);
    remember(preference);
  }

  element?.addEventListener("etx-preference", (event) =>
    prefer((event as CustomEvent<Preference>).detail),
  );
  apply({
    lang: recall("lang") ?? (navigator.language.startsWith("zh") ? "zh-Hans" : "en"),
    theme: recall("theme"),
  });
}

function links(language: Language, page: Page, prefer: (preference: Preference) => void) {
  const link = (to: Page) =>
    html`<a href=${addresses[to]} aria-current=${to === page ? "page" : "false"}>${t(language, `page.${to}`)}</a>`;
  if (page === "lab") return html`${link("experiments")}${link("table")}`;
  const other = language === "en" ? "zh-Hans" : "en";
  const dark = (): boolean =>
    document.documentElement.dataset.theme === "dark" ||
    (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  return html`<a class="brand" href=${addresses.lab} aria-label="etX">e<sup>tX</sup></a>${link("lab")}${link("experiments")}${link("table")}
    <button type="button" lang=${other} @click=${() => prefer({ lang: other })}>${language === "en" ? "中文" : "English"}</button>
    <button type="button" aria-label=${t(language, "tool.theme")} title=${t(language, "tool.theme")} @click=${() => prefer({ theme: dark() ? "light" : "dark" })}>◐</button>`;
}
