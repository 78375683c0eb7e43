/** The derivative of A in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "Orbit and velocity",
  note: "A′(t) = X·A(t) = A(t)·X; drag v",
  none: "the selected encoding has no X that could be drawn",
  handle: "the vector v",
  arrow: "{ahead} tokens straight on",
  straight: "straight on",
  bent: "on the orbit",
  sentence:
    "Here X·A(t)v = ({velocity}) a token. Kept for {ahead} tokens, it leads {apart} past where the orbit has gone by then.",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "轨道与速度",
  note: "A′(t) = X·A(t) = A(t)·X；拖动 v",
  none: "所选编码没有可画的 X",
  handle: "向量 v",
  arrow: "直行 {ahead} 个词元",
  straight: "沿直线",
  bent: "沿轨道",
  sentence:
    "此处 X·A(t)v = ({velocity})，每词元。照此直行 {ahead} 个词元，与轨道届时所在之处相距 {apart}。",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
