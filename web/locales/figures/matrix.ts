/** X itself in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "X, read as a picture",
  note: "the generator, entry by entry",
  none: "the selected encoding has no X that is small enough to be written out",
  reading: "What to read off X",
  "reading.vectors": "axes",
  "reading.eigenvalues": "eigenvalues",
  "reading.complex": "complex number",
  "reading.product": "with another",
  entry: "row, column",
  itself: "where X pushes the axes",
  square: "what becomes of the square by t = {time}",
  eigenvalues: "its eigenvalues",
  corner: "nudge ε",
  spectrum: { one: "X is {count} block.", other: "X splits into {count} blocks." },
  exactChain:
    "Exactly a Jordan block: all its eigenvalues are 0, and only one direction stands still.",
  nudged:
    "A nudge of ε = {epsilon} moves the eigenvalues to the circle |λ| = |ε|^(1/{order}) = {radius}.",
  leaves:
    "From lag {lag} on the curve is more than {off} % off the exact block’s: τ|λ| is {turns} there.",
  stays: "Up to the last lag, {last}, the curve stays within {off} % of the exact block’s.",
  within:
    "ε = {epsilon} is so small that X counts as a Jordan block within the tolerance, though its eigenvalues lie on the circle |λ| = |ε|^(1/{order}) = {radius}.",
  number: "a number times I, and one times J, the quarter turn",
  basis: "in the complex basis (1, −i), (1, i)",
  still: "X = 0: nothing is pushed anywhere.",
  leaks:
    "Every axis leaks into the one before it, and the first leaks into nothing: it dies. X to the power {power} is 0.",
  sends: "X pushes {axis} towards {to}.",
  complex:
    "X is the complex number {number}: the real block and the two conjugates on the diagonal are the same map in two bases, and the basis does not depend on the number.",
  notComplex:
    "X is no complex number: the nearest aI + ωJ is {rest} away, and in this basis entries beside the diagonal remain.",
  commute:
    "XY = YX, so the two exponentials multiply: at t = {time} they differ by {apart}, no more than rounding.",
  noncommute:
    "‖XY − YX‖₁ = {commutator}: at t = {time} the two differ by {apart}. For small t that is t²/2 times the commutator, here {first}.",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "把 X 看成图",
  note: "生成元，逐个元素",
  none: "所选编码没有小到可以写出来的 X",
  reading: "从 X 读出什么",
  "reading.vectors": "坐标轴",
  "reading.eigenvalues": "特征值",
  "reading.complex": "复数",
  "reading.product": "与另一个",
  entry: "行、列",
  itself: "X 把坐标轴推向何处",
  square: "到 t = {time}，正方形变成什么",
  eigenvalues: "它的特征值",
  corner: "扰动 ε",
  spectrum: "X 分为 {count} 个块。",
  exactChain: "恰为若尔当块：特征值全为 0，只有一个方向静止不动。",
  nudged: "ε = {epsilon} 的扰动把特征值移到圆 |λ| = |ε|^(1/{order}) = {radius} 上。",
  leaves: "从距离 {lag} 起，曲线与精确的块相差超过 {off} %：那里 τ|λ| 为 {turns}。",
  stays: "直到最后的距离 {last}，曲线与精确的块相差都不到 {off} %。",
  within:
    "ε = {epsilon} 小到在容差之内 X 仍算若尔当块，尽管它的特征值在圆 |λ| = |ε|^(1/{order}) = {radius} 上。",
  number: "一个数乘 I，加上一个数乘四分之一转 J",
  basis: "在复基 (1, −i)、(1, i) 之下",
  still: "X = 0：什么也不被推动。",
  leaks: "每根轴都漏进它前面的一根，第一根漏进虚无：到此消失。X 的 {power} 次幂为 0。",
  sends: "X 把 {axis} 推向 {to}。",
  complex:
    "X 就是复数 {number}：实的块与对角线上的两个共轭数是同一个映射在两组基下的样子，而基与这个数无关。",
  notComplex: "X 不是复数：最近的 aI + ωJ 与它相距 {rest}，在这组基下对角线之外仍有元素。",
  commute: "XY = YX，所以两个指数可以相乘：在 t = {time} 二者相差 {apart}，不超过舍入。",
  noncommute:
    "‖XY − YX‖₁ = {commutator}：在 t = {time} 二者相差 {apart}。t 很小时它是交换子的 t²/2 倍，此处为 {first}。",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
