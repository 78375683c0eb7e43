/** The key's noise and the hands' agreement, by the real engine against closed forms. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Etx } from "../../../web/core/api.ts";
import { createEtx } from "../../../web/core/client.ts";
import { clocks } from "../../../web/elements/figures/clocks.ts";
import { askCloud } from "../../../web/elements/figures/orbit.ts";
import { type Cloud, cloudOf } from "../../../web/elements/figures/orbit-cloud.ts";
import { Memo } from "../../../web/elements/memo.ts";
import { paint } from "../../../web/elements/picture.ts";
import { blocks, experiment, rope, upTo } from "../../../web/model/stories/build.ts";
import type { Block, Encoding, Experiment } from "../../../web/model/types.ts";

let etx: Etx;
beforeAll(async () => {
  etx = await createEtx();
});
afterAll(() => etx.dispose());

const document = (encoding: Encoding, deviation: number, time: number): Experiment =>
  experiment([encoding], [{ kind: "orbit", options: { deviation } }], {
    query: { values: [0.6, -0.2] },
    key: { values: [0.6, 0.8] },
    lags: upTo(100),
    time,
  });
async function cloud(encoding: Encoding, deviation: number, time: number): Promise<Cloud> {
  const found = await cloudOf(etx, document(encoding, deviation, time), new Memo());
  if (!found) throw new Error("no cloud");
  return found;
}

describe("the orbit's cloud", () => {
  const spiral: Block = { kind: "pair", rate: -0.02, frequency: 0.1 };

  test("turns and shrinks its samples with the key: undone, they are the seeded normals", async () => {
    const [deviation, time] = [0.4, 30];
    const { points, outline, scoreDeviation } = await cloud(blocks(spiral), deviation, time);
    const [normals = new Float32Array()] = await etx.normals({
      seed: 42,
      mean: 0,
      deviation: 1,
      counts: [points.length],
    });
    const [size, angle] = [Math.exp(-0.02 * time), 0.1 * time];
    for (let i = 0; i < points.length; i += 2) {
      const [x, y] = [(points[i] as number) / size, (points[i + 1] as number) / size];
      const back = [
        Math.cos(angle) * x + Math.sin(angle) * y,
        Math.cos(angle) * y - Math.sin(angle) * x,
      ];
      expect(back[0]).toBeCloseTo(0.6 + deviation * (normals[i] as number), 12);
      expect(back[1]).toBeCloseTo(0.8 + deviation * (normals[i + 1] as number), 12);
    }
    const center = [
      size * (0.6 * Math.cos(angle) - 0.8 * Math.sin(angle)),
      size * (0.6 * Math.sin(angle) + 0.8 * Math.cos(angle)),
    ] as const;
    for (let i = 0; i < outline.length; i += 2)
      expect(
        Math.hypot((outline[i] as number) - center[0], (outline[i + 1] as number) - center[1]),
      ).toBeCloseTo(2 * deviation * size, 12);
    expect(scoreDeviation).toBeCloseTo(deviation * size * Math.hypot(0.6, 0.2), 12);
  });

  test("a rotation leaves the score's spread alone, a shear widens it", async () => {
    const circle: Block = { kind: "pair", rate: 0, frequency: 0.1 };
    const spread = async (block: Block, time: number): Promise<number> =>
      (await cloud(blocks(block), 0.5, time)).scoreDeviation;
    expect(await spread(circle, 0)).toBeCloseTo(0.5 * Math.hypot(0.6, 0.2), 13);
    expect(await spread(circle, 77)).toBeCloseTo(0.5 * Math.hypot(0.6, 0.2), 13);
    // q = (a, b) on J₂: qᵀA(t) = (a, at + b).
    const shear: Block = { kind: "real", rate: 0, size: 2 };
    expect(await spread(shear, 9)).toBeCloseTo(0.5 * Math.hypot(0.6, 0.6 * 9 - 0.2), 12);
  });

  test("a lift carries the noise: scaled by an attention factor, none on a constant coordinate", async () => {
    const factored = await cloud({ ...rope(2), attentionFactor: 3 }, 0.5, 4);
    expect(factored.scoreDeviation).toBeCloseTo(9 * 0.5 * Math.hypot(0.6, 0.2), 12);
    const alibi = { kind: "alibi", slope: 0.5, dimension: 2 };
    const still = await cloudOf(
      etx,
      {
        ...document(alibi, 0.5, 4),
        views: [
          { kind: "orbit", options: { deviation: 0.5 } },
          { kind: "plane", options: { block: 2 } },
        ],
      },
      new Memo(),
    );
    expect(still?.scoreDeviation).toBe(0);
  });

  test("is there only where the document asks for it", async () => {
    const asked = document(blocks(spiral), 0, 1);
    expect(await askCloud(etx, asked, new Memo())).toBeDefined();
    expect(
      await askCloud(etx, { ...asked, views: [{ kind: "orbit" }] }, new Memo()),
    ).toBeUndefined();
  });
});

test("an isometry keeps the key's length, a shear does not", async () => {
  for (const [block, length] of [
    [{ kind: "pair", rate: 0, frequency: 0.1 }, 1],
    [{ kind: "pair", rate: -0.02, frequency: 0.1 }, Math.exp(-0.02 * 50)],
    [{ kind: "real", rate: 0, size: 2 }, Math.hypot(0.6 + 0.8 * 50, 0.8)],
  ] as [Block, number][]) {
    const { orbit } = await paint(etx, document(blocks(block), 0, 50), new Memo());
    expect(orbit?.lengthAtStart).toBeCloseTo(1, 15);
    expect(Math.abs((orbit?.length ?? 0) / length - 1)).toBeLessThan(1e-13);
  }
});

test("the hands' tips are √(2 − 2S(δ)/S(0)) apart: the mean of |1 − e^{iωδ}|², damping aside", async () => {
  for (const rate of [0, -0.01]) {
    for (const time of [0, 1, 777]) {
      const bench = experiment([rope(768, { rate })], ["clocks"], { lags: upTo(10), time });
      const agreement = (await clocks.ask?.(etx, bench, new Memo())) as number;
      let square = 0;
      for (let i = 0; i < 384; i++) {
        const angle = 10000 ** (-i / 384) * time;
        square += ((1 - Math.cos(angle)) ** 2 + Math.sin(angle) ** 2) / 384;
      }
      expect(2 - 2 * agreement).toBeCloseTo(square, 11);
    }
  }
});
