/** Random documents and encodings for property tests. */
import fc from "fast-check";
import type { Block, Experiment, RopeEncoding } from "../../../web/model/types.ts";

export const reals = fc.double({ noNaN: true, noDefaultInfinity: true });
export const moderate = fc.double({ noNaN: true, min: -10, max: 10 });
const rates = fc.double({ noNaN: true, min: -2, max: 0 });
const angles = fc.double({ noNaN: true, min: 0, max: 4 });

export const blocks: fc.Arbitrary<Block[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant("real" as const),
      rate: moderate,
      size: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({
      kind: fc.constant("pair" as const),
      rate: moderate,
      frequency: moderate,
      size: fc.integer({ min: 1, max: 3 }),
    }),
  ),
  { minLength: 1, maxLength: 8 },
);

export const ropes: fc.Arbitrary<RopeEncoding> = fc
  .record({
    pairs: fc.integer({ min: 1, max: 6 }),
    rest: fc.integer({ min: 0, max: 3 }),
    base: fc.double({ min: 2, max: 1e6, noNaN: true }),
  })
  .chain(({ pairs, rest, base }) =>
    fc.record(
      {
        kind: fc.constant("rope" as const),
        dimension: fc.constant(2 * pairs + rest),
        rotaryDimension: fc.constant(2 * pairs),
        base: fc.constant(base),
        layout: fc.constantFrom("half" as const, "interleaved" as const),
        rate: fc.oneof(rates, fc.array(rates, { minLength: pairs, maxLength: pairs })),
        frequencies: fc.array(angles, { minLength: pairs, maxLength: pairs }),
      },
      { requiredKeys: ["kind", "dimension", "rotaryDimension"] },
    ),
  );

/** Names in any script, with what URLs and JSON dislike. */
const names = fc.oneof(
  fc.string({ maxLength: 20, unit: "binary" }),
  fc.constantFrom("α = 10 000", "衰减 旋转", `%'"(){}[]!$ &=#+`),
);

export const experiments: fc.Arbitrary<Experiment> = fc.record(
  {
    v: fc.constant(1 as const),
    encodings: fc
      .array(
        fc.record(
          {
            encoding: fc.oneof(
              ropes,
              blocks.map((blocks) => ({ kind: "generator" as const, generator: { blocks } })),
              fc.record({
                kind: fc.constant("decay" as const),
                dimension: fc.integer({ min: 1, max: 9 }),
                rate: reals,
              }),
              fc.record({
                kind: fc.constant("later"),
                strength: reals,
                list: fc.array(fc.string()),
              }),
            ),
            name: names,
            hidden: fc.boolean(),
          },
          { requiredKeys: ["encoding"] },
        ),
        { maxLength: 4 },
      )
      .map((entries) => entries.map((entry, i) => ({ id: `e${i}`, ...entry }))),
    query: fc.oneof(
      fc.constant("ones" as const),
      fc.record({ values: fc.array(reals, { minLength: 1 }) }),
    ),
    key: fc.oneof(
      fc.constant("ones" as const),
      fc.record({
        gaussian: fc.record({
          mean: reals,
          variance: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
        }),
      }),
    ),
    lags: fc.oneof(
      fc.record({
        start: moderate,
        step: fc.double({ min: 0.01, max: 100, noNaN: true }),
        count: fc.integer({ min: 1, max: 1e6 }),
      }),
      fc.array(reals, { minLength: 1 }),
    ),
    causal: fc.boolean(),
    time: reals,
    seed: fc.nat(),
    views: fc.array(fc.record({ kind: fc.constantFrom("plane" as const, "curve" as const) })),
    extra: fc.dictionary(
      fc.string().filter((key) => !["__proto__", "constructor", "prototype"].includes(key)),
      names,
    ),
  },
  { requiredKeys: ["v", "encodings", "query", "key", "lags", "views"] },
);
