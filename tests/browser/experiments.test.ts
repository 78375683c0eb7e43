/** The experiments' page: every card a live picture, every story with its figures, all of it open to everyone. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { stories } from "../../web/model/stories/index.ts";
import type { Experiment } from "../../web/model/types.ts";
import { closeServers, open, origin, root, site, useBrowser, violations } from "./support.ts";

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

test("the gallery draws every experiment, from its document", { timeout: 60_000 }, async () => {
  const { page, quiet, close } = await visit("");
  expect(await page.locator("etx-experiments li").count()).toBe(stories.length);
  await drawn(page);
  quiet(noGpu);
  await close();
});

test.each(stories)(
  "$id: its figures, every variant, and the way to the laboratory",
  {
    timeout: 60_000,
  },
  async ({ id, variants }) => {
    const { page, quiet, close } = await visit(`#${id}`);
    for (const [i, { document }] of variants.entries()) {
      if (variants.length > 1) await page.locator(".choice button[aria-pressed]").nth(i).click();
      expect(await page.locator("etx-experiments etx-figure").count()).toBe(document.views.length);
      await drawn(page);
    }
    await page.locator("a[href='./index.html'].back").click();
    await page.locator("etx-lab").waitFor();
    const given = await page.waitForFunction((kind) => {
      const lab = document.querySelector("etx-lab") as unknown as {
        getExperiment?(): Experiment;
      };
      const experiment = lab.getExperiment?.();
      return experiment?.encodings[0]?.encoding.kind === kind && experiment;
    }, variants.at(-1)?.document.encodings[0]?.encoding.kind);
    expect(await given.jsonValue()).toEqual(variants.at(-1)?.document);
    quiet(noGpu);
    await close();
  },
);

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

test("languages, themes and widths: nothing that axe finds, nothing wider than the screen", {
  timeout: 240_000,
}, async () => {
  for (const width of [1280, 390]) {
    for (const [colorScheme, locale] of [
      ["light", "en-GB"],
      ["dark", "zh-CN"],
    ] as const) {
      for (const hash of ["", "#interference", "#mechanisms", "#signal", "#clocks"]) {
        const viewport = { width, height: 900 };
        const { page, quiet, close } = await visit(hash, { viewport, colorScheme, locale });
        await drawn(page);
        const name = `experiments-${hash.slice(1) || "gallery"}-${width}-${colorScheme}`;
        await page.screenshot({ path: join(artifacts, `${name}.png`), fullPage: true });
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          `${name} is wider than the screen`,
        ).toBe(true);
        expect(await violations(page), name).toEqual([]);
        quiet(noGpu);
        await close();
      }
    }
  }
});
