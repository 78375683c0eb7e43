/**
 * The code that etX shows gives etX's own scores. Where python3 has numpy it is run; elsewhere its answers are those kept in
 * tests/data/snippets.json beside the hash of the very code and question, so that a changed snippet cannot pass unseen.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { dimension, encodingKinds, lookup } from "../../../web/model/encodings/registry.ts";
import { references } from "../../../web/model/references.ts";
import { snippet } from "../../../web/model/snippets/index.ts";
import type { Encoding } from "../../../web/model/types.ts";
import { engine, expectEach } from "./support.ts";

const data = (name: string): string =>
  fileURLToPath(new URL(`../../data/${name}`, import.meta.url));
const read = (name: string): unknown => JSON.parse(readFileSync(data(name), "utf8"));

const sized = (encoding: Encoding): Encoding =>
  "dimension" in encoding ? { ...encoding, dimension: 8 } : encoding;
const encodings: Encoding[] = [
  ...encodingKinds.map((kind) => sized(kind.defaults)),
  ...(read("catalogue.json") as { encoding: Encoding }[]).map(({ encoding }) => encoding),
  {
    kind: "rope",
    dimension: 6,
    rotaryDimension: 4,
    layout: "interleaved",
    base: 50,
    attentionFactor: 1.25,
  },
  { kind: "rope", dimension: 4, frequencies: [0.5, 2], rate: [-0.01, -0.5] },
  { kind: "decay", dimension: 2, rate: -0.1, bidirectional: true },
  {
    kind: "generator",
    generator: {
      blocks: [
        { kind: "pair", rate: -0.1, frequency: 0.5, size: 2 },
        { kind: "real", rate: 0, size: 2 },
      ],
      permutation: [1, 0, 3, 2, 5, 4],
    },
  },
  {
    kind: "generator",
    generator: {
      blocks: [{ kind: "pair", rate: -0.1, frequency: 0.5 }],
      basis: { rows: 2, cols: 2, data: [1, 2, 0, 1] },
    },
  },
  {
    kind: "lie2d",
    dimension: 2,
    generators: [0, 1].map((i) => ({ rows: 2, cols: 2, data: [0, -i - 0.5, i + 0.5, 0] })),
  },
  {
    kind: "lie2d",
    dimension: 2,
    generators: [
      { blocks: [{ kind: "pair", rate: 0, frequency: 0.5 }] },
      { rows: 2, cols: 2, data: [0, -2, 2, 0] },
    ],
  },
  { kind: "lie2d", dimension: 5, seed: 3, coupling: 0.5 },
];

interface Job {
  code: string;
  query: number[];
  key: number[];
  at: [unknown, unknown][];
}
const whole: [number, number][] = [
  [0, 0],
  [6, 3],
  [40, 1],
  [61, 60],
];
const jobs: Job[] = encodings.map((encoding) => {
  const d = dimension(encoding);
  const plane = ["axial2d", "mixed2d", "lie2d"].includes(encoding.kind);
  const rows = (encoding as { rows?: number }).rows ?? 64;
  const places = whole.filter(([t]) => t < rows);
  return {
    code: snippet(encoding, "numpy") as string,
    query: Array.from({ length: d }, (_, i) => ((5 * i) % 7) / 4 - 0.5),
    key: Array.from({ length: d }, (_, i) => ((3 * i) % 5) / 4 - 0.25),
    at: plane
      ? places.map(([t, s]) => [
          [t / 64, 0],
          [s / 64, 0],
        ])
      : places,
  };
});
const hashOf = (job: Job): string =>
  createHash("sha256").update(JSON.stringify(job)).digest("hex").slice(0, 16);

const run = spawnSync("python3", [data("snippets.py")], {
  input: JSON.stringify(jobs),
  encoding: "utf8",
});
const noNumpy = run.error !== undefined || /No module named 'numpy'/.test(run.stderr);
if (!noNumpy && process.env.ETX_WRITE_SNIPPETS) {
  const answers = JSON.parse(run.stdout) as number[][];
  const lines = jobs.map(
    (job, i) => `${JSON.stringify(hashOf(job))}: ${JSON.stringify(answers[i])}`,
  );
  writeFileSync(data("snippets.json"), `{\n${[...new Set(lines)].join(",\n")}\n}\n`);
}

const kept = (existsSync(data("snippets.json")) ? read("snippets.json") : {}) as Record<
  string,
  number[]
>;
test("every kind has code in both dialects", () => {
  for (const encoding of encodings) {
    expect(snippet(encoding, "numpy"), encoding.kind).toContain("def score(q, k, t, s):");
    expect(snippet(encoding, "torch")).toContain("import torch as xp");
  }
  expect(snippet({ kind: "warp" }, "numpy")).toBeNull();
  expect(
    snippet({ kind: "rope", dimension: 4, scaling: { rope_type: "linear" } }, "numpy"),
  ).toBeNull();
});

test("every kind of the literature has its reference", () => {
  const ours = ["decay", "generator", "matrix"];
  const kinds = encodingKinds.map(({ kind }) => kind).filter((kind) => !ours.includes(kind));
  expect(Object.keys(references).sort()).toEqual(kinds.sort());
  for (const { authors, year, title, where } of Object.values(references)) {
    expect([authors, title, where].every((text) => text.length > 3)).toBe(true);
    expect(year).toBeGreaterThan(2016);
  }
});

test("numpy runs all of it, or the kept answers stand for it", () => {
  if (!noNumpy) expect(run.stderr).toBe("");
  else expect(Object.keys(kept).length).toBeGreaterThan(0);
});

test.each(encodings.map((encoding, i) => [JSON.stringify(encoding).slice(0, 90), i] as const))(
  "%s: the code's scores are etX's",
  (_, i) => {
    const [encoding, job] = [encodings[i] as Encoding, jobs[i] as Job];
    const live = noNumpy ? undefined : (JSON.parse(run.stdout) as number[][])[i];
    const answers = kept[hashOf(job)] as number[];
    expect(
      answers,
      "tests/data/snippets.json lacks this code; run with ETX_WRITE_SNIPPETS=1",
    ).toBeDefined();
    if (live) expectEach(live, (j) => answers[j] as number, 1e-12);
    const place = (at: unknown): number => (Array.isArray(at) ? (at[0] as number) : (at as number));
    const positional = lookup(encoding.kind)?.positional?.(encoding);
    job.at.forEach(([t, s], j) => {
      const [score] = engine.curve(encoding, {
        query: job.query,
        key: job.key,
        lags: [place(t) - place(s)],
        ...(positional && { position: place(t) }),
      });
      // The snippets work in doubles throughout: powers, phases and sums each round.
      expectEach([score as number], () => answers[j] as number, 1e-11);
    });
  },
);
