import { describe, expect, test } from "vitest";
import { Bench } from "../../../web/elements/bench.ts";
import { presets } from "../../../web/model/presets.ts";

describe("a hand on the bench", () => {
  const at = (time: number) => () => ({ ...presets.default, time });

  test("is seen while it moves, and a step when it lets go", () => {
    const bench = new Bench(presets.default);
    bench.hold("start", at(1));
    expect(bench.experiment).toBe(presets.default);
    bench.hold("move", at(2));
    expect([bench.experiment.time, bench.committed]).toEqual([2, presets.default]);
    bench.hold("end", at(3));
    expect([bench.committed.time, bench.canUndo]).toEqual([3, true]);
  });

  test("leaves nothing where it takes it back", () => {
    const bench = new Bench(presets.default);
    bench.hold("move", at(2));
    bench.hold("cancel", at(3));
    expect(bench.experiment).toBe(presets.default);
    expect(bench.canUndo).toBe(false);
  });
});
