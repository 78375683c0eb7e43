/** Files that nobody should send: whatever stands in them, a sound reading or a short complaint. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readLayers, readRotary, sentence, sentences } from "../../../web/files/config.ts";
import { EtxError } from "../../../web/model/error.ts";

const path = new URL("../../data/configs/llama-3.1-8b.json", import.meta.url);
const llama: Record<string, unknown> = JSON.parse(readFileSync(path, "utf8"));
const failure = (run: () => unknown): EtxError => {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(EtxError);
    return error as EtxError;
  }
  throw new Error("accepted");
};

/** Plain conditions in place of expect, which would cost more than what it checks. */
const resolves = (config: unknown): void => {
  try {
    for (const { rotary, encoding, warnings } of readLayers(config, { sequenceLength: 5000 })) {
      const dimension = (encoding as { dimension: number }).dimension;
      if (!(Number.isInteger(dimension) && dimension >= 1 && dimension <= 1024))
        throw new Error(`not sound: ${JSON.stringify(encoding)}`);
      for (const one of warnings) {
        const open = sentences[one.code].match(/(?<=\{)\w+(?=\})/g) ?? [];
        if (!open.every((name) => name in one.values) || sentence(one).length > 1200)
          throw new Error(`not a sentence: ${sentence(one)}`);
      }
      if (!rotary) continue;
      const { rotaryDimension, headDimension, request } = rotary;
      const fits =
        rotaryDimension >= 2 && rotaryDimension % 2 === 0 && rotaryDimension <= headDimension;
      const sound = Object.values(request)
        .flat()
        .every((x) => typeof x !== "number" || (Number.isFinite(x) && x >= 0));
      if (!fits || !sound) throw new Error(`not sound: ${JSON.stringify(request)}`);
    }
  } catch (error) {
    if (!(error instanceof EtxError)) throw error;
    if (error.message.length > 300) throw new Error(`a long message: ${error.message}`);
  }
};

test("deep, wide, and with keys of prototypes", () => {
  let deep: unknown = 1;
  for (let i = 0; i < 100_000; i++) deep = { text_config: deep };
  resolves(deep);
  const wide: Record<string, unknown> = {};
  for (let i = 0; i < 1e6; i++) wide[`rope_${i}`] = i;
  expect(
    failure(() => readRotary({ ...llama, rope_parameters: wide, rope_scaling: null })).message,
  ).toBe("rope_parameters is an object of 1000000 keys; at most 64 are expected");
  const [layer] = readRotary(Object.assign(wide, llama));
  const said = layer?.warnings.map((one) => sentence(one)).join("; ") ?? "";
  expect(said).toContain("not read here: ");
  expect(said.length).toBeLessThan(500);
  expect(
    failure(() => readRotary(JSON.parse('{"__proto__":{"model_type":"llama","head_dim":64}}')))
      .code,
  ).toBe("unsupported");
  resolves(
    JSON.parse(
      '{"model_type":"llama","head_dim":64,"rope_scaling":{"__proto__":{"rope_type":"linear"},"constructor":1}}',
    ),
  );
  resolves({ ...llama, no_rope_layers: new Array(1e6).fill(0) });
  resolves({ model_type: "constructor", rope_theta: 1 });
});

test("100 000 configs in seconds", () => {
  const keys =
    "model_type rope_theta rope_scaling rope_parameters layer_types n_positions attn_config num_hidden_layers relative_attention_num_buckets d_kv state_size expand_k head_dim hidden_size num_attention_heads partial_rotary_factor rotary_pct rotary_dim qk_rope_head_dim max_position_embeddings original_max_position_embeddings text_config no_rope_layers rope_local_base_freq local_rope_theta alibi position_embedding_type rope_interleave constructor".split(
      " ",
    );
  const inner =
    "rope_type type factor short_factor long_factor beta_fast beta_slow mscale mscale_all_dim truncate llama_4_scaling_beta low_freq_factor high_freq_factor rope_theta partial_rotary_factor original_max_position_embeddings attention_factor mrope_section full_attention constructor".split(
      " ",
    );
  const scalars = [
    ..."default linear dynamic llama3 yarn longrope proportional su mrope llama glm gemma3 modernbert deepseek_v3 gptj bloom mpt t5 gpt2 whisper retnet mamba3 cohere2 smollm3 relative_key alibi".split(
      " ",
    ),
    ...["", null, true, 0, -1, 1, 2, 7, 64, 0.5, 1e308, 5e-324, Number.NaN, 1 / 0, [], [0, 1], {}],
    ...fc.sample(fc.anything(), { numRuns: 50, seed: 1 }),
  ];
  // Arbitraries of this depth cost more than what they test, so that each draws a seed for a hundred configs.
  const drawn = (seed: number): void => {
    let state = seed;
    const below = (n: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * n);
    };
    const from = <T>(items: readonly T[]): T => items[below(items.length)] as T;
    const object = (names: string[], depth: number): Record<string, unknown> => {
      const result: Record<string, unknown> = {};
      for (let i = below(8); i > 0; i--) {
        result[from(names)] =
          depth > 0 && below(3) === 0 ? object(inner, depth - 1) : from(scalars);
      }
      return result;
    };
    for (let i = 0; i < 100; i++) {
      resolves({ ...(below(2) ? llama : {}), ...object(keys, 2) });
    }
  };
  fc.assert(fc.property(fc.integer(), drawn), { numRuns: 1000 });
}, 120_000);

test("anything at all", () => {
  fc.assert(fc.property(fc.anything(), resolves), { numRuns: 5000 });
});
