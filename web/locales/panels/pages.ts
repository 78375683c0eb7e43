/** The headings of the pages beside the laboratory. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  "experiments.title": "Experiments",
  "experiments.lead":
    "Each figure is alive: drag, scrub, change the numbers. Each opens in the laboratory.",
  "experiments.open": "Open in the laboratory",
  "table.heading": "Every linear clock there is",
  "table.lead":
    "An encoding of position that is linear, translation-invariant and continuous is one matrix X. Up to a change of basis, X is made of these blocks and no others. Pick an element to put it on the bench.",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  "experiments.title": "实验",
  "experiments.lead": "每幅图都是活的：拖动、播放、修改数值；每个都可在实验台中打开。",
  "experiments.open": "在实验台中打开",
  "table.heading": "一切线性的时钟",
  "table.lead":
    "线性、平移不变且连续的位置编码就是一个矩阵 X。除了换基，X 只由这些块组成。选一个元素，放上实验台。",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
