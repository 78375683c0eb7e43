/** Bad input: a readable failure that names the argument; never a trap, a hang or a plausible number. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CurveOptions } from "../../../web/core/api.ts";
import { EtxError } from "../../../web/model/error.ts";
import type { Encoding } from "../../../web/model/types.ts";
import { engine, expectFailure } from "./support.ts";

const nope = { kind: "nope", dimension: 2 };
const good = { query: [1, 2], key: [3, 4], lags: [0] };
const curve =
  (encoding: unknown, options: object = {}) =>
  () =>
    engine.curve(encoding as Encoding, { ...good, ...options } as CurveOptions);
const expm =
  (data: unknown, options: object = {}) =>
  () =>
    engine.expm({ rows: 2, cols: 2, data } as never, options);

test("encodings", () => {
  expectFailure(curve({ kind: "warp" }), "unsupported", /encoding\.kind is "warp"/);
  expectFailure(curve({ kind: "constructor" }), "unsupported", /encoding\.kind/);
  expectFailure(curve(null), "parse", /encoding is null/);
  expectFailure(curve({ kind: "nope" }), "parse", /encoding\.dimension is undefined/);
  expectFailure(curve({ kind: "nope", dimension: -2 }), "range", /encoding\.dimension is -2/);
  expectFailure(curve({ kind: "nope", dimension: 1.5 }), "range", /encoding\.dimension is 1.5/);
  expectFailure(curve({ kind: "rope", dimension: 3 }), "shape", /encoding\.dimension is 3.*even/);
  expectFailure(
    curve({ kind: "rope", dimension: 4, rotaryDimension: 3 }),
    "shape",
    /encoding\.rotaryDimension is 3.*even/,
  );
  expectFailure(
    curve({ kind: "rope", dimension: 4, rotaryDimension: 6 }),
    "range",
    /encoding\.rotaryDimension is 6/,
  );
  expectFailure(curve({ kind: "rope", dimension: 2, base: 0 }), "range", /encoding\.base is 0/);
  expectFailure(curve({ kind: "rope", dimension: 2, rate: 1 }), "range", /encoding\.rate is 1/);
  expectFailure(
    curve({ kind: "rope", dimension: 2, layout: "other" }),
    "range",
    /encoding\.layout is "other"/,
  );
  expectFailure(
    curve({ kind: "rope", dimension: 2, frequencies: [1, 2] }),
    "shape",
    /encoding\.frequencies has 2/,
  );
  expectFailure(
    curve({ kind: "rope", dimension: 2, scaling: { rope_type: "warp" } }),
    "unsupported",
    /warp/,
  );
  expectFailure(
    curve({ kind: "decay", dimension: 2, rate: Number.NaN }),
    "not-finite",
    /encoding\.rate is NaN/,
  );
  expectFailure(
    curve({
      kind: "generator",
      generator: { blocks: [{ kind: "pair", rate: 0, frequency: Infinity }] },
    }),
    "not-finite",
    /blocks\[0\]\.frequency is Infinity/,
  );
  expectFailure(
    curve({ kind: "generator", generator: { blocks: [{ kind: "real", rate: 0, size: 0 }] } }),
    "range",
    /size is 0/,
  );
  const blocks = [{ kind: "real", rate: 0, size: 2 }];
  const basis = { rows: 2, cols: 2, data: [1, 2, 2, 4] };
  expectFailure(
    curve({ kind: "generator", generator: { blocks, permutation: [0, 0] } }),
    "range",
    /permutation\[1\] is 0/,
  );
  expectFailure(
    curve({ kind: "generator", generator: { blocks, basis, permutation: [0, 1] } }),
    "range",
    /basis and a permutation/,
  );
  expectFailure(
    curve({ kind: "generator", generator: { blocks, basis } }),
    "range",
    /basis|singular/i,
  );
  expectFailure(
    curve({ kind: "matrix", matrix: { rows: 2, cols: 3, data: [] } }),
    "shape",
    /encoding\.matrix is 2×3/,
  );
});

test("vectors and lags", () => {
  expectFailure(curve(nope, { query: [1] }), "shape", /query has 1 numbers; it must have 2/);
  expectFailure(curve(nope, { key: [1, Number.NaN] }), "not-finite", /key\[1\] is NaN/);
  expectFailure(curve(nope, { key: [1, "2"] }), "parse", /key\[1\] is "2"/);
  expectFailure(curve(nope, { lags: [0, -Infinity] }), "not-finite", /lags\[1\] is -Infinity/);
  expectFailure(
    curve(nope, { lags: { start: 0, step: 1, count: 2 ** 28 } }),
    "too-large",
    /lags\.count is 268435456/,
  );
  expectFailure(curve(nope, { lags: { start: 1e308, step: 1e308, count: 9 } }), "overflow", /lags/);
  expectFailure(curve(nope, { lags: { start: 0, count: 9 } }), "parse", /lags\.step is undefined/);
  expectFailure(curve(nope, { width: 0 }), "range", /width is 0/);
  expectFailure(curve(nope, { width: 2 }), "range", /width is 2/);
});

test("batches of matrices", () => {
  const x = { rows: 1, cols: 1, data: [1] };
  const batch =
    (xs: unknown, options: object = {}) =>
    () =>
      engine.expmBatch(xs as never, options);
  expectFailure(batch(x), "parse", /xs is an object/);
  expectFailure(batch([x, { rows: 1, cols: 2, data: [1, 2] }]), "shape", /xs\[1\] is 1×2/);
  expectFailure(batch([x], { times: [1, Number.NaN] }), "not-finite", /times\[1\] is NaN/);
  expectFailure(batch([x], { precision: "half" }), "range", /precision is "half"/);
  expectFailure(
    batch([x, { ...x, data: [1e300] }], { times: [1, 1e10] }),
    "overflow",
    /xs\[1\]\[0, 0\].time is 1e300/,
  );
  const large = { rows: 1024, cols: 1024, data: new Float64Array(2 ** 20) };
  expectFailure(batch([large], { times: new Float64Array(129) }), "too-large", /129 times/);
});

test("matrices", () => {
  expectFailure(expm([1, 2, 3]), "shape", /x\.data has 3/);
  expectFailure(expm([1, 2, 3, Number.NaN]), "not-finite", /x\.data\[3\] is NaN/);
  expectFailure(expm([1, 2, 3, 4], { time: Infinity }), "not-finite", /time is Infinity/);
  expectFailure(expm([1, 2, 3, 4], { precision: "half" }), "range", /precision is "half"/);
  expectFailure(expm([1, 2, 3, 4], { tolerance: -1 }), "range", /tolerance is -1/);
  expectFailure(
    () => engine.expm({ rows: 1025, cols: 1025, data: [] }),
    "too-large",
    /x\.rows is 1025/,
  );
});

test("a norm beyond range, though every entry is within it, ends in words", () => {
  const huge = { rows: 2, cols: 2, data: [1, 2, 2, 4] };
  expectFailure(() => engine.expm(huge, { time: 4.2e307 }), "overflow", /x·time.*range of doubles/);
  expectFailure(
    curve({ kind: "matrix", matrix: huge }, { lags: [0, 4.2e307] }),
    "overflow",
    /range of doubles/,
  );
});

test("configurations", () => {
  for (const config of [null, 7, "{", [], {}])
    expect(() => engine.frequencies(config)).toThrow(EtxError);
});

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    Number.NaN,
    Infinity,
    -Infinity,
    -1,
    0,
    -0,
    0.5,
    1,
    2,
    3,
    4,
    1e-320,
    1e20,
    1e300,
    2 ** 31,
    2 ** 32 + 2,
    "",
    "2",
    [],
    {},
    true,
    10n,
  ),
  fc.double(),
  fc.array(fc.double(), { maxLength: 5 }),
  fc.anything(),
);
const block = fc.record({
  kind: fc.constantFrom<unknown>("real", "pair", 3),
  rate: odd,
  frequency: odd,
  size: odd,
});
const matrix = fc.oneof(
  odd,
  fc.record({ rows: odd, cols: odd, data: odd }),
  fc.constant({ rows: 2, cols: 2, data: [1, 2, 2, 4] }),
);
const encoding = fc.oneof(
  fc.record(
    {
      kind: fc.constantFrom("nope", "decay", "rope", "alibi"),
      dimension: odd,
      rate: odd,
      base: odd,
      rotaryDimension: odd,
      layout: odd,
      frequencies: odd,
      scaling: odd,
      attentionFactor: odd,
    },
    { requiredKeys: ["kind", "dimension"] },
  ),
  fc.record({
    kind: fc.constant("generator"),
    generator: fc.record(
      { blocks: fc.array(block, { maxLength: 3 }), basis: matrix, permutation: odd },
      { requiredKeys: ["blocks"] },
    ),
  }),
  fc.record({ kind: fc.constant("matrix"), matrix }),
  fc.anything(),
);
// A count that is allowed but takes a gigabyte tells nothing.
const lags = fc.oneof(
  odd,
  fc.record({
    start: odd,
    step: odd,
    count: fc.constantFrom<unknown>(0, 1, 7, 1000, -1, 0.5, 2 ** 27 + 1, 1e300, "3", Number.NaN),
  }),
);

const allowed = new Set([
  "shape",
  "not-finite",
  "overflow",
  "range",
  "too-large",
  "unsupported",
  "parse",
]);
const named =
  /encoding|query|key|vector|lags|times|width|options|\bx\b|time|precision|tolerance|generator|matrix|basis|block/;

/** The call gives a result or a failure of the list, in good time, and leaves the engine well. */
function survives(call: () => unknown): void {
  const begin = performance.now();
  try {
    call();
  } catch (error) {
    if (!(error instanceof EtxError)) throw error;
    expect(allowed, error.message).toContain(error.code);
    expect(error.message).toMatch(named);
  }
  expect(performance.now() - begin).toBeLessThan(2000);
}

test("anything at all through every method", () => {
  fc.assert(
    fc.property(encoding, odd, odd, lags, odd, matrix, (e, query, key, taus, width, x) => {
      const asked = e as Encoding;
      survives(() => engine.generator(asked));
      survives(() => engine.curve(asked, { query, key, lags: taus, width } as CurveOptions));
      survives(() =>
        engine.curve(asked, { query: [1, 2], key: [3, 4], lags: taus } as CurveOptions),
      );
      survives(() => engine.contributions(asked, { query, key, lags: taus } as CurveOptions));
      survives(() => engine.orbit(asked, { vector: query, times: taus } as never));
      survives(() => engine.expm(x as never, { time: width } as never));
    }),
    { numRuns: 1500 },
  );
  expect(curve(nope)()).toEqual(Float64Array.of(11));
});
