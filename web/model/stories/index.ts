/**
 * The experiments that the sources tell of, each an ordinary document or a few that differ in one thing, in the order of
 * the gallery. Their words are in web/locales/stories, under the same names.
 */

import { backwards } from "./backwards.ts";
import type { Variant } from "./build.ts";
import { chains } from "./chains.ts";
import { decay } from "./decay.ts";
import { exponential } from "./exponential.ts";
import { laws } from "./laws.ts";
import { lengths } from "./lengths.ts";
import { long } from "./long.ts";
import { orbits } from "./orbits.ts";
import { signal } from "./signal.ts";
import { space } from "./space.ts";
import { time } from "./time.ts";

const documents = {
  ...backwards,
  ...chains,
  ...decay,
  ...exponential,
  ...laws,
  ...lengths,
  ...long,
  ...orbits,
  ...signal,
  ...space,
  ...time,
};

export type StoryName = keyof typeof documents;
export interface Story {
  id: StoryName;
  /** At least one. */
  variants: readonly Variant[];
}

export const storyNames: readonly StoryName[] = [
  "interference",
  "mechanisms",
  "signal",
  "means",
  "relatives",
  "orbits",
  "animations",
  "clocks",
  "shuffle",
  "invariance",
  "factors",
  "composition",
  "integers",
  "derivative",
  "series",
  "picture",
  "lengths",
  "puck",
  "lift",
  "million",
  "context",
  "sequence",
  "slow-pair",
  "nudge",
  "corners",
  "axioms",
  "backwards",
  "two-clocks",
  "no-order",
  "not-a-counter",
  "data-clock",
];

export const stories: readonly Story[] = storyNames.map((id) => ({ id, variants: documents[id] }));
