import fc from "fast-check";
import { expect, test } from "vitest";
import {
  begin,
  canRedo,
  canUndo,
  type History,
  maxSteps,
  record,
  redo,
  replace,
  undo,
} from "../../../web/model/history.ts";

test("a drag is one step", () => {
  let history = record(begin("start"), "drag 1");
  for (const position of ["drag 2", "drag 3"]) history = replace(history, position);
  expect(undo(history).present).toBe("start");
  expect(redo(undo(history)).present).toBe("drag 3");
});

test("a hundred steps are kept, and the oldest go", () => {
  let history: History<number> = begin(0);
  for (let i = 1; i <= 250; i++) history = record(history, i);
  expect(history.past).toHaveLength(maxSteps);
  while (canUndo(history)) history = undo(history);
  expect(history.present).toBe(150);
  while (canRedo(history)) history = redo(history);
  expect(history.present).toBe(250);
});

test("nothing to undo, nothing to redo, nothing changed", () => {
  const history = begin({});
  expect(undo(history)).toBe(history);
  expect(redo(history)).toBe(history);
  expect(record(history, history.present)).toBe(history);
});

test("against a list with a cursor", () => {
  const steps = fc.array(
    fc.oneof(
      fc.nat().map((n) => ["record", n] as const),
      fc.nat().map((n) => ["replace", n] as const),
      fc.constantFrom(["undo"] as const, ["redo"] as const),
    ),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(steps, (steps) => {
      let history = begin<{ n: number }>({ n: -1 });
      let list = [history.present];
      let at = 0;
      for (const [step, n] of steps) {
        const value = { n: n ?? 0 };
        if (step === "record") {
          history = record(history, value);
          list = [...list.slice(0, at + 1), value];
          at += 1;
        } else if (step === "replace") {
          history = replace(history, value);
          list[at] = value;
        } else if (step === "undo") {
          history = undo(history);
          at = Math.max(0, at - 1);
        } else {
          history = redo(history);
          at = Math.min(list.length - 1, at + 1);
        }
        expect([...history.past, history.present, ...history.future]).toEqual(list);
        expect(history.present).toBe(list[at]);
      }
    }),
  );
});
