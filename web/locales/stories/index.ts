import type { Language } from "../index.ts";
import { en } from "./en.ts";
import type { StoryWords } from "./types.ts";
import { zhHans } from "./zh-Hans.ts";

export type Stories = Readonly<Record<keyof typeof en, StoryWords>>;

export const stories: Readonly<Record<Language, Stories>> = { en, "zh-Hans": zhHans };
