/** The experiments in words, by the names of web/model/stories. */
import type { Language } from "../index.ts";
import { backwards } from "./backwards.ts";
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
import type { StoryWords } from "./types.ts";

const inLanguage = <L extends Language>(language: L) => ({
  ...backwards[language],
  ...chains[language],
  ...decay[language],
  ...exponential[language],
  ...laws[language],
  ...lengths[language],
  ...long[language],
  ...orbits[language],
  ...signal[language],
  ...space[language],
  ...time[language],
});

export type StoryName = keyof ReturnType<typeof inLanguage<"en">>;

export const storyWords: Readonly<Record<Language, Readonly<Record<StoryName, StoryWords>>>> = {
  en: inLanguage("en"),
  "zh-Hans": inLanguage("zh-Hans"),
};
