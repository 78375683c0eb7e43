/** The two factors in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "Where the two factors come from",
  note: "drag the columns of M",
  t: "query at t",
  s: "key at s",
  query: "The query at t = {t} is encoded by F",
  key: "The key at s = {s} is encoded by G",
  same: "Their product knows the lag t − s = {tau} and nothing of M: it differs from the exponential by {apart} of its size",
  lost: "The factors have outgrown the digits of a double: at lag {tau} their product is off by {apart} of its size",
  overflow:
    "A factor is beyond the range of numbers, and 0 · ∞ is nothing; the exponential at lag {tau} is still there",
  singular: "det M = {det}: M has no inverse, so there is no G",
  none: "This encoding has no X, so there is nothing to pull apart into two factors",
  arrow: "({x}, {y})",
  entry: "entry",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "两个因子从何而来",
  note: "拖动 M 的列",
  t: "查询位置 t",
  s: "键位置 s",
  query: "位于 t = {t} 的查询由 F 编码",
  key: "位于 s = {s} 的键由 G 编码",
  same: "乘积只知道距离 t − s = {tau}，与 M 无关：它与指数的相对差为 {apart}",
  lost: "因子已超出双精度的位数：在距离 {tau} 处，乘积的相对误差为 {apart}",
  overflow: "某个因子超出了数的范围，而 0 · ∞ 没有意义；距离 {tau} 处的指数仍然在",
  singular: "det M = {det}：M 不可逆，因此没有 G",
  none: "这种编码没有 X，因此没有可拆成两个因子的东西",
  arrow: "（{x}，{y}）",
  entry: "元素",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
