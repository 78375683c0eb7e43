import { expect, test } from "vitest";
import { readLayers, sentence } from "../../../web/files/config.ts";

const described = (config: object) =>
  readLayers(config).map(({ layers, encoding }) => ({ layers, ...encoding }));
const said = (config: object): string =>
  readLayers(config)
    .flatMap(({ warnings }) => warnings.map((one) => sentence(one)))
    .join("; ");
const bert = { model_type: "bert", hidden_size: 768, num_attention_heads: 12 };

test.each([
  [
    "Falcon with alibi: true, whose bias is divided by the root of the head's dimension",
    { model_type: "falcon", alibi: true, hidden_size: 4544, num_attention_heads: 71 },
    [{ layers: "all", kind: "alibi", dimension: 64, slope: 2 ** (-8 / 64) / 8 }],
  ],
  [
    "MPT with another longest bias: its first slope",
    {
      model_type: "mpt",
      d_model: 768,
      n_heads: 12,
      attn_config: { alibi: true, alibi_bias_max: 16 },
    },
    [{ layers: "all", kind: "alibi", dimension: 64, slope: 0.25 }],
  ],
  [
    "MPT without ALiBi",
    {
      model_type: "mpt",
      d_model: 768,
      n_heads: 12,
      max_seq_len: 1000,
      attn_config: { alibi: false },
    },
    [{ layers: "all", kind: "learned", dimension: 768, rows: 1000 }],
  ],
  [
    "an unknown class that says alibi",
    {
      model_type: "novel",
      position_embedding_type: "alibi",
      hidden_size: 64,
      num_attention_heads: 4,
    },
    [{ layers: "all", kind: "alibi", dimension: 16, heads: 4, head: 1 }],
  ],
  [
    "mT5: heads of the file, buckets of the class",
    { model_type: "mt5", d_kv: 64, d_model: 512, num_heads: 6 },
    [
      {
        layers: "all",
        kind: "t5",
        dimension: 64,
        heads: 6,
        head: 1,
        buckets: 32,
        maxDistance: 128,
      },
    ],
  ],
  ["BERT", bert, [{ layers: "all", kind: "learned", dimension: 768, rows: 512 }]],
  [
    "BERT with a relative table",
    { ...bert, position_embedding_type: "relative_key", max_position_embeddings: 128 },
    [{ layers: "all", kind: "shaw", dimension: 64, clip: 127 }],
  ],
  [
    "RoBERTa: two rows serve padding",
    { ...bert, model_type: "roberta", max_position_embeddings: 514 },
    [{ layers: "all", kind: "learned", dimension: 768, rows: 512 }],
  ],
  [
    "OPT, wider than the core takes",
    { model_type: "opt", hidden_size: 4096, max_position_embeddings: 2048 },
    [{ layers: "all", kind: "learned", dimension: 1024, rows: 2048 }],
  ],
  [
    "Marian",
    { model_type: "marian", d_model: 512 },
    [{ layers: "all", kind: "sinusoidal", dimension: 512 }],
  ],
  [
    "Whisper has two kinds of layer",
    { model_type: "whisper", d_model: 384, max_target_positions: 448, max_source_positions: 1500 },
    [
      { layers: "encoder", kind: "sinusoidal", dimension: 384 },
      { layers: "decoder", kind: "learned", dimension: 384, rows: 448 },
    ],
  ],
  [
    "no positions at all",
    {
      model_type: "granitemoehybrid",
      position_embedding_type: "nope",
      hidden_size: 1536,
      num_attention_heads: 12,
    },
    [{ layers: "all", kind: "nope", dimension: 128 }],
  ],
  [
    "Mamba-2",
    { model_type: "mamba2", state_size: 64 },
    [{ layers: "all", kind: "mamba", dimension: 64, fraction: 0 }],
  ],
])("%s", (_, config, expected) => {
  expect(described(config)).toEqual(expected);
});

test("ESM says rotary and is", () => {
  const esm = { ...bert, model_type: "esm", position_embedding_type: "rotary" };
  expect(described(esm)).toEqual([{ layers: "all", kind: "rope", dimension: 64, base: 10000 }]);
});

test("a rotary class that does not read position_embedding_type rotates, whatever that says", () => {
  const modern = { ...bert, model_type: "modernbert", position_embedding_type: "absolute" };
  expect(described(modern).map(({ kind }) => kind)).toEqual(["rope", "rope"]);
});

test("what cannot be seen in the file is said", () => {
  expect(said({ model_type: "t5" })).toBe(
    "num_attention_heads is not in the file: the class default, 8, is used; " +
      "relative_attention_num_buckets is not in the file: the class default, 32, is used; " +
      "relative_attention_max_distance is not in the file: the class default, 128, is used; " +
      "head 1 of 8 is shown: each differs; " +
      "the table's values are weights, not in the file: a seeded stand-in is shown; " +
      "the encoder's layers split the buckets between keys before and after the query; the decoder's use all for those before; " +
      "this class does not divide scores by the root of the head's dimension",
  );
  const falcon = { model_type: "falcon", alibi: true, hidden_size: 64, num_attention_heads: 2 };
  expect(said(falcon)).toContain("rounds slopes and products to bfloat16");
  expect(said(falcon)).toContain("by the root of the head's dimension, 5.6569");
  expect(said({ ...bert, model_type: "roberta" })).toContain(
    "the first 2 of 514 rows serve padding: 512 positions are left",
  );
  expect(said({ model_type: "opt", hidden_size: 4096 })).toContain("the first 1024 are shown");
});

test("sizes that cannot be are refused by name", () => {
  const bad = { model_type: "bloom", hidden_size: 65536, n_head: 2 };
  expect(() => readLayers(bad)).toThrow(
    "hidden_size is 65536; heads of 1 to 1024 whole dimensions",
  );
  expect(() => readLayers({ model_type: "bloom", n_head: "many" })).toThrow('n_head is "many"');
});
