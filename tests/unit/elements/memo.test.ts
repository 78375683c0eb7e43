import { expect, test } from "vitest";
import { Memo } from "../../../web/elements/memo.ts";

function counting() {
  let asked = 0;
  return {
    ask: async () => ++asked,
    get asked() {
      return asked;
    },
  };
}

test("what the last picture asked is not asked again", async () => {
  const memo = new Memo();
  const engine = counting();
  for (let picture = 0; picture < 5; picture++) {
    expect(await memo.get(["curve", 1], engine.ask)).toBe(1);
    memo.turn();
  }
});

test("what two pictures did without is forgotten", async () => {
  const memo = new Memo();
  const engine = counting();
  await memo.get("curve", engine.ask);
  memo.turn();
  memo.turn();
  expect(await memo.get("curve", engine.ask)).toBe(2);
});

test("a failure is asked again", async () => {
  const memo = new Memo();
  await expect(memo.get("curve", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await memo.get("curve", async () => 7)).toBe(7);
});
