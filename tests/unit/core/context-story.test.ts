/** What the story about scaling says in numbers, against plain sums over the model's pairs. */
import { describe, expect, test } from "vitest";
import { stories } from "../../../web/model/stories/index.ts";
import { columnEdges } from "../../../web/model/sweep.ts";
import { engine } from "./support.ts";

const pairs = 64;
const base = 500000;
const trained = 8192;
const plain = Array.from({ length: pairs }, (_, i) => base ** (-i / pairs));

/** The rules, from their definitions. */
const frequencies = {
  llama3(factor: number) {
    return plain.map((w) => {
      const turns = (trained * w) / (2 * Math.PI);
      const keep = Math.min(1, Math.max(0, (turns - 1) / (4 - 1)));
      return w * (keep + (1 - keep) / factor);
    });
  },
  linear: (factor: number) => plain.map((w) => w / factor),
  yarn(factor: number) {
    const pairTurning = (turns: number) =>
      (pairs * Math.log(trained / (turns * 2 * Math.PI))) / Math.log(base);
    const low = Math.max(0, Math.floor(pairTurning(32)));
    const high = Math.min(2 * pairs - 1, Math.ceil(pairTurning(1)));
    return plain.map((w, i) => {
      const ramp = Math.min(1, Math.max(0, (i - low) / (high - low)));
      return (w / factor) * ramp + w * (1 - ramp);
    });
  },
};

function score(rule: keyof typeof frequencies, factor: number, lag: number): number {
  const sharper = rule === "yarn" ? (0.1 * Math.log(factor) + 1) ** 2 : 1;
  let sum = 0;
  for (const w of frequencies[rule](factor)) sum += Math.cos(w * lag);
  return (sharper * 2 * sum) / Math.sqrt(2 * pairs);
}

/** e^H over so many keys. */
function effective(rule: keyof typeof frequencies, factor: number, length: number): number {
  const ws = frequencies[rule](factor);
  const sharper = rule === "yarn" ? (0.1 * Math.log(factor) + 1) ** 2 : 1;
  const scale = (sharper * 2) / Math.sqrt(2 * pairs);
  let Z = 0;
  let T = 0;
  const top = scale * pairs;
  for (let lag = 0; lag < length; lag++) {
    let sum = 0;
    for (const w of ws) sum += Math.cos(w * lag);
    const s = scale * sum - top;
    Z += Math.exp(s);
    T += Math.exp(s) * s;
  }
  return Math.exp(Math.log(Z) - T / Z);
}

describe("what scaling does to a context", () => {
  const { variants } = stories.find(({ id }) => id === "context") as (typeof stories)[number];

  test.each([
    ["llama3", 1, 12503],
    ["llama3", 8, 50784],
    ["linear", 8, 19089],
    ["yarn", 8, 2520],
  ] as const)("%s by %d attends to %d keys of 131072", (rule, factor, keys) => {
    expect(Math.round(effective(rule, factor, 131072))).toBe(keys);
  });

  test.each(["llama3", "linear", "yarn"] as const)("%s: its picture's last column", (rule) => {
    const document = variants.find(({ id }) => id === rule)?.document;
    const encoding = document?.encodings[0]?.encoding;
    if (!encoding) throw new Error("the story has no such variant");
    const length = 4096;
    const found = engine.sweep({
      encoding,
      parameter: "scaling.factor",
      values: [1, 8, 64],
      lags: { start: 0, step: 1, count: length },
      query: new Float64Array(2 * pairs).fill(1 / Math.sqrt(2 * pairs)),
      key: new Float64Array(2 * pairs).fill(1),
      quantity: "effective",
      width: length,
    });
    [1, 8, 64].forEach((factor, i) => {
      const last = found.mean[(i + 1) * length - 1] as number;
      // In 32 bits: 6e-8 of logits to 23 and of their weights, which H sums.
      expect(last / effective(rule, factor, length)).toBeCloseTo(1, 4);
    });
  });

  test.each([
    [1, 116736],
    [8, 757760],
  ] as const)(
    "Llama 3's scores by %d: the first column whose mean is not above 0",
    (factor, at) => {
      const edges = columnEdges(2 ** 20, 1024);
      const meanOf = (column: number): number => {
        const [from, to] = [edges[column] as number, edges[column + 1] as number];
        let sum = 0;
        for (let lag = from; lag < to; lag++) sum += score("llama3", factor, lag);
        return sum / (to - from);
      };
      const column = edges.indexOf(at);
      expect(meanOf(column)).toBeLessThanOrEqual(0);
      // The neighbours alone are summed here; that no earlier column falls is the picture's to show.
      for (const before of [1, 2, 3, 4]) expect(meanOf(column - before)).toBeGreaterThan(0);
    },
  );
});
