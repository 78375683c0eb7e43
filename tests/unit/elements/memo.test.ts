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

test("what takes long is asked between pictures, and known in the next", async () => {
  const memo = new Memo();
  const engine = counting();
  expect(memo.later("rows", engine.ask)).toBeUndefined();
  memo.turn();
  expect(engine.asked).toBe(0);
  expect(await memo.settle()).toBe(true);
  for (let picture = 0; picture < 4; picture++) {
    expect(memo.later("rows", engine.ask)).toBe(1);
    memo.turn();
    expect(await memo.settle()).toBe(false);
  }
  memo.turn();
  expect(memo.later("rows", engine.ask)).toBeUndefined();
});

test("only what the last picture wants is asked, however often the hand moved before", async () => {
  const memo = new Memo();
  const engine = counting();
  for (const place of [1, 2, 3]) {
    memo.later(["rows", place], engine.ask);
    memo.turn();
  }
  await memo.settle();
  expect(engine.asked).toBe(1);
  expect(memo.later(["rows", 3], engine.ask)).toBe(1);
});

test("a failure of what takes long is thrown once, then asked again", async () => {
  const memo = new Memo();
  const fail = () => Promise.reject(new Error("no"));
  memo.later("rows", fail);
  memo.turn();
  await memo.settle();
  expect(() => memo.later("rows", fail)).toThrow("no");
  memo.turn();
  expect(await memo.settle()).toBe(false);
  expect(memo.later("rows", fail)).toBeUndefined();
});
