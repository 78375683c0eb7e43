/** What an opened file has done, in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  experiment: "{file} is on the bench.",
  model: "{file}: {names} joined the bench.",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  experiment: "已打开实验 {file}。",
  model: "{file}：已加入 {names}。",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
