/**
 * The experiments that the sources tell of, each an ordinary document or a few that differ in one thing. Their words are
 * in web/locales/stories, under the same names.
 */
import { defaults } from "./defaults.ts";
import type { BenchEntry, Block, Encoding, Experiment, Vector, View } from "./types.ts";

export interface Story {
  id: StoryName;
  /** At least one; where there are more, the reader picks. */
  variants: readonly Variant[];
}
export interface Variant {
  id: string;
  document: Experiment;
}

export const storyNames = [
  "interference",
  "mechanisms",
  "means",
  "relatives",
  "orbits",
  "clocks",
  "slow-pair",
  "nudge",
  "puck",
  "corners",
] as const;
export type StoryName = (typeof storyNames)[number];

type Parts = Omit<Experiment, "v" | "encodings" | "lags" | "views"> & {
  views: View[];
  lags: Experiment["lags"];
};

function experiment(
  encodings: (Encoding | BenchEntry)[],
  views: (View | View["kind"])[],
  more: Partial<Parts> = {},
): Experiment {
  const shared = structuredClone<Omit<Experiment, "v" | "encodings">>(defaults as never);
  return {
    v: 1,
    encodings: encodings.map((one, i) =>
      "encoding" in one ? (one as BenchEntry) : { id: `e${i + 1}`, encoding: one as Encoding },
    ),
    ...shared,
    ...more,
    views: views.map((view) => (typeof view === "string" ? { kind: view } : view)),
  };
}

const one = (document: Experiment): readonly Variant[] => [{ id: "only", document }];
const upTo = (last: number): Experiment["lags"] => ({ start: 0, step: 1, count: last + 1 });
const blocks = (...list: Block[]): Encoding => ({
  kind: "generator",
  generator: { blocks: list },
});
const named = (id: string, name: string, encoding: Encoding): BenchEntry => ({
  id,
  name,
  encoding,
});
const rope = (dimension: number, more: object = {}): Encoding => ({
  kind: "rope",
  dimension,
  base: 10000,
  ...more,
});

const linear = (options: Record<string, unknown> = {}): View => ({
  kind: "curve",
  options: { scale: "linear", ...options },
});

/** Half the pairs of a d = 128 key point against their queries: coordinates i and i + 64 make a pair. */
const opposed: Vector = {
  values: Array.from({ length: 128 }, (_, i) => (i % 64 < 32 ? 1 : -1)),
};

const orbitOf = (block: Block, time: number): Experiment =>
  experiment([blocks(block)], ["orbit", linear({ normalise: false })], {
    query: { values: [1, 0] },
    key: { values: [0.6, 0.8] },
    lags: upTo(120),
    time,
  });

const stories: Record<StoryName, readonly Variant[]> = {
  interference: one(
    experiment([rope(768)], [{ kind: "curve", options: { law: true } }], {
      lags: upTo(4999),
      time: 100,
    }),
  ),
  // A slope of 0.064 beside a score of 128 at lag 0: 0.0005 of it a token.
  mechanisms: one(
    experiment(
      [
        { id: "damped", encoding: rope(128, { rate: -0.001 }) },
        { id: "bias", encoding: rope(128) },
        { id: "alibi", encoding: { kind: "alibi", slope: 0.064, dimension: 128 } },
      ],
      [linear(), "plane"],
      { lags: upTo(4000), time: 500 },
    ),
  ),
  relatives: one(
    experiment(
      [
        { id: "retnet", encoding: { kind: "retnet", dimension: 128, head: 2 } },
        { id: "xpos", encoding: { kind: "xpos", dimension: 128 } },
        { id: "mamba", encoding: { kind: "mamba", dimension: 128 } },
      ],
      ["curve", "plane"],
      { lags: upTo(1000), time: 20 },
    ),
  ),
  means: [
    { id: "same", document: experiment([rope(128)], ["curve"], { lags: upTo(2000) }) },
    {
      id: "opposite",
      document: experiment([rope(128)], [{ kind: "curve", options: { normalise: false } }], {
        lags: upTo(2000),
        key: { values: [-1] },
      }),
    },
    {
      id: "mixed",
      document: experiment([rope(128)], [{ kind: "curve", options: { normalise: false } }], {
        lags: upTo(2000),
        key: opposed,
      }),
    },
  ],
  orbits: [
    { id: "circle", document: orbitOf({ kind: "pair", rate: 0, frequency: 0.1 }, 40) },
    { id: "spiral", document: orbitOf({ kind: "pair", rate: -0.02, frequency: 0.1 }, 60) },
    { id: "line", document: orbitOf({ kind: "real", rate: 0, size: 2 }, 6) },
    { id: "jordan", document: orbitOf({ kind: "real", rate: -0.05, size: 2 }, 30) },
  ],
  clocks: one(experiment([rope(768)], ["clocks", "curve"], { lags: upTo(100_000), time: 1000 })),
  "slow-pair": one(
    experiment(
      [
        named("line", "J₂", blocks({ kind: "real", rate: 0, size: 2 })),
        named("slow", "ω = 0.0005", blocks({ kind: "pair", rate: 0, frequency: 0.0005 })),
        named("slower", "ω = 0.0001", blocks({ kind: "pair", rate: 0, frequency: 0.0001 })),
      ],
      ["curve", "plane"],
      { query: { values: [1, 0] }, key: { values: [1, -0.0005] }, lags: upTo(5000) },
    ),
  ),
  nudge: one(
    experiment(
      [
        named("exact", "J₂", { kind: "matrix", matrix: square([0, 1, 0, 0]) }),
        named("turning", "ε = −1e-6", { kind: "matrix", matrix: square([0, 1, -1e-6, 0]) }),
        named("growing", "ε = +1e-7", { kind: "matrix", matrix: square([0, 1, 1e-7, 0]) }),
      ],
      [linear({ normalise: false })],
      { query: { values: [1, 0] }, key: { values: [0, 1] }, lags: upTo(5000) },
    ),
  ),
  puck: [
    {
      id: "velocity",
      document: experiment(
        [blocks({ kind: "real", rate: 0, size: 2 })],
        ["orbit", linear({ normalise: false })],
        { query: { values: [1, 0] }, key: { values: [1, -0.01] }, lags: upTo(200), time: 60 },
      ),
    },
    {
      id: "acceleration",
      document: experiment(
        [blocks({ kind: "real", rate: 0, size: 3 })],
        ["orbit", linear({ normalise: false })],
        {
          query: { values: [1, 0, 0] },
          key: { values: [1, -0.02, 0.0002] },
          lags: upTo(200),
          time: 60,
        },
      ),
    },
  ],
  corners: one(
    experiment(
      [
        named("critical", "τ e^{−aτ}", blocks({ kind: "real", rate: -0.01, size: 2 })),
        named("wave", "τ e^{−aτ} cos ωτ", {
          kind: "generator",
          generator: { blocks: [{ kind: "pair", rate: -0.01, frequency: 0.1, size: 2 }] },
        }),
        named("quadratic", "τ² e^{−aτ}", blocks({ kind: "real", rate: -0.02, size: 3 })),
      ],
      [linear({ normalise: false }), "plane"],
      { query: { values: [1, 0] }, key: { values: [0, 0.02] }, lags: upTo(1000) },
    ),
  ),
};

function square(data: number[]) {
  const order = Math.round(Math.sqrt(data.length));
  return { rows: order, cols: order, data };
}

export const experiments: readonly Story[] = storyNames.map((id) => ({
  id,
  variants: stories[id],
}));
