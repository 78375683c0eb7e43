/** Defines `<etx-lab>` and `<etx-figure>`. Importing it in Node does nothing and fails at nothing. */
import { EtxBenchList } from "./elements/bench-list.ts";
import { define } from "./elements/define.ts";
import { EtxFigure } from "./elements/figure.ts";
import { EtxLab } from "./elements/lab.ts";

define("etx-figure", EtxFigure);
define("etx-bench-list", EtxBenchList);
define("etx-lab", EtxLab);

export { EtxFigure, EtxLab };
