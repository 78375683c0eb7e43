/** The puck in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  title: "A puck on ice",
  note: "drag the start, its velocity, its acceleration",
  none: "the puck needs a Jordan block of size 2 or 3 at 0; the selected encoding has none",
  position: "position",
  velocity: "velocity",
  acceleration: "acceleration",
  "position.handle": "position at the start",
  "velocity.handle": "velocity at the start, per token",
  "acceleration.handle": "acceleration, per token squared",
  time: "time, in tokens",
  now: "t = {time}",
  arrows: "An arrow shows what {ahead} tokens of it would add.",
  describe: "At t = {time} the puck is at {position} with velocity {velocity}.",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  title: "冰上的冰球",
  note: "拖动起点、速度、加速度",
  none: "冰球需要位于 0、大小为 2 或 3 的若尔当块；所选编码没有",
  position: "位置",
  velocity: "速度",
  acceleration: "加速度",
  "position.handle": "起始位置",
  "velocity.handle": "起始速度，每词元",
  "acceleration.handle": "加速度，每词元平方",
  time: "时间（词元）",
  now: "t = {time}",
  arrows: "箭头表示照此过 {ahead} 个词元会增加多少。",
  describe: "t = {time} 时，冰球在 {position}，速度为 {velocity}。",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
