/** Translation invariance in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "n, not n²",
  note: "slide the table along its diagonal; press a cell",
  query: "query at t",
  key: "key at s",
  shift: "Shift both",
  pair: "{t} → {s}: score {score}.",
  pairs: "{t} → {s}: score {score}; {t0} → {s0}: score {home}.",
  both: "{pair} {table}",
  collapses: "{pairs} pairs of positions, but {lags} lags: the table collapses to a line.",
  scatters:
    "{pairs} pairs of positions; at equal lag their scores differ by up to {spread}: the table is no line.",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "是 n，不是 n²",
  note: "沿对角线滑动表格；点选一格",
  query: "查询位置 t",
  key: "键位置 s",
  shift: "同时平移",
  pair: "{t} → {s}：得分 {score}。",
  pairs: "{t} → {s}：得分 {score}；{t0} → {s0}：得分 {home}。",
  both: "{pair}{table}",
  collapses: "{pairs} 对位置，却只有 {lags} 个距离：整张表坍缩成一条线。",
  scatters: "{pairs} 对位置；距离相同时得分之差可达 {spread}：这张表不是一条线。",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
