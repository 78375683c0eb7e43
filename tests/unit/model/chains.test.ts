/** Stories of Jordan blocks: what truths 8, 9, 12, 14 and 16 say of them, on the documents themselves. */
import { describe, expect, test } from "vitest";
import { dimension } from "../../../web/model/encodings/registry.ts";
import { square } from "../../../web/model/small-matrix.ts";
import { stories } from "../../../web/model/stories/index.ts";
import type { Encoding, Experiment } from "../../../web/model/types.ts";
import { resolve } from "../../../web/model/vector.ts";
import { engine, expectEach, expectNear } from "../core/support.ts";

const documentOf = (story: string, variant: string): Experiment => {
  const found = stories
    .find(({ id }) => id === story)
    ?.variants.find(({ id }) => id === variant)?.document;
  if (!found) throw new Error(`no ${story}/${variant}`);
  return found;
};

/** The score of one encoding of a document, at these lags. */
function scores({ encodings, query, key }: Experiment, id: string, lags: number[]): Float64Array {
  const encoding = encodings.find((one) => one.id === id)?.encoding as Encoding;
  const d = dimension(encoding) ?? 0;
  return engine.curve(encoding, { query: resolve(query, d), key: resolve(key, d), lags });
}

const some = [0, 1, 30, 100, 250, 999];

describe("truth 8: ALiBi is a group only in a lift", () => {
  const alibi: Encoding = { kind: "alibi", slope: 0.25, dimension: 2 };

  test("on q and k alone it is affine; with two constant coordinates it is one nilpotent block", () => {
    const lifted = engine.generator(alibi);
    expect(lifted?.generators[0]?.blocks.filter(({ size }) => size === 2)).toEqual([
      expect.objectContaining({ kind: "real", rate: 0 }),
    ]);
    expect([Array.from(lifted?.queryOffset ?? []), Array.from(lifted?.keyOffset ?? [])]).toEqual([
      [0, 0, -0.25, 0],
      [0, 0, 0, 1],
    ]);
    // Affine: doubling the query does not double the score.
    const at = (factor: number) =>
      engine.curve(alibi, { query: [factor, 0], key: [1, 0], lags: [8] })[0] as number;
    expect([at(1), at(2)]).toEqual([-1, 0]);
    expect(engine.axioms(alibi).conditions.square).toBe(false);
  });

  test("at m = 0 the form X = −mE is NoPE while J₂ stays defective", () => {
    const family = (x: number[]) => engine.classify(square(x)).family;
    expect([family([0, -1e-9, 0, 0]), family([0, 0, 0, 0]), family([0, 1, 0, 0])]).toEqual([
      "polynomial",
      "nope",
      "polynomial",
    ]);
  });
});

describe("truth 9: ALiBi is the limit of a slow pair, and a nudged block is one", () => {
  test("1 − m·sin(ωτ)/ω tends to 1 − mτ", () => {
    const document = documentOf("slow-pair", "only");
    const lags = [0, 10, 500, 2000, 5000];
    for (const [id, omega] of [
      ["slow", 0.0005],
      ["slower", 0.0001],
    ] as const)
      expectEach(
        scores(document, id, lags),
        (j) => 1 - (0.0005 * Math.sin(omega * (lags[j] as number))) / omega,
        1e-12,
      );
    expectEach(scores(document, "line", lags), (j) => 1 - 0.0005 * (lags[j] as number), 1e-13);
  });

  test("J₂ with ∓1e-6 in its corner stands at −959 or 74 203 at τ = 5000, not at 5000", () => {
    const at = (epsilon: number) => {
      const matrix = square([0, 1, epsilon, 0]);
      const options = { query: [1, 0], key: [0, 1], lags: [5000] };
      return engine.curve({ kind: "matrix", matrix }, options)[0] as number;
    };
    // sin(5)/0.001 and sinh(5)/0.001
    expectNear(at(-1e-6), -958.9242746631385, 1e-8);
    expectNear(at(1e-6), 74203.21057778876, 1e-6);
    expect([Math.round(at(-1e-6)), Math.round(at(1e-6)), at(0)]).toEqual([-959, 74203, 5000]);
  });

  test("the eigenvalues of a block of size k go to the k-th roots of ε", () => {
    for (const [id, size] of [
      ["turning", 2],
      ["cube", 3],
    ] as const) {
      const entry = documentOf("nudge", id).encodings.find((one) => one.id === "nudged");
      if (entry?.encoding.kind !== "matrix") throw new Error("no matrix");
      const matrix = entry.encoding.matrix as ReturnType<typeof square>;
      const epsilon = matrix.data[size * (size - 1)] as number;
      const { blocks } = engine.classify(matrix);
      const sizes = blocks.map((block) =>
        Math.hypot(block.rate, block.kind === "pair" ? block.frequency : 0),
      );
      // A root of order k carries the k-th root of the rounding of ‖X‖ = 1, relative to ε: 2⁻⁵²/(k·ε^{1−1/k}).
      const allowed = (8 * 2 ** -52) / (size * Math.abs(epsilon) ** (1 - 1 / size));
      for (const each of sizes) expectNear(each, Math.abs(epsilon) ** (1 / size), allowed);
    }
  });
});

test("truth 12: stable is more than rate <= 0, and stable may grow first", () => {
  const report = (a: number) => engine.classify(square([-a, 1, 0, -a]));
  expect(report(0).stable).toBe(false);
  expect(report(0).peakNorm).toBe(Number.POSITIVE_INFINITY);
  for (const a of [0.01, 0.1, 0.4]) {
    expect(report(a).stable).toBe(true);
    // ‖[[1, t], [0, 1]]‖₂ = (t + √(t² + 4))/2; times e^{−at} it is largest at t = √(1/a² − 4), where the root is 1/a.
    const t = Math.sqrt(1 / a ** 2 - 4);
    const peak = (Math.exp(-a * t) * (t + 1 / a)) / 2;
    expect(Math.abs(report(a).peakNorm / peak - 1)).toBeLessThan(1e-6);
  }
  expectNear(report(0.6).peakNorm, 1, 1e-12); // damped enough, it never grows
});

describe("truth 14: untried are the bumps, the waves and the quadratic lift", () => {
  test("a damped block rises to τ = 1/a and falls, with a wave inside where it is a pair", () => {
    const document = documentOf("corners", "bumps");
    const at = (j: number) => some[j] as number;
    const rise = (j: number) => 0.02 * at(j) * Math.exp(-0.01 * at(j));
    expectEach(scores(document, "critical", some), rise, 1e-15);
    expectEach(scores(document, "wave", some), (j) => rise(j) * Math.cos(0.1 * at(j)), 1e-14);
    const half = (j: number) => 0.01 * at(j) ** 2 * Math.exp(-0.08 * at(j));
    expectEach(scores(document, "quadratic", some), half, 1e-14);
    const [before, top, after] = scores(document, "critical", [99, 100, 101]);
    expect([(top as number) > (before as number), (top as number) > (after as number)]).toEqual([
      true,
      true,
    ]);
  });

  test("J₃ in constant coordinates subtracts a square: after softmax a Gaussian window", () => {
    const document = documentOf("corners", "lift");
    const lags = Array.from({ length: 201 }, (_, j) => j);
    const logits = scores(document, "quadratic", lags);
    expectEach(logits, (j) => 1 - 0.0001 * j ** 2, 1e-14);
    expectEach(scores(document, "line", lags), (j) => 1 - 0.01 * j, 1e-14);
    const { weights } = engine.attention(logits);
    expectEach(weights, (j) => (weights[0] as number) * Math.exp(-0.0001 * j ** 2), 1e-16);
  });
});

test("truth 16: a pair's own block turns anticlockwise, RoPE as engines compute it the other way", () => {
  const frequency = 0.3;
  const [cos, sin] = [Math.cos(3 * frequency), Math.sin(3 * frequency)];
  const moved = (encoding: Encoding) => engine.orbit(encoding, { vector: [1, 0], times: [3] }).data;
  const pair = { kind: "pair", rate: -0.1, frequency } as const;
  const damp = Math.exp(-0.3);
  const turned = moved({ kind: "generator", generator: { blocks: [pair] } });
  expectEach(turned, (i) => damp * (i ? sin : cos), 1e-15);
  const rope: Encoding = { kind: "rope", dimension: 2, frequencies: [frequency] };
  expectEach(moved(rope), (i) => (i ? -sin : cos), 1e-15);
  // The same pair of eigenvalues; only the sign of the turning differs.
  expect(engine.generator(rope)?.generators[0]?.blocks).toEqual([
    { kind: "pair", rate: 0, frequency: -frequency, size: 1 },
  ]);
});
