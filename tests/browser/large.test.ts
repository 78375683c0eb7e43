/** Large pictures under a hand: a heatmap that zooms, a sequence that is stopped. One page for both, and a small one for fingers. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Experiment, FigureKind } from "../../web/model/types.ts";
import { closeServers, expectFit, open, origin, site, useBrowser } from "./support.ts";

const chromium = useBrowser();
closeServers();
let home: string;
let page: Page;
let quiet: () => void;

beforeAll(async () => {
  home = await origin(site);
  const context = await chromium.browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: "en-GB",
  });
  const opened = await open(context, `${home}experiments.html#million`);
  page = opened.page;
  // Where a GPU would be worth its start, the browser says that it has none.
  quiet = () => opened.quiet(/No available adapters/);
});
afterAll(() => quiet());

const figure = (kind: FigureKind, on = page): Locator =>
  on.locator(`etx-experiments .figures etx-figure[figure="${kind}"]`);
const option = (kind: FigureKind, name: string, on = page): Promise<unknown> =>
  on.evaluate(
    ([of, what]) => {
      const { bench } = document.querySelector("etx-experiments") as unknown as {
        bench: { experiment: Experiment };
      };
      return bench.experiment.views.find((view) => view.kind === of)?.options?.[what];
    },
    [kind, name] as const,
  );
const zoom = () => option("heatmap", "zoom");
const note = (kind: FigureKind) => figure(kind).locator(".note");

test("a heatmap is computed anew for the part that a drag marks, a wheel or a key zooms to; a double click shows all", async () => {
  const layer = figure("heatmap").locator(".etx-layer");
  await note("heatmap").getByText("64 values × 4096 lags").waitFor();
  await layer.scrollIntoViewIfNeeded();
  const box = await layer.boundingBox();
  if (!box) throw new Error("the heatmap is not on the page");
  const at = (x: number, y: number): [number, number] => [
    box.x + x * box.width,
    box.y + y * box.height,
  ];
  await page.mouse.move(...at(0.25, 0.25));
  await page.mouse.down();
  await page.mouse.move(...at(0.5, 0.75), { steps: 4 });
  await page.mouse.up();
  await note("heatmap").getByText("64 values × 1024 lags").waitFor();
  const marked = (await zoom()) as { lags: number[]; rows: number[] };
  for (const [i, lag] of [1024, 2048].entries())
    expect(Math.abs((marked.lags[i] ?? 0) - lag)).toBeLessThan(8);

  // The wheel turns the page, unless Ctrl is held.
  const before = await zoom();
  await layer.evaluate((node) => node.blur());
  await page.mouse.move(...at(0.5, 0.5));
  await page.mouse.wheel(0, 1);
  expect(await zoom()).toEqual(before);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  await expect.poll(zoom).not.toEqual(before);

  await page.mouse.dblclick(...at(0.5, 0.5));
  await expect.poll(zoom).toBeUndefined();
  await note("heatmap").getByText("64 values × 4096 lags").waitFor();
  await layer.focus();
  await page.keyboard.press("+");
  await note("heatmap").getByText("64 values × 2048 lags").waitFor();
  expect(await figure("heatmap").locator(".chart image").first().getAttribute("href")).toMatch(
    /^data:image\/png/,
  );
  quiet();
});

test("a drag over a million lags shows pictures while the hand moves, and the whole one once it rests", async () => {
  await page.locator("etx-experiments").getByRole("button", { name: "a million lags" }).click();
  const whole = note("heatmap").getByText(/128 values × .* lags, computed/);
  await whole.waitFor();
  const rate = page.locator("etx-experiments").getByRole("slider", { name: "Rate" });
  const box = await rate.boundingBox();
  if (!box) throw new Error("the slider is not on the page");
  const image = figure("heatmap").locator(".chart image").first();
  const seen = new Set([await image.getAttribute("href")]);
  await page.mouse.move(box.x + box.width - 12, box.y + box.height / 2);
  await page.mouse.down();
  // Faster than any of its sweeps ends.
  for (let step = 0; step < 400 && seen.size < 4; step++) {
    await page.mouse.move(box.x + box.width * (0.9 - 0.4 * ((step % 40) / 40)), box.y + 4);
    seen.add(await image.getAttribute("href"));
  }
  expect(await note("heatmap").textContent()).toMatch(/^computing/);
  await page.mouse.up();
  expect(seen.size).toBe(4);
  await whole.waitFor();
  expect(seen).not.toContain(await image.getAttribute("href"));
  quiet();
});

test("two fingers zoom over both axes, one scrolls the page, a double tap shows all", async () => {
  const context = await chromium.browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: "en-GB",
  });
  const { page: phone, quiet } = await open(context, `${home}experiments.html#million`);
  const client = await context.newCDPSession(phone);
  const seen = () => option("heatmap", "zoom", phone) as Promise<Record<string, number[]> | null>;
  const layer = figure("heatmap", phone).locator(".etx-layer");
  const done = (lags: RegExp) => figure("heatmap", phone).getByText(lags).waitFor();
  const all = /64 values × 4096 lags/;
  await done(all);
  await layer.evaluate((node) => node.scrollIntoView({ block: "center" }));
  /** Fingers on places of the picture, from 0 to 1, go to others in ten steps. */
  type Place = readonly [x: number, y: number];
  const touch = async (from: readonly Place[], to: readonly Place[]): Promise<void> => {
    const box = await layer.boundingBox();
    if (!box) throw new Error("the heatmap is not on the page");
    const points = (step: number) =>
      from.map(([x, y], i) => {
        const [u, v] = to[i] as Place;
        return {
          id: i,
          x: box.x + (x + ((u - x) * step) / 10) * box.width,
          y: box.y + (y + ((v - y) * step) / 10) * box.height,
        };
      });
    const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: object[]) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints: touchPoints as never });
    // As fingers come: one a moment before the other.
    for (const count of from.keys()) await send("touchStart", points(0).slice(0, count + 1));
    for (let step = 1; step <= 10; step++) await send("touchMove", points(step));
    await send("touchEnd", []);
  };
  const top = (): Promise<number> => phone.evaluate(() => scrollY);
  const start = await top();
  await touch(
    [
      [0.4, 0.4],
      [0.6, 0.6],
    ],
    [
      [0.2, 0.1],
      [0.7, 0.9],
    ],
  );
  // A fifth of each axis now fills a half and four fifths of it.
  await done(/64 values × 16\d\d lags/); // to a pixel's lags
  const { lags = [], rows = [] } = (await seen()) ?? {};
  for (const [i, lag] of [0.32, 0.72].entries())
    expect(Math.abs((lags[i] ?? 0) / 4096 - lag)).toBeLessThan(0.02);
  for (const [i, row] of [0.375, 0.625].entries())
    expect(Math.abs((rows[i] ?? 0) - row)).toBeLessThan(0.02);
  expect(await top()).toBe(start);
  expect(await phone.evaluate(() => visualViewport?.scale)).toBe(1);
  await expectFit(phone, "a zoomed heatmap");

  const before = await seen();
  await touch([[0.5, 0.7]], [[0.5, 0.1]]);
  await expect.poll(top).toBeGreaterThan(start + 20);
  expect(await seen()).toEqual(before);

  await figure("heatmap", phone).getByText("a double tap shows all").waitFor();
  // Two taps that a busy machine lets lie too far apart are none: then once more.
  await expect
    .poll(
      async () => {
        for (let tap = 0; tap < 2; tap++) await touch([[0.5, 0.5]], [[0.5, 0.5]]);
        return seen();
      },
      { interval: 1000, timeout: 20_000 },
    )
    .toBeUndefined();
  await done(all);
  await context.close();
  quiet();
});

test("statistics of a sequence come one encoding after the other, are stopped, and go on", async () => {
  await page.evaluate(() => location.assign("#sequence"));
  await figure("statistics").scrollIntoViewIfNeeded();
  await note("statistics").getByText("computed on").waitFor();
  const pictures = () => figure("statistics").locator(".chart .etx-veil").count();
  expect(await pictures()).toBe(4);
  await figure("statistics")
    .getByRole("combobox", { name: "Length of the sequence" })
    .selectOption("16384");
  await figure("statistics").getByRole("button", { name: "Stop" }).click();
  await note("statistics").getByText("stopped").waitFor();
  await figure("statistics")
    .getByRole("combobox", { name: "Length of the sequence" })
    .selectOption("512");
  await note("statistics").getByText("computed on").waitFor();
  expect(await option("statistics", "length")).toBe(512);
  await figure("statistics").getByRole("button", { name: "by lag" }).click();
  expect(await option("statistics", "measure")).toBe("lags");
  quiet();
});
