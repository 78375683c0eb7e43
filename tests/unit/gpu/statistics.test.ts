/** How a sequence is cut for a GPU, and what happens where one fails, on a device in JavaScript that makes attention.wgsl's cells. */
import { expect, test } from "vitest";
import { startWorkshop } from "../../../web/core/engine.ts";
import { finish } from "../../../web/core/jobs.ts";
import { wasmUrls } from "../../../web/core/urls.ts";
import { type Place, Unfit } from "../../../web/gpu/backend.ts";
import { type Dispatch, OutOfMemory } from "../../../web/gpu/device.ts";
import { Gpu, type GpuSettings } from "../../../web/gpu/gpu.ts";
import { GpuStatistics } from "../../../web/gpu/statistics.ts";
import type { Encoding } from "../../../web/model/types.ts";
import { cases, type SequenceCase, sequenceOf, worst } from "../../sequences/cases.ts";
import { computer, type Script } from "./computer.ts";

const { jobs } = await startWorkshop({ wasm: "simd", urls: wasmUrls() });
const place: Place = async ({ encoding, ...rest }) =>
  finish(jobs.attentionPlaced?.(encoding as never, rest as never) as never);

/** Each run of keys in one column and one bin by itself; cells that no run fills hold what must not be read. */
function cellsOf({ shape, inputs, groups, results }: Dispatch): Float32Array {
  const [length, columns, fours, first, from, end] = shape as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [queries, keys, bias] = inputs as Float32Array[] as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const cells = new Float32Array(results).fill(Number.NaN);
  const slots = end - from + 18;
  const edge = (column: number): number => Math.floor((column * length) / columns);
  for (let group = 0; group < groups[1]; group++) {
    for (let thread = 0; thread < 64; thread++) {
      const query = first + 64 * group + thread;
      const runs = new Map<number, number[]>();
      for (let column = from; column < end; column++) {
        for (let key = edge(column); key < Math.min(edge(column + 1), query + 1); key++) {
          let s = bias[Math.min(query - key, length - 1)] as number;
          for (let k = 0; k < 4 * fours; k++)
            s +=
              (queries[4 * ((group * fours + (k >> 2)) * 64 + thread) + (k & 3)] as number) *
              (keys[4 * fours * (key - edge(from)) + k] as number);
          const slot = column - from + 16 - Math.floor(Math.log2(query - key + 1));
          runs.set(slot, [...(runs.get(slot) ?? []), s]);
          if (key === 0) runs.set(slots - 1, [s]);
        }
      }
      for (const [slot, scores] of runs) {
        const top = Math.max(...scores);
        const mass = scores.reduce((sum, s) => sum + Math.exp(s - top), 0);
        const moment = scores.reduce((sum, s) => sum + Math.exp(s - top) * (s - top), 0);
        cells.set([top, mass, moment], 3 * ((group * slots + slot) * 64 + thread));
      }
    }
  }
  return cells;
}

const context = { signal: new AbortController().signal, progress() {} };
const one: SequenceCase = {
  name: "",
  encoding: { kind: "rope", dimension: 16, rate: -0.002 },
  length: 700,
};

async function attended(
  script: Script,
  settings: GpuSettings = {},
  asked: SequenceCase = one,
): Promise<void> {
  const open = async () => computer(script, cellsOf);
  const gpu = new Gpu({ patience: [0], open, ...settings });
  const question = { encoding: asked.encoding as Encoding, ...sequenceOf(asked) };
  const found = await new GpuStatistics(place, gpu).compute(question, context);
  expect(worst(asked, found)).toBeLessThanOrEqual(1);
}

test.for(cases.filter(({ length }) => length < 1000).map((some) => [some.name, some] as const))(
  "%s: every key once",
  async ([, some]) => {
    if (some.wasmOnly)
      await expect(attended({ bytes: [] }, {}, some)).rejects.toThrow(some.wasmOnly);
    else await attended({ bytes: [] }, {}, some);
  },
);

test("chunks keep to the budget, down to a tile of one group of queries", async () => {
  for (const budget of [2 ** 19, 2 ** 17, 2 ** 10]) {
    const script: Script = { bytes: [] };
    await attended(script, { budget });
    // The bias goes with every chunk; below some 50 kB a tile is as small as it gets.
    expect(Math.max(...script.bytes)).toBeLessThanOrEqual(Math.max(budget, 50_000) + 4 * 700);
  }
});

test("chunks that find no memory are halved: groups first, then keys, those beyond the diagonal too", async () => {
  let refused = 0;
  const small = 3 * 64 * 60; // about a group's cells over some tiles
  const script: Script = {
    bytes: [],
    fail: (run, results) =>
      run > 0 && results > small && refused++ < 40 ? new OutOfMemory("no") : undefined,
  };
  await attended(script);
  expect(refused).toBeGreaterThan(2);
});

test("a device that is lost is opened again, and its chunk repeated", async () => {
  await attended({ bytes: [], fail: (run) => (run === 2 ? "lost" : undefined) });
  // In its first check already.
  await attended({ bytes: [], fail: (run) => (run === 0 ? "lost" : undefined) });
});

test("a device that computes a softmax wrongly is not believed", async () => {
  const wrong = (dispatch: Dispatch) => cellsOf(dispatch).map((x) => x * 1.001);
  const gpu = new Gpu({ open: async () => computer({ bytes: [] }, wrong) });
  const question = { encoding: one.encoding as Encoding, ...sequenceOf(one) };
  const asked = new GpuStatistics(place, gpu).compute(question, context);
  await expect(asked).rejects.toThrow(Unfit);
  await expect(asked).rejects.toThrow(/computes a softmax wrongly/);
});

test("what no rows can tell is said by its rule", async () => {
  const words = async (encoding: object): Promise<unknown> =>
    place(
      {
        encoding: encoding as Encoding,
        query: { rows: 2, cols: 2, data: [1, 2, 3, 4] },
        key: { rows: 2, cols: 2, data: [1, 2, 3, 4] },
      },
      context,
    );
  const chain = { blocks: [{ kind: "real", rate: 0, size: 2 }] };
  expect(await words({ kind: "generator", generator: chain })).toMatch(/Jordan chain/);
  const basis = { rows: 2, cols: 2, data: [1, 1, 0, 1] };
  const blocks = [{ kind: "pair", rate: 0, frequency: 1 }];
  expect(await words({ kind: "generator", generator: { blocks, basis } })).toMatch(/a basis/);
  expect(await words({ kind: "t5", dimension: 2 })).toMatch(/no generator/);
  expect(await words({ kind: "alibi", dimension: 2, slope: -100 })).toMatch(/a bias of this size/);
});
