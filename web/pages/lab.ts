/** The laboratory's page. */
import "../elements.ts";
import { furnish } from "./site.ts";

furnish(document.querySelector("etx-lab"), "lab");
