/** What a host page's Content-Security-Policy must allow, and what happens where it does not. */
import { expect, test } from "vitest";
import { closeServers, dist, open, origin, pageFolder, site, useBrowser } from "./support.ts";

const chromium = useBrowser();
closeServers();

/** A page on its own origin under a policy, the package on another. */
async function visit(policy: (cdn: string) => string) {
  const cdn = await origin(dist, { "access-control-allow-origin": "*" });
  const script = `
    import { createEtx } from "${cdn}etx.js";
    const result = createEtx().then((etx) => etx.curve({ kind: "nope", dimension: 1 }, { query: [2], key: [3], lags: [0] }))
      .then((scores) => String(scores), (error) => error.code + ": " + error.message);
    result.then((text) => (document.title = text));
  `;
  const visited = await open(
    chromium.browser,
    await origin(pageFolder(script), { "content-security-policy": policy(cdn) }),
  );
  await expect.poll(() => visited.page.title(), { timeout: 45_000 }).not.toBe("page");
  const title = await visited.page.title();
  const workers = visited.page.workers().length;
  await visited.page.close();
  return { ...visited, cdn, title, workers };
}

const base = (cdn: string): string =>
  `default-src 'none'; img-src data:; script-src 'self' ${cdn} 'wasm-unsafe-eval'; connect-src ${cdn}`;

test("worker-src with blob: and the package's origin: a worker", async () => {
  const { title, workers, quiet } = await visit((cdn) => `${base(cdn)}; worker-src blob: ${cdn}`);
  expect([title, workers]).toEqual(["6", 1]);
  quiet();
});

test("worker-src blob: alone, or none at all: the page computes by itself", async () => {
  for (const workerSource of ["worker-src blob:", "worker-src 'none'"]) {
    const { title, workers, quiet } = await visit((cdn) => `${base(cdn)}; ${workerSource}`);
    expect([title, workers]).toEqual(["6", 0]);
    quiet(/Content Security Policy/); // the browser's own remark on what it blocked
  }
});

test("without 'wasm-unsafe-eval': an error that says what to add", async () => {
  const { title, quiet } = await visit(
    (cdn) => `${base(cdn).replace(" 'wasm-unsafe-eval'", "")}; worker-src blob: ${cdn}`,
  );
  expect(title).toMatch(/^unsupported: .*Content-Security-Policy.*'wasm-unsafe-eval'/);
  quiet(/Content Security Policy/);
});

test("the site runs under a strict policy, below any path", async () => {
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'";
  const home = await origin(site, { "content-security-policy": policy }, "/below/any/path/");
  const { page, said, quiet } = await open(chromium.browser, home);
  await expect
    .poll(() => page.workers().length, { timeout: 30_000, message: said.join("\n") })
    .toBe(1);
  quiet();
  await page.close();
});
