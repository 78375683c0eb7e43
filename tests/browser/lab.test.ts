/** The laboratory as people use it: the built site in a real Chromium, by mouse, touch and keyboard. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Experiment } from "../../web/model/types.ts";
import {
  closeServers,
  expectSound,
  type Opened,
  open,
  origin,
  root,
  site,
  useBrowser,
} from "./support.ts";

const chromium = useBrowser();
closeServers();

const artifacts = join(root, "artifacts");
let home: string;
const viewport = { width: 1280, height: 900 };
/** One page for the tests that need no browser of their own kind. */
let shared: Opened;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  mkdirSync(artifacts, { recursive: true });
  home = await origin(site);
  shared = await open(await chromium.browser.newContext({ viewport }), "about:blank");
});
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});
afterAll(() => shared.page.context().close());

/** The laboratory, opened anew and ready to be touched. */
async function visit(hash = ""): Promise<Opened> {
  shared.said.length = 0;
  await shared.page.goto("about:blank"); // else another hash would only be followed
  await shared.page.goto(`${home}${hash}`);
  await handle(shared.page).waitFor();
  return shared;
}

/** The same in a browser of its own, with a history and a screen of its own. */
async function visitAlone(options: BrowserContextOptions = {}, hash = ""): Promise<Opened> {
  const context = await chromium.browser.newContext({ viewport, ...options });
  contexts.push(context);
  const opened = await open(context, `${home}${hash}`);
  await handle(opened.page).waitFor();
  return opened;
}

/** The plane's handle that the Tab key reaches: the selected eigenvalue. */
const handle = (page: Page): Locator =>
  page.locator('etx-figure[figure="plane"] [role=slider][tabindex="0"]');
const experiment = (page: Page): Promise<Experiment> =>
  page.evaluate(() =>
    (
      document.querySelector("etx-lab") as unknown as { getExperiment(): Experiment }
    ).getExperiment(),
  );
/** Everything that the curve figure draws. */
const curves = (page: Page): Promise<string> =>
  page
    .locator('etx-figure[figure="curve"]')
    .evaluate((figure) => (figure as unknown as { exportSVG(): string }).exportSVG());
const rows = async (page: Page): Promise<string[][]> => {
  const text = await page
    .locator('etx-figure[figure="curve"]')
    .evaluate((figure) => (figure as unknown as { exportCSV(): string }).exportCSV());
  return text
    .trim()
    .split("\r\n")
    .filter((line) => !line.startsWith("#"))
    .map((line) => line.split(","));
};
const said = (page: Page): Promise<string | null> => page.locator("p.say").textContent();
async function centre(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error("the target is not on the page");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("a dragged eigenvalue moves curve, family and sentence, is one step, and undo takes it back", async () => {
  const { page, quiet } = await visit();
  const before = await curves(page);
  const words = await said(page);
  const { x, y } = await centre(handle(page));
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 10; step++) await page.mouse.move(x - 6 * step, y - 2 * step);
  await expect.poll(() => curves(page)).not.toBe(before);
  await page.mouse.up();
  const dragged = await experiment(page);
  expect(dragged.encodings[0]?.encoding).not.toEqual({
    kind: "rope",
    dimension: 128,
    base: 10000,
    rate: -0.001,
  });
  await expect.poll(() => said(page)).not.toBe(words);
  await page.keyboard.press("Control+z");
  await expect.poll(() => curves(page)).toBe(before);
  expect((await experiment(page)).encodings[0]?.encoding).toEqual({
    kind: "rope",
    dimension: 128,
    base: 10000,
    rate: -0.001,
  });
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(async () => (await experiment(page)).encodings).toEqual(dragged.encodings);
  quiet();
});

test("dragged over the axis the family becomes growth; Escape in mid-drag gives all back", async () => {
  const { page, quiet } = await visit();
  const { x, y } = await centre(handle(page));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 120, y, { steps: 6 });
  await expect.poll(() => said(page)).toContain("growth");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect.poll(() => said(page)).toContain("a damped rotation");
  expect((await experiment(page)).encodings[0]?.encoding.kind).toBe("rope");
  quiet();
});

test("the keyboard moves an eigenvalue, and a screen reader hears its value", async () => {
  const { page, quiet } = await visit();
  await handle(page).focus();
  const before = await handle(page).getAttribute("aria-valuetext");
  expect(before).toContain("radians per token");
  for (let press = 0; press < 3; press++) await page.keyboard.press("ArrowLeft");
  await expect.poll(() => handle(page).getAttribute("aria-valuetext")).not.toBe(before);
  await page.keyboard.press("Tab");
  const encoding = (await experiment(page)).encodings[0]?.encoding as { rate?: number };
  expect(encoding.rate).toBeLessThan(-0.001);
  quiet();
});

test("a finger drags, and a finger beside the handles scrolls the page", async () => {
  const { page, quiet } = await visitAlone({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const client = await page.context().newCDPSession(page);
  const swipe = async (
    from: { x: number; y: number },
    by: { x: number; y: number },
  ): Promise<void> => {
    await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
    for (let step = 1; step <= 10; step++) {
      const touchPoints = [{ x: from.x + (by.x * step) / 10, y: from.y + (by.y * step) / 10 }];
      await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints });
    }
    await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await handle(page).scrollIntoViewIfNeeded();
  const before = await curves(page);
  await swipe(await centre(handle(page)), { x: -50, y: 0 });
  await expect.poll(() => curves(page)).not.toBe(before);
  const top = await page.evaluate(() => scrollY);
  const curve = await page.locator('etx-figure[figure="curve"] .chart').boundingBox();
  await page.evaluate(() => scrollTo(0, 0));
  const from = { x: 200, y: (curve ? 300 : 0) + 200 };
  await swipe(from, { x: 0, y: -180 });
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
  expect(top).toBeGreaterThanOrEqual(0);
  quiet();
});

test("the link holds the state: reload, another tab and the back button bring it back", async () => {
  const { page, quiet } = await visitAlone();
  const start = await experiment(page);
  await handle(page).focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#e=/);
  const moved = await experiment(page);
  expect(moved.encodings).not.toEqual(start.encodings);
  const drawn = await curves(page);

  const again = await visit(new URL(page.url()).hash);
  expect((await experiment(again.page)).encodings).toEqual(moved.encodings);
  await expect.poll(() => curves(again.page)).toBe(drawn);

  await page.reload();
  await handle(page).waitFor();
  expect((await experiment(page)).encodings).toEqual(moved.encodings);
  await page.goBack();
  await expect.poll(async () => (await experiment(page)).encodings).toEqual(start.encodings);
  quiet();
});

test("a slow drag is one entry of the page's history, and Escape leaves no trace of it", async () => {
  const { page, quiet } = await visitAlone();
  const start = await experiment(page);
  const { x, y } = await centre(handle(page));
  const drag = async (): Promise<void> => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 6; step++) {
      await page.mouse.move(x - 10 * step, y);
      await page.waitForTimeout(100); // long enough for the address to follow
    }
  };
  await drag();
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#e=/);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect.poll(() => page.url(), { timeout: 3000 }).toContain("'rate':-0.001)");
  expect((await experiment(page)).encodings).toEqual(start.encodings);

  await drag();
  await page.mouse.up();
  const moved = await experiment(page);
  await expect.poll(() => page.evaluate(() => history.length)).toBeGreaterThan(2);
  await page.goBack();
  await expect.poll(async () => (await experiment(page)).encodings).toEqual(start.encodings);
  await page.goForward();
  await expect.poll(async () => (await experiment(page)).encodings).toEqual(moved.encodings);
  quiet();
});

test("an undo in mid-drag ends the drag", async () => {
  const { page, quiet } = await visit();
  await handle(page).focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  const { x, y } = await centre(handle(page));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 30, y, { steps: 4 });
  await page.evaluate(() => {
    const { bench } = document.querySelector("etx-lab") as unknown as { bench: { undo(): void } };
    bench.undo();
  });
  await page.mouse.move(x - 60, y, { steps: 4 });
  await page.mouse.up();
  expect((await experiment(page)).encodings[0]?.encoding).toMatchObject({ rate: -0.001 });
  quiet();
});

test("a damaged link says so and leaves the page usable", async () => {
  for (const hash of [
    "#e=%",
    "#e='v'",
    "#e=zAAAA",
    "#e=zz",
    "#e='encodings':!{('kind':'nope'})$,'v':1",
  ]) {
    const { page, quiet } = await visit(hash);
    expect(await page.locator("etx-lab .notice").textContent(), hash).toMatch(/link|encodings/);
    quiet();
  }
});

const llama = {
  model_type: "llama",
  hidden_size: 4096,
  num_attention_heads: 32,
  head_dim: 128,
  max_position_embeddings: 131072,
  rope_theta: 500000.0,
  rope_scaling: {
    factor: 8.0,
    high_freq_factor: 4.0,
    low_freq_factor: 1.0,
    original_max_position_embeddings: 8192,
    rope_type: "llama3",
  },
};
const upload = (page: Page, name: string, text: string): Promise<void> =>
  page
    .locator("etx-bench-list input[type=file]")
    .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });

test("a config.json joins the chart: its curve is the mean over pairs of cos(ω·lag)", async () => {
  const { page, quiet } = await visit();
  await upload(page, "config.json", JSON.stringify(llama));
  await expect.poll(async () => (await rows(page))[1]?.length).toBe(4);
  const scores = (await rows(page)).slice(1).map((row) => Number(row[3]));
  const frequencies = llama3Frequencies();
  for (const lag of [0, 1, 10, 100, 1000, 5000]) {
    const mean =
      frequencies.reduce((sum, frequency) => sum + Math.cos(frequency * lag), 0) /
      frequencies.length;
    expect((scores[lag] ?? Number.NaN) / (scores[0] ?? Number.NaN)).toBeCloseTo(mean, 10);
  }
  quiet();
});

/** The definition, spelt out: wavelengths below L/high stay, above L/low shrink by the factor, a ramp lies between. */
function llama3Frequencies(): number[] {
  const {
    factor,
    high_freq_factor: high,
    low_freq_factor: low,
    original_max_position_embeddings: length,
  } = llama.rope_scaling;
  return Array.from({ length: 64 }, (_, i) => {
    const frequency = llama.rope_theta ** (-i / 64);
    const wavelength = (2 * Math.PI) / frequency;
    if (wavelength < length / high) return frequency;
    if (wavelength > length / low) return frequency / factor;
    const share = (length / wavelength - low) / (high - low);
    return ((1 - share) * frequency) / factor + share * frequency;
  });
}

test("pasted and dropped files arrive too, and a bad one ends in a readable error", async () => {
  const { page, quiet } = await visit();
  const notice = page.locator("etx-lab .notice");
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, composed: true }),
    );
  }, JSON.stringify(llama));
  await expect.poll(async () => (await experiment(page)).encodings.length).toBe(3);

  const drop = (...texts: string[]): Promise<boolean> =>
    page.evaluate((contents) => {
      const dataTransfer = new DataTransfer();
      for (const content of contents) dataTransfer.items.add(new File([content], "config.json"));
      return document.body.dispatchEvent(
        new DragEvent("drop", { dataTransfer, bubbles: true, composed: true, cancelable: true }),
      );
    }, texts);
  await drop(JSON.stringify(llama));
  await expect.poll(async () => (await experiment(page)).encodings.length).toBe(4);

  for (const [text, words] of [
    ["", /empty/i],
    ["{", /config\.json|JSON|line/i],
    ["[1, 2]", /object/i],
    ['{"model_type": "llama"}', /head_dim|hidden_size/],
    ['{"head_dim": "many", "rope_theta": 1e4}', /head_dim.*many/],
    ['{"head_dim": 64, "rope_theta": -3}', /rope_theta.*-3|−3/],
    ['{"model_type": "rwkv", "head_dim": 64}', /rwkv.*position/],
    ['{"head_dim": 64, "head_dim": 128}', /"head_dim" stands twice/],
  ] as const) {
    await drop(text);
    await expect.poll(() => notice.textContent(), { message: text }).toMatch(words);
  }
  expect((await experiment(page)).encodings.length).toBe(4);

  // Several at once: all join, and what was wrong with one is still said after the next.
  await drop(JSON.stringify(llama), "{", JSON.stringify({ ...llama, rope_theta: 10000 }));
  await expect.poll(async () => (await experiment(page)).encodings.length).toBe(6);
  await expect.poll(() => notice.textContent()).toMatch(/line 1/);
  quiet();
});

test("nothing in a document runs as a script", async () => {
  const evil = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
  const document = {
    v: 1,
    encodings: [{ id: evil, name: evil, encoding: { kind: "nope", dimension: 4 } }],
  };
  const { page, quiet } = await visit();
  await upload(page, `${evil}.json`, JSON.stringify(document));
  await expect.poll(async () => (await experiment(page)).encodings[0]?.name).toBe(evil);
  await expect.poll(() => page.locator("etx-bench-list .name b").first().textContent()).toBe(evil);
  expect(await page.title()).not.toBe("1");
  quiet();
});

test("the wheel scrolls the page over the curve, and zooms with Control", async () => {
  const { page, quiet } = await visitAlone({ viewport: { width: 1280, height: 420 } });
  const chart = page.locator('etx-figure[figure="curve"] .chart');
  await chart.scrollIntoViewIfNeeded();
  const before = await curves(page);
  const { x, y } = await centre(chart);
  await page.mouse.move(x, y);
  const top = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, -200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(top);
  expect(await curves(page)).toBe(before);
  const now = await centre(chart);
  await page.mouse.move(now.x, Math.min(now.y, 410));
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -400);
  await page.keyboard.up("Control");
  await expect.poll(() => curves(page)).not.toBe(before);
  quiet();
});

test("languages and themes: no violation that axe finds, and a picture of each", {
  timeout: 240_000,
}, async () => {
  // Every pair of a language, a width and a theme.
  for (const [locale, looks] of [
    ["en-GB", { 1280: "light", 390: "dark" }],
    ["zh-CN", { 1280: "dark", 390: "light" }],
  ] as const) {
    const { page, quiet } = await visitAlone({ locale });
    for (const width of [1280, 390] as const) {
      const colorScheme = looks[width];
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.evaluate(() => document.fonts.ready);
      const name = `lab-${width}-${colorScheme}-${locale.slice(0, 2)}`;
      await page.screenshot({ path: join(artifacts, `${name}.png`), fullPage: true });
      await expectSound(page, name);
      quiet();
    }
  }
});
