/** The nearest generator in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "The nearest generator",
  note: "order {order}: off by at most {residual} of the largest score",
  none: "order {order} needs more samples",
  column: "your column",
  fitted: "order {order}",
  orders: "Order of the exponential polynomial",
  order: "order, and what it misses",
  choice: "order {order}, off by {residual}",
  tooFew: "order {order}, too few samples",
  blocks: "Its blocks: {list}.",
  apart: "; ",
  real: "rate {rate}",
  pair: "rate {rate}, frequency {frequency}",
  times: "{block}, size {size}",
  take: "Put it on a bench of its own",
  paste: "Bring a column of numbers",
  pasteHint: "scores at lags 0, 1, 2, …",
  fit: "Imitate it",
  back: "Back to the encoding",
  describe:
    "With {order} dimensions the nearest generator is off by at most {residual} of the largest score.",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "最近的生成元",
  note: "{order} 阶：误差至多为最大得分的 {residual}",
  none: "{order} 阶需要更多样本",
  column: "自带的一列数",
  fitted: "{order} 阶",
  orders: "指数多项式的阶",
  order: "阶，及其误差",
  choice: "{order} 阶，误差 {residual}",
  tooFew: "{order} 阶，样本太少",
  blocks: "其块：{list}。",
  apart: "；",
  real: "变化率 {rate}",
  pair: "变化率 {rate}，频率 {frequency}",
  times: "{block}，大小 {size}",
  take: "单独放上实验台",
  paste: "带来一列数",
  pasteHint: "距离 0、1、2…… 处的得分",
  fit: "模仿它",
  back: "回到该编码",
  describe: "用 {order} 维，最近的生成元误差至多为最大得分的 {residual}。",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
