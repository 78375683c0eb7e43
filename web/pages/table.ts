/** The periodic table's page: an element that is picked opens in the laboratory. */
import "../elements.ts";
import type { Language } from "../locales/index.ts";
import { say } from "../locales/panels/pages.ts";
import { encodeLink } from "../model/link.ts";
import { presets } from "../model/presets.ts";
import type { Experiment } from "../model/types.ts";
import { addresses, furnish } from "./site.ts";

const figure = document.querySelector("etx-figure");

figure?.addEventListener("etx-change", (event) => {
  const { encodings } = (event as CustomEvent<Experiment>).detail;
  void open(encodings.slice(-1));
});

async function open(encodings: Experiment["encodings"]): Promise<void> {
  const url = new URL(addresses.lab, location.href);
  url.hash = await encodeLink({ ...presets.default, encodings });
  location.assign(url);
}

function words(language: Language): void {
  const [title, lead] = [document.querySelector("main h1"), document.querySelector("main p")];
  if (title) title.textContent = say(language, "table.heading");
  if (lead) lead.textContent = say(language, "table.lead");
}

furnish(figure, "table", words);
