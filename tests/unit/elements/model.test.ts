/** The model's panel without its page: what is read of a file, in what words, and what two readings disagree on. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Etx } from "../../../web/core/api.ts";
import { createEtx } from "../../../web/core/client.ts";
import { modelEntries } from "../../../web/elements/config-file.ts";
import {
  type Spectrum,
  spectrumOf,
  turnless,
} from "../../../web/elements/figures/spectrum-pairs.ts";
import {
  agree,
  changedAlike,
  changedPairs,
  differences,
  farthestOf,
} from "../../../web/elements/model-differences.ts";
import { lengthOf, withLength } from "../../../web/elements/model-length.ts";
import { type ReadLayer, readModel } from "../../../web/elements/model-reading.ts";
import { fieldName, layersName, ranges, valueText } from "../../../web/elements/model-words.ts";
import type { Picture, Shown } from "../../../web/elements/picture.ts";
import { misreadings, type Reading } from "../../../web/files/readings.ts";
import { contextOf, stretchOf, withContext } from "../../../web/files/unscaled.ts";
import { written } from "../../../web/files/written.ts";
import { languages } from "../../../web/locales/index.ts";
import { presets } from "../../../web/model/presets.ts";
import { parseEncoding, parseExperiment } from "../../../web/model/schema.ts";
import type { Encoding, RopeEncoding } from "../../../web/model/types.ts";

let etx: Etx;
beforeAll(async () => {
  etx = await createEtx();
});
afterAll(() => etx.dispose());

type Config = Record<string, unknown>;
const text = (name: string): string =>
  readFileSync(new URL(`../../data/configs/${name}.json`, import.meta.url), "utf8");
const read = (name: string): Config => JSON.parse(text(name));
const layersOf = async (config: unknown, length?: number): Promise<ReadLayer[]> =>
  (await readModel(etx, config, "model.json", length)).layers;
/** A layer's fields as the English page has them. */
const said = ({ fields }: ReadLayer): Record<string, string> =>
  Object.fromEntries(
    fields.map((field) => [
      fieldName(field.name, "en"),
      `${valueText(field, "en")} (${field.from ?? "–"})`,
    ]),
  );
const misread = (config: unknown, id: Reading["id"]): Config =>
  misreadings(config).find((one) => one.id === id)?.config as Config;
const compare = async (a: unknown, b: unknown) => differences(await layersOf(a), await layersOf(b));

describe("a file as the panel has it", () => {
  test("Qwen 2.5 with YaRN: each value and where it comes from", async () => {
    const [layer] = await layersOf(read("qwen2.5-7b-instruct-yarn4"));
    expect(said(layer as ReadLayer)).toEqual({
      "Type of scaling": "yarn (file)",
      "Base (theta)": "1\u202f000\u202f000 (file)",
      "Head dimension": "128 (derived)",
      "Dimensions that turn": "128 (derived)",
      Pairs: "(i, i + r/2) (class default)",
      "Longest context": "32\u202f768 (file)",
      "Original context": "32\u202f768 (file)",
      Factor: "4 (file)",
      "β fast": "32 (class default)",
      "β slow": "1 (class default)",
      "Ramp rounded to whole pairs": "yes (class default)",
      "Factor on cos and sin": "1.138629, so the score × 1.296477 (derived)",
      "Factor on the whole logit": "1 (derived)",
      Frequencies: expect.stringMatching(/^64 frequencies, 1 to .* radians per token \(derived\)$/),
    });
  });

  test("Gemma 4: 64 pairs turn, the last by 0.03338, and 192 rest", async () => {
    const [full] = await layersOf(read("gemma-4-e2b"));
    expect(said(full as ReadLayer)).toMatchObject({
      "Pairs that turn": "64 (derived)",
      Frequencies: "64 frequencies, 1 to 0.03338 radians per token; 192 pairs at rest (derived)",
    });
  });

  test("M-RoPE's bands, one after another or in turns", async () => {
    const bands = async (name: string) =>
      said((await layersOf(read(name)))[0] as ReadLayer)["Bands of pairs (M-RoPE)"];
    expect(await bands("qwen2-vl-7b")).toBe(
      "one after another: time 0–15, rows 16–39, columns 40–63 (file)",
    );
    expect(await bands("qwen3-vl-8b")).toBe(
      "in turns: rows 1, 4, …, 58; columns 2, 5, …, 59; time the other 24 (file)",
    );
  });

  test("SmolLM3: two kinds, the unrotated one with its layers", async () => {
    const layers = await layersOf(read("smollm3-3b"));
    expect(layers.map((layer) => layersName(layer, "en"))).toEqual([
      "rotated layers",
      "unrotated layers (NoPE)",
    ]);
    expect(said(layers[1] as ReadLayer)).toMatchObject({
      Layers: "3, 7, 11, 15, 19, 23, 27, 31, 35 (file)",
    });
  });

  test("unsloth#10681, mlxcel#1358: Phi's table is another from 4097 tokens on", async () => {
    const phi = read("phi-3.5-mini");
    const [at, beyond] = [await layersOf(phi, 4096), await layersOf(phi, 4097)];
    expect(at[0]?.switchesAt).toBe(4096);
    expect(said(at[0] as ReadLayer)["Factors of the pairs"]).toBe("48 factors, 1 to 2.84 (file)");
    expect(said(beyond[0] as ReadLayer)["Factors of the pairs"]).toBe(
      "48 factors, 1.08 to 64.84 (file)",
    );
  });

  test("beyond the switch the bench's encoding turns by the table, and knows its contexts", async () => {
    for (const [name, length, contexts] of [
      ["phi-3.5-mini", 5000, { trained: 4096, target: 131072 }],
      ["internlm2.5-7b", 32768, { trained: 32768, target: 65536 }],
      ["internlm2.5-7b", 100_000, { trained: 32768, target: 100_000 }],
    ] as const) {
      const [layer] = await layersOf(read(name), length);
      const { encoding, table } = layer as ReadLayer;
      expect(parseEncoding(encoding)).toEqual(encoding);
      const generator = await etx.generator(encoding);
      const turned = generator?.generators[0]?.blocks.map((block) =>
        block.kind === "pair" ? Math.abs(block.frequency) : Number.NaN,
      );
      expect(turned, name).toEqual([...(table?.inverseFrequencies ?? [])]);
      expect(stretchOf(encoding), name).toMatchObject(contexts);
    }
  });

  test("the length is the document's: put into a model's encodings, read off them, and no others", async () => {
    const opened = modelEntries(presets.default, text("internlm2.5-7b"), "internlm.json", "en");
    const { ids = [] } = opened.model ?? {};
    const entriesOf = ({ encodings }: typeof presets.default) =>
      encodings.filter(({ id }) => ids.includes(id));
    expect(lengthOf(entriesOf(opened.experiment))).toBeUndefined();
    const longer = withLength(opened.experiment, ids, 65536);
    expect(lengthOf(entriesOf(longer))).toBe(65536);
    expect(entriesOf(longer)[0]?.encoding).toEqual(
      (await layersOf(read("internlm2.5-7b"), 65536))[0]?.encoding,
    );
    expect(longer.encodings.slice(0, -1)).toEqual(opened.experiment.encodings.slice(0, -1));
    expect(parseExperiment(longer)).toEqual(longer);
    const llama = modelEntries(presets.default, text("llama-3.1-8b"), "llama.json", "en");
    const all = llama.experiment.encodings.map(({ id }) => id);
    expect(withLength(llama.experiment, all, 65536)).toEqual(llama.experiment);
  });

  test("a model that does not rotate: its parameters, and no table", async () => {
    const [layer] = await layersOf(read("bloom-176b"));
    expect(layer?.table).toBeUndefined();
    expect(said(layer as ReadLayer)).toMatchObject({ Encoding: "ALiBi (–)", Heads: "112 (file)" });
  });

  test("every value of every file has words in both languages", async () => {
    const names =
      "deepseek-v3 gemma-3-4b-it gemma-4-e2b glm-4-9b-chat-hf gpt-oss-120b gpt2 internlm2.5-7b llama-4-scout mamba3-fla mpt-7b phi-3.5-mini qwen2-vl-7b qwen3-vl-8b retnet-fla t5-defaults".split(
        " ",
      );
    for (const name of names)
      for (const layer of await layersOf(read(name)))
        for (const language of languages)
          for (const field of layer.fields) {
            const words = `${fieldName(field.name, language)}: ${valueText(field, language)}`;
            expect(words, `${name} ${field.name}`).toMatch(/^.+: .+$/);
            expect(words, `${name} ${field.name}`).not.toMatch(
              /undefined|NaN|Infinity|∞|\{|\[object/,
            );
          }
  });
});

describe("differences", () => {
  test("a file and itself agree, whatever its kinds of layer", async () => {
    for (const name of ["llama-3.1-8b", "smollm3-3b", "gemma-4-e2b", "bloom-176b", "t5-defaults"])
      expect(agree(await compare(read(name), read(name))), name).toBe(true);
  });

  test("vllm#27722: GPT-OSS's ramp rounded, by name and pair by pair", async () => {
    const config = read("gpt-oss-120b");
    const [one] = await compare(config, misread(config, "truncated"));
    expect(one?.fields.map(({ name }) => name)).toEqual(["truncate", "inverseFrequencies"]);
    expect(one?.fields[0]?.values.map((field) => [field?.value, field?.from])).toEqual([
      [false, "file"],
      [true, "class default"],
    ]);
    const known = [0.9973, 1.006, 1.0173, 1.0325, 1.0542, 1.0876, 1.1459, 1.2727, 1.7627];
    expect([...(one?.ratios?.slice(9, 18) ?? [])].map((ratio) => +ratio.toFixed(4))).toEqual(known);
    expect(farthestOf(one?.ratios as Float64Array)).toBe(17);
    expect(changedPairs(one?.ratios as Float64Array)).toBe(9);
    expect(agree(one ? [one] : [])).toBe(false);
    expect(changedAlike(one?.ratios as Float64Array)).toBe(false);
  });

  test("mlx-vlm#1709: Gemma 3 without its factor is 8 times too fast in every pair of its global layers", async () => {
    const config = read("gemma-3-4b-it");
    const [full, sliding] = await compare(config, misread(config, "unscaled"));
    expect([changedPairs(full?.ratios as Float64Array), full?.ratios?.[0]]).toEqual([128, 8]);
    expect(changedAlike(full?.ratios as Float64Array)).toBe(true);
    expect(sliding?.fields).toEqual([]);
  });

  test("another number of pairs is no ratio", async () => {
    const config = read("glm-4-9b-chat-hf");
    const [one] = await compare(config, misread(config, "whole"));
    expect([one?.counts, one?.ratios]).toEqual([[32, 64], undefined]);
  });

  test("who has a kind of layer alone", async () => {
    const config = read("smollm3-3b");
    const rotated = misread(config, "rotated");
    const only = async (a: unknown, b: unknown) =>
      (await compare(a, b)).map(({ layer, only }) => [layer.encoding.kind, only]);
    expect(await only(config, rotated)).toEqual([
      ["rope", undefined],
      ["nope", "first"],
    ]);
    expect(await only(rotated, config)).toEqual([
      ["rope", undefined],
      ["nope", "second"],
    ]);
  });

  test("unrotated layers are matched as such, and differ in which they are", async () => {
    const found = await compare(read("smollm3-3b"), read("llama-4-scout"));
    expect(found.map(({ only }) => only)).toEqual([undefined, undefined]);
    expect(found[1]?.fields.map(({ name }) => name)).toEqual(["layers"]);
  });

  test("a model of one kind against the full attention of one with two", async () => {
    const found = await compare(read("llama-3.1-8b"), read("gemma-3-4b-it"));
    expect(found.map(({ layer, other, only }) => [layer.layers, other?.layers, only])).toEqual([
      ["all", "full_attention", undefined],
      ["sliding_attention", undefined, "second"],
    ]);
    expect(found[0]?.counts).toEqual([64, 128]);
  });

  test("pairs at rest in both are equal, in one alone have no bound", async () => {
    const layer = (frequencies: number[]): ReadLayer =>
      ({
        layers: "all",
        name: "",
        encoding: { kind: "rope", dimension: 4 },
        table: { inverseFrequencies: Float64Array.from(frequencies) },
        fields: [],
        warnings: [],
      }) as unknown as ReadLayer;
    const [one] = differences([layer([1, 0, 0, 2])], [layer([1, 0, 3, 0])]);
    expect([...(one?.ratios ?? [])]).toEqual([1, 1, Infinity, 0]);
    expect(changedPairs(one?.ratios as Float64Array)).toBe(2);
    expect(farthestOf(one?.ratios as Float64Array)).toBe(2);
    expect(farthestOf(new Float64Array(0))).toBe(0);
  });

  test("of pairs that changed alike the first is named, rounding or not", () => {
    expect(farthestOf(Float64Array.of(1, 8, 8 * (1 + 4e-16), 8))).toBe(1);
    expect(changedPairs(Float64Array.of(1, 1 + 4e-16, 8))).toBe(1);
    expect(changedAlike(Float64Array.of(1, 8, 8 * (1 + 4e-16)))).toBe(true);
    expect(changedAlike(Float64Array.of(1, 8, 4))).toBe(false);
    expect(changedAlike(Float64Array.of(1, Infinity, 0))).toBe(false);
  });
});

describe("on the way to the bench", () => {
  const open = (experiment: typeof presets.default, config: object, name = "config.json") =>
    modelEntries(experiment, JSON.stringify(config), name, "en");

  test("two files called config.json of one class have names of their own", () => {
    const first = open(presets.default, read("llama-3.1-8b"));
    const second = open(first.experiment, read("llama-3.2-1b"));
    expect([first.model?.name, second.model?.name]).toEqual(["llama", "llama (2)"]);
    const gemma = open(second.experiment, read("gemma-3-4b-it"));
    const again = open(gemma.experiment, read("gemma-3-4b-it"));
    expect(again.experiment.encodings.slice(-4).map(({ name }) => name)).toEqual([
      "gemma3, full_attention",
      "gemma3, sliding_attention",
      "gemma3 (2), full_attention",
      "gemma3 (2), sliding_attention",
    ]);
    expect(again.model?.ids).toEqual(again.experiment.encodings.slice(-2).map(({ id }) => id));
  });

  test("a plain model's encoding knows what context it was trained for, for the spectrum alone", async () => {
    const { experiment } = open(presets.default, read("mistral-7b-v0.3"));
    const encoding = experiment.encodings.at(-1)?.encoding as RopeEncoding;
    expect(contextOf(encoding)).toBe(32768);
    expect(stretchOf(encoding)).toBeUndefined();
    expect(parseExperiment(experiment)).toEqual(experiment);
    const plain = { kind: "rope" as const, dimension: 128, base: 1e6 };
    const of = async (one: Encoding) => (await etx.generator(one))?.generators[0];
    expect(await of(encoding)).toEqual(await of(plain));
    expect(written(encoding, await of(encoding))).toEqual(plain); // its code is RoPE's own
    expect(withContext(plain, undefined)).toEqual(plain);
    const entry = { id: "a", encoding };
    const picture = { experiment, answers: new Map() } as unknown as Picture;
    const shown = { entry, generator: await of(encoding) } as unknown as Shown;
    const spectrum = spectrumOf(picture, shown) as Spectrum;
    expect([spectrum.trained, spectrum.stretched]).toEqual([32768, false]);
    // 2π·10⁶^(i/64) > 32768 from pair 40 on.
    expect(spectrum.pairs.filter((pair) => turnless(spectrum, pair))).toHaveLength(24);
  });

  test("a name is a name, whatever stands in it", async () => {
    const name = "$&$1<b>.json";
    const { model } = open(presets.default, read("llama-3.1-8b"), name);
    expect(model?.name).toBe("$&$1<b>");
    const { layers } = await readModel(etx, model?.config, model?.name ?? "");
    expect(layers[0]?.name).toBe("$&$1<b>");
  });
});

test("indices with neighbours together", () => {
  expect(ranges([])).toBe("");
  expect(ranges([4])).toBe("4");
  expect(ranges([3, 7, 11])).toBe("3, 7, 11");
  expect(ranges([0, 1, 2, 4, 5, 9])).toBe("0–2, 4–5, 9");
});
