/** The experiments' page. */
import "../elements.ts";
import { define } from "../elements/define.ts";
import { EtxExperiments } from "../elements/experiments.ts";
import { furnish } from "./site.ts";

define("etx-experiments", EtxExperiments);
furnish(document.querySelector("etx-experiments"), "experiments");
