/** Headless Chromium on a folder of built files, for what only a page can measure. */
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";

/** An isolated page: its clock then goes by 5 microseconds instead of 100. */
const isolated = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/** What `measure` makes of a page of the folder; undefined where there is no Chromium. */
export async function inChromium(folder, measure, flags = []) {
  const executablePath = process.env.ETX_CHROMIUM ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) return undefined;
  const server = await serve({ root: folder, port: 0, headers: isolated });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", ...flags] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    return await measure(page, server.url);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Runs in the page: the milliseconds between its frames over `duration`, and in how many of them `root` was redrawn. */
export function recordFrames(root, duration) {
  return new Promise((resolve) => {
    const intervals = [];
    let paints = 0;
    let changed = false;
    const observer = new MutationObserver(() => {
      changed = true;
    });
    observer.observe(root, { subtree: true, attributes: true, childList: true });
    const begin = performance.now();
    let last;
    const tick = (now) => {
      if (last !== undefined) intervals.push(now - last);
      last = now;
      if (changed) paints++;
      changed = false;
      if (now - begin < duration) return requestAnimationFrame(tick);
      observer.disconnect();
      resolve({ intervals, paints });
    };
    requestAnimationFrame(tick);
  });
}

/** Cells of a table about frames: count, median, 95th of a hundred, worst, share in time, redrawn. */
export const frameColumns = ["frames", "median", "95 %", "worst", "in time", "drawn anew"];
export function frameCells({ intervals, paints }) {
  const sorted = intervals.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(1);
  const inTime = sorted.filter((time) => time <= 17.2).length / sorted.length; // 16.7 and the clock's grain
  return [sorted.length, at(0.5), at(0.95), at(1), `${(100 * inTime).toFixed(1)} %`, paints];
}
