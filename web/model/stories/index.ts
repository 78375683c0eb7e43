/**
 * The experiments that the sources tell of, each an ordinary document or a few that differ in one thing, in the order of
 * the gallery. Their words are in web/locales/stories, under the same names.
 */
import type { Variant } from "./build.ts";
import { chains } from "./chains.ts";
import { decay } from "./decay.ts";
import { exponential } from "./exponential.ts";
import { laws } from "./laws.ts";
import { orbits } from "./orbits.ts";
import { space } from "./space.ts";

const documents = {
  ...chains,
  ...decay,
  ...exponential,
  ...laws,
  ...orbits,
  ...space,
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
  "means",
  "relatives",
  "orbits",
  "clocks",
  "derivative",
  "series",
  "picture",
  "puck",
  "lift",
  "slow-pair",
  "nudge",
  "corners",
  "shuffle",
  "invariance",
  "factors",
  "composition",
  "integers",
  "axioms",
  "two-clocks",
  "no-order",
];

export const stories: readonly Story[] = storyNames.map((id) => ({ id, variants: documents[id] }));
