/** Shuffled tokens in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "Order matters",
  sentence: "Sentence",
  shuffle: "Shuffle",
  restore: "As written",
  written: "as written",
  laid: "as they lie",
  token: "token",
  card: "{token}, place {place}, score {score}; arrow keys move it",
  blind: "drag a card: the last token scores each one before it",
  knows: "drag a card: the scores know where it lies",
  same: { one: "another order, the same score", other: "another order, the same {count} scores" },
  differ: "{name}: in this order the sorted scores move by up to {apart}",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "顺序是要紧的",
  sentence: "句子",
  shuffle: "打乱",
  restore: "复原",
  written: "原来的顺序",
  laid: "现在的顺序",
  token: "词元",
  card: "{token}，第 {place} 位，得分 {score}；用方向键移动",
  blind: "拖动卡片：最后的词元为前面每个词元打分",
  knows: "拖动卡片：得分知道它在哪里",
  same: "换了顺序，还是同样的 {count} 个得分",
  differ: "{name}：在此顺序下，排序后的得分最多移动 {apart}",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
