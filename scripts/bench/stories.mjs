/** The experiments' page in headless Chromium: how soon a story's figures stand, and how smoothly they play. */
import { frameCells, frameColumns, inChromium, recordFrames } from "./browser.mjs";
import { print, root } from "./built.mjs";

const seconds = 3;

export async function stories() {
  const found = await inChromium(`${root}site`, async (page, url) => {
    await page.setViewportSize({ width: 1280, height: 3000 }); // all of a story in sight: figures wait until they are
    await page.goto(`${url}experiments.html#mechanisms`);
    await page.locator("etx-experiments etx-figure .chart svg path").first().waitFor();
    const links = page.locator("etx-experiments li a");
    const toGallery = async () => {
      await page.evaluate(() => location.assign("#"));
      await links.first().waitFor();
      await page.waitForTimeout(1000); // its thumbnails are drawn
    };
    await toGallery();
    const ids = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    const drawn = [];
    const played = [];
    for (const id of ids) {
      const visit = async () => {
        await toGallery();
        return page.evaluate(recordFigures, id);
      };
      const fresh = await visit(); // its figures' code is on its way
      const [figures, first, settled] = await visit();
      drawn.push([id.slice(1), figures, fresh[1], first, settled]);
      const play = page.locator("etx-experiments .scrubber > button").first();
      if ((await play.count()) === 0) continue;
      await play.click();
      const player = page.locator("etx-figure", { has: page.locator(".scrubber") }).first();
      const frames = await player.locator(".chart").evaluate(recordFrames, seconds * 1000);
      played.push([id.slice(1), ...frameCells(frames)]);
    }
    return { drawn, played };
  });
  if (!found) return console.log("\nNo Chromium: stories were not measured");
  print(
    "Milliseconds from a story's link to the first drawing of its slowest figure (at the first visit, and at the second), and to the last change of any",
    ["", "figures", "visited first", "again", "settled"],
    found.drawn,
  );
  print(
    `Frames in ${seconds} s of a story's first player (milliseconds a frame)`,
    ["", ...frameColumns],
    found.played,
  );
}

/** Runs in the page. Figures, when the last of them has drawn something, and when nothing has changed any more. */
function recordFigures(hash) {
  const quiet = 700;
  const atMost = 8000;
  const page = document.querySelector("etx-experiments").shadowRoot;
  return new Promise((resolve) => {
    const begin = performance.now();
    const first = new Map();
    const watched = new Set();
    let last = begin;
    const observer = new MutationObserver(() => {
      last = performance.now();
    });
    location.hash = hash;
    const tick = () => {
      const now = performance.now();
      const figures = page.querySelector(".story")
        ? [...page.querySelectorAll(".story etx-figure")]
        : [];
      for (const figure of figures) {
        const root = figure.shadowRoot;
        if (root && !watched.has(figure)) {
          watched.add(figure);
          observer.observe(root, { subtree: true, attributes: true, childList: true });
        }
        const shape = root?.querySelector(".chart svg :is(path[d^=M], image[href], circle, text)");
        if (shape && !first.has(figure)) first.set(figure, now - begin);
      }
      const all = figures.length > 0 && first.size >= figures.length;
      if ((!all || now - last < quiet) && now - begin < atMost) return requestAnimationFrame(tick);
      observer.disconnect();
      resolve([figures.length, Math.max(...first.values()).toFixed(0), (last - begin).toFixed(0)]);
    };
    requestAnimationFrame(tick);
  });
}
