/** What the figures of the exponential ask the real engine, against closed forms. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Etx } from "../../../web/core/api.ts";
import { createEtx } from "../../../web/core/client.ts";
import type { Figure } from "../../../web/elements/figures/joint.ts";
import { lift, liftAnswer, spread } from "../../../web/elements/figures/lift.ts";
import { matrixAnswer } from "../../../web/elements/figures/matrix-answer.ts";
import { puck } from "../../../web/elements/figures/puck.ts";
import { series } from "../../../web/elements/figures/series.ts";
import { tangent } from "../../../web/elements/figures/tangent.ts";
import { Memo } from "../../../web/elements/memo.ts";
import { subjectOf, withKey } from "../../../web/elements/subject.ts";
import { withOptions } from "../../../web/elements/views.ts";
import { blocks, experiment, rope, square, upTo } from "../../../web/model/stories/build.ts";
import type { Encoding, Experiment } from "../../../web/model/types.ts";
import { resolve } from "../../../web/model/vector.ts";
import { expectEach, expectNear } from "../core/support.ts";

let etx: Etx;
beforeAll(async () => {
  etx = await createEtx();
});
afterAll(() => etx.dispose());

const on = (encoding: Encoding | Encoding[], key: number[], time: number, last = 100): Experiment =>
  experiment([encoding].flat(), [], {
    query: { values: [1, 0] },
    key: { values: key },
    lags: upTo(last),
    time,
  });
const spiral = blocks({ kind: "pair", rate: -0.02, frequency: 0.1 });
const chain = (size: number): Encoding => blocks({ kind: "real", rate: 0, size });

async function ask<Answer>(figure: Figure, bench: Experiment): Promise<Answer> {
  if (!figure.ask) throw new Error("the figure asks nothing");
  return (await figure.ask(etx, bench, new Memo())) as Answer;
}

describe("the subject of a figure about X", () => {
  test("is a small encoding as a whole, and of a large one the selected block alone", async () => {
    const small = await subjectOf(etx, on(spiral, [1, 2], 0), new Memo());
    expect(Array.from(small?.matrix.data ?? [])).toEqual([-0.02, -0.1, 0.1, -0.02]);
    const bench = withOptions(on(rope(128), [3], 0), "plane", { block: 16 });
    const large = await subjectOf(etx, bench, new Memo());
    // Pair 16 of d = 128 turns by 10000^(−16/64) = 0.1, backwards; it acts on coordinates 16 and 80.
    expectEach(large?.matrix.data ?? [], (i) => [0, 0.1, -0.1, 0][i] as number, 1e-16);
    expect(large?.coordinates).toEqual([16, 80]);
  });

  test("takes a dense matrix as it stands, and says nothing of what has no X", async () => {
    const matrix = square([0, 1, -1e-6, 0]);
    const dense = await subjectOf(etx, on({ kind: "matrix", matrix }, [1, 0], 0), new Memo());
    expect(dense?.encoding.kind).toBe("matrix");
    expect(dense?.blocks).toHaveLength(1);
    expect(
      await subjectOf(etx, on({ kind: "t5", dimension: 4 }, [1], 0), new Memo()),
    ).toBeUndefined();
    expect(
      await subjectOf(etx, { ...on(spiral, [1], 0), encodings: [] }, new Memo()),
    ).toBeUndefined();
  });

  test("a hand moves its coordinates of the key and no others", async () => {
    const bench = withOptions(on(rope(128), [3], 0), "plane", { block: 16 });
    const subject = await subjectOf(etx, bench, new Memo());
    if (!subject) throw new Error("no subject");
    const moved = resolve(withKey(bench, subject, [7, 8]).key, 128);
    expect([moved[16], moved[80]]).toEqual([7, 8]);
    expect(moved.filter((value) => value === 3)).toHaveLength(126);
    const lifted = await subjectOf(
      etx,
      on({ kind: "alibi", slope: 0.5, dimension: 1 }, [3], 0),
      new Memo(),
    );
    if (!lifted) throw new Error("no subject");
    expect(withKey(bench, lifted, [9, 9, 9])).toBe(bench);
  });
});

type Vectors = Record<"at" | "velocity" | "carried" | "straight" | "bent", Float64Array> & {
  ahead: number;
};

describe("orbit and velocity", () => {
  test("the velocity of a spiral is X at the point, or the first velocity carried along", async () => {
    const found = (await ask(tangent, on(spiral, [1, 0], 12))) as Vectors;
    const [damp, cos, sin] = [Math.exp(-0.24), Math.cos(1.2), Math.sin(1.2)];
    expectEach(found.at, (i) => damp * (i ? sin : cos), 1e-15);
    const expected = [damp * (-0.02 * cos - 0.1 * sin), damp * (-0.02 * sin + 0.1 * cos)];
    expectEach(found.velocity, (i) => expected[i] as number, 1e-16);
    expectEach(found.carried, (i) => expected[i] as number, 1e-16);
    expectEach(
      found.straight,
      (i) => (found.at[i] as number) + found.ahead * (expected[i] as number),
      1e-15,
    );
    const later = Math.exp(-0.02 * (12 + found.ahead));
    expectNear(found.bent[0] as number, later * Math.cos(0.1 * (12 + found.ahead)), 1e-15);
  });

  test("a puck's straight line is its orbit", async () => {
    const found = (await ask(tangent, on(chain(2), [1, 0.5], 8))) as Vectors;
    expect(Array.from(found.velocity)).toEqual([0.5, 0]);
    expect(Array.from(found.straight)).toEqual(Array.from(found.bent));
  });
});

describe("partial sums", () => {
  test("miss a rotation by what the rest of cosine and sine is", async () => {
    const turning = blocks({ kind: "pair", rate: 0, frequency: 0.1 });
    const { errors } = (await ask(series, on(turning, [1, 0], 20))) as {
      errors: number[];
    };
    // I + 2J against R(2): |1 − cos 2| + |2 − sin 2|.
    expectNear(errors[1] as number, Math.abs(1 - Math.cos(2)) + Math.abs(2 - Math.sin(2)), 1e-15);
    // 2ⁿ/n! bounds the first term left out; the rest is a geometric series of ratio < 2/(n+1).
    let term = 1;
    errors.forEach((error, n) => {
      term *= 2 / (n + 1);
      if (n >= 2) expect(error).toBeLessThanOrEqual((2 * term) / (1 - 2 / (n + 2)) + 4e-16);
    });
  });

  test.each([
    [2, 1],
    [3, 2],
  ])("of a chain of %i end after %i steps, with nothing left at any time", async (size, end) => {
    const found = (await ask(series, on(chain(size), [1, 1, 1], 64))) as {
      errors: number[];
      end: number;
    };
    expect(found.end).toBe(end);
    expect(found.errors).toHaveLength(end + 1);
    expect(found.errors.at(-1)).toBe(0);
  });
});

describe("the puck", () => {
  test("moves as x + vt + at²/2 with velocity v + at", async () => {
    const found = (await ask(puck, on(chain(3), [1, -0.5, 0.25], 8))) as {
      now: Float64Array;
      flow: { data: Float64Array };
      track: { step: number; positions: Float64Array };
    };
    expect(Array.from(found.now)).toEqual([5, 1.5, 0.25]);
    expect(Array.from(found.flow.data)).toEqual([1, 8, 32, 0, 1, 8, 0, 0, 1]);
    expectEach(
      found.track.positions,
      (i) => 1 - 0.5 * i * found.track.step + 0.125 * (i * found.track.step) ** 2,
      1e-12,
    );
  });

  test.each([
    ["a pair", spiral],
    ["a damped block", blocks({ kind: "real", rate: -0.1, size: 2 })],
    ["a single zero", chain(1)],
  ])("is not made of %s", async (_, encoding) => {
    expect(await ask(puck, on(encoding, [1, 1], 0))).toBeUndefined();
  });
});

describe("X with another", () => {
  const shear = (data: number[]): Encoding => ({ kind: "matrix", matrix: square(data) });

  test("two shears add up to a rotation and multiply to something else", async () => {
    const bench = on([shear([0, -0.1, 0, 0]), shear([0, 0, 0.1, 0])], [1, 0], 12);
    const found = await matrixAnswer(etx, bench, new Memo());
    const [cos, sin] = [Math.cos(1.2), Math.sin(1.2)];
    expectEach(found?.other?.sum.data ?? [], (i) => [cos, -sin, sin, cos][i] as number, 1e-15);
    // [[1, −1.2], [0, 1]]·[[1, 0], [1.2, 1]]
    expectEach(found?.other?.product.data ?? [], (i) => [-0.44, -1.2, 1.2, 1][i] as number, 1e-15);
    expectEach(found?.other?.commutator.data ?? [], (i) => [-0.01, 0, 0, 0.01][i] as number, 1e-17);
  });

  test("where they commute the exponentials multiply", async () => {
    const bench = on([spiral, blocks({ kind: "pair", rate: -0.1, frequency: 2 })], [1, 0], 30);
    const { other } = (await matrixAnswer(etx, bench, new Memo())) ?? {};
    expect(Array.from(other?.commutator.data ?? [1])).toEqual([0, 0, 0, 0]);
    expect(other?.apart).toBeLessThan(1e-15);
  });

  test("one alone, or one of another size, has no second", async () => {
    expect((await matrixAnswer(etx, on(spiral, [1], 1), new Memo()))?.other).toBeUndefined();
    const bench = on([spiral, chain(3)], [1], 1);
    expect((await matrixAnswer(etx, bench, new Memo()))?.other).toBeUndefined();
  });
});

describe("truth 9: a nudged block's curve leaves the exact one's at τ·|ε|^{1/k} well below 1", () => {
  const nudged = (order: number, epsilon: number): Experiment => {
    const data = Array.from({ length: order * order }, (_, i): number =>
      i % order === Math.floor(i / order) + 1 ? 1 : 0,
    );
    data[(order - 1) * order] = epsilon;
    return on({ kind: "matrix", matrix: square(data) }, [1], 0, 5000);
  };
  const leaves = async (order: number, epsilon: number): Promise<number | undefined> =>
    (await matrixAnswer(etx, nudged(order, epsilon), new Memo()))?.leaves;

  // sin(x)/x = 1 − x²/6 + x⁴/120 and sinh(x)/x likewise: 1 % off at x = 0.2457 and 0.2443. The first of the lags tried, a
  // fiftieth apart, beyond that.
  test.each([
    [-1e-6, 0.2457],
    [1e-7, 0.2443],
  ])("J₂ with %f: where sin x / x is off by 1 %", async (epsilon, x) => {
    const found = ((await leaves(2, epsilon)) ?? 0) * Math.sqrt(Math.abs(epsilon));
    expect(found / x).toBeGreaterThan(0.9995);
    expect(found / x).toBeLessThan(Math.exp(1 / 50) + 0.0005);
  });

  // The first coordinate is τ²/2·(1 + 2·ετ³/5! + …): 1 % off at ετ³ = 0.6.
  test("J₃: where ετ³/60 is off by 1 %", async () => {
    const found = ((await leaves(3, -1e-9)) ?? 0) * 1e-3;
    expect(found / 0.6 ** (1 / 3)).toBeGreaterThan(0.999);
    expect(found / 0.6 ** (1 / 3)).toBeLessThan(Math.exp(1 / 50) + 0.001);
  });

  test("one too small for the lags shown does not leave; an exact one never", async () => {
    expect(await leaves(2, -1e-9)).toBeUndefined(); // √1e-9·5000 = 0.158
    expect(await leaves(2, 0)).toBeUndefined();
  });
});

describe("ALiBi, lifted", () => {
  const alibi = (more: object): Experiment =>
    on({ kind: "alibi", dimension: 2, ...more } as Encoding, [1, 1], 3.5);

  test("mirrored it is no group and has no lift; without an ALiBi there is nothing to say", async () => {
    expect(await ask(lift, alibi({ slope: 0.5, bidirectional: true }))).toBeUndefined();
    expect(await ask(lift, on(spiral, [1, 1], 3))).toBeUndefined();
  });

  test("a head's slope is 2^(−8h/H)", async () => {
    const found = await liftAnswer(etx, alibi({ heads: 8, head: 3 }), new Memo());
    expect(found?.slope).toBe(0.125);
    expectNear(found?.whole ?? 0, (found?.content ?? 0) - 0.125 * 3.5, 1e-15);
  });

  test("the three ways agree to the last digits for any slope and lag", async () => {
    for (const slope of [1, 0.3, 1e-3, 1 / 256])
      for (const time of [0, 1, 7, 4096]) {
        const found = await liftAnswer(etx, { ...alibi({ slope }), time }, new Memo());
        if (!found) throw new Error("no answer");
        for (const { score } of found.forms) expectNear(score, -slope * time, 4e-16 * slope * time);
        expect(spread(found)).toBeLessThanOrEqual(8e-16 * slope * time);
      }
  });
});
