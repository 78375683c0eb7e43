/**
 * The scaling block of a config.json (`rope_scaling`, or `rope_parameters` of transformers v5), resolved to numbers as
 * transformers' modeling_rope_utils.py (ROPE_INIT_FUNCTIONS) and its validators read it.
 */
import { EtxError } from "../model/error.ts";
import { shown } from "../model/plain.ts";
import type { Provenance } from "../model/types.ts";
import { Fields } from "./fields.ts";
import { type RopeType, ropeTypeOf } from "./scaling-type.ts";
import { type Warning, warning } from "./warnings.ts";

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

const defaultBase = 10000;
const [factorKey, originalKey, longestKey] = [
  "factor",
  "original_max_position_embeddings",
  "max_position_embeddings",
];

export function resolveScaling(scaling: unknown, context: ScalingContext): ResolvedScaling {
  const block = scaling instanceof Fields ? scaling : new Fields(scaling ?? {}, "scaling");
  const reader = new ScalingReader(block, context);
  const base = block.positive("rope_theta");
  reader.request.base = context.base ?? base ?? defaultBase;
  reader[reader.ropeType]();
  reader.finish();
  return reader;
}

/** For how many tokens an encoding's block is: the one key that it has and a file's has not. */
export function sequenceLengthIn(scaling: object): number | undefined {
  return new Fields(scaling, "encoding.scaling").positive("sequence_length");
}

/** One method a type; each reads its keys and says what is odd about them. */
class ScalingReader implements ResolvedScaling {
  readonly warnings: Warning[] = [];
  readonly provenance: Record<string, Provenance> = {};
  readonly keys: Record<string, string> = {};
  readonly request: RotaryRequest;
  ropeType: RopeType;
  attentionFactor = 1;
  softmaxScaleFactor = 1;
  byLength?: "short" | "long";
  factors?: { short: number[]; long: number[] };
  alpha?: number;

  constructor(
    readonly block: Fields,
    readonly context: ScalingContext,
  ) {
    this.ropeType = ropeTypeOf(block, this.warnings);
    const { rotaryDimension } = context;
    this.request = { rotaryDimension, base: defaultBase, ropeType: this.ropeType };
  }

  default(): void {}

  linear(): void {
    this.#factor();
  }

  dynamic(): void {
    const { sequenceLength } = this.context;
    const alpha = this.block.positive("alpha");
    if (alpha !== undefined) {
      this.#fixedGrowth(alpha);
      return;
    }
    this.#factor();
    const context = this.#longest();
    if (context === undefined) throw this.#missing(longestKey);
    const inside = this.context.maxPositionEmbeddings === undefined;
    this.#take("originalContext", context, "file", this.#path(longestKey, inside));
    const grown = sequenceLength !== undefined && sequenceLength > context;
    this.request.sequenceLength = grown ? sequenceLength : context;
    this.byLength = grown ? "long" : "short";
    this.#warn(grown ? "base-grown" : "base-grows", {
      context,
      base: this.request.base,
      length: sequenceLength ?? 0,
    });
  }

  /** HunYuanDenseV1RotaryEmbedding, vLLM's DynamicNTKAlphaRotaryEmbedding: another base, whatever the length. */
  #fixedGrowth(alpha: number): void {
    const { request } = this;
    const { rotaryDimension: r, base } = request;
    this.alpha = alpha;
    this.ropeType = request.ropeType = "default";
    request.base = r > 2 ? base * alpha ** (r / (r - 2)) : base;
    if (!(request.base < Infinity))
      throw this.block.complaint("range", "alpha", "a number whose base is finite");
    this.#warn("base-by-alpha", {
      key: this.block.name("alpha"),
      value: alpha,
      base: round(request.base),
    });
    for (const key of ["factor", "beta_fast", "beta_slow", "mscale", "mscale_all_dim"])
      this.block.get(key); // in all of its files, for readers that need a key there
  }

  yarn(): void {
    const { block, request } = this;
    const original = this.#original();
    const ratio = this.#ratio(original);
    const given = block.positive(factorKey);
    const factor = given ?? ratio;
    if (factor === undefined) throw this.#missing(factorKey);
    this.#take("factor", factor, given === undefined ? "derived" : "file", block.name(factorKey));
    if (given === undefined)
      this.#warn("factor-missing", { key: block.name(factorKey), value: factor });
    else if (ratio !== undefined && ratio !== 1 && ratio !== given)
      this.#warn("factor-differs", { key: block.name(factorKey), value: given, ratio });
    this.#checkFactor(factor);
    const fast = this.#beta("beta_fast", "betaFast", 32);
    const slow = this.#beta("beta_slow", "betaSlow", 1);
    if (fast < slow) this.#warn("betas-reversed", { fast, slow });
    const truncate = block.truth("truncate");
    request.truncate = truncate ?? true;
    this.#told(
      "truncate",
      truncate === undefined ? "class default" : "file",
      block.name("truncate"),
    );
    if (truncate === false && this.context.perLayer)
      this.#warn("nested-truncate", { key: block.name("truncate") });
    this.#yarnAttention(factor);
  }

  longrope(): void {
    const { block, context } = this;
    const original = this.#original();
    const pairs = context.rotaryDimension / 2;
    const [short, long] = ["short_factor", "long_factor"].map((key) => {
      const list = block.positives(key, pairs);
      if (list === undefined) throw this.#missing(key);
      return list;
    }) as [number[], number[]];
    const { sequenceLength } = context;
    const beyond = sequenceLength !== undefined && sequenceLength > original;
    this.factors = { short, long };
    this.request.divisors = beyond ? long : short;
    this.#told("divisors", "file", block.name(beyond ? "long_factor" : "short_factor"));
    this.byLength = beyond ? "long" : "short";
    this.#warn(beyond ? "factors-long" : "factors-short", {
      context: original,
      length: sequenceLength ?? 0,
    });
    if (context.perLayer) this.#warn("long-once");
    const factor = block.positive(factorKey) ?? this.#ratio(original) ?? 1;
    const key =
      context.scalesByLength && block.has(beyond ? "long_mscale" : "short_mscale")
        ? beyond
          ? "long_mscale"
          : "short_mscale"
        : "attention_factor";
    const said = block.positive(key);
    this.#told("attentionFactor", said === undefined ? "derived" : "file", block.name(key));
    if (context.scalesByLength) for (const one of ["short_mscale", "long_mscale"]) block.get(one);
    this.attentionFactor =
      said ?? (factor <= 1 ? 1 : Math.sqrt(1 + Math.log(factor) / Math.log(original)));
    if (!(this.attentionFactor < Infinity)) {
      throw new EtxError(
        "range",
        `${block.name(originalKey)} is ${original}; more than one token is expected`,
      );
    }
  }

  llama3(): void {
    const { block } = this;
    this.#factor();
    const low = this.#required("low_freq_factor");
    const high = this.#required("high_freq_factor");
    if (high < low)
      throw block.complaint("range", "high_freq_factor", `at least low_freq_factor, ${low},`);
    this.#take("lowFrequencyFactor", low, "file", block.name("low_freq_factor"));
    this.#take("highFrequencyFactor", high, "file", block.name("high_freq_factor"));
    if (high === low) this.#warn("no-ramp", { value: low });
    const original = this.#original();
    const longest = this.#longest();
    if (longest !== undefined && original > longest)
      this.#warn("original-long", { key: block.name(originalKey), value: original, longest });
  }

  proportional(): void {
    const { block, context } = this;
    const part = block.positive("partial_rotary_factor");
    if (part !== undefined && part > 1)
      throw block.complaint("range", "partial_rotary_factor", "a number of at most 1");
    if (part === undefined) this.#warn("all-pairs", { key: block.name("partial_rotary_factor") });
    this.#take("rotatedPairs", Math.floor(((part ?? 1) * context.rotaryDimension) / 2), "derived");
    const factor = block.positive(factorKey);
    const from = factor === undefined ? "class default" : "file";
    this.#take("factor", factor ?? 1, from, block.name(factorKey));
    this.#checkFactor(factor ?? 1);
  }

  finish(): void {
    const { block } = this;
    this.provenance.attentionFactor ??= "derived";
    this.#softmax();
    // Read elsewhere, or of no account for text and lags.
    for (const key of ["partial_rotary_factor", "mrope_section", "mrope_interleaved", "rope_theta"])
      block.get(key);
    if (block.has("llama_4_scaling_beta")) {
      const key = "llama_4_scaling_beta";
      this.#warn("query-scale", { key: block.name(key), value: shown(block.get(key)) });
    }
    block.get(longestKey);
    const unused = block.unread(12);
    if (unused.length > 0) {
      const keys = unused.map((key) => block.name(shown(key).slice(1, -1))).join(", ");
      this.#warn("unused", { keys, type: shown(this.ropeType) });
    }
  }

  /** YaRN's (section 3.4), or the ratio that DeepSeek's two mscales make. */
  #yarnAttention(factor: number): void {
    const { block } = this;
    const said = block.positive("attention_factor");
    const [over, under] = [block.positiveOrZero("mscale"), block.positiveOrZero("mscale_all_dim")];
    this.#told(
      "attentionFactor",
      said === undefined ? "derived" : "file",
      block.name("attention_factor"),
    );
    this.attentionFactor =
      said ??
      (over && under
        ? scaleOfLogits(factor, over) / scaleOfLogits(factor, under)
        : scaleOfLogits(factor));
    if (said === undefined && over && over === under)
      this.#warn("scales-cancel", { value: over, other: round(scaleOfLogits(factor)) });
  }

  /** DeepseekV3Attention: the softmax scale times the square, whatever cos and sin got. */
  #softmax(): void {
    this.provenance.softmaxScaleFactor = "derived";
    if (!this.context.scalesSoftmax || this.ropeType === "default") return;
    const scale = this.block.positiveOrZero("mscale_all_dim");
    const { factor } = this.request;
    if (!scale || factor === undefined) return;
    this.softmaxScaleFactor = scaleOfLogits(factor, scale) ** 2;
    this.#warn("softmax-scale", { factor: round(this.softmaxScaleFactor) });
  }

  #factor(): void {
    const factor = this.#required(factorKey);
    this.#take("factor", factor, "file", this.block.name(factorKey));
    this.#checkFactor(factor);
  }

  #checkFactor(value: number): void {
    if (value < 1) this.#warn("short-factor", { key: this.block.name(factorKey), value });
  }

  /** `or`, in Python, takes 0 for nothing. */
  #beta(key: string, name: "betaFast" | "betaSlow", usual: number): number {
    const said = this.block.positiveOrZero(key);
    if (said === 0) this.#warn("zero-beta", { key: this.block.name(key), value: usual });
    const value = said || usual;
    this.#take(name, value, said ? "file" : "class default", this.block.name(key));
    return value;
  }

  #original(): number {
    const { block, context } = this;
    const inside = block.positive(originalKey);
    const beside = context.originalMaxPositionEmbeddings;
    const key = block.name(originalKey);
    if (inside !== undefined && beside !== undefined && inside !== beside)
      this.#warn("outer-counts", { key, value: inside, other: beside });
    const said = beside ?? inside;
    const usual = context.usualOriginal;
    const value = said ?? usual ?? this.#longest();
    if (value === undefined) throw this.#missing(originalKey);
    const from = said !== undefined ? "file" : usual !== undefined ? "class default" : "derived";
    if (from === "class default") this.#warn("default-used", { key, value });
    if (from === "derived") this.#warn("original-missing", { key, value });
    this.#take("originalContext", value, from, this.#path(originalKey, beside === undefined));
    return value;
  }

  #longest(): number | undefined {
    return this.context.maxPositionEmbeddings ?? this.block.positive(longestKey);
  }

  #ratio(original: number): number | undefined {
    const longest = this.#longest();
    return longest === undefined ? undefined : longest / original;
  }

  #required(key: string): number {
    const value = this.block.positive(key);
    if (value === undefined) throw this.#missing(key);
    return value;
  }

  #missing(key: string): EtxError {
    return new EtxError(
      "parse",
      `${this.block.name(key)} is missing; type "${this.ropeType}" needs it`,
    );
  }

  #take(
    name:
      | "factor"
      | "lowFrequencyFactor"
      | "highFrequencyFactor"
      | "originalContext"
      | "betaFast"
      | "betaSlow"
      | "rotatedPairs",
    value: number,
    from: Provenance,
    key?: string,
  ): void {
    this.request[name] = value;
    this.#told(name, from, key);
  }

  #told(name: string, from: Provenance, key?: string): void {
    this.provenance[name] = from;
    if (from === "file" && key !== undefined) this.keys[name] = key;
  }

  #path(key: string, inside: boolean): string {
    return inside ? this.block.name(key) : (this.context.outside?.(key) ?? key);
  }

  #warn(...parts: Parameters<typeof warning>): void {
    this.warnings.push(warning(...parts));
  }
}

/** get_mscale: 0.1·m·ln f + 1, and 1 where nothing is stretched. */
function scaleOfLogits(factor: number, scale = 1): number {
  return factor <= 1 ? 1 : 0.1 * scale * Math.log(factor) + 1;
}

/** As a sentence shows a number. */
function round(value: number): number {
  return Number(value.toPrecision(7));
}
