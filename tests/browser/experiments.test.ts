/** The experiments' page: every card a live picture, every story with its figures, all of it open to everyone. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Language } from "../../web/locales/index.ts";
import { say } from "../../web/locales/panels/pages.ts";
import { storyWords } from "../../web/locales/stories/index.ts";
import { encodeLink } from "../../web/model/link.ts";
import { type StoryName, stories } from "../../web/model/stories/index.ts";
import type { Experiment } from "../../web/model/types.ts";
import { closeServers, expectSound, open, origin, root, site, useBrowser } from "./support.ts";

const chromium = useBrowser();
closeServers();
const artifacts = join(root, "artifacts");
let home: string;

beforeAll(async () => {
  mkdirSync(artifacts, { recursive: true });
  home = await origin(site);
});

async function visit(hash: string, options: BrowserContextOptions = {}) {
  const context = await chromium.browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  const opened = await open(context, `${home}experiments.html${hash}`);
  await opened.page.locator("etx-experiments h1").waitFor();
  return { ...opened, close: () => context.close() };
}

/** What Chromium itself says where a sweep asks for WebGPU and there is none: the figure then runs on wasm. */
const noGpu = /No available adapters/;

/** To another story of the page that is open; "" is the gallery. */
async function turn(page: Page, id: string, language: Language): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, id);
  const title = id
    ? storyWords[language][id as StoryName].title
    : say(language, "experiments.title");
  await expect.poll(() => page.locator("etx-experiments h1").textContent()).toBe(title);
}

/** In the page: what the laboratory holds. */
const given = () =>
  (
    document.querySelector("etx-lab") as unknown as { getExperiment?(): Experiment } | null
  )?.getExperiment?.();

/** Every figure that is on the page has drawn something. */
async function drawn(page: Page): Promise<void> {
  for (const figure of await page.locator("etx-experiments etx-figure").all()) {
    await figure.scrollIntoViewIfNeeded();
    await figure
      .locator(".chart svg :is(path[d^=M], image[href])")
      .first()
      .waitFor({ state: "attached" });
  }
}

describe("every story", { timeout: 60_000 }, () => {
  let reading: Awaited<ReturnType<typeof visit>>;
  let lab: Awaited<ReturnType<typeof visit>>;
  beforeAll(async () => {
    reading = await visit("");
    lab = await visit("");
    await lab.page.goto(`${home}index.html`);
    await lab.page.locator("etx-lab etx-figure .chart svg").first().waitFor();
  });
  afterAll(async () => {
    await reading.close();
    await lab.close();
  });

  test.each(stories)(
    "$id: its figures, in every variant, there and in the laboratory",
    async (story) => {
      const { page, quiet } = reading;
      await page.evaluate((id) => location.assign(`#${id}`), story.id);
      await page.locator(".story").waitFor();
      for (const [i, { document }] of story.variants.entries()) {
        if (story.variants.length > 1) {
          await page.locator(".choice button[aria-pressed]").nth(i).click();
        }
        await expect
          .poll(() => page.locator("etx-experiments etx-figure").count())
          .toBe(document.views.length);
        await drawn(page);
      }
      quiet(noGpu);

      const last = story.variants.at(-1)?.document as Experiment;
      await lab.page.evaluate(
        (link) => {
          location.hash = link;
        },
        await encodeLink(last),
      );
      await expect.poll(() => lab.page.evaluate(given)).toEqual(last);
      await lab.page
        .locator("etx-lab etx-figure .chart svg :is(path[d^=M], image[href])")
        .first()
        .waitFor({ state: "attached" });
      lab.quiet(noGpu);
    },
  );
});

test("a story opens in the laboratory as it stands", async () => {
  const { page, quiet, close } = await visit("#mechanisms");
  await drawn(page);
  await page.locator("a[href='./index.html'].back").click();
  await page.locator("etx-lab").waitFor();
  const story = stories.find(({ id }) => id === "mechanisms");
  await expect.poll(() => page.evaluate(given)).toEqual(story?.variants[0]?.document);
  quiet(noGpu);
  await close();
});

test("the first card is opened by keyboard, and Back returns to the gallery", async () => {
  const { page, quiet, close } = await visit("");
  await page.locator("etx-experiments li a").first().focus();
  await page.keyboard.press("Enter");
  await page.locator("etx-experiments .prose").waitFor();
  await page.goBack();
  await page.locator("etx-experiments li").first().waitFor();
  quiet(noGpu);
  await close();
});

test("gallery and stories in both languages, themes and widths: every card drawn, nothing that axe finds, nothing wider than the screen", {
  timeout: 240_000,
}, async () => {
  for (const [width, colorScheme, locale] of [
    [1280, "light", "en-GB"],
    [390, "dark", "zh-CN"],
  ] as const) {
    const viewport = { width, height: 900 };
    const { page, quiet, close } = await visit("", { viewport, colorScheme, locale });
    expect(await page.locator("etx-experiments li").count()).toBe(stories.length);
    for (const id of ["", "mechanisms", "signal", "clocks"]) {
      await turn(page, id, locale === "zh-CN" ? "zh-Hans" : "en");
      await drawn(page);
      const name = `experiments-${id || "gallery"}-${width}-${colorScheme}`;
      await page.screenshot({ path: join(artifacts, `${name}.png`), fullPage: true });
      await expectSound(page, name);
      quiet(noGpu);
    }
    await close();
  }
});
