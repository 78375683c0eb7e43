/** What eigenvalues do not say about lengths. **bold** and blank lines are all the markup there is. */
import type { StoryWords, Translated } from "./types.ts";

const en = {
  lengths: {
    title: "Stable, and yet it grows",
    lead: "Eigenvalues tell how it ends. On the way there a key may become longer first.",
    text: `RoPE's X is skew-symmetric and keeps ‖A(τ)k‖ = ‖k‖: it is an **isometry**. Write the same turn in coordinates of which one leans, X → PXP⁻¹. The scores never learn of it, provided that q → P^{−T}q and k → Pk go along. But the circle is an ellipse now, and on its way round a key may become 2.618 times as long. "Rotation" means similar to an isometry, which is less than being one.

Nor does **stable** mean that nothing grows. With the eigenvalues −0.02 and −0.05 every key fades in the end; but one axis leaks strongly into the other, and before it fades a key may double. The straight line is max‖e^{τX}‖, the most that any key can do: drag v until its curve touches it.

And a rate of 0 is on the safe side only for blocks of size 1. **J₂** has no positive eigenvalue and no bound either.`,
    variants: {
      isometry: "a rotation",
      slanted: "the same, leaning",
      hump: "stable, not normal",
      chain: "rate 0, size 2",
    },
  },
} as const satisfies Record<string, StoryWords>;

const zhHans: Translated<typeof en> = {
  lengths: {
    title: "稳定，却会增长",
    lead: "特征值说的是结局；在途中，键可能先变长。",
    text: `RoPE 的 X 是反对称矩阵，保持 ‖A(τ)k‖ = ‖k‖：它是**等距变换**。把同一旋转写在一根轴倾斜的坐标中，X → PXP⁻¹。只要 q → P^{−T}q、k → Pk 一同变换，得分就无从察觉。但圆如今成了椭圆，键在绕行途中可以变为 2.618 倍长。“旋转”是指相似于等距变换，这比自身就是等距变换要弱。

**稳定**也不意味着什么都不增长。特征值为 −0.02 与 −0.05 时，每个键终将衰减；但一根轴大量漏进另一根，衰减之前键可以变为两倍长。直线是 max‖e^{τX}‖，即任何键所能达到的最大值：拖动 v，直到它的曲线碰到这条线。

变化率为 0 也只对大小为 1 的块才算安全：**J₂** 没有正的特征值，也没有上界。`,
    variants: {
      isometry: "旋转",
      slanted: "同一旋转，倾斜",
      hump: "稳定，非正规",
      chain: "变化率 0，大小 2",
    },
  },
};

export const lengths = { en, "zh-Hans": zhHans };
