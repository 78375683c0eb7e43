/** The laboratory's page: the element, and the reader's language and theme, which outlive the visit. */
import "../elements.ts";

const lab = document.querySelector("etx-lab");

function recall(name: "lang" | "theme"): string | null {
  try {
    return localStorage.getItem(`etx-${name}`);
  } catch {
    return null; // a sandboxed frame has no storage
  }
}

function apply(preference: { lang?: string | null; theme?: string | null }): void {
  if (preference.lang) {
    document.documentElement.lang = preference.lang;
    lab?.setAttribute("lang", preference.lang);
  }
  if (preference.theme) {
    document.documentElement.dataset.theme = preference.theme;
    lab?.setAttribute("theme", preference.theme);
  }
}

lab?.addEventListener("etx-preference", (event) => {
  const preference = (event as CustomEvent<Record<string, string>>).detail;
  apply(preference);
  try {
    for (const [name, value] of Object.entries(preference))
      localStorage.setItem(`etx-${name}`, value);
  } catch {
    // no storage: the choice lasts as long as the page
  }
});
apply({
  lang: recall("lang") ?? (navigator.language.startsWith("zh") ? "zh-Hans" : "en"),
  theme: recall("theme"),
});
