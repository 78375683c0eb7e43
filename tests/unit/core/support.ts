import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { Engine, EtxOptions } from "../../../web/core/api.ts";
import { createEngine } from "../../../web/core/engine.ts";
import { type ErrorCode, EtxError } from "../../../web/model/error.ts";

/** The relaxed lane of vitest.config.ts runs the same tests on the other build. */
export const build = (process.env.ETX_BUILD ?? "simd") as NonNullable<EtxOptions["wasm"]>;

export const engine: Engine = await createEngine({ wasm: build });

/** What mpmath says; tests/data/door.py writes it. */
export const answers = JSON.parse(
  readFileSync(new URL("../../data/door.json", import.meta.url), "utf8"),
) as {
  rope768: { lag: number; value: number }[];
  rope128: { base: number; lag: number; value: number };
  farCosine: number;
  llama31: number[];
  expm: { rows: number[][]; time: number; value: number[][] }[];
};

export const ones = (length: number): Float64Array => new Float64Array(length).fill(1);

/** |value - expected| <= tolerance, with both in the message. */
export function expectNear(value: number, expected: number, tolerance: number): void {
  expect(Math.abs(value - expected), `${value} should be ${expected}`).toBeLessThanOrEqual(
    tolerance,
  );
}

/** Every value near what `expected` says for its index. */
export function expectEach(
  values: ArrayLike<number>,
  expected: (index: number) => number,
  tolerance: number | ((index: number) => number),
): void {
  Array.from(values).forEach((value, j) => {
    expectNear(value, expected(j), typeof tolerance === "number" ? tolerance : tolerance(j));
  });
}

export function expectFailure(call: () => unknown, code: ErrorCode, message: RegExp): void {
  let failure: unknown;
  try {
    call();
  } catch (error) {
    failure = error;
  }
  expect(failure).toBeInstanceOf(EtxError);
  const { code: found, message: said } = failure as EtxError;
  expect([found, said]).toEqual([code, expect.stringMatching(message)]);
}
