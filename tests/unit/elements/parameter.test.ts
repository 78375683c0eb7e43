import fc from "fast-check";
import { expect, test } from "vitest";
import { scaleOf } from "../../../web/elements/parameter.ts";
import { encodingKinds } from "../../../web/model/encodings/registry.ts";

const sliders = encodingKinds.flatMap((kind) =>
  kind.parameters.filter(({ type }) => type !== "choice"),
);

test("a slider's ends are the parameter's, and its values come back to where they were", () => {
  for (const parameter of sliders) {
    const { to, from } = scaleOf(parameter);
    expect(from(0)).toBeCloseTo(parameter.min ?? 0, 12);
    expect(from(1)).toBeCloseTo(parameter.max ?? 1, 12);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (place) => {
        const value = from(place);
        expect(from(to(value))).toBeCloseTo(value, 9);
        expect(value).toBeGreaterThanOrEqual(parameter.min ?? 0);
        expect(value).toBeLessThanOrEqual(parameter.max ?? 1);
      }),
    );
  }
});

test("a rate's slider still moves in steps of 1e-5 beside zero", () => {
  const rate = sliders.find(({ path }) => path === "rate");
  if (!rate) throw new Error("no encoding has a rate");
  const { to, from } = scaleOf(rate);
  expect(from(1)).toBe(0);
  expect(to(0) - to(-1e-5)).toBeGreaterThan(0.05);
});
