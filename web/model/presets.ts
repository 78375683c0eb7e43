/** Experiments to begin with. Each is an ordinary document; the first encoding is the one that its figures show. */
import { defaults } from "./defaults.ts";
import type { BenchEntry, Experiment, Vector } from "./types.ts";

export const presetNames = ["default", "nope", "decay", "rope", "damped-rope", "j2"] as const;
export type PresetName = (typeof presetNames)[number];

const nope: BenchEntry = { id: "nope", encoding: { kind: "nope", dimension: 4 } };
const decay: BenchEntry = { id: "decay", encoding: { kind: "decay", dimension: 4, rate: -0.01 } };
const rope: BenchEntry = { id: "rope", encoding: { kind: "rope", dimension: 128, base: 10000 } };
const dampedRope: BenchEntry = {
  id: "damped-rope",
  encoding: { kind: "rope", dimension: 128, base: 10000, rate: -0.001 },
};
const j2: BenchEntry = {
  id: "j2",
  name: "J₂",
  encoding: { kind: "generator", generator: { blocks: [{ kind: "real", rate: 0, size: 2 }] } },
};

/** qᵀ e^{τJ₂} k = 1 - 0.0005·τ: the line that ALiBi draws. */
const alibiLine: { query: Vector; key: Vector } = {
  query: { values: [1, 0] },
  key: { values: [1, -0.0005] },
};

function preset(encodings: BenchEntry[], changes: Partial<Experiment> = {}): Experiment {
  return {
    v: 1,
    encodings,
    ...structuredClone<Omit<Experiment, "v" | "encodings">>(defaults as never),
    ...changes,
  };
}

export const presets: Readonly<Record<PresetName, Experiment>> = {
  default: preset([dampedRope, rope], { time: 37 }),
  nope: preset([nope]),
  decay: preset([decay], { time: 37 }),
  rope: preset([rope], { time: 37 }),
  "damped-rope": preset([dampedRope], { time: 37 }),
  j2: preset([j2], { ...alibiLine, time: 37 }),
};
