import { type Language, t } from "../../locales/index.ts";
import type { FigureKind } from "../../model/types.ts";
import { curveJoint } from "./curve.ts";
import type { Figure, MakeJoint } from "./joint.ts";
import { askCloud, orbitJoint } from "./orbit.ts";
import { planeJoint } from "./plane.ts";

const own = (kind: "plane" | "orbit" | "curve", make: MakeJoint): Figure => ({
  title: (language: Language) => t(language, `figure.${kind}.title`),
  make,
});

/** The laboratory's own figures are at hand; the others come when a page shows one. */
const figures = {
  plane: own("plane", planeJoint),
  orbit: { ...own("orbit", orbitJoint), ask: askCloud },
  curve: own("curve", curveJoint),
  attention: async () => (await import("./attention.ts")).attention,
  axioms: async () => (await import("./axioms.ts")).axioms,
  "build-up": async () => (await import("./build-up.ts")).buildUp,
  clocks: async () => (await import("./clocks.ts")).clocks,
  composition: async () => (await import("./composition.ts")).composition,
  factors: async () => (await import("./factors.ts")).factors,
  field: async () => (await import("./field.ts")).field,
  fit: async () => (await import("./fit.ts")).fit,
  heatmap: async () => (await import("./heatmap.ts")).heatmap,
  invariance: async () => (await import("./invariance.ts")).invariance,
  lengths: async () => (await import("./lengths.ts")).lengths,
  lift: async () => (await import("./lift.ts")).lift,
  matrix: async () => (await import("./matrix.ts")).matrix,
  panels: async () => (await import("./panels.ts")).panels,
  "periodic-table": async () => (await import("./periodic-table.ts")).periodicTable,
  puck: async () => (await import("./puck.ts")).puck,
  series: async () => (await import("./series.ts")).series,
  shuffle: async () => (await import("./shuffle.ts")).shuffle,
  "side-by-side": async () => (await import("./side-by-side.ts")).sideBySide,
  spectrum: async () => (await import("./spectrum.ts")).spectrum,
  statistics: async () => (await import("./statistics.ts")).statistics,
  tangent: async () => (await import("./tangent.ts")).tangent,
  time: async () => (await import("./time.ts")).time,
} as const satisfies Partial<Record<FigureKind, Figure | (() => Promise<Figure>)>>;

export type DrawnKind = keyof typeof figures;

/** The figures that can be drawn, by name. */
export const drawnKinds = Object.keys(figures) as DrawnKind[];

export const isDrawn = (kind: string): kind is DrawnKind => Object.hasOwn(figures, kind);

const loaded = new Map<DrawnKind, Figure>();

/** Once loaded a figure is at hand at once: its question then goes out with the others' of its page. */
export function figureOf(kind: DrawnKind): Figure | Promise<Figure> {
  const entry: Figure | (() => Promise<Figure>) = loaded.get(kind) ?? figures[kind];
  if (typeof entry !== "function") return entry;
  return entry().then((figure) => {
    loaded.set(kind, figure);
    return figure;
  });
}
