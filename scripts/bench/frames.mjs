/** Drags an eigenvalue of the default experiment with a real mouse in headless Chromium and times every frame. */
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";
import { print, root } from "./built.mjs";

const seconds = 4;
/** Milliseconds between two moves of the hand: one a frame, which is what a browser makes of any mouse. */
const pace = 16;

export async function frames() {
  const executablePath = process.env.ETX_CHROMIUM ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) return console.log("\nNo Chromium: frames were not measured");
  const server = await serve({ root: `${root}site`, port: 0 });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(server.url);
    const handle = page.locator("etx-figure[figure=plane] [role=slider][tabindex='0']").first();
    await handle.waitFor();
    const box = await handle.boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.waitForTimeout(1000);
    const still = await page.evaluate(recordFrames, seconds * 1000);
    await page.mouse.move(x, y);
    await page.mouse.down();
    // A hand does not wait for the page: moves go out on time whether or not the last one has been answered.
    const client = await page.context().newCDPSession(page);
    const times = page.evaluate(recordFrames, seconds * 1000);
    const pending = [];
    for (let step = 0; step < (seconds * 1000) / pace; step++) {
      const move = { type: "mouseMoved", button: "left", buttons: 1 };
      const [dx, dy] = [-40 + 30 * Math.cos(step / 18), 25 * Math.sin(step / 14)];
      pending.push(client.send("Input.dispatchMouseEvent", { ...move, x: x + dx, y: y + dy }));
      await new Promise((resolve) => setTimeout(resolve, pace));
    }
    const { intervals, paints } = await times;
    await Promise.all(pending);
    await page.mouse.up();
    print(
      `Frames in ${seconds} s at 1280 × 900 (milliseconds a frame; standing still is what this machine can do at best)`,
      ["", "frames", "median", "95 %", "worst", "in time", "new curves"],
      [row("standing still", still), row("dragging", { intervals, paints })],
    );
  } finally {
    await browser.close();
    await server.close();
  }
}

function row(name, { intervals, paints }) {
  const sorted = intervals.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(1);
  const inTime = sorted.filter((time) => time <= 17.2).length / sorted.length; // 16.7 and the clock's grain
  return [name, sorted.length, at(0.5), at(0.95), at(1), `${(100 * inTime).toFixed(1)} %`, paints];
}

/** Runs in the page. A "paint" is a frame in which a curve has a new shape. */
function recordFrames(duration) {
  const { shadowRoot } = document
    .querySelector("etx-lab")
    .shadowRoot.querySelector("etx-figure[figure=curve]");
  return new Promise((resolve) => {
    const intervals = [];
    let paints = 0;
    let changed = false;
    const observer = new MutationObserver(() => {
      changed = true;
    });
    observer.observe(shadowRoot, { subtree: true, attributeFilter: ["d"] });
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
