/** Large pictures under a hand: a heatmap that zooms, a sequence that is stopped. One page for both. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Experiment, FigureKind } from "../../web/model/types.ts";
import { closeServers, open, origin, site, useBrowser } from "./support.ts";

const chromium = useBrowser();
closeServers();
let page: Page;
let quiet: (expected?: RegExp) => void;

beforeAll(async () => {
  const home = await origin(site);
  const context = await chromium.browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: "en-GB",
  });
  ({ page, quiet } = await open(context, `${home}experiments.html#million`));
});
afterAll(() => quiet());

const figure = (kind: FigureKind): Locator =>
  page.locator(`etx-experiments .figures etx-figure[figure="${kind}"]`);
const option = (kind: FigureKind, name: string): Promise<unknown> =>
  page.evaluate(
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
