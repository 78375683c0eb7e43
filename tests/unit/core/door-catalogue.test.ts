/** The catalogue's encodings: scores against mpmath's, the numbers that their papers and codes publish, and clear refusals. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { catalogue } from "../../../web/model/encodings/catalogue.ts";
import { EtxError } from "../../../web/model/error.ts";
import type { Block, Encoding } from "../../../web/model/types.ts";
import { engine, expectEach, expectFailure, expectNear } from "./support.ts";

interface Answer {
  encoding: Encoding & { kind: string; dimension: number };
  query: number[];
  key: number[];
  position?: number;
  lags: number[];
  values: number[];
}
const answers = JSON.parse(
  readFileSync(new URL("../../data/catalogue.json", import.meta.url), "utf8"),
) as Answer[];

const curve = (encoding: Encoding, query: number[], key: number[], lags: number[], more = {}) => [
  ...engine.curve(encoding, { query, key, lags, ...more }),
];
const blocksOf = (encoding: Encoding): Block[] =>
  engine.generator(encoding)?.generators[0]?.blocks ?? [];
const ratesOf = (encoding: Encoding): number[] =>
  blocksOf(encoding).flatMap((block) => (block.kind === "pair" ? [block.rate] : []));

test.each(answers.map((answer) => [JSON.stringify(answer.encoding), answer] as const))(
  "%s scores what mpmath says",
  (_, { encoding, query, key, lags, values, position }) => {
    const scores = curve(encoding, query, key, lags, position === undefined ? {} : { position });
    const size = query.reduce((sum, q, i) => sum + Math.abs(q * key[i]!), 0);
    // evaluate()'s bound, and a rounding of the bias, which grows with the lag.
    expectEach(
      scores,
      (j) => values[j]!,
      (j) => 4e-15 * (size + Math.abs(values[j]!)),
    );
  },
);

test("leaving everything out means the defaults", () => {
  for (const kind of ["xpos", "lightning", "gla", "fox", "mamba", "grape-m", "grape-a"])
    expect(curve({ kind, dimension: 4 }, [1, 2, 3, 4], [1, 1, 1, 1], [0])[0]).toBe(10);
});

describe("ALiBi", () => {
  const slope = (heads: number, head: number): number =>
    -curve({ kind: "alibi", heads, head }, [], [], [1])[0]!;
  const slopes = (heads: number): number[] =>
    Array.from({ length: heads }, (_, i) => slope(heads, i + 1));

  test("8 heads: the powers of 1/2", () => {
    expect(slopes(8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((h) => 2 ** -h));
  });

  test("12 heads: unsorted, as the paper's code gives them", () => {
    const published =
      "0.5 0.25 0.125 0.0625 0.03125 0.015625 0.0078125 0.00390625 0.707107 0.353553 0.176777 0.088388"
        .split(" ")
        .map(Number);
    expectEach(slopes(12), (i) => published[i]!, 5e-7);
    expectNear(slope(12, 9), Math.SQRT1_2, 2e-16);
  });

  test("BLOOM's 112 heads: 64 slopes 2^(-k/8), then 48 slopes 2^(-(2k-1)/16)", () => {
    expectEach(
      slopes(112),
      (i) => (i < 64 ? 2 ** (-(i + 1) / 8) : 2 ** (-(2 * (i - 64) + 1) / 16)),
      2e-16,
    );
  });

  test("MPT's rule gives the same slopes for alibi_bias_max 8", () => {
    for (const heads of [6, 8, 10, 12, 40, 112]) {
      const all = 2 ** Math.ceil(Math.log2(heads));
      const s = Array.from({ length: all }, (_, i) => 2 ** (-((i + 1) * 8) / all));
      const odd = s.filter((_, i) => i % 2 === 1);
      const even = s.filter((_, i) => i % 2 === 0);
      const mpt = all === heads ? s : [...odd, ...even].slice(0, heads);
      expectEach(slopes(heads), (i) => mpt[i]!, 2e-16);
    }
  });

  test("is a Jordan block on two coordinates more", () => {
    const lifted = engine.generator({ kind: "alibi", slope: 0.25, dimension: 2 })!;
    expect(lifted.generators[0]?.blocks).toEqual([
      { kind: "real", rate: 0, size: 1 },
      { kind: "real", rate: 0, size: 1 },
      { kind: "real", rate: 0, size: 2 },
    ]);
    expect(lifted.queryOffset).toEqual(Float64Array.of(0, 0, -0.25, 0));
    expect(lifted.keyOffset).toEqual(Float64Array.of(0, 0, 0, 1));
    const identity = { rows: 4, cols: 2, data: Float64Array.of(1, 0, 0, 1, 0, 0, 0, 0) };
    expect([lifted.queryLift, lifted.keyLift]).toEqual([identity, identity]);
    expect(engine.generator({ kind: "alibi", slope: 1, bidirectional: true })).toBeNull();
  });

  test("without matrices all else is the same", () => {
    const encodings: Encoding[] = [
      { kind: "alibi", slope: 0.25, dimension: 2 },
      { kind: "rope", dimension: 768 },
      { kind: "matrix", matrix: { rows: 2, cols: 2, data: [0, 1, -1, 0] } },
      { kind: "axial2d", dimension: 4 },
    ];
    for (const encoding of encodings) {
      const whole = engine.generator(encoding)!;
      expect(whole.matrices.length).toBe(whole.generators.length);
      const lifted = engine.generator(encoding, { matrices: "lifts" })!;
      expect(lifted).toEqual({ ...whole, matrices: [] });
      const { queryLift: _, keyLift: __, ...plain } = lifted;
      expect(engine.generator(encoding, { matrices: "none" })).toEqual(plain);
    }
    expect(engine.generator({ kind: "kerple", dimension: 2 }, { matrices: "none" })).toBeNull();
    const asked = { matrices: false } as unknown as { matrices: "none" };
    expectFailure(() => engine.generator(encodings[0]!, asked), "range", /matrices is false/);
  });

  test("an orbit is the lifted key's", () => {
    const orbit = engine.orbit(
      { kind: "alibi", slope: 0.25, dimension: 1 },
      { vector: [3], times: [0, 2] },
    );
    expect(orbit).toEqual({ rows: 2, cols: 3, data: Float64Array.of(3, 0, 1, 3, 2, 1) });
  });

  test("the lift scores as the curve does", () => {
    const encoding = { kind: "alibi", heads: 12, head: 10, dimension: 2 };
    const [query, key] = [
      [1, 2],
      [3, -4],
    ];
    const lifted = engine.generator(encoding)!;
    const lift = (vector: number[], offset: Float64Array): number[] =>
      [...vector, 0, 0].map((x, i) => x + offset[i]!);
    const general = curve(
      { kind: "generator", generator: lifted.generators[0]! },
      lift(query!, lifted.queryOffset!),
      lift(key!, lifted.keyOffset!),
      [0, 3, 1000],
    );
    expect(curve(encoding, query!, key!, [0, 3, 1000])).toEqual(general);
  });
});

describe("xPos", () => {
  const rates = ratesOf({ kind: "xpos", dimension: 64 });

  test("ζ runs from .2857 to .9777 at d = 64", () => {
    expectNear(Math.exp(512 * rates[0]!), 0.2857, 5e-5);
    expectNear(Math.exp(512 * rates[31]!), 0.9777, 5e-5);
    expectNear(Math.exp(rates[0]!), 0.99755619, 5e-9);
  });

  test("half-lives run from 283 to 15721 tokens", () => {
    expect(Math.round(Math.LN2 / -rates[0]!)).toBe(283);
    expect(Math.round(Math.LN2 / -rates[31]!)).toBe(15721);
  });
});

describe("RetNet", () => {
  const rate = (head: number): number => ratesOf({ kind: "retnet", dimension: 2, head })[0]!;

  test("γ is .96875, .984375, …", () => {
    const published = [0.96875, 0.984375, 0.9921875, 0.99609375, 0.998046875];
    expectEach(published, (head) => Math.exp(rate(head)), 2e-16);
  });

  test("a score falls by e in 31.5, 63.5, 127.5, … 4095.5 tokens", () => {
    expectEach(
      [31.5, 63.5, 127.5, 255.5, 511.5, 1023.5, 2047.5, 4095.5],
      (h) => -1 / rate(h),
      5e-3,
    );
  });

  test("γ^-s alone overflows f32 past 2794, 5633, 11312 tokens and f16 past 349; the product never does", () => {
    const longest = (head: number, largest: number): number =>
      Math.floor(Math.log(largest) / -rate(head));
    expect([0, 1, 2].map((head) => longest(head, 3.4028234663852886e38))).toEqual([
      2794, 5633, 11312,
    ]);
    expect(longest(0, 65504)).toBe(349);
    expect(curve({ kind: "retnet", dimension: 2, head: 0 }, [1, 0], [1, 0], [1e6])[0]).toBe(0);
  });

  test("the authors' angles end at 1e-4, RoPE's at 1.0746e-4 for d = 256", () => {
    const last = (angles: string): number => {
      const block = blocksOf({ kind: "retnet", dimension: 256, head: 0, angles }).at(-1);
      return block?.kind === "pair" ? -block.frequency : Number.NaN;
    };
    expect(last("linspace")).toBe(1e-4);
    expectNear(last("rope"), 1.0746e-4, 5e-9);
  });
});

test("head 0 of lightning attention never fades", () => {
  expect(blocksOf({ kind: "lightning", dimension: 1, head: 0 })).toEqual([
    { kind: "real", rate: 0, size: 1 },
  ]);
});

test("FoX's gate at b = 5 is .9933, GLA's at 0 is 2^(-1/16)", () => {
  expectNear(Math.exp(curve({ kind: "fox", dimension: 0 }, [], [], [1])[0]!), 0.9933, 5e-5);
  expectNear(curve({ kind: "gla", dimension: 1 }, [1], [1], [1])[0]!, 2 ** (-1 / 16), 2e-16);
});

describe("clocks that data drive", () => {
  const clock = [0.5, 0.25, 0, 2, 1];
  const gla = { kind: "gla", dimension: 1, clock };

  test("need the query's position, and are no group of the lag", () => {
    expect(engine.generator(gla)).toBeNull();
    expectFailure(() => curve(gla, [1], [1], [0]), "unsupported", /position is missing/);
  });

  test("compose along the clock", () => {
    const at = (position: number, lag: number): number =>
      curve(gla, [1], [1], [lag], { position })[0]!;
    expectNear(at(4, 3), at(4, 1) * at(3, 2), 1e-16);
    expect(at(3, 1)).not.toBe(at(4, 1));
  });

  test("a steady one is the same as its speed", () => {
    const steady = { kind: "fox", dimension: 1, clock: Array(9).fill(0.25) };
    const lags = [0, 1, 2.5, 8];
    expect(curve(steady, [1], [1], lags, { position: 8 })).toEqual(
      curve({ kind: "fox", dimension: 1, clock: 0.25 }, [1], [1], lags),
    );
  });

  test("refuse what is off them", () => {
    const ask = (encoding: object, position: number, lag: number) => () =>
      curve(encoding as Encoding, [1], [1], [lag], { position });
    expectFailure(ask(gla, 5, 0), "range", /position is 5.*0 to 4/);
    expectFailure(ask(gla, 2, 3), "range", /lags\[0\] puts the key at -1/);
    expectFailure(ask({ ...gla, clock: [1, -1] }, 1, 0), "range", /clock\[1\] is -1/);
    expectFailure(ask({ ...gla, clock: -1 }, 1, 0), "range", /encoding\.clock is -1/);
  });
});

describe("GRAPE-M", () => {
  test("turns the plane of a and b by √(|a|²|b|² - (a·b)²), whatever the others", () => {
    const [a, b] = [
      [1, 2, 0, -1, 0.5],
      [0.25, -1, 1, 0, 2],
    ];
    const lifted = engine.generator({ kind: "grape-m", dimension: 5, a, b })!;
    const x = lifted.matrices[0]!.data;
    for (let i = 0; i < 5; i++)
      for (let j = 0; j < 5; j++)
        expectNear(x[5 * i + j]!, b![i]! * a![j]! - a![i]! * b![j]!, 4e-15);
    const dot = (p: number[], q: number[]): number => p.reduce((sum, v, i) => sum + v * q[i]!, 0);
    const speed = Math.sqrt(dot(a!, a!) * dot(b!, b!) - dot(a!, b!) ** 2);
    const [pair] = lifted.generators[0]!.blocks;
    expectNear(Math.abs((pair as { frequency: number }).frequency), speed, 1e-14);
  });

  test("parallel a and b turn nothing", () => {
    expect(
      curve({ kind: "grape-m", dimension: 2, a: [1, 2], b: [2, 4] }, [1, 1], [1, 1], [9]),
    ).toEqual([2]);
  });
});

test.each([
  [{ kind: "alibi" }, "range", /encoding\.slope is missing; heads and head, or slope/],
  [{ kind: "alibi", heads: 8 }, "range", /encoding\.head is missing/],
  [{ kind: "alibi", heads: 8, head: 9 }, "range", /encoding\.head is 9; a head from 1 to heads, 8/],
  [{ kind: "alibi", heads: 8, head: 0 }, "range", /encoding\.head is 0/],
  [{ kind: "alibi", heads: 8, head: 1, slope: 1 }, "range", /encoding\.slope is 1; .*not both/],
  [{ kind: "alibi", slope: Number.NaN }, "not-finite", /encoding\.slope is NaN/],
  [{ kind: "alibi", slope: 1, bidirectional: "yes" }, "parse", /encoding\.bidirectional is "yes"/],
  [{ kind: "xpos", dimension: 3 }, "shape", /encoding\.dimension is 3; .*multiple of 2/],
  [{ kind: "xpos", dimension: 4, layout: "mixed" }, "range", /encoding\.layout is "mixed"/],
  [{ kind: "xpos" }, "parse", /encoding\.dimension is undefined/],
  [{ kind: "retnet", dimension: 4 }, "range", /encoding\.head is missing/],
  [{ kind: "retnet", dimension: 4, head: 32 }, "range", /encoding\.head is 32/],
  [{ kind: "retnet", dimension: 4, head: 0, angles: 3 }, "range", /encoding\.angles is 3/],
  [
    { kind: "lightning", dimension: 4, head: 8 },
    "range",
    /encoding\.head is 8; a head from 0 to 7/,
  ],
  [{ kind: "lightning", dimension: 4, layer: 24 }, "range", /encoding\.layer is 24/],
  [{ kind: "mamba", dimension: 4, fraction: 2 }, "range", /encoding\.fraction is 2; .*from 0 to 1/],
  [{ kind: "mamba", dimension: 4, rate: 1 }, "range", /encoding\.rate is 1; .*at most 0/],
  [
    { kind: "mamba", dimension: 8, angles: [1] },
    "shape",
    /encoding\.angles has 1 numbers; it must have 2/,
  ],
  [{ kind: "grape-m", dimension: 4, a: [1, 2, 3, 4] }, "range", /encoding\.b is missing/],
  [{ kind: "grape-m", dimension: 2, a: [1], b: [1, 2] }, "range", /encoding\.a is a list/],
  [{ kind: "grape-a", dimension: 2, u: [1] }, "range", /encoding\.u is a list/],
] as const)("refuses %j in words", (encoding, code, message) => {
  expectFailure(() => engine.generator(encoding as unknown as Encoding), code, message);
});

const odd = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, Number.NaN, Infinity, -1, 0, -0, 0.5, 1, 2, 3, 7, 64),
  fc.constantFrom<unknown>(1e-320, 1e20, 1e300, 2 ** 32, "", "half", "log", [], {}, true, 10n),
  fc.array(fc.double(), { maxLength: 4 }),
);

const names = catalogue.flatMap(({ parameters }) => Object.keys(parameters));
const encodings = fc
  .constantFrom(...catalogue.map(({ kind }) => kind))
  .chain((kind) =>
    fc
      .tuple(
        fc.dictionary(fc.constantFrom(...names), odd, { maxKeys: 3 }),
        fc.constantFrom(0, 1, 2, 4, 8),
      )
      .map(([some, dimension]) => ({ ...some, kind, dimension })),
  );

/** A result, or an EtxError that names what is wrong. */
function survives(ask: () => unknown): void {
  try {
    ask();
  } catch (error) {
    if (!(error instanceof EtxError) || error.code === "crashed") throw error;
    expect(error.message).toMatch(/encoding|position|lag|clock|head|dimension|too long/);
  }
}

test("odd parameters of any kind end in a result or in words", () => {
  const lags = fc.constantFrom<number[]>([0], [0, 1.5, -3, 1e9], [4]);
  fc.assert(
    fc.property(encodings, odd, lags, (encoding, position, taus) => {
      const vector = Array(encoding.dimension).fill(1);
      const options = { query: vector, key: vector, lags: taus, position };
      survives(() => engine.generator(encoding));
      survives(() => engine.curve(encoding, options as never));
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(encodings, (encoding) => survives(() => engine.axioms(encoding, { grid: 4 }))),
    { numRuns: 40 },
  );
  expect(curve({ kind: "nope", dimension: 1 }, [2], [3], [0])).toEqual([6]);
});
