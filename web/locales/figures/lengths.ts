/** Lengths under e^{τX} in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "How long a key becomes",
  note: "‖A(τ)k‖ against the most that any key is lengthened",
  none: "the selected encoding has no X that is small enough to be written out",
  key: "this key",
  bound: "max‖exp(τX)‖ = {peak}",
  ratio: "‖A(τ)k‖ ÷ ‖k‖",
  isometry: "max‖exp(τX)‖ = 1, forward and back: an isometry, which keeps every length.",
  fades: "max‖exp(τX)‖ = 1, at lag 0: no key is ever longer than it was.",
  similar:
    "The eigenvalues are those of a rotation, and yet a key may become {peak} times as long, and this one does {most} times: X is similar to an isometry's, not one itself.",
  hump: "Stable, and yet a key may become {peak} times as long before it fades, and this one does {most} times: X is not normal.",
  chain:
    "No eigenvalue is positive, and yet there is no bound: one at rate 0 has a block larger than 1, which grows like a power of τ.",
  grows: "There is no bound: an eigenvalue has a positive real part.",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "键会变得多长",
  note: "‖A(τ)k‖ 与任何键的最大伸长",
  none: "所选编码没有小到可以写出来的 X",
  key: "这个键",
  bound: "max‖exp(τX)‖ = {peak}",
  ratio: "‖A(τ)k‖ ÷ ‖k‖",
  isometry: "max‖exp(τX)‖ = 1，向前向后都是：等距变换，保持一切长度。",
  fades: "max‖exp(τX)‖ = 1，在距离 0 处：没有哪个键会比原来更长。",
  similar:
    "特征值是旋转的，键却可以变为 {peak} 倍长，这一个变为 {most} 倍：X 相似于等距变换的生成元，本身却不是。",
  hump: "稳定，键在衰减之前却可以变为 {peak} 倍长，这一个变为 {most} 倍：X 不是正规矩阵。",
  chain: "没有正的特征值，却没有上界：变化率为 0 的特征值带有大于 1 的块，它像 τ 的幂一样增长。",
  grows: "没有上界：有一个特征值的实部为正。",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
