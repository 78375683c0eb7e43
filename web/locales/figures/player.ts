/** A player's controls in words. */
import { translator } from "../index.ts";
import type { Table, Translation } from "../message.ts";

const en = {
  play: "Play: {name}",
  pause: "Pause: {name}",
  step: "One step on: {name}",
  speed: "Speed",
  loop: "Again from the start at the end",
  webm: "Film (WebM)",
  png: "Film (PNG frames)",
  frames: "Frame {done} of {of}",
  cancel: "Cancel",
} as const satisfies Table;

const zhHans: Translation<typeof en> = {
  play: "播放：{name}",
  pause: "暂停：{name}",
  step: "前进一步：{name}",
  speed: "速度",
  loop: "到末尾后从头再来",
  webm: "影片（WebM）",
  png: "影片（逐帧 PNG）",
  frames: "第 {done} 帧，共 {of} 帧",
  cancel: "取消",
};

export const words = { en, "zh-Hans": zhHans };
export const say = translator(words);
