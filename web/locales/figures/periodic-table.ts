/** The periodic table in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "The periodic table of generators",
  note: "pick an element to put it on the bench",
  pick: "put it on the bench",
  eigenvalues: "eigenvalues",
  zero: "zero",
  "zero.note": "time does nothing",
  real: "real, negative",
  "real.note": "the past fades",
  imaginary: "imaginary pair",
  "imaginary.note": "time turns",
  complex: "complex pair",
  "complex.note": "turns and fades",
  size: "size {size}",
  "size1.note": "no chain",
  "size2.note": "one leaks",
  "size3.note": "a chain",
  outside: "Outside the table",
  "outside.note": "no one-parameter group",
  linear: "not linear in q and k",
  "linear.note": "adds to x, or gates by the data",
  invariant: "not invariant",
  "invariant.note": "more counts than t − s",
  composes: "does not compose",
  "composes.note": "A(s)A(t) is not A(s + t)",
  describe: "Kinds of eigenvalue across, sizes of Jordan blocks down; each encoding in its cell.",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "生成元的周期表",
  note: "选一个元素放上实验台",
  pick: "放上实验台",
  eigenvalues: "特征值",
  zero: "零",
  "zero.note": "时间不起作用",
  real: "负实数",
  "real.note": "过去渐渐消失",
  imaginary: "虚数对",
  "imaginary.note": "时间在旋转",
  complex: "复数对",
  "complex.note": "旋转并衰减",
  size: "大小 {size}",
  "size1.note": "无链",
  "size2.note": "一步渗漏",
  "size3.note": "成链",
  outside: "表外",
  "outside.note": "不是单参数群",
  linear: "对 q 与 k 非线性",
  "linear.note": "加在 x 上，或由数据作门",
  invariant: "平移会改变它",
  "invariant.note": "不只取决于 t − s",
  composes: "不可复合",
  "composes.note": "A(s)A(t) 不是 A(s + t)",
  describe: "横向为特征值的种类，纵向为若尔当块的大小；每种编码位于自己的格中。",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
