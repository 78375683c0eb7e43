/** The scaling block of a config.json (`rope_scaling`, or `rope_parameters` of transformers v5), resolved to numbers. */
import { EtxError } from "../model/error.ts";
import { shown } from "../model/plain.ts";
import { Fields } from "./fields.ts";

/** What the core needs to make the frequencies. */
export interface RotaryRequest {
  rotaryDimension: number;
  base: number;
  ropeType: "default" | "linear" | "llama3";
  factor?: number;
  lowFrequencyFactor?: number;
  highFrequencyFactor?: number;
  /** In tokens. */
  originalContext?: number;
}

export interface ScalingContext {
  rotaryDimension: number;
  /** Wins over the block's own rope_theta; without both: 10000. */
  base?: number;
  maxPositionEmbeddings?: number;
  /** From beside the block; wins over the one inside. */
  originalMaxPositionEmbeddings?: number;
}

export interface ResolvedScaling {
  ropeType: RotaryRequest["ropeType"];
  request: RotaryRequest;
  /** Multiplies cos and sin. */
  attentionFactor: number;
  warnings: string[];
}

const knownLater = new Set(["dynamic", "yarn", "longrope", "su", "proportional"]);
const defaultBase = 10000;

export function resolveScaling(scaling: unknown, context: ScalingContext): ResolvedScaling {
  const block = scaling instanceof Fields ? scaling : new Fields(scaling ?? {}, "scaling");
  const warnings: string[] = [];
  const ropeType = typeOf(block, warnings);
  const { rotaryDimension } = context;
  const base = context.base ?? block.positive("rope_theta") ?? defaultBase;
  const request: RotaryRequest = { rotaryDimension, base, ropeType };
  if (ropeType !== "default") request.factor = required(block, "factor", ropeType);
  else if (block.has("factor"))
    warnings.push(`${block.name("factor")} is set, but the type is "default": it has no effect`);
  if (ropeType === "llama3") {
    request.lowFrequencyFactor = required(block, "low_freq_factor", ropeType);
    request.highFrequencyFactor = required(block, "high_freq_factor", ropeType);
    request.originalContext = originalContext(block, context, warnings);
    if (request.highFrequencyFactor < request.lowFrequencyFactor) {
      throw block.complaint(
        "range",
        "high_freq_factor",
        `at least low_freq_factor, ${request.lowFrequencyFactor},`,
      );
    }
  }
  if (request.factor !== undefined && request.factor < 1) {
    warnings.push(`${block.name("factor")} is ${request.factor}: below 1 it shortens the context`);
  }
  if (block.has("attention_factor")) {
    warnings.push(
      `${block.name("attention_factor")} is set, but type "${ropeType}" has none: it has no effect`,
    );
  }
  return { ropeType, request, attentionFactor: 1, warnings };
}

function typeOf(block: Fields, warnings: string[]): RotaryRequest["ropeType"] {
  const key = block.first("rope_type", "type");
  if (key === undefined) return "default";
  const type = block.text(key) as string;
  const legacy = block.text("type");
  if (key === "rope_type" && legacy !== undefined && legacy !== type && legacy !== "mrope") {
    warnings.push(
      `${block.name("rope_type")} is ${shown(type)} and type is ${shown(legacy)}: rope_type counts here`,
    );
  }
  if (type === "default" || type === "linear" || type === "llama3") return type;
  if (type === "mrope") return "default"; // text has one position for all three bands, so it turns as plain RoPE
  const known = knownLater.has(type)
    ? "this type is known, but its table is not in this version"
    : "no such type is known";
  throw new EtxError("unsupported", `${block.name(key)} is ${shown(type)}: ${known}`);
}

function required(block: Fields, key: string, type: string): number {
  const value = block.positive(key);
  if (value !== undefined) return value;
  throw new EtxError("parse", `${block.name(key)} is missing; type "${type}" needs it`);
}

function originalContext(block: Fields, context: ScalingContext, warnings: string[]): number {
  const key = "original_max_position_embeddings";
  const inside = block.positive(key);
  const beside = context.originalMaxPositionEmbeddings;
  if (inside !== undefined && beside !== undefined && inside !== beside) {
    warnings.push(
      `${block.name(key)} is ${inside}, and ${beside} beside the block: the outer one counts`,
    );
  }
  const original = beside ?? inside;
  if (original !== undefined) return original;
  const longest = context.maxPositionEmbeddings ?? block.positive("max_position_embeddings");
  if (longest === undefined)
    throw new EtxError("parse", `${block.name(key)} is missing; type "llama3" needs it`);
  warnings.push(
    `${block.name(key)} is missing: max_position_embeddings, ${longest}, stands for it`,
  );
  return longest;
}
