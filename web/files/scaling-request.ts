/** What a scaling block is read with, and what it comes to. */
import type { Provenance } from "../model/types.ts";
import type { RopeType } from "./scaling-type.ts";
import type { Warning } from "./warnings.ts";

/** What the core needs to make the frequencies: see cpp/attention/frequencies.hpp. */
export interface RotaryRequest {
  rotaryDimension: number;
  base: number;
  ropeType: RopeType;
  factor?: number;
  lowFrequencyFactor?: number;
  highFrequencyFactor?: number;
  /** In tokens; for dynamic max_position_embeddings, else original_max_position_embeddings. */
  originalContext?: number;
  sequenceLength?: number;
  betaFast?: number;
  betaSlow?: number;
  truncate?: boolean;
  rotatedPairs?: number;
  divisors?: readonly number[];
}

export interface ScalingContext {
  rotaryDimension: number;
  /** Wins over the block's own rope_theta; without both: 10000. */
  base?: number;
  maxPositionEmbeddings?: number;
  /** From beside the block; wins over the one inside. */
  originalMaxPositionEmbeddings?: number;
  /** The class's own, where the file has none. */
  usualOriginal?: number;
  /** The path of a key beside the block. */
  outside?(key: string): string;
  /** Absent: short factors, the unscaled base. */
  sequenceLength?: number;
  /** The block is one layer type's. */
  perLayer?: boolean;
  /** The class scales its logits by mscale_all_dim, as DeepSeek's do. */
  scalesSoftmax?: boolean;
  /** The class scales cos and sin by short_mscale and long_mscale, as Phi-3.5-MoE does. */
  scalesByLength?: boolean;
}

export interface ResolvedScaling {
  ropeType: RopeType;
  request: RotaryRequest;
  /** Multiplies cos and sin. */
  attentionFactor: number;
  softmaxScaleFactor: number;
  /** Whether the table is another beyond some length, and has been left or taken there. */
  byLength?: "short" | "long";
  /** longrope's, one a pair. */
  factors?: { short: number[]; long: number[] };
  /** Of "dynamic": the base grew by it once for all. */
  alpha?: number;
  provenance: Record<string, Provenance>;
  /** The key that gave a value, with its path, where the file has one. */
  keys: Record<string, string>;
  warnings: Warning[];
}
