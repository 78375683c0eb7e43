/** A field of patches in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "One patch against all",
  note: "drag the ringed patch",
  score: "score qᵀ A(x, y) k",
  against: "Compare",
  order: "order of steps",
  path: "steps and the straight way",
  place: "displacement and places",
  "title.order": "x then y, less y then x",
  "title.path": "x then y, less straight",
  "title.place": "where they stand, less apart alone",
  handle: "The patch that asks",
  reading: "column {column}, row {row}: {score}, differs by {residual}",
  at: "column {column}, row {row}",
  "say.commutes": "‖XY − YX‖ = 0, so every order of steps gives the same score.",
  "say.differs":
    "‖XY − YX‖ = {norm}: the generators do not commute, and scores differ by up to {most}, {share} % of the largest.",
  column: "column",
  row: "row",
  score1: "score",
  residual: "difference",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "一块对所有块",
  note: "拖动带框的图像块",
  score: "得分 qᵀ A(x, y) k",
  against: "比较",
  order: "步骤的先后",
  path: "分步与直行",
  place: "位移与所在位置",
  "title.order": "先 x 后 y，减去先 y 后 x",
  "title.path": "先 x 后 y，减去直行",
  "title.place": "按所在位置，减去只按位移",
  handle: "发出查询的图像块",
  reading: "第 {column} 列第 {row} 行：{score}，相差 {residual}",
  at: "第 {column} 列第 {row} 行",
  "say.commutes": "‖XY − YX‖ = 0，步骤无论先后，得分都相同。",
  "say.differs":
    "‖XY − YX‖ = {norm}：两个生成元不可交换，得分最多相差 {most}，为最大得分的 {share}%。",
  column: "列",
  row: "行",
  score1: "得分",
  residual: "相差",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
