/** The catalogue of encodings in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "Add an encoding",
  search: "Search by name, family, author or formula",
  list: "Encodings",
  found: { one: "{count} encoding", other: "{count} encodings" },
  none: "Nothing here is called that. Try a family (“decay”), an author (“Su”) or part of a name (“ali”).",
  outside: "no one-parameter group: no X",
  unknown: "family not computed",
  close: "Close",
  keys: "↑ ↓ choose, Enter adds, Esc closes",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "添加编码",
  search: "按名称、族、作者或公式搜索",
  list: "编码",
  found: "{count} 种编码",
  none: "没有这样的编码。可试试族名（“衰减”）、作者（“Su”）或名称的一部分（“ali”）。",
  outside: "不是单参数群：没有 X",
  unknown: "族尚未算出",
  close: "关闭",
  keys: "↑ ↓ 选择，Enter 添加，Esc 关闭",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
