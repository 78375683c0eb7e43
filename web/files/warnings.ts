/**
 * What a reader of a config.json should know beside the numbers, as data: a code and the values that its sentence needs.
 * The sentences here are English, for the programming interface; web/locales has the others.
 */
export const sentences = {
  "unknown-class":
    "model_type is {type}, a class unknown here: read by its keys, with pairs (i, i + r/2)",
  "two-blocks": "{counted} and {other} are both set: {counted} counts here",
  "inner-counts": "{key} is {value}, and {other} beside the block: the inner one counts",
  "outer-counts": "{key} is {value}, and {other} beside the block: the outer one counts",
  "types-disagree": "{key} is {value} and type is {other}: rope_type counts here",
  "default-used": "{key} is not in the file: the class default, {value}, is used",
  "default-counts": "{key} is {value}, but the class does not read it: its own {default} counts",
  "default-elsewhere":
    "{key} is {value}: readers that look for it beside the block alone take the class default, {default}",
  "head-differs":
    "{key} is {value}, not hidden_size / num_attention_heads = {derived}: {key} counts",
  "latent-head": "the head has {total} dimensions, of which {rotated} turn: the table is theirs",
  bands: "{key} is set: the table holds for text, where all bands have one position",
  "bands-unfit": "{key} is {value}, which does not share out {pairs} pairs: no bands are shown",
  "bare-layers": "by {source}, layers that do not rotate, {count} in all: {layers}",
  "bare-class": "by the class’s default, layers that do not rotate, {count} in all: {layers}",
  "bare-flags":
    "by no_rope_layers (1 means rotate), layers that do not rotate, {count} in all: {layers}",
  "bare-every": "by the class’s default, one layer in {every} does not rotate",
  unread: "not read here: {keys}",
  unused: "{keys}: type {type} does not use this",
  "old-name": "{key} is {value}: the older name of {name}",
  "short-factor": "{key} is {value}: below 1 it shortens the context",
  "original-missing": "{key} is missing: max_position_embeddings, {value}, stands for it",
  "original-long":
    "{key} is {value}, not below max_position_embeddings, {longest}: nothing is left to extend",
  "factor-missing":
    "{key} is missing: max_position_embeddings / original_max_position_embeddings, {value}, stands for it",
  "factor-differs":
    "{key} is {value}, but max_position_embeddings / original_max_position_embeddings is {ratio}: factor counts",
  "no-ramp":
    "low_freq_factor and high_freq_factor are both {value}: there is no ramp between them, and its formula, 0/0, is never used",
  "zero-beta": "{key} is 0: {value} is used, as transformers does",
  "betas-reversed": "beta_fast is {fast}, below beta_slow, {slow}: the ramp runs backwards",
  "nested-truncate":
    "{key} is false and counts here: transformers looks for truncate beside the layer types, and truncates",
  "scales-cancel":
    "mscale and mscale_all_dim are both {value}, so the attention factor is 1; others read 0.1·ln(factor) + 1 = {other}",
  "softmax-scale":
    "the whole logit is scaled by {factor} too, apart from cos and sin; position 0 does not show it, and some engines leave it out",
  "base-by-alpha":
    "{key} is {value}: the base grows by it once for all, to {base}; readers that do not know it let the base grow with the sequence",
  "warm-queries":
    "{key} is on: in layers that do not rotate a query at t is scaled by 1 + {scale}·ln(⌊(t + 1)/{floor}⌋ + 1), so scores there depend on position too",
  "query-scale":
    "{key} is {value}: queries beyond the original context are scaled as well, which the table leaves out",
  "all-pairs": "{key} is missing: all pairs turn",
  "base-grows": "beyond {context} tokens the base grows with the sequence: this table is unscaled",
  "base-grown":
    "at {length} tokens, beyond {context}, the base has grown from {base}; keys that an engine cached before were turned with a smaller one",
  "factors-short":
    "up to {context} tokens the short factors hold, beyond it the long ones: this table is of the short",
  "factors-long": "at {length} tokens, beyond {context}, the long factors hold",
  "long-once":
    "transformers recomputes the long factors of a layer type only once: its second long sequence fails",
  "float-phases":
    "max_position_embeddings is {context}: engines that keep phases in float32 err there by up to {error} radians; this table does not",
  "both-ways": "queries see keys on both sides, and the distance counts without its sign",
  "one-head": "head {head} of {heads} is shown: each differs",
  "rounded-bias": "the class rounds slopes and products to bfloat16",
  "scaled-bias":
    "the class divides the bias with the score, by the root of the head's dimension, {root}: so the slope here is",
  "key-positions":
    "the class adds slope times the key's position and leaves the rest to softmax: equal but for rounding",
  "learned-values": "the table's values are weights, not in the file: a seeded stand-in is shown",
  "cut-dimensions": "{value} dimensions carry the encoding: the first {shown} are shown",
  "skipped-rows": "the first {skipped} of {rows} rows serve padding: {left} positions are left",
  "two-sided":
    "the encoder's layers split the buckets between keys before and after the query; the decoder's use all for those before",
  "no-softmax-scale": "this class does not divide scores by the root of the head's dimension",
  "side-by-side": "sines and cosines stand in two halves, not in turns: a fixed permutation",
  "data-clock": "the clock and the rates depend on the data: a constant clock is shown",
} as const;

export type WarningCode = keyof typeof sentences;

export interface Warning {
  code: WarningCode;
  values: Readonly<Record<string, string | number>>;
}

export function warning(code: WarningCode, values: Warning["values"] = {}): Warning {
  return { code, values };
}

/** The sentence, in English or by another table with the same codes. */
export function sentence(
  { code, values }: Warning,
  table: Readonly<Record<WarningCode, string>> = sentences,
): string {
  return table[code].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
}

/** Some items of a list, and its last. */
export function listed(items: readonly (string | number)[]): string {
  return items.length <= 12
    ? items.join(", ")
    : `${items.slice(0, 11).join(", ")}, …, ${items.at(-1)}`;
}
