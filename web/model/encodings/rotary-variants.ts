/**
 * What else is called rotary, each as a model or a paper has it: a part of the head turned in one of three ways, and one band of
 * M-RoPE, whose lag counts rows of patches. All are kind "rope"; names are those of models.
 */
import type { BenchEntry, RopeEncoding } from "../types.ts";

export interface RotaryVariant {
  /** A key of `formulas` and of `references`. */
  id: string;
  entry: Omit<BenchEntry, "id"> & { encoding: RopeEncoding };
}

const pairs = 64;
/** base^(-2i/d) where the pair is among these, and at rest elsewhere. */
const those = (base: number, turns: (pair: number, frequency: number) => boolean): number[] =>
  Array.from({ length: pairs }, (_, i) => {
    const frequency = base ** (-i / pairs);
    return turns(i, frequency) ? frequency : 0;
  });
const rope = (more: object): RopeEncoding => ({ kind: "rope", dimension: 2 * pairs, ...more });

export const rotaryVariants: readonly RotaryVariant[] = [
  {
    id: "rope-prefix",
    entry: {
      name: "RoPE 24/96 (GPT-NeoX)",
      encoding: rope({ dimension: 96, rotaryDimension: 24 }),
    },
  },
  {
    id: "rope-proportional",
    entry: {
      name: "RoPE 128/512 (Gemma 4)",
      encoding: rope({
        dimension: 512,
        base: 1e6,
        scaling: { rope_type: "proportional", partial_rotary_factor: 0.25 },
      }),
    },
  },
  {
    id: "p-rope",
    entry: {
      name: "p-RoPE, p = 0.75",
      encoding: rope({ scaling: { rope_type: "proportional", partial_rotary_factor: 0.75 } }),
    },
  },
  {
    id: "rope-floor",
    entry: {
      name: "RoPE, ω ≥ 2π/512 (FoPE)",
      encoding: rope({ frequencies: those(1e4, (_, w) => w >= (2 * Math.PI) / 512) }),
    },
  },
  {
    id: "mrope-contiguous",
    entry: {
      name: "M-RoPE 16 + [24] + 24 (Qwen2-VL)",
      encoding: rope({ frequencies: those(1e6, (i) => i >= 16 && i < 40) }),
    },
  },
  {
    id: "mrope-interleaved",
    entry: {
      name: "M-RoPE 1, 4, …, 58 (Qwen3-VL)",
      encoding: rope({ frequencies: those(5e6, (i) => i % 3 === 1 && i < 60) }),
    },
  },
];
