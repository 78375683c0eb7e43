/** Classes whose files are unlike the others': as their modeling code reads them. */
import { describe, expect, test } from "vitest";
import { type ModelLayer, readLayers, readRotary, sentence } from "../../../web/files/config.ts";
import { layerStrip } from "../../../web/files/strip.ts";

const only = (config: object, sequenceLength?: number): ModelLayer => {
  const layers = readLayers(config, sequenceLength === undefined ? {} : { sequenceLength });
  expect(layers).toHaveLength(1);
  return layers[0] as ModelLayer;
};
const said = (config: object): string =>
  readLayers(config)
    .flatMap(({ warnings }) => warnings.map((one) => sentence(one)))
    .join("; ");

describe("rotary", () => {
  test.each<[string, object, object]>([
    [
      "ChatGLM: half a head of kv_channels, in pairs (2i, 2i + 1), by rope_ratio times 10000",
      { model_type: "chatglm", kv_channels: 128, seq_length: 8192, rope_ratio: 50 },
      { base: 500000, dimension: 128, rotaryDimension: 64, layout: "interleaved" },
    ],
    [
      "ERNIE 4.5: pairs (2i, 2i + 1)",
      { model_type: "ernie4_5", head_dim: 128, rope_theta: 500000 },
      { base: 500000, dimension: 128, layout: "interleaved" },
    ],
    [
      "Qwen 3.5: a quarter of 256 by the class",
      { model_type: "qwen3_5_text", rope_parameters: { rope_type: "default", rope_theta: 1e7 } },
      { base: 1e7, dimension: 256, rotaryDimension: 64 },
    ],
    [
      "DBRX: its base within attn_config",
      { model_type: "dbrx", d_model: 6144, n_heads: 48, attn_config: { rope_theta: 500000 } },
      { base: 500000, dimension: 128 },
    ],
    [
      "Nomic's BERT: rotary_emb_fraction and rotary_emb_interleaved",
      {
        model_type: "nomic_bert",
        n_embd: 768,
        n_head: 12,
        rotary_emb_base: 1000,
        rotary_emb_fraction: 0.5,
        rotary_emb_interleaved: true,
      },
      { base: 1000, dimension: 64, rotaryDimension: 32, layout: "interleaved" },
    ],
    [
      "Baichuan 7B rotates",
      { model_type: "baichuan", hidden_size: 4096, num_attention_heads: 32 },
      { kind: "rope", base: 10000, dimension: 128 },
    ],
    [
      "Baichuan 13B, of the same class, has ALiBi",
      { model_type: "baichuan", hidden_size: 5120, num_attention_heads: 40 },
      { kind: "alibi", heads: 40, dimension: 128 },
    ],
    [
      "a BERT with ALiBi counts distances both ways",
      {
        model_type: "bert",
        hidden_size: 768,
        num_attention_heads: 12,
        position_embedding_type: "alibi",
      },
      { kind: "alibi", heads: 12, bidirectional: true },
    ],
    [
      "Jamba has no encoding of position",
      { model_type: "jamba", hidden_size: 4096, num_attention_heads: 32 },
      { kind: "nope", dimension: 128 },
    ],
  ])("%s", (_, config, expected) => {
    expect(only(config).encoding).toMatchObject(expected);
  });

  test("HunYuan's alpha grows the base once, whatever the length", () => {
    const config = {
      model_type: "hunyuan_v1_dense",
      head_dim: 128,
      rope_theta: 10000,
      max_position_embeddings: 32768,
      rope_scaling: { type: "dynamic", alpha: 1000, factor: 1, beta_fast: 32, mscale: 1 },
    };
    const grown = 10000 * 1000 ** (128 / 126);
    for (const length of [undefined, 100_000]) {
      const { encoding, provenance } = only(config, length);
      expect(encoding).toEqual({ kind: "rope", dimension: 128, base: grown });
      expect(provenance.base).toBe("derived");
    }
  });

  test("Phi-3.5-MoE scales cos and sin by its file's mscales, short and long", () => {
    const factors = Array(64).fill(1);
    const config = {
      model_type: "phimoe",
      head_dim: 128,
      rope_theta: 10000,
      max_position_embeddings: 131072,
      original_max_position_embeddings: 4096,
      rope_scaling: {
        type: "longrope",
        short_factor: factors,
        long_factor: factors,
        short_mscale: 1.25,
        long_mscale: 1.5,
      },
    };
    const factor = (length?: number) => only(config, length).rotary?.attentionFactor;
    expect([factor(), factor(4096), factor(4097)]).toEqual([1.25, 1.25, 1.5]);
    expect(only(config).keys.attentionFactor).toBe("rope_scaling.short_mscale");
    // Phi-3 has no such keys: √(1 + ln 32 / ln 4096).
    const phi = only({ ...config, model_type: "phi3" });
    expect(phi.rotary?.attentionFactor).toBeCloseTo(1.190238, 6);
    expect(said({ ...config, model_type: "phi3" })).toContain("short_mscale");
  });

  test("what is beside the table is named", () => {
    const qwen = { model_type: "qwen", kv_channels: 128, rotary_emb_base: 10000 };
    expect(said({ ...qwen, use_dynamic_ntk: true, use_logn_attn: true })).toContain(
      'not read here: "use_dynamic_ntk", "use_logn_attn"',
    );
    expect(said({ model_type: "internlm", head_dim: 128, rotary: { type: "dynamic" } })).toContain(
      'not read here: "rotary"',
    );
  });

  test("attention that is relative in another way is refused by its key", () => {
    const deberta = { model_type: "deberta-v2", relative_attention: true, hidden_size: 768 };
    expect(() => readRotary(deberta)).toThrow(
      "relative_attention is true: attention of this kind is not known here",
    );
  });
});

describe("which layers rotate", () => {
  const layer_types = ["sliding_attention", "sliding_attention", "full_attention"];
  const exaone = { model_type: "exaone4", head_dim: 64, num_hidden_layers: 3, rope_theta: 1e6 };

  test("EXAONE 4: those with a window, and all where there is none", () => {
    const kinds = (config: object) => readLayers(config).map(({ layers }) => layers);
    expect(kinds({ ...exaone, layer_types })).toEqual(["all", "2"]);
    expect(kinds({ ...exaone, layer_types, sliding_window: 4096 })).toEqual(["all", "2"]);
    const whole = Array(3).fill("full_attention");
    expect(kinds({ ...exaone, layer_types: whole, sliding_window: null })).toEqual(["all"]);
  });

  test("a file whose layers all stand still has none that rotates", () => {
    const config = { ...exaone, model_type: "smollm3", no_rope_layers: [0, 0, 0] };
    expect(only(config)).toMatchObject({ layers: "all", encoding: { kind: "nope" } });
    expect(layerStrip(config, ["all"])).toEqual([0, 0, 0]);
  });

  test("Llama 4's queries grow with their position where nothing rotates", () => {
    const text = { model_type: "llama4_text", head_dim: 128, rope_theta: 5e5 };
    const config = { text_config: { ...text, no_rope_layers: [1, 0], attn_temperature_tuning: 4 } };
    expect(said(config)).toContain("text_config.attn_temperature_tuning is on");
    expect(said({ text_config: { ...text, attn_temperature_tuning: false } })).not.toContain(
      "temperature",
    );
  });
});

describe("bands of M-RoPE", () => {
  const bands = (block: object, head_dim = 128) =>
    readRotary({ model_type: "qwen2_vl", head_dim, rope_theta: 1e6, rope_scaling: block })[0]
      ?.bands;
  const upTo = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
  const every = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => from + 3 * i);

  test("Qwen2-VL: 16 pairs of time, then 24 of rows, then 24 of columns", () => {
    expect(bands({ type: "mrope", mrope_section: [16, 24, 24] })).toEqual({
      time: upTo(0, 16),
      height: upTo(16, 40),
      width: upTo(40, 64),
      interleaved: false,
    });
  });

  test("Qwen3-VL: rows at 1, 4, …, 58, columns at 2, 5, …, 59, and time elsewhere", () => {
    const found = bands({
      rope_type: "default",
      mrope_section: [24, 20, 20],
      mrope_interleaved: true,
    });
    expect(found?.height).toEqual(every(1, 20));
    expect(found?.width).toEqual(every(2, 20));
    expect(found?.time).toEqual([...every(0, 20), 60, 61, 62, 63]);
  });

  test("Qwen 3.5: 11, 11 and 10 of 32", () => {
    const found = bands({ mrope_section: [11, 11, 10], mrope_interleaved: true }, 64);
    expect([found?.time, found?.height, found?.width]).toEqual([
      every(0, 11),
      every(1, 11),
      every(2, 10),
    ]);
  });
});

test("a caller's typed arrays are lists, not kinds of layer", () => {
  const factors = Array.from({ length: 48 }, (_, i) => 1 + i / 8);
  const config = (list: unknown) => ({
    model_type: "phi3",
    head_dim: 96,
    max_position_embeddings: 131072,
    rope_scaling: { type: "longrope", short_factor: list, long_factor: list },
  });
  expect(readRotary(config(Float64Array.from(factors)))).toEqual(readRotary(config(factors)));
});
