/** A sampled sequence under several encodings: what is drawn, which runs come when, what the story says of them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AttentionStatistics, Etx } from "../../../web/core/api.ts";
import { createEtx } from "../../../web/core/client.ts";
import { near, neighbourly } from "../../../web/elements/neighbours.ts";
import { drawOf, normalsOf, rowsOf } from "../../../web/elements/sequence.ts";
import { SequenceRuns } from "../../../web/elements/sequence-runs.ts";
import { withOptions } from "../../../web/elements/views.ts";
import { EtxError } from "../../../web/model/error.ts";
import { long } from "../../../web/model/stories/long.ts";
import type { Encoding, Experiment } from "../../../web/model/types.ts";

let etx: Etx;
beforeAll(async () => {
  etx = await createEtx();
});
afterAll(() => etx.dispose());

const story: Experiment = long.sequence[0].document;
const rope: Encoding = { kind: "rope", dimension: 16 };
const small = (more: Partial<Experiment> = {}, length = 40): Experiment => ({
  ...withOptions(story, "statistics", { length }),
  encodings: [{ id: "e1", encoding: rope }],
  ...more,
});

describe("the sequence", () => {
  test("is torch's: the last query's scores are those of sampledRow", async () => {
    const gaussian = { mean: 0.5, variance: 4 };
    const draw = drawOf(small({ query: { gaussian }, key: { gaussian }, seed: 7 }));
    const rows = rowsOf(await normalsOf(etx, draw), draw, rope);
    const found = await etx.attentionStatistics(rope, rows);
    const sampling = { seed: 7, mean: 0.5, deviation: 2, length: 40 };
    const scores = await etx.sampledRow(rope, sampling);
    const { weights, entropy } = await etx.attention(scores.map((score) => score / 4));
    expect(found.entropy.at(-1)).toBeCloseTo(entropy, 5);
    expect(found.sink.at(-1)).toBeCloseTo(weights.at(-1) as number, 5);
  });

  test("is one for all: an encoding takes the first numbers of each row; lists go by component", async () => {
    const narrow: Encoding = { kind: "nope", dimension: 3 };
    const experiment = small({
      encodings: [
        { id: "e1", encoding: rope },
        { id: "e2", encoding: narrow },
      ],
      query: { gaussian: { mean: [1, 2], variance: [0, 9] } },
      key: { values: [5, 6, 7] },
    });
    const draw = drawOf(experiment);
    expect(draw.dimension).toBe(16);
    const normals = await normalsOf(etx, draw);
    const { query, key } = rowsOf(normals, draw, narrow);
    const at = 16 * 30;
    const root = 1 / Math.sqrt(3);
    const z = normals[0][at + 1] as number;
    expect([...query.data.subarray(90, 93)]).toEqual([root, root * (2 + 3 * z), root]);
    expect([...key.data.subarray(90, 93)]).toEqual([5, 6, 7]);
  });

  test("that is none is refused in words", () => {
    const drawn =
      (options: object, more: Partial<Experiment> = {}) =>
      () =>
        drawOf({ ...withOptions(story, "statistics", { ...options }), ...more });
    for (const length of [0, 1.5, 1e9, "long", null])
      expect(drawn({ length })).toThrow(/statistics' length is/);
    const encodings = [{ id: "e1", encoding: { kind: "nope", dimension: 256 } }];
    expect(drawn({ length: 65536 }, { encodings })).toThrow(/65536 × dimension 256/);
    const variance = { rows: 1, cols: 1, data: [1] };
    const query = { gaussian: { mean: 0, variance } };
    expect(() =>
      rowsOf([new Float32Array(640), new Float32Array(640)], drawOf(small({ query })), rope),
    ).toThrow(/variance is a matrix/);
  });
});

describe("runs", () => {
  interface Asked {
    kind: string;
    signal: AbortSignal;
    end(result: Partial<AttentionStatistics>): Promise<void>;
    fail(): Promise<void>;
  }
  function scripted() {
    const asked: Asked[] = [];
    const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
    const etx = {
      normals: async ({ counts }: { counts: number[] }) => counts.map((n) => new Float32Array(n)),
      attentionStatistics: ({ kind }: Encoding, { signal }: { signal: AbortSignal }) =>
        new Promise((resolve, reject) => {
          const end = (result: object): Promise<void> => {
            resolve(result);
            return settled();
          };
          const fail = (): Promise<void> => {
            reject(new EtxError("range", "no"));
            return settled();
          };
          asked.push({ kind, signal, end, fail });
          signal.addEventListener("abort", () => reject(new EtxError("aborted", "aborted")));
        }),
    } as unknown as Etx;
    return { runs: new SequenceRuns(etx), asked, settled };
  }
  const draw = drawOf(small());
  const [nope, alibi] = [
    { kind: "nope", dimension: 16 },
    { kind: "alibi", slope: 0.1, dimension: 16 },
  ];

  test("come one after the other; a failure is an answer, and the next one comes", async () => {
    const { runs, asked, settled } = scripted();
    runs.ask(draw, [rope, nope, alibi]);
    await settled();
    expect(asked.map(({ kind }) => kind)).toEqual(["rope"]);
    expect(runs.place).toBe(0);
    await asked[0]?.end({ backend: "wasm" });
    await asked[1]?.fail();
    expect(runs.place).toBe(2);
    await asked[2]?.end({ backend: "wasm" });
    expect(runs.place).toBe(-1);
    expect(runs.answer(draw, rope)).toEqual({ backend: "wasm" });
    expect(runs.answer(draw, nope)).toBeInstanceOf(EtxError);
  });

  test("that nobody asks for any more end, what is known stays", async () => {
    const { runs, asked, settled } = scripted();
    runs.ask(draw, [rope, nope]);
    await settled();
    await asked[0]?.end({});
    runs.ask(draw, [rope, alibi]);
    await settled();
    expect(asked[1]?.signal.aborted).toBe(true);
    expect(asked.map(({ kind }) => kind)).toEqual(["rope", "nope", "alibi"]);
    expect(runs.answer(draw, rope)).toEqual({});
    runs.ask({ ...draw, length: 50 }, [rope]);
    await settled();
    expect(asked[2]?.signal.aborted).toBe(true);
    expect(runs.answer(draw, rope)).toBeUndefined();
  });

  test("stop, and go on from where they were; another question starts them too", async () => {
    const { runs, asked, settled } = scripted();
    runs.ask(draw, [rope, nope]);
    await settled();
    await asked[0]?.end({});
    runs.stop();
    await settled();
    expect([asked[1]?.signal.aborted, runs.stopped, runs.place]).toEqual([true, true, -1]);
    runs.ask(draw, [rope, nope]); // the same picture painted again
    await settled();
    expect(asked).toHaveLength(2);
    runs.resume();
    await settled();
    expect(asked.map(({ kind }) => kind)).toEqual(["rope", "nope", "nope"]);
    runs.stop();
    runs.ask(draw, [alibi]);
    await settled();
    expect(asked[3]?.kind).toBe("alibi");
  });
});

test("neighbours' mean and deviation, by the sums themselves", () => {
  const values = Array.from({ length: 300 }, (_, i) => Math.sin(i * i));
  const { mean, low, high } = neighbourly(values);
  for (const i of [0, 1, 17, 100, 299]) {
    const some = values.filter((_, j) => j >= i / near && j <= i * near);
    const expected = some.reduce((sum, x) => sum + x, 0) / some.length;
    const variance = some.reduce((sum, x) => sum + (x - expected) ** 2, 0) / some.length;
    expect(mean[i]).toBeCloseTo(expected, 12);
    expect(high[i]).toBeCloseTo(expected + Math.sqrt(variance), 6);
    expect(low[i]).toBeCloseTo(expected - Math.sqrt(variance), 6);
  }
});

describe("the story", () => {
  /** The geometric mean of e^H over some of the last queries, of scores e^{rate·τ}·q·k summed here. */
  async function brute(document: Experiment, rate: number): Promise<number> {
    const draw = drawOf(document);
    const nope: Encoding = { kind: "nope", dimension: 64 };
    const { query, key } = rowsOf(await normalsOf(etx, draw), draw, nope);
    let nats = 0;
    for (let t = draw.length - 64; t < draw.length; t++) {
      const q = query.data.subarray(64 * t, 64 * t + 64);
      let [Z, T] = [0, 0];
      for (let s = 0; s <= t; s++) {
        let dot = 0;
        for (let i = 0; i < 64; i++) dot += (q[i] as number) * (key.data[64 * s + i] as number);
        const score = Math.exp(rate * (t - s)) * dot;
        Z += Math.exp(score);
        T += score * Math.exp(score);
      }
      nats += Math.log(Z) - T / Z;
    }
    return Math.exp(nats / 64);
  }

  test("NoPE attends to a fixed share of the keys, ALiBi to a fixed number", async () => {
    const draw = drawOf(story);
    const normals = await normalsOf(etx, draw);
    /** How the geometric mean of e^H grows while positions double. */
    const growth = async (id: string): Promise<number> => {
      const encoding = story.encodings.find((one) => one.id === id)?.encoding as Encoding;
      const { entropy } = await etx.attentionStatistics(encoding, rowsOf(normals, draw, encoding));
      const mean = (from: number, to: number): number =>
        entropy.subarray(from, to).reduce((sum, nats) => sum + nats, 0) / (to - from);
      return Math.exp(mean(768, 1024) - mean(384, 512));
    };
    expect(Math.abs((await growth("nope")) - 2)).toBeLessThan(0.15);
    expect(Math.abs((await growth("alibi")) - 1)).toBeLessThan(0.15);
  });

  test("the decay is narrow in the short sequence and as wide as none in the long one", async () => {
    const [short, longer] = [story, long.sequence[2].document];
    expect((await brute(short, -0.02)) / (await brute(short, 0))).toBeLessThan(0.5);
    const ratio = (await brute(longer, -0.02)) / (await brute(longer, 0));
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.25);
  });
});
