import { expect, test } from "vitest";
import { rules } from "../../../web/charts/style.ts";

test("every class is said once: two charts never fight over a name", () => {
  const selectors = rules.map(([selector]) => selector);
  expect(selectors.filter((one, i) => selectors.indexOf(one) !== i)).toEqual([]);
});
