import fc from "fast-check";
import { expect, test } from "vitest";
import { moveEigenvalue } from "../../../web/model/edit.ts";
import { dimension } from "../../../web/model/encodings/registry.ts";
import { parseEncoding } from "../../../web/model/schema.ts";
import type {
  Block,
  Encoding,
  GeneratorLike,
  KnownEncoding,
  RopeEncoding,
} from "../../../web/model/types.ts";
import { blocks, moderate, ropes } from "./arbitrary.ts";

/** The slow, obvious generator of an encoding. */
function generatorOf(encoding: Encoding): GeneratorLike {
  const known = encoding as Exclude<KnownEncoding, { kind: "matrix" }>;
  if (known.kind === "generator") return known.generator;
  if (known.kind !== "rope") {
    const rate = known.kind === "decay" ? known.rate : 0;
    return { blocks: Array.from({ length: known.dimension }, () => ({ kind: "real", rate })) };
  }
  const r = known.rotaryDimension ?? known.dimension;
  const pairs = Array.from({ length: r / 2 }, (_, i): Block => {
    const frequency = known.frequencies?.[i] ?? (known.base ?? 10000) ** ((-2 * i) / r);
    const rate = typeof known.rate === "object" ? (known.rate[i] as number) : (known.rate ?? 0);
    return { kind: "pair", rate, frequency: -frequency };
  });
  const rest = Array.from(
    { length: known.dimension - r },
    (): Block => ({ kind: "real", rate: 0 }),
  );
  const interleaved = known.layout === "interleaved";
  const permutation = Array.from({ length: known.dimension }, (_, i) =>
    i >= r || interleaved ? i : i / 2 + (i % 2 ? (r - 1) / 2 : 0),
  );
  return { blocks: [...pairs, ...rest], permutation };
}

const plain = (blocks: readonly Block[]) =>
  blocks
    .map((block) => ({ frequency: 0, ...block, size: block.size ?? 1 }))
    .map((block) => ({ ...block, rate: block.rate + 0, frequency: block.frequency + 0 }));
const move = (
  encoding: Encoding,
  index: number,
  rate: number,
  frequency: number,
  together = false,
) => moveEigenvalue(encoding, generatorOf(encoding), index, { rate, frequency }, together);

const rope: RopeEncoding = { kind: "rope", dimension: 6, rotaryDimension: 4, base: 100 };

test("damping one pair of RoPE, then undoing it, stays RoPE with its base", () => {
  const damped = move(rope, 1, -0.5, 0.1);
  expect(damped).toEqual({ ...rope, rate: [0, -0.5] });
  expect(move(damped, 1, 0, 0.1)).toEqual(rope);
});

test("together: all rates by the same difference, all frequencies by the same ratio", () => {
  const whole: RopeEncoding = { kind: "rope", dimension: 4, base: 100, layout: "interleaved" };
  expect(move(whole, 0, -0.001, 1, true)).toEqual({ ...whole, rate: -0.001 });
  // -0.001 + (0.000656 - -0.001) is not 0.000656 in doubles, and yet they all share it.
  const fading = { ...whole, rate: -0.001 };
  const growing = move(fading, 0, 0.000656, 1, true) as { generator: GeneratorLike };
  expect(growing.generator.blocks.map(({ rate }) => rate)).toEqual([0.000656, 0.000656]);
  expect(move(whole, 0, 0, 2, true)).toEqual({
    kind: "rope",
    dimension: 4,
    layout: "interleaved",
    frequencies: [2, 0.2],
  });
});

test("frequencies stand instead of what they were made from", () => {
  const scaled: RopeEncoding = {
    ...rope,
    scaling: { rope_type: "linear", factor: 4 },
    attentionFactor: 2,
  };
  expect(move(scaled, 0, 0, 0.7)).toEqual({
    kind: "rope",
    dimension: 6,
    rotaryDimension: 4,
    attentionFactor: 2,
    frequencies: [0.7, 0.1],
  });
  expect(move(scaled, 0, -1, 1)).toEqual({ ...scaled, rate: [-1, 0] });
});

test("what RoPE has no words for becomes a generator: growth, and damping of what is not rotated", () => {
  const permutation = [0, 2, 1, 3, 4, 5];
  const growing = move(rope, 0, 0.5, 1);
  expect(growing).toMatchObject({ kind: "generator", generator: { permutation } });
  expect(move(growing, 0, -0.5, 1)).toMatchObject({
    kind: "generator",
    generator: { permutation },
  });
  expect(move(rope, 2, -1, 0)).toMatchObject({ kind: "generator" });
});

test("the point of NoPE and of decay is all their coordinates", () => {
  expect(move({ kind: "nope", dimension: 3 }, 0, -0.2, 5)).toEqual({
    kind: "decay",
    dimension: 3,
    rate: -0.2,
  });
  expect(move({ kind: "decay", dimension: 3, rate: -1, bidirectional: true }, 2, -0.2, 0)).toEqual({
    kind: "decay",
    dimension: 3,
    rate: -0.2,
    bidirectional: true,
  });
});

test("a Jordan block moves as a whole, and a basis stays", () => {
  const basis = { rows: 2, cols: 2, data: Float64Array.of(1, 1, 0, 1) };
  const generator: GeneratorLike = { blocks: [{ kind: "real", rate: 0, size: 2 }], basis };
  const moved = {
    kind: "generator",
    generator: { blocks: [{ kind: "real", rate: -1, size: 2 }], basis },
  };
  expect(
    moveEigenvalue(
      { kind: "generator", generator },
      generator,
      0,
      { rate: -1, frequency: 3 },
      false,
    ),
  ).toEqual(moved);
  const fromMatrix = moveEigenvalue(
    { kind: "matrix", matrix: basis },
    generator,
    0,
    { rate: -1, frequency: 3 },
    false,
  );
  expect(fromMatrix).toEqual({
    kind: "generator",
    generator: { ...moved.generator, basis: { rows: 2, cols: 2, data: [1, 1, 0, 1] } },
  });
});

test("a pair keeps its direction of turning; a real eigenvalue stays real", () => {
  const encoding: Encoding = {
    kind: "generator",
    generator: {
      blocks: [
        { kind: "pair", rate: 0, frequency: -0 },
        { kind: "pair", rate: 0, frequency: 1 },
      ],
    },
  };
  expect(move(encoding, 0, 0, 2)).toMatchObject({
    generator: { blocks: [{ frequency: -2 }, { frequency: 1 }] },
  });
  expect(move(encoding, 1, 0, -2)).toMatchObject({
    generator: { blocks: [{ frequency: -0 }, { frequency: 2 }] },
  });
});

test("there must be such a block", () => {
  expect(() => move(rope, 9, 0, 0)).toThrow(RangeError);
});

const encodings: fc.Arbitrary<Encoding> = fc.oneof(
  ropes,
  blocks.map((blocks) => ({ kind: "generator" as const, generator: { blocks } })),
  fc.integer({ min: 1, max: 5 }).map((dimension) => ({ kind: "nope" as const, dimension })),
  fc.record({
    kind: fc.constant("decay" as const),
    dimension: fc.integer({ min: 1, max: 5 }),
    rate: moderate,
  }),
);

test("said in its own words or as blocks, an edit means the same, and it is a valid document's encoding", () => {
  fc.assert(
    fc.property(
      encodings,
      fc.nat(),
      moderate,
      moderate,
      fc.boolean(),
      (encoding, at, rate, frequency, together) => {
        const generator = generatorOf(encoding);
        const index = at % generator.blocks.length;
        const target = { rate, frequency };
        const own = moveEigenvalue(encoding, generator, index, target, together);
        const general = moveEigenvalue(
          { kind: "unheard-of" },
          generator,
          index,
          target,
          together,
        ) as { generator: GeneratorLike };
        expect(plain(generatorOf(own).blocks)).toEqual(plain(general.generator.blocks));
        expect([...(generatorOf(own).permutation ?? [])]).toEqual([
          ...(general.generator.permutation ?? []),
        ]);
        expect(parseEncoding(own)).toEqual(JSON.parse(JSON.stringify(own)));
        expect(dimension(own)).toBe(dimension(encoding));
        const moved = generatorOf(own).blocks[index] as Block;
        expect(moved.rate + 0).toBe(rate + 0);
        if (moved.kind === "pair") expect(Math.abs(moved.frequency)).toBe(Math.abs(frequency));
      },
    ),
    { numRuns: 3000 },
  );
});
