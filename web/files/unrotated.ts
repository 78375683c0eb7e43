/** Models whose attention knows positions by something else than rotation alone: what stands in their config.json. */
import type { Encoding, Provenance } from "../model/types.ts";
import { bare, familyOfModel } from "./families.ts";
import type { Fields, Sourced } from "./fields.ts";
import { derivedHead } from "./sizes.ts";
import { type Warning, warning } from "./warnings.ts";

export interface Description {
  layers: string;
  encoding: Encoding;
  provenance: Record<string, Provenance>;
  /** The key that gave a value, with its path, where the file has one. */
  keys: Record<string, string>;
  warnings: Warning[];
}

/** How a class does it, and what its configuration takes where the file is silent. */
interface Plan {
  what:
    | "alibi"
    | "t5"
    | "learned"
    | "sinusoidal"
    | "shaw"
    | "retnet"
    | "mamba"
    | "nope"
    | "whisper";
  heads?: number;
  headDimension?: number;
  /** Rows of a learned table. */
  rows?: number;
  /** Rows at its beginning that no token gets. */
  skipped?: number;
  state?: number;
  /** The part of a state that turns. */
  fraction?: number;
  /** Queries see keys on both sides. */
  encoder?: true;
}

/** By configuration_*.py of transformers; retnet and mamba3 by flash-linear-attention. */
const plans = new Map<string, Plan>([
  ["bloom", { what: "alibi", heads: 8 }],
  ["mpt", { what: "alibi", heads: 16 }],
  ...["t5", "mt5", "umt5", "longt5"].map((type): [string, Plan] => [
    type,
    { what: "t5", heads: 8, headDimension: 64 },
  ]),
  ["gpt2", { what: "learned", rows: 1024 }],
  ["gpt_bigcode", { what: "learned", rows: 1024 }],
  ["gpt_neo", { what: "learned", rows: 2048 }],
  ["opt", { what: "learned", rows: 2048 }],
  ["bart", { what: "learned", rows: 1024 }],
  ["mbart", { what: "learned", rows: 1024 }],
  ...["bert", "distilbert", "electra", "albert"].map((type): [string, Plan] => [
    type,
    { what: "learned", rows: 512, encoder: true },
  ]),
  ["roberta", { what: "learned", rows: 514, skipped: 2, encoder: true }],
  ["xlm-roberta", { what: "learned", rows: 514, skipped: 2, encoder: true }],
  ["longformer", { what: "learned", rows: 4098, skipped: 2, encoder: true }],
  ...["marian", "pegasus", "m2m_100", "xglm"].map((type): [string, Plan] => [
    type,
    { what: "sinusoidal" },
  ]),
  // JambaAttention, NemotronHAttention: the state-space layers between know the order.
  ["jamba", { what: "nope" }],
  ["nemotron_h", { what: "nope" }],
  ["whisper", { what: "whisper" }],
  ["retnet", { what: "retnet", heads: 8 }],
  ["mamba", { what: "mamba", state: 16, fraction: 0 }],
  ["mamba2", { what: "mamba", state: 128, fraction: 0 }],
  ["mamba3", { what: "mamba", state: 128, fraction: 0.5 }],
]);

const byPositionType = new Map<string, Plan["what"]>([
  ["alibi", "alibi"],
  ["absolute", "learned"],
  ["learned_absolute", "learned"],
  ["relative_key", "shaw"],
  ["relative_key_query", "shaw"],
  ["nope", "nope"],
]);

/** Rotary classes that read position_embedding_type. ModernBERT's files have it, "absolute", and rotate all the same. */
const chooses = new Set(["esm", "granitemoehybrid"]);

const names: Readonly<Record<Plan["what"], string>> = {
  alibi: "ALiBi",
  t5: "a relative bias by buckets",
  learned: "a learned table of positions",
  sinusoidal: "a table of sines and cosines",
  shaw: "a learned relative table",
  retnet: "retention, a decay with rotation",
  mamba: "a decay with a clock of its own",
  nope: "no positional encoding at all",
  whisper: "tables of positions",
};

/** The plan, and what gave it away; undefined: the model rotates, or nothing is known of it. */
export function planOf(
  file: Fields,
): { plan: Plan; key: string; value: unknown; name: string } | undefined {
  const found = (key: string, plan: Plan) => ({
    plan,
    key: file.name(key),
    value: file.get(key),
    name: names[plan.what],
  });
  const type = bare(file.text("model_type") ?? "");
  const plan = plans.get(type);
  // BaichuanModel: one model_type, ALiBi in the larger of two.
  if (type === "baichuan" && file.has("hidden_size") && file.get("hidden_size") !== 4096)
    return found("hidden_size", { what: "alibi" });
  const deaf = familyOfModel(type) !== undefined && !chooses.has(type);
  const position = deaf ? undefined : file.get("position_embedding_type");
  const said = typeof position === "string" ? byPositionType.get(position) : undefined;
  if (file.get("alibi") === true) return found("alibi", { what: "alibi" });
  if (said && said !== plan?.what) return found("position_embedding_type", { ...plan, what: said });
  if (plan?.what === "alibi" && type === "mpt" && attention(file)?.get("alibi") === false)
    return found("model_type", { what: "learned", rows: 2048 });
  if (plan) return found("model_type", plan);
  return file.has("relative_attention_num_buckets")
    ? found("relative_attention_num_buckets", { what: "t5" })
    : undefined;
}

const attention = (file: Fields): Fields | undefined => file.fields("attn_config");

/** One entry a kind of layer. */
export function unrotatedLayers(file: Fields): Description[] | undefined {
  const plan = planOf(file)?.plan;
  if (!plan) return undefined;
  if (plan.what !== "whisper") return [new Describer(file, plan).describe("all")];
  return [
    new Describer(file, { what: "sinusoidal", rows: 1500 }).describe("encoder"),
    new Describer(file, { what: "learned", rows: 448 }).describe("decoder"),
  ];
}

const largest = 1024; // dimensions that the core takes

class Describer {
  readonly #warnings: Warning[] = [];
  readonly #provenance: Record<string, Provenance> = {};
  readonly #keys: Record<string, string> = {};

  constructor(
    readonly file: Fields,
    readonly plan: Plan,
  ) {}

  describe(layers: string): Description {
    const encoding = this[this.plan.what as Exclude<Plan["what"], "whisper">]();
    return {
      layers,
      encoding,
      provenance: this.#provenance,
      keys: this.#keys,
      warnings: this.#warnings,
    };
  }

  /** BloomModel.build_alibi_tensor, MptModel.build_mpt_alibi_tensor; FalconModel's, divided by √d as its scores are. */
  alibi(): Encoding {
    const dimension = this.#headDimension();
    const heads = this.#heads();
    this.#provenance.head = "derived";
    this.#warn("one-head", { head: 1, heads });
    const type = this.file.get("model_type");
    if (type === "bloom" || type === "falcon") this.#warn("key-positions");
    if (type === "falcon") this.#warn("rounded-bias");
    const longest = attention(this.file)?.positive("alibi_bias_max") ?? 8;
    const scale = type === "falcon" ? 1 / Math.sqrt(dimension) : 1;
    if (type === "falcon")
      this.#warn("scaled-bias", { root: Number(Math.sqrt(dimension).toPrecision(5)) });
    if (this.plan.encoder) this.#warn("both-ways");
    const bidirectional = this.plan.encoder && { bidirectional: true };
    if (longest === 8 && scale === 1)
      return { kind: "alibi", dimension, heads, head: 1, ...bidirectional };
    // The first slope: 2^(-longest/n), n the power of two below or at the number of heads.
    const slope = scale * 2 ** (-longest / 2 ** Math.floor(Math.log2(heads)));
    this.#provenance.slope = "derived";
    return { kind: "alibi", dimension, slope };
  }

  /** T5Attention.compute_bias. */
  t5(): Encoding {
    const dimension = this.#headDimension("d_kv");
    const heads = this.#heads();
    this.#provenance.head = "derived";
    const buckets = this.#number("buckets", 32, "relative_attention_num_buckets");
    const maxDistance = this.#number("maxDistance", 128, "relative_attention_max_distance");
    this.#warn("one-head", { head: 1, heads });
    this.#warn("learned-values");
    this.#warn("two-sided");
    this.#warn("no-softmax-scale");
    return { kind: "t5", dimension, heads, head: 1, buckets, maxDistance };
  }

  learned(): Encoding {
    const { skipped = 0, rows: usual } = this.plan;
    const dimension = this.#width();
    const keys =
      this.plan.rows === 448
        ? ["max_target_positions"]
        : ["n_positions", "max_position_embeddings", "n_ctx", "max_seq_len"];
    const rows = this.#number("rows", usual, ...keys);
    const left = Math.max(1, rows - skipped);
    if (skipped > 0) this.#warn("skipped-rows", { skipped, rows, left });
    this.#warn("learned-values");
    return { kind: "learned", dimension, rows: left };
  }

  /** SinusoidalPositionalEmbedding of Marian and Pegasus, sinusoids() of Whisper. */
  sinusoidal(): Encoding {
    this.#warn("side-by-side");
    return { kind: "sinusoidal", dimension: this.#width() };
  }

  /** BertSelfAttention with relative_key: a row for each distance that the table can hold. */
  shaw(): Encoding {
    const dimension = this.#headDimension();
    const rows = this.#number("clip", this.plan.rows, "max_position_embeddings");
    this.#warn("learned-values");
    return { kind: "shaw", dimension, clip: Math.max(1, rows - 1) };
  }

  nope(): Encoding {
    return { kind: "nope", dimension: this.#headDimension() };
  }

  /** MultiScaleRetention: heads of hidden_size·expand_k / num_heads, rotated as RoPE has it. */
  retnet(): Encoding {
    const heads = this.#heads();
    const width = this.#number("dimension", undefined, "hidden_size");
    const expand = this.file.positive("expand_k") ?? 1;
    const dimension = Math.trunc((width * expand) / heads);
    this.#provenance.dimension = "derived";
    this.#provenance.head = "derived";
    if (!(dimension >= 2 && dimension <= largest))
      throw this.file.complaint("range", "hidden_size", `heads of 2 to ${largest} dimensions`);
    this.#warn("one-head", { head: 0, heads });
    return { kind: "retnet", dimension, head: 0, angles: "rope", layout: "half" };
  }

  mamba(): Encoding {
    const dimension = this.#number("dimension", this.plan.state, "state_size", "d_state");
    const said = this.file.positiveOrZero("rope_fraction");
    const fraction = said ?? this.plan.fraction ?? 0;
    this.#told("fraction", said === undefined ? undefined : "rope_fraction");
    this.#warn("data-clock");
    return { kind: "mamba", dimension, fraction };
  }

  #heads(): number {
    const keys = ["num_attention_heads", "n_head", "n_heads", "num_heads"];
    return this.#number("heads", this.plan.heads, ...keys);
  }

  /** One head's queries and keys. */
  #headDimension(key = "head_dim"): number {
    const said = this.file.size(key);
    const { value, from }: Sourced<number> =
      said !== undefined
        ? { value: said, from: "file" }
        : this.plan.headDimension !== undefined
          ? { value: this.plan.headDimension, from: "class default" }
          : { value: derivedHead(this.file) ?? 64, from: "derived" };
    if (from === "file") this.#told("dimension", key);
    else this.#provenance.dimension = from;
    if (Number.isInteger(value) && value <= largest) return value;
    throw this.file.complaint(
      "range",
      this.file.first("hidden_size", "n_embd", "d_model") ?? key,
      `heads of 1 to ${largest} whole dimensions`,
    );
  }

  /** Tables are added to the hidden states, so they are as wide. */
  #width(): number {
    const key = this.file.first("d_model", "hidden_size", "n_embd", "dim");
    const value = key === undefined ? 768 : (this.file.size(key, 2 ** 24) as number);
    this.#told("dimension", key);
    if (key === undefined) this.#warn("default-used", { key: "hidden_size", value });
    const shown = Math.min(value, largest);
    if (shown < value) this.#warn("cut-dimensions", { value, shown });
    return shown;
  }

  #number(
    name: string,
    usual: number | undefined,
    ...keys: [string, ...string[]] | string[]
  ): number {
    const key = this.file.first(...keys);
    this.#told(name, key);
    if (key !== undefined) return this.file.size(key, 2 ** 24) as number;
    if (usual === undefined) throw this.file.complaint("parse", keys[0] ?? name, "a number");
    this.#warn("default-used", { key: keys[0] ?? name, value: usual });
    return usual;
  }

  /** By this key of the file, else by its class. */
  #told(name: string, key: string | undefined): void {
    this.#provenance[name] = key === undefined ? "class default" : "file";
    if (key !== undefined) this.#keys[name] = this.file.name(key);
  }

  #warn(...parts: Parameters<typeof warning>): void {
    this.#warnings.push(warning(...parts));
  }
}
