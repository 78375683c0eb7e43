/** The periodic table's page: every kind in its place, each a way to the laboratory, by mouse and by keyboard. */
import type { BrowserContextOptions } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { encodingKinds } from "../../web/model/encodings/registry.ts";
import type { Experiment } from "../../web/model/types.ts";
import { closeServers, expectSound, open, origin, site, useBrowser } from "./support.ts";

const chromium = useBrowser();
closeServers();
let home: string;
beforeAll(async () => {
  home = await origin(site);
});

async function visit(options: BrowserContextOptions = {}) {
  const context = await chromium.browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  const opened = await open(context, `${home}table.html`);
  await opened.page.locator("etx-figure .etx-pick").first().waitFor();
  return { ...opened, close: () => context.close() };
}

test("every kind is an element, and each opens in the laboratory", async () => {
  const { page, quiet, close } = await visit();
  const known = encodingKinds.filter(({ kind }) => kind !== "generator" && kind !== "matrix");
  const picks = page.locator("etx-figure .etx-pick");
  expect(await picks.count()).toBe(known.length);
  for (const [name, kind, act] of [
    ["ALiBi", "alibi", "click"],
    ["xPos", "xpos", "Enter"],
  ] as const) {
    const pick = picks.filter({ has: page.getByText(name, { exact: true }) });
    if (act === "click") await pick.click();
    else await pick.press(act);
    await page.locator("etx-lab").waitFor();
    const opened = await page.waitForFunction((wanted) => {
      const lab = document.querySelector("etx-lab") as unknown as {
        getExperiment?(): Experiment;
      };
      const entries = lab?.getExperiment?.().encodings;
      return entries?.length === 1 && entries[0]?.encoding.kind === wanted;
    }, kind);
    expect(await opened.jsonValue()).toBe(true);
    await page.goBack();
    await picks.first().waitFor();
  }
  quiet();
  await close();
});

test("languages, themes and widths: nothing that axe finds, nothing wider than the screen", async () => {
  for (const [width, colorScheme, locale, heading] of [
    [1280, "light", "en-GB", /linear/],
    [390, "dark", "zh-CN", /[\u4e00-\u9fff]/],
  ] as const) {
    const viewport = { width, height: 900 };
    const { page, quiet, close } = await visit({ viewport, colorScheme, locale });
    expect(await page.locator("main h1").textContent(), locale).toMatch(heading);
    await expectSound(page, `${width} ${locale}`);
    quiet();
    await close();
  }
});
