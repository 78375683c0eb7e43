/** The clocks of position in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "Clocks of position",
  note: "one hand a pair, fastest first",
  period: "{period} tokens",
  turns: "turns",
  apart:
    "Two positions {lag} tokens apart: {still} of {all} hands differ by less than {near} radians (hollow). Their tips are {distance} radii apart in the root mean square; for unrelated positions that is {unrelated}.",
  describe: "{count} hands; at time {time} the slowest has made {turns} turns.",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "位置的时钟",
  note: "每对一根指针，由快到慢",
  period: "{period} 词元",
  turns: "圈数",
  apart:
    "相距 {lag} 个词元的两个位置：{all} 根指针中有 {still} 根相差不到 {near} 弧度（空心）。指针尖端的均方根距离为半径的 {distance} 倍；无关的位置为 {unrelated}。",
  describe: "{count} 根指针；时刻 {time}，最慢的一根转了 {turns} 圈。",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
