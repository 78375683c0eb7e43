/** Drags an eigenvalue of the default experiment with a real mouse in headless Chromium and times every frame. */
import { frameCells, frameColumns, inChromium, recordFrames } from "./browser.mjs";
import { print, root } from "./built.mjs";

const seconds = 4;
/** Milliseconds between two moves of the hand: one a frame, which is what a browser makes of any mouse. */
const pace = 16;

export async function frames() {
  const found = await inChromium(`${root}site`, async (page, url) => {
    await page.goto(url);
    const handle = page.locator("etx-figure[figure=plane] [role=slider][tabindex='0']").first();
    await handle.waitFor();
    const { x, y, width, height } = await handle.boundingBox();
    await page.waitForTimeout(1000);
    const chart = page.locator("etx-figure[figure=curve] .chart");
    const still = await chart.evaluate(recordFrames, seconds * 1000);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    // A hand does not wait for the page: moves go out on time whether or not the last one has been answered.
    const client = await page.context().newCDPSession(page);
    const dragging = chart.evaluate(recordFrames, seconds * 1000);
    const pending = [];
    for (let step = 0; step < (seconds * 1000) / pace; step++) {
      const to = {
        x: x + width / 2 - 40 + 30 * Math.cos(step / 18),
        y: y + height / 2 + 25 * Math.sin(step / 14),
      };
      const move = { type: "mouseMoved", button: "left", buttons: 1, ...to };
      pending.push(client.send("Input.dispatchMouseEvent", move));
      await new Promise((resolve) => setTimeout(resolve, pace));
    }
    const dragged = await dragging;
    await Promise.all(pending);
    await page.mouse.up();
    return { "standing still": still, dragging: dragged };
  });
  if (!found) return console.log("\nNo Chromium: frames were not measured");
  print(
    `Frames in ${seconds} s at 1280 × 900 (milliseconds a frame; standing still is what this machine can do at best)`,
    ["", ...frameColumns],
    Object.entries(found).map(([name, measured]) => [name, ...frameCells(measured)]),
  );
}
