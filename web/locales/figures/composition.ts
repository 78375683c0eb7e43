/** The composition law in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "Why it is an exponential",
  step: "step {step} of {steps}",
  back: "One step back",
  next: "Next step",
  shift:
    "A(t − s) = F(t)ᵀG(s), and only the lag counts. So take A at lag {s} from positions shifted by {t}",
  plain: "And A at lag {t} from where it stands",
  meet: "Multiply. In the middle G and F of the same position meet",
  cancel:
    "At lag 0 nothing happens: F(t)ᵀG(t) = A(0) = I. Square matrices that are inverse on one side are so on the other: the middle cancels",
  left: "What is left is lag {sum}: A(s)A(t) = A(s + t), here but for {apart} of its size. Continuous, it can only be exp(tX)",
  corner:
    "It adds b(τ) to the score. Lifted by two constant coordinates, as ALiBi is, A(τ) is I with b(τ) in its corner",
  scalar: "It multiplies every coordinate by the same number",
  misses: "The product should be A(s + t). At s = {s}, t = {t} it is not",
  meets: "At s = {s}, t = {t} the product is A(s + t). Move them: one such pair is no law",
  measuring: "Measuring all lags…",
  smallest: "Counterexample: {first}",
  "whole.title": "Whole numbers only",
  whole:
    "If positions are whole numbers, A(1) alone decides: any matrix will do, also one with a negative eigenvalue, {ratio}",
  wholeHolds: "It composes, here but for {apart}",
  between:
    "Yet there is no real A(½): a negative number has no real square root. A second dimension has room to turn by π a token: the line passes through the same values",
  through: "rᵗ cos πt, one coordinate of a pair",
  none: "Nothing is selected on the bench",
  entry: "entry",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "为何是指数",
  step: "第 {step} 步，共 {steps} 步",
  back: "上一步",
  next: "下一步",
  shift: "A(t − s) = F(t)ᵀG(s)，且只有距离起作用。于是取平移了 {t} 的位置来写距离 {s} 处的 A",
  plain: "再在原处写距离 {t} 处的 A",
  meet: "相乘。中间是同一位置的 G 与 F 相遇",
  cancel: "距离 0 不起作用：F(t)ᵀG(t) = A(0) = I。方阵一侧互逆则另一侧也互逆：中间抵消",
  left: "剩下的是距离 {sum}：A(s)A(t) = A(s + t)，此处相对误差 {apart}。再加上连续，只能是 exp(tX)",
  corner: "它把 b(τ) 加到得分上。像 ALiBi 那样添上两个常数坐标后，A(τ) 就是角上带有 b(τ) 的 I",
  scalar: "它把每个坐标都乘以同一个数",
  misses: "乘积应为 A(s + t)。在 s = {s}、t = {t} 处并非如此",
  meets: "在 s = {s}、t = {t} 处乘积等于 A(s + t)。移动它们：一对并不成为定律",
  measuring: "正在测量所有距离……",
  smallest: "反例：{first}",
  "whole.title": "只有整数",
  whole: "若位置只取整数，A(1) 决定一切：任何矩阵都可以，也可以有负特征值 {ratio}",
  wholeHolds: "它可复合，此处误差 {apart}",
  between: "然而没有实的 A(½)：负数没有实平方根。第二个维度才有地方每词元转 π：曲线经过同样的值",
  through: "rᵗ cos πt，一对坐标之一",
  none: "实验台上没有选中任何编码",
  entry: "元素",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
