/** Counted positions against a clock's, in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "Counted, and told by a clock",
  note: "the newest token at the right",
  counted: "counted",
  clock: "by the data’s clock Φ",
  timestamps: "by their timestamps",
  steady: "by a steady clock",
  back: "{back} back",
  now: "now",
  cursor: "Token",
  reading: "{index} back: {back}",
  describe:
    "{count} tokens. Half of all time passes within the newest {half} of them, where a steady clock would take {even}.",
  token: "tokens back",
  time: "time back",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "计数的位置与时钟的位置",
  note: "最新的词元在右端",
  counted: "按计数",
  clock: "按数据时钟 Φ",
  timestamps: "按时间戳",
  steady: "按匀速时钟",
  back: "之前 {back}",
  now: "现在",
  cursor: "词元",
  reading: "往前第 {index} 个：{back}",
  describe: "{count} 个词元。总时间的一半在最新的 {half} 个之内流过，匀速时钟需要 {even} 个。",
  token: "往前的词元数",
  time: "往前的时间",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
