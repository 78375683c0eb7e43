/** What is sure about a score, and what is chance. */
import { experiment, rope, upTo, type Variant } from "./build.ts";

type Pair = readonly [mean: number, deviation: number];

const panels = (pairs: readonly Pair[], more: object) => ({
  kind: "panels" as const,
  options: { panels: pairs.map(([mean, deviation]) => ({ mean, deviation })), ...more },
});

/** The sources' samples are torch's, turned in neighbouring pairs of coordinates. */
const torch = rope(768, { layout: "interleaved" });

export const signal = {
  signal: [
    {
      id: "published",
      document: experiment(
        [torch],
        [
          panels(
            [
              [1, 0.1],
              [1, 0.5],
              [1, 1],
              [1, 3],
              [0, 1],
              [3, 1],
            ],
            { length: 5000, selected: 2 },
          ),
        ],
        { lags: upTo(4999) },
      ),
    },
    {
      id: "covariance",
      document: {
        ...experiment(
          [rope(128)],
          [
            panels(
              [
                [0, 0.75],
                [0, 1],
                [1, 1],
              ],
              { length: 2000, selected: 1 },
            ),
          ],
          { lags: upTo(1999) },
        ),
        cross: 0.5,
      },
    },
  ],
} as const satisfies Record<string, readonly Variant[]>;
