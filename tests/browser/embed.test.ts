/** dist/etx.js in somebody else's page: figures from another origin, in two languages, under that page's policy. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { closeServers, dist, open, origin, pageFolder, useBrowser } from "./support.ts";

const chromium = useBrowser();
closeServers();

const cors = { "access-control-allow-origin": "*" };
const rope = `{"v":1,"encodings":[{"id":"rope","encoding":{"kind":"rope","dimension":64}}]}`;

/** A blog's page with this body, served under this policy, loading etX from a second origin. */
async function blog(body: string, policy = (_cdn: string) => "") {
  const cdn = await origin(dist, cors);
  const folder = pageFolder("");
  const head = `<meta charset="utf-8"><title>A blog</title><link rel="icon" href="data:,">`;
  const script = `<script type="module" src="${cdn}etx.js"></script>`;
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html><html lang="en">${head}<body>${body}${script}`,
  );
  const csp = policy(cdn);
  return open(
    chromium.browser,
    await origin(folder, csp ? { "content-security-policy": csp } : {}),
  );
}

const drawn = (page: Page, count: number): Promise<void> =>
  expect
    .poll(() => page.locator("etx-figure svg.etx-chart path[d]").count())
    .toBeGreaterThanOrEqual(count);

test("three figures, two languages and two themes on one page share one worker", async () => {
  const { page, quiet } = await blog(`
    <etx-figure figure="curve" experiment='${rope}'></etx-figure>
    <etx-figure figure="plane" experiment='${rope}' lang="zh-Hans" theme="dark"></etx-figure>
    <section lang="zh"><etx-figure figure="orbit" experiment='${rope}'></etx-figure></section>`);
  await drawn(page, 3);
  const titles = await page.locator("etx-figure h3").allTextContents();
  expect(titles).toEqual(["Score against lag", "X 的特征值", "键向量的轨道"]);
  expect(page.workers().length).toBe(1);
  expect(await page.evaluate(() => location.hash)).toBe("");
  quiet();
  await page.close();
});

test("a strict policy needs wasm-unsafe-eval and nothing inline", async () => {
  const { page, quiet } = await blog(
    `<etx-figure experiment='${rope}'></etx-figure>`,
    (cdn) =>
      `default-src 'none'; script-src ${cdn} 'wasm-unsafe-eval'; worker-src blob: ${cdn}; connect-src ${cdn}; img-src data:`,
  );
  await drawn(page, 1);
  quiet();
  await page.close();
});

test("where wasm may not run the element's own content stays, with the reason", async () => {
  const { page } = await blog(
    `<etx-figure experiment='${rope}'><p>A table for everyone.</p></etx-figure>`,
    (cdn) =>
      `default-src 'none'; script-src ${cdn}; worker-src blob: ${cdn}; connect-src ${cdn}; img-src data:`,
  );
  await expect
    .poll(() => page.locator("etx-figure .state.error").textContent())
    .toContain("wasm-unsafe-eval");
  expect(await page.locator("etx-figure p", { hasText: "A table for everyone." }).isVisible()).toBe(
    true,
  );
  await page.close();
});

test("a bad experiment is an error in words and an event, and no script runs", async () => {
  for (const [experiment, words] of [
    ["{", /experiment/],
    ["[]", /experiment|JSON|link/],
    [
      `{"v":1,"encodings":[{"id":"a","encoding":{"kind":"rope","dimension":"many"}}]}`,
      /dimension.*many/,
    ],
    [`{"v":1,"encodings":[{"id":"a","encoding":{"kind":"rope","dimension":7}}]}`, /dimension.*7/],
    ["&lt;img src=x onerror=document.title=1&gt;", /img src/],
  ] as const) {
    const { page, quiet } =
      await blog(`<script type="module">addEventListener("etx-error", (event) => { window.heard = event.detail.code; })</script>
      <etx-figure experiment='${experiment}'><p>A table for everyone.</p></etx-figure>`);
    await expect
      .poll(() => page.locator("etx-figure .state.error").textContent(), { message: experiment })
      .toMatch(words);
    expect(await page.evaluate(() => (window as unknown as { heard: string }).heard)).toBe("parse");
    expect(await page.title()).toBe("A blog");
    expect(await page.getByText("A table for everyone.").isVisible()).toBe(true);
    expect(await page.locator("etx-figure svg.etx-chart").count()).toBe(0);
    quiet();
    await page.close();
  }
});

test("the script interface: get, set, export, and a figure that is moved in the page", async () => {
  const { page, quiet } = await blog(
    `<etx-figure figure="curve" experiment='${rope}'></etx-figure><aside></aside>`,
  );
  await drawn(page, 1);
  const result = await page.evaluate(async () => {
    const figure = document.querySelector("etx-figure") as HTMLElement & {
      getExperiment(): { encodings: { encoding: { dimension: number } }[] };
      setExperiment(value: unknown): void;
      exportSVG(): string;
      exportCSV(): string;
      exportPNG(): Promise<Blob>;
    };
    const changes: unknown[] = [];
    figure.addEventListener("etx-change", (event) => changes.push((event as CustomEvent).detail));
    const experiment = structuredClone(figure.getExperiment());
    for (const one of experiment.encodings) one.encoding.dimension = 32;
    figure.setExperiment(experiment);
    document.querySelector("aside")?.append(figure);
    await new Promise((resolve) => setTimeout(resolve, 500));
    return {
      dimension: figure.getExperiment().encodings[0]?.encoding.dimension,
      changes: changes.length,
      svg: figure.exportSVG().slice(0, 4),
      csv: figure.exportCSV().split("\r\n").length,
      png: (await figure.exportPNG()).size,
      redrawn: figure.shadowRoot?.querySelectorAll("svg.etx-chart").length,
    };
  });
  expect(result).toMatchObject({ dimension: 32, changes: 1, svg: "<svg", redrawn: 1 });
  expect(result.csv).toBeGreaterThan(5000);
  expect(result.png).toBeGreaterThan(5000);
  quiet();
  await page.close();
});

test("a figure that this version can't draw says so", async () => {
  const { page, quiet } = await blog(
    `<etx-figure figure="profile" experiment='${rope}'></etx-figure>`,
  );
  await expect
    .poll(() => page.locator("etx-figure .state.error").textContent())
    .toContain("profile");
  quiet();
  await page.close();
});

test("a lab in somebody else's page leaves that page's keys alone", async () => {
  const { page, quiet } = await blog(
    `<textarea></textarea><etx-lab experiment='${rope}'></etx-lab>`,
  );
  await drawn(page, 3);
  await page.locator("textarea").fill("written");
  await page.locator("textarea").press("Control+z");
  expect(await page.locator("textarea").inputValue()).toBe("");
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", '{"v":1,"encodings":[]}');
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  });
  await page.waitForTimeout(200);
  const count = await page.evaluate(
    () =>
      (
        document.querySelector("etx-lab") as unknown as {
          getExperiment(): { encodings: unknown[] };
        }
      ).getExperiment().encodings.length,
  );
  expect(count).toBe(1);
  quiet();
  await page.close();
});

test("controls='none' is a still picture; without an experiment the element shows the first preset", async () => {
  const { page, quiet } = await blog(`<etx-figure controls="none"></etx-figure>`);
  await drawn(page, 1);
  expect(
    await page.locator("etx-figure button, etx-figure select, etx-figure summary").count(),
  ).toBe(0);
  quiet();
  await page.close();
});
