/** Models and the catalogue, as somebody with files of their own meets them: one page, step by step. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Experiment } from "../../web/model/types.ts";
import {
  closeServers,
  expectFit,
  expectSound,
  open,
  origin,
  root,
  site,
  useBrowser,
  violations,
} from "./support.ts";

const chromium = useBrowser();
closeServers();

let opened: Awaited<ReturnType<typeof open>>;
let page: Page;
let panel: Locator;

beforeAll(async () => {
  const context = await chromium.browser.newContext({
    viewport: { width: 1280, height: 900 },
    colorScheme: "light",
    locale: "en-GB",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  opened = await open(context, await origin(site));
  page = opened.page;
  panel = page.locator("etx-model-panel");
  await page.locator('etx-figure[figure="curve"] .chart > svg').waitFor();
});
afterAll(() => page.context().close());

const experiment = (): Promise<Experiment> =>
  page.evaluate(() =>
    (
      document.querySelector("etx-lab") as unknown as { getExperiment(): Experiment }
    ).getExperiment(),
  );
async function openFile(name: string): Promise<void> {
  await page.locator("etx-bench-list input[type=file]").setInputFiles({
    name: `${name}.json`,
    mimeType: "application/json",
    buffer: readFileSync(join(root, `tests/data/configs/${name}.json`)),
  });
  await panel.locator("h3", { hasText: name }).waitFor();
}
/** A field's value and where it comes from. */
const field = (name: string, within: Locator = panel): Promise<string[]> =>
  within
    .locator(".columns tr", { has: page.getByText(name, { exact: true }) })
    .locator("td")
    .allTextContents();
const warnings = async (): Promise<string> =>
  (await panel.locator(".warnings li").allTextContents()).join(" ");
/** What has the focus, in whatever shadow. */
const focused = (): Promise<string> =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element?.textContent?.trim() ?? "";
  });
const thin = "\u202f";

test("smollm#130: a file's layers, values with their provenance, and what to beware of", async () => {
  await openFile("smollm3-3b");
  await expect.poll(() => panel.locator(".strip .cell").count()).toBe(36);
  expect(await panel.locator(".strip .cell.nope").count()).toBe(9);
  expect(await panel.locator(".strip").getAttribute("aria-label")).toContain(
    "unrotated layers (NoPE): 9 (3, 7, 11, 15, 19, 23, 27, 31, 35)",
  );
  const [rotated, unrotated] = await panel.locator(".columns .data").all();
  expect(await field("Base (theta)", panel)).toEqual([`5${thin}000${thin}000`, "file rope_theta"]);
  expect(await rotated?.textContent()).toContain("class default");
  expect(await unrotated?.textContent()).toContain("3, 7, 11, 15, 19, 23, 27, 31, 35");
  expect(await warnings()).toContain("by no_rope_layers (1 means rotate)");
  expect((await experiment()).encodings.map(({ name }) => name).slice(2)).toEqual([
    "smollm3-3b",
    "smollm3-3b, NoPE",
  ]);
  opened.quiet();
});

test("unsloth#10681: the slider takes Phi's table over 4096 tokens to its long factors, on the bench too", async () => {
  await openFile("phi-3.5-mini");
  const factors = async () => (await field("Factors of the pairs"))[0];
  await expect.poll(factors).toBe("48 factors, 1 to 2.84");
  const before = (await experiment()).encodings.at(-1)?.encoding;
  await panel.getByRole("button", { name: "at 4097" }).click();
  await expect.poll(factors).toBe("48 factors, 1.08 to 64.84");
  expect(await warnings()).toContain("the long factors hold");
  await expect
    .poll(async () => (await experiment()).encodings.at(-1)?.encoding)
    .not.toEqual(before);
  const slider = panel.getByRole("slider", { name: "Sequence length" });
  expect(await slider.getAttribute("aria-valuetext")).toBe("4097 tokens");
  const length = () => slider.getAttribute("aria-valuetext");
  await slider.press("Home");
  await expect.poll(length).toBe("256 tokens");
  await expect.poll(factors).toBe("48 factors, 1 to 2.84");
  // The length is the document's: undo and redo bring it back, and the table with it.
  await page.keyboard.press("Control+z");
  await expect.poll(length).toBe("4097 tokens");
  await expect.poll(factors).toBe("48 factors, 1.08 to 64.84");
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await experiment()).encodings.at(-1)?.encoding).toEqual(before);
  await expect.poll(length).toBe("4096 tokens");
  await expect.poll(factors).toBe("48 factors, 1 to 2.84");
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(length).toBe("4097 tokens");
  opened.quiet();
});

test("vllm#27722: the comparison of GPT-OSS with its ramp rounded names what differs, and the worst pair", async () => {
  await openFile("gpt-oss-120b");
  await panel.locator(".compare > summary").press("Enter");
  const diff = panel.locator("etx-model-diff");
  const [a, b] = [diff.locator("select").nth(0), diff.locator("select").nth(1)];
  // The newest two files, first; of models so different everything has a line.
  await expect
    .poll(() => diff.locator("caption").first().textContent())
    .toContain("rotated layers");
  await a.selectOption({ label: "gpt-oss-120b, as it is" });
  await b.selectOption({ label: "gpt-oss-120b, ramp rounded to whole pairs" });
  await expect
    .poll(() => diff.locator("p.note").allTextContents())
    .toEqual([
      "9 of 32 pairs differ, pair 17 most: × 1.763.",
      expect.stringMatching(/^Scores of B are off A’s by about 0 % at lag 0, /),
    ]);
  expect(await diff.locator("tbody th").allTextContents()).toEqual([
    "Ramp rounded to whole pairs",
    "Frequencies",
  ]);
  for (const chart of ["ratio", "scores"])
    expect(await diff.locator(`.${chart} svg.etx-chart path[d^=M]`).count()).toBeGreaterThan(0);
  await b.selectOption({ label: "gpt-oss-120b, as it is" });
  await diff.getByText("A and B agree in every value.").waitFor();
  await b.selectOption({ label: "gpt-oss-120b, scaling dropped" });
  await expect
    .poll(() => diff.locator("p.note").allTextContents())
    .toContain("23 of 32 pairs differ, pair 18 most: × 32.");
  // hipfire#241: only the first tokens agree.
  await b.selectOption({ label: "gpt-oss-120b, paired the other way" });
  await expect
    .poll(async () => (await diff.locator("p.note").allTextContents()).at(-1))
    .toMatch(/by about 0 % at lag 0, 3\d % at lag 1, 9\d % at lag 16, /);
  expect(await diff.locator(".ratio").isHidden()).toBe(true);
  opened.quiet();
});

test("the catalogue is searched, used and left by keyboard, and gives the focus back", async () => {
  const add = page.locator("etx-bench-list .add > button").first();
  const dialog = page.locator("etx-catalogue dialog");
  const words = (await add.textContent())?.trim();
  const { encodings } = await experiment();
  await add.press("Enter");
  const search = page.getByRole("combobox", { name: /Search/ });
  await expect
    .poll(() => dialog.locator("[role=status]").textContent())
    .toMatch(/^\d\d encodings$/);
  expect(await violations(dialog), "the catalogue, light English").toEqual([]);
  await search.press("ArrowDown");
  await search.press("ArrowDown");
  expect(await search.getAttribute("aria-activedescendant")).toBe("option-2");
  await page.emulateMedia({ forcedColors: "active" });
  const [, other, chosen] = await dialog
    .getByRole("option")
    .evaluateAll((options) => options.map((one) => getComputedStyle(one).backgroundColor));
  expect(chosen, "where colours are forced").not.toBe(other);
  await page.emulateMedia({ forcedColors: "none" });
  await page.keyboard.press("Escape");
  expect(await dialog.isVisible()).toBe(false);
  expect(await focused()).toBe(words);
  expect((await experiment()).encodings).toEqual(encodings);

  await page.keyboard.press("Enter");
  await page.keyboard.type("kerple");
  await expect.poll(() => dialog.locator("[role=status]").textContent()).toBe("1 encoding");
  await page.keyboard.press("Enter");
  await expect.poll(() => dialog.isVisible()).toBe(false);
  expect(await focused()).toBe(words);
  const after = (await experiment()).encodings;
  expect(after.slice(0, -1)).toEqual(encodings);
  expect(after.at(-1)?.encoding.kind).toBe("kerple");

  await page.locator("etx-bench-list").getByRole("button", { name: "NumPy" }).press("Enter");
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^# KERPLE[\s\S]*def score\(q, k, t, s\)/);
  opened.quiet();
});

test("panel, comparison, spectrum and catalogue: nothing that axe finds, wide in light English and narrow in dark Chinese", async () => {
  const wide = { width: 1280, height: 900 };
  const narrow = { width: 390, height: 844 };
  await page.setViewportSize(wide);
  await expectSound(page, "light English, wide");
  await page.setViewportSize(narrow);
  await expectFit(page, "light English, narrow");
  await page.getByRole("button", { name: "中文" }).click();
  await page.locator("etx-lab .tools button").last().click();
  await expect.poll(() => panel.locator("h3").textContent()).toBe("gpt-oss-120b 对位置的说明");
  expect(await panel.locator(".compare > summary").textContent()).toBe(
    "比较两个文件，或同一文件的两种读法",
  );
  await expectSound(page, "dark Chinese, narrow");
  await page.locator("etx-bench-list .add > button").first().click();
  await page.locator("etx-catalogue [role=option]").first().waitFor();
  await expectFit(page, "the catalogue, dark Chinese, narrow");
  expect(await violations(page.locator("etx-catalogue dialog")), "the catalogue").toEqual([]);
  await page.keyboard.press("Escape");
  await page.setViewportSize(wide);
  await expectFit(page, "dark Chinese, wide");
  opened.quiet();
});
