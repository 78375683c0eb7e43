/**
 * How the charts look, as one table: the sheet that an element adopts is written from it, and an exported SVG gets
 * the same declarations as attributes. Selectors are single classes, so that order alone decides, in both.
 */
import { seriesCount } from "./color.ts";

/** The tokens' light values: what an export on paper uses and what stands where a host sets none. */
export const lightTokens: Readonly<Record<string, string>> = {
  paper: "#fdfcf9",
  ink: "#1f2328",
  soft: "#62676f",
  line: "#e2ded4",
  wash: "#f4f1e9",
  accent: "#b3401f",
  unstable: "#f9ece6",
  "series-1": "#2f6297",
  "series-2": "#b83b62",
  "series-3": "#26743a",
  "series-4": "#7d6d12",
  "series-5": "#6d4c9e",
  "series-6": "#17737a",
  sans: 'system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans CJK SC", sans-serif',
  serif:
    '"Iowan Old Style", Charter, "Source Serif 4", Cambria, Georgia, "Songti SC", "Noto Serif CJK SC", serif',
};

/** How thick curves are drawn, in pixels. */
export const lineWidths = { plain: 1.4, strong: 2 };

type Declarations = Record<string, string>;

const token = (name: string): string =>
  `var(--etx-${name}, ${name === "ink" ? "currentColor" : lightTokens[name]})`;

const hairline: Declarations = {
  stroke: token("line"),
  "stroke-width": "1",
  fill: "none",
  "shape-rendering": "crispEdges",
};
/** Text keeps a rim of paper, so that it reads over a line. */
const rim: Declarations = {
  "paint-order": "stroke",
  stroke: token("paper"),
  "stroke-width": "3.5",
  "stroke-linejoin": "round",
};

const series: [string, Declarations][] = Array.from({ length: seriesCount }, (_, i) => [
  `.etx-s${i + 1}`,
  { color: token(`series-${i + 1}`) },
]);

/** Selector and declarations, in order; all of them presentation attributes. */
export const rules: readonly (readonly [string, Declarations])[] = [
  [".etx-chart", { "font-family": token("sans"), "font-size": "11px", fill: token("ink") }],
  ...series,
  [".etx-grid", hairline],
  [".etx-zero", { ...hairline, stroke: token("soft"), "stroke-opacity": ".55" }],
  [".etx-tick", { fill: token("soft"), ...rim }],
  [".etx-title", { fill: token("soft") }],
  [".etx-words", { fill: "currentColor", ...rim }],
  [".etx-strong", { "font-weight": "600" }],
  [
    ".etx-math",
    {
      fill: token("ink"),
      "font-family": token("serif"),
      "font-style": "italic",
      "font-size": "14px",
      ...rim,
    },
  ],
  [".etx-accent", { color: token("accent") }],
  // plane
  [".etx-unstable", { fill: token("unstable") }],
  [".etx-dot", { fill: "currentColor", stroke: token("paper"), "stroke-width": ".75" }],
  [".etx-dot-muted", { fill: "currentColor", "fill-opacity": ".45" }],
  [".etx-block", { fill: token("paper"), stroke: "currentColor", "stroke-width": "1.5" }],
  [".etx-block-held", { fill: "currentColor", stroke: token("paper"), "stroke-width": "1" }],
  [".etx-badge", { fill: "currentColor", "font-size": "9px", "font-weight": "700" }],
  [".etx-badge-held", { fill: token("paper"), "font-size": "9px", "font-weight": "700" }],
  [".etx-ring", { fill: "none", stroke: "currentColor", "stroke-width": "1.5" }],
  [
    ".etx-halo",
    { fill: "none", stroke: "currentColor", "stroke-width": "1", "stroke-opacity": ".6" },
  ],
  [".etx-focus", { fill: "none", stroke: "none" }],
  [".etx-reach", { fill: "none", stroke: "none" }],
  // orbit
  [
    ".etx-circle",
    { fill: "none", stroke: token("soft"), "stroke-width": "1", "stroke-opacity": ".4" },
  ],
  [
    ".etx-trail",
    { fill: "none", stroke: "currentColor", "stroke-width": "1.6", "stroke-linejoin": "round" },
  ],
  [
    ".etx-future",
    {
      fill: "none",
      stroke: "currentColor",
      "stroke-width": "1",
      "stroke-opacity": ".28",
      "stroke-linejoin": "round",
    },
  ],
  [
    ".etx-cloud",
    {
      fill: "none",
      stroke: "currentColor",
      "stroke-width": "3",
      "stroke-opacity": ".4",
      "stroke-linecap": "round",
    },
  ],
  [".etx-vector", { fill: "none", stroke: "currentColor", "stroke-width": "1.5" }],
  [".etx-tip", { fill: "currentColor" }],
  [".etx-hollow", { fill: token("paper"), stroke: "currentColor", "stroke-width": "1.5" }],
  [
    ".etx-foot",
    { fill: "none", stroke: token("soft"), "stroke-width": "1", "stroke-dasharray": "1.5 3" },
  ],
  // curve
  [
    ".etx-line",
    {
      fill: "none",
      stroke: "currentColor",
      "stroke-width": String(lineWidths.plain),
      "stroke-linejoin": "bevel",
    },
  ],
  [
    ".etx-line-strong",
    {
      fill: "none",
      stroke: "currentColor",
      "stroke-width": String(lineWidths.strong),
      "stroke-linejoin": "bevel",
    },
  ],
  [".etx-solid", { fill: "currentColor" }],
  [".etx-band", { fill: "currentColor", "fill-opacity": ".2" }],
  [".etx-faint", { opacity: ".42" }],
  [".etx-bar", { fill: "none", stroke: "currentColor", "stroke-width": "6" }],
  [
    ".etx-bar-thin",
    { fill: "none", stroke: "currentColor", "stroke-width": "2", "stroke-opacity": ".6" },
  ],
  [
    ".etx-leader",
    { fill: "none", stroke: "currentColor", "stroke-width": "1", "stroke-opacity": ".5" },
  ],
  [
    ".etx-marker",
    { fill: "none", stroke: "currentColor", "stroke-width": "1.2", "stroke-dasharray": "2 4" },
  ],
  // ladder
  [".etx-share", { fill: "currentColor", "fill-opacity": ".3" }],
  [".etx-share-marked", { fill: token("accent"), "fill-opacity": ".75" }],
  [
    ".etx-speck",
    { fill: "none", stroke: "currentColor", "stroke-width": "2.4", "stroke-linecap": "round" },
  ],
  [
    ".etx-running",
    { fill: "none", stroke: token("ink"), "stroke-width": "1.2", "stroke-linejoin": "round" },
  ],
  // table
  [
    ".etx-heading",
    {
      fill: token("ink"),
      "font-family": token("serif"),
      "font-style": "italic",
      "font-size": "15px",
    },
  ],
  [".etx-formula", { fill: token("soft"), "font-family": token("serif"), "font-size": "15px" }],
  [".etx-rare", { "stroke-opacity": ".45", "stroke-dasharray": "3 3" }],
  [".etx-chip", { fill: token("paper"), stroke: token("line"), "stroke-width": "1" }],
  [".etx-chip-name", { fill: "currentColor", "font-size": "13px", "font-weight": "600" }],
  [".etx-crosshair", { ...hairline, stroke: token("soft"), "stroke-opacity": ".7" }],
  [
    ".etx-sheet",
    { fill: token("paper"), "fill-opacity": ".94", stroke: token("line"), "stroke-width": "1" },
  ],
  [".etx-ink", { fill: token("ink") }],
  // field
  [".etx-positive", { fill: token("series-1") }],
  [".etx-negative", { fill: token("series-2") }],
  [".etx-ink-line", { stroke: token("ink") }],
  [".etx-veil", { fill: token("paper") }],
  [".etx-window", { fill: token("accent"), "fill-opacity": ".15", stroke: token("accent") }],
  [".etx-layer", { fill: "none", stroke: "none" }],
];

const sheet = rules
  .map(([selector, declarations]) => {
    const body = Object.entries(declarations).map(([name, value]) => `${name}: ${value};`);
    return `${selector} { ${body.join(" ")} }`;
  })
  .join("\n");

const tokens = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `--etx-${name}: ${value};`)
    .join(" ");

const forced = {
  paper: "Canvas",
  ink: "CanvasText",
  soft: "CanvasText",
  line: "CanvasText",
  wash: "Canvas",
  accent: "Highlight",
  unstable: "Canvas",
  ...Object.fromEntries(series.map((_, i) => [`series-${i + 1}`, "CanvasText"])),
};
const onPaper = Object.fromEntries(
  Object.entries(lightTokens).filter(([name]) => name !== "sans" && name !== "serif"),
);

/** The sheet to adopt. What follows the table is for a live page only: pointers, focus, forced colours, print. */
export const chartStyles = `
${sheet}
.etx-chart { display: block; max-width: 100%; overflow: visible; font-variant-numeric: tabular-nums; direction: ltr;
  -webkit-user-select: none; user-select: none; -webkit-tap-highlight-color: transparent; }
.etx-chart text { pointer-events: none; }
/* Blocks, because browsers ignore touch-action on what is displayed inline, as the inside of an SVG is. */
.etx-reach { display: block; pointer-events: all; touch-action: none; cursor: default; }
.etx-reach-near { cursor: grab; }
.etx-dragging .etx-reach { cursor: grabbing; }
.etx-layer { display: block; pointer-events: all; touch-action: pan-y; cursor: crosshair; }
.etx-panning { cursor: grabbing; }
/* An older picture pales, but not where the next one is there in a moment, as in a drag. */
.etx-heatmap image { transition: opacity 0.15s; }
.etx-heatmap[data-stale] image { transition-delay: 0.3s; }
.etx-pick { cursor: pointer; outline: none; }
.etx-pick:hover .etx-chip, .etx-pick:focus-visible .etx-chip { stroke: ${token("accent")}; }
.etx-pick:focus-visible .etx-chip { stroke-width: 2; }
.etx-picked .etx-chip { stroke: ${token("soft")}; }
.etx-handle, .etx-layer { outline: none; }
.etx-cursor { pointer-events: none; }
.etx-handle:focus-visible .etx-focus { stroke: ${token("ink")}; stroke-width: 1.75; }
.etx-pointing .etx-handle:focus-visible .etx-focus { stroke: none; }
.etx-layer:focus-visible { stroke: ${token("ink")}; stroke-width: 1.5; }
@media (forced-colors: active) {
  .etx-chart { forced-color-adjust: none; ${tokens(forced)} }
  .etx-unstable { stroke: CanvasText; stroke-dasharray: 1 4; }
  .etx-grid { stroke-opacity: .3; }
  .etx-negative { fill: Highlight; }
  /* Half as deep, so that a mark of ink shows on the deepest. */
  .etx-positive, .etx-negative { opacity: .5; }
  .etx-s2.etx-line, .etx-s2.etx-line-strong { stroke-dasharray: 8 3; }
  .etx-s3.etx-line, .etx-s3.etx-line-strong { stroke-dasharray: 2 3; }
  .etx-s4.etx-line, .etx-s4.etx-line-strong { stroke-dasharray: 8 3 2 3; }
  .etx-s5.etx-line, .etx-s5.etx-line-strong { stroke-dasharray: 14 4; }
  .etx-s6.etx-line, .etx-s6.etx-line-strong { stroke-dasharray: 2 6; }
}
@media print {
  .etx-chart { print-color-adjust: exact; -webkit-print-color-adjust: exact;
    background: ${token("paper")}; ${tokens(onPaper)} }
  .etx-cursor { display: none; }
}
`;
