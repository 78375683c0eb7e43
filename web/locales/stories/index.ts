import type { Language } from "../index.ts";
import { en } from "./en.ts";
import type { Stories } from "./types.ts";
import { zhHans } from "./zh-Hans.ts";

export const stories: Readonly<Record<Language, Stories>> = { en, "zh-Hans": zhHans };
