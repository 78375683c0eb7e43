/**
 * The code that etX shows gives etX's own scores. Both dialects run wherever there is a python3, on tensors of a hundred
 * lines that know only what numpy and torch share (tests/data/tensors.py): torch itself is too large to ask for. Where python3
 * has numpy the NumPy code runs on it; elsewhere its answers are those kept in tests/data/snippets.json beside the hash of the
 * very code and question, so that a changed snippet cannot pass unseen.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { written } from "../../../web/files/written.ts";
import { dimension, encodingKinds, lookup } from "../../../web/model/encodings/registry.ts";
import { rotaryVariants } from "../../../web/model/encodings/rotary-variants.ts";
import { references } from "../../../web/model/references.ts";
import { type Dialect, snippet } from "../../../web/model/snippets/index.ts";
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
const jobOf = (encoding: Encoding, dialect: Dialect): Job => {
  const d = dimension(encoding);
  const plane = ["axial2d", "mixed2d", "lie2d"].includes(encoding.kind);
  const rows = (encoding as { rows?: number }).rows ?? 64;
  const places = whole.filter(([t]) => t < rows);
  return {
    code: snippet(encoding, dialect) as string,
    query: Array.from({ length: d }, (_, i) => ((5 * i) % 7) / 4 - 0.5),
    key: Array.from({ length: d }, (_, i) => ((3 * i) % 5) / 4 - 0.25),
    at: plane
      ? places.map(([t, s]) => [
          [t / 64, 0],
          [s / 64, 0],
        ])
      : places,
  };
};
const jobs = encodings.map((encoding) => jobOf(encoding, "numpy"));
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
const dialects = ["numpy", "torch"] as const;
const llama3: Encoding = {
  kind: "rope",
  dimension: 128,
  base: 5e5,
  scaling: {
    rope_type: "llama3",
    factor: 8,
    low_freq_factor: 1,
    high_freq_factor: 4,
    original_max_position_embeddings: 8192,
  },
};
/** What a model's file scales is shown with its frequencies written out. */
const shown = [...encodings, written(llama3, engine.generator(llama3)?.generators[0])];
const plain = spawnSync("python3", [data("snippets.py"), "plain"], {
  input: JSON.stringify(dialects.flatMap((one) => shown.map((encoding) => jobOf(encoding, one)))),
  encoding: "utf8",
});
const noPython = plain.error !== undefined;
if (noPython) console.info("python3 is missing: the snippets are not run");

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
  const variants = rotaryVariants.map(({ id }) => id);
  expect(Object.keys(references).sort()).toEqual([...kinds, ...variants].sort());
  for (const { authors, year, title, where } of Object.values(references)) {
    expect([authors, title, where].every((text) => text.length > 3)).toBe(true);
    expect(year).toBeGreaterThan(2016);
  }
});

test("numpy runs all of it, or the kept answers stand for it", () => {
  if (!noNumpy) expect(run.stderr).toBe("");
  else expect(Object.keys(kept).length).toBeGreaterThan(0);
});

test.skipIf(noPython)(
  "both dialects run on what numpy and torch share, and score as etX does",
  () => {
    expect(plain.stderr).toBe("");
    const scores = JSON.parse(plain.stdout) as number[][];
    expect(scores.length).toBe(dialects.length * shown.length);
    const scored = [...encodings, llama3];
    scores.forEach((found, i) => {
      const encoding = scored[i % scored.length] as Encoding;
      const job = jobOf(shown[i % shown.length] as Encoding, "torch");
      const expected = engineScores(encoding, job);
      expectEach(found, (j) => expected[j] as number, 1e-11);
    });
  },
);

/** By the engine, at a job's places. */
function engineScores(encoding: Encoding, { query, key, at }: Job): number[] {
  const place = (where: unknown): number =>
    Array.isArray(where) ? (where[0] as number) : (where as number);
  const positional = lookup(encoding.kind)?.positional?.(encoding);
  return at.map(([t, s]) => {
    const standing = positional ? { position: place(t) } : {};
    const lags = [place(t) - place(s)];
    return engine.curve(encoding, { query, key, lags, ...standing })[0] as number;
  });
}

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
    // The snippets work in doubles throughout: powers, phases and sums each round.
    expectEach(engineScores(encoding, job), (j) => answers[j] as number, 1e-11);
  },
);
