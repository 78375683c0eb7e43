/** Positions in the plane. **bold** and blank lines are all the markup there is. */
import type { StoryWords, Translated } from "./types.ts";

const en = {
  "two-clocks": {
    title: "Pictures have two clocks",
    lead: "A patch of an image is so far right and so far down: two generators, X and Y.",
    text: `Cut an image into 14 × 14 patches. The ringed one asks, and every other patch is coloured by its score S = qᵀe^{xX + yY}k, where x and y say how far apart the two are. Drag the ring, or move it by the arrows: the pattern comes along, because the score knows the difference of positions alone.

**Axial** RoPE gives each axis half of the clocks. Its score is a sum of one curve in x and one in y, so it shows as a cross: a patch straight above keeps the half that x gives, however far away it is. **Mixed** RoPE lets every clock turn along a direction of its own; one angle for all tilts the cross, trained angles fan out. **Drawn** generators, as LieRE learns them, are any two skew matrices. Pull their coupling to 0 and nothing is left but pairs that turn in the same planes: they commute, and the second panel goes blank.`,
    variants: { axial: "axial", mixed: "mixed", drawn: "drawn" },
  },
  "no-order": {
    title: "No order of axes",
    lead: "Right and then down, or down and then right: the same place, and perhaps not the same score.",
    text: `e^{xX}e^{yY}, e^{yY}e^{xX} and e^{xX + yY} are one matrix for all x and y **exactly where XY = YX**. The globe shows the smallest failure: X and Y turn space about two axes, and a quarter turn about one and then the other depends on which comes first. The second panel draws the difference of the scores, at the scale of the scores themselves.

Why it matters: position enters as M(t) on the query and M(s)^{−1} on the key. Only if X and Y commute is M(t)M(s)^{−1} a function of t − s. If not, the same two patches score differently **when both are moved together**, and relative position is lost. Pick **displacement and places** to see by how much: nothing along the straight line from the top left corner, where M = I, through the ring; more and more to either side. Models with dense generators live with this; whether they gain by it is an experiment, not a theorem.`,
    variants: { globe: "globe", places: "drawn" },
  },
} as const satisfies Record<string, StoryWords>;

const zhHans: Translated<typeof en> = {
  "two-clocks": {
    title: "图像有两个时钟",
    lead: "图像中的一块，在右边多远、在下边多远：需要两个生成元 X 与 Y。",
    text: `把图像切成 14 × 14 块。带框的一块发出查询，其余每块按得分 S = qᵀe^{xX + yY}k 着色，x 与 y 是两块之间的位移。拖动方框，或用方向键移动它：图案随之平移，因为得分只知道位置之差。

**轴向** RoPE 把时钟平分给两个轴，得分是 x 的一条曲线与 y 的一条曲线之和，于是呈十字形：正上方的一块无论多远，都保有 x 给出的那一半。**混合** RoPE 让每个时钟沿自己的方向转动；所有时钟同一角度时十字倾斜，训练所得的角度则散开。像 LieRE 那样**抽取**的生成元是任意两个反对称矩阵。把耦合拉到 0，只剩在同一些平面里转动的对：它们可交换，第二幅图一片空白。`,
    variants: { axial: "轴向", mixed: "混合", drawn: "抽取" },
  },
  "no-order": {
    title: "两轴不分先后",
    lead: "先右后下，或先下后右：到达同一处，得分却未必相同。",
    text: `对一切 x 与 y，e^{xX}e^{yY}、e^{yY}e^{xX} 与 e^{xX + yY} 是同一个矩阵，**当且仅当 XY = YX**。球面给出最小的反例：X 与 Y 让空间绕两条轴转动，先绕哪一条转四分之一圈，结果不同。第二幅图画出得分之差，色标与得分相同。

为何要紧：位置以 M(t) 作用于查询，以 M(s)^{−1} 作用于键。只有 X 与 Y 可交换时，M(t)M(s)^{−1} 才是 t − s 的函数；否则同样两块**一起移动后**得分就变了，相对位置随之丢失。选**位移与所在位置**看相差多少：从左上角（M = I 处）穿过方框的直线上没有差别，越往两侧越大。使用稠密生成元的模型与此共处；是否因此受益，是实验问题而非定理。`,
    variants: { globe: "球面", places: "抽取" },
  },
};

export const space = { en, "zh-Hans": zhHans };
