/** The clocks of position in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "Clocks of position",
  note: "one hand a pair, fastest first",
  period: "{period} tokens",
  turns: "turns",
  describe: "{count} hands; at time {time} the slowest has made {turns} turns.",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "位置的时钟",
  note: "每对一根指针，由快到慢",
  period: "{period} 词元",
  turns: "圈数",
  describe: "{count} 根指针；时刻 {time}，最慢的一根转了 {turns} 圈。",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
