/** dist/etx.js on real pages: where the work runs, and what happens when it cannot. */
import { cpSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { createEtx as CreateEtx, Etx } from "../../web/index.ts";
import {
  closeServers,
  dist,
  type Headers,
  open,
  origin,
  pageFolder,
  useBrowser,
} from "./support.ts";

/** What `script` leaves on its page for the tests to talk to. */
declare global {
  var etx: Etx;
  var second: Etx;
  var ready: Promise<string>;
  var createEtx: typeof CreateEtx;
  var load: (url: string) => Promise<{ createEtx: typeof CreateEtx }>;
}

const chromium = useBrowser();
closeServers();

const cors = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };

const script = (cdn: string, options = "{}"): string => `
  import { createEtx } from "${cdn}etx.js";
  globalThis.createEtx = createEtx;
  globalThis.load = (url) => import(url);
  globalThis.ready = createEtx(${options}).then(
    (etx) => { globalThis.etx = etx; return etx.versions.simd; },
    (error) => error.code + ": " + error.message,
  );
`;

/** A page on one origin, the package on another. */
async function visit({
  page = {},
  package: files = {},
  options,
}: {
  page?: Headers;
  package?: Headers;
  options?: string;
}) {
  const withCors: Headers = (path) => ({
    ...cors,
    ...(typeof files === "function" ? files(path) : files),
  });
  const cdn = await origin(dist, withCors);
  const visited = await open(
    chromium.browser,
    await origin(pageFolder(script(cdn, options)), page),
  );
  return { ...visited, cdn, build: await visited.page.evaluate(() => globalThis.ready) };
}

/** The answer of a call, or its error as text. */
const ask = (page: Page): Promise<number[] | string> =>
  page.evaluate(() =>
    globalThis.etx
      .curve({ kind: "nope", dimension: 2 }, { query: [1, 2], key: [3, 4], lags: [0] })
      .then(
        (scores) => [...scores],
        (error) => `${error.code}: ${error.message}`,
      ),
  );
/** Something that no first picture needs. */
const norm = (page: Page): Promise<number | string> =>
  page.evaluate(() =>
    globalThis.etx.classify({ rows: 2, cols: 2, data: [-1, 0, 0, -2] }).then(
      ({ peakNorm }) => peakNorm,
      (error) => `${error.code}: ${error.message}`,
    ),
  );
const workers = (page: Page): string[] =>
  page.workers().map((worker) => new URL(worker.url()).protocol);

test("same origin: a worker of its own, and the relaxed build", async () => {
  const folder = pageFolder(script("./"));
  cpSync(dist, folder, { recursive: true });
  const home = await origin(folder, {}, "/below/any/path/");
  const { page, quiet } = await open(chromium.browser, home);
  expect(await page.evaluate(() => globalThis.ready)).toBe("relaxed");
  expect(page.workers().map((worker) => worker.url())).toEqual([`${home}worker.js`]);
  expect(await ask(page)).toEqual([11]);
  quiet();
  await page.close();
});

test("cross origin: a worker from a blob", async () => {
  const { page, build, quiet } = await visit({});
  expect(build).toBe("relaxed");
  expect(workers(page)).toEqual(["blob:"]);
  expect(await ask(page)).toEqual([11]);
  quiet();
  await page.close();
});

test("cross-origin isolation changes nothing", async () => {
  const { page, build, quiet } = await visit({
    page: {
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
    },
  });
  expect(build).toBe("relaxed");
  expect(workers(page)).toEqual(["blob:"]);
  quiet();
  await page.close();
});

test("worker: false runs in the page, with either build", async () => {
  for (const wanted of ["simd", "relaxed"]) {
    const { page, build, quiet } = await visit({ options: `{ worker: false, wasm: "${wanted}" }` });
    expect(build).toBe(wanted);
    expect(workers(page)).toEqual([]);
    expect(await ask(page)).toEqual([11]);
    quiet();
    await page.close();
  }
});

test("a worker file that does not run: the page computes by itself", async () => {
  // The module is refused for its type, which reaches the loader as an event without text.
  const { page, build, quiet } = await visit({
    package: (path) => (path.endsWith("worker.js") ? { "content-type": "text/plain" } : {}),
  });
  expect(build).toBe("relaxed");
  expect(workers(page)).toEqual([]);
  expect(await ask(page)).toEqual([11]);
  quiet(/MIME type/);
  await page.close();
});

test("wasm under a wrong MIME type still loads", async () => {
  for (const options of ["{}", "{ worker: false }"]) {
    const { page, build, quiet } = await visit({
      options,
      package: (path) => (path.endsWith(".wasm") ? { "content-type": "text/plain" } : {}),
    });
    expect(build).toBe("relaxed");
    quiet();
    await page.close();
  }
});

test("a wasm file that is not there: the error names it", async () => {
  const { page, cdn, quiet } = await visit({ options: "{ worker: false }" });
  const failure = (worker: boolean): Promise<string> =>
    page.evaluate(
      ([base, worker]) =>
        globalThis.createEtx({ wasm: "simd", assetBase: `${base}elsewhere`, worker }).then(
          () => "fine",
          (error) => `${error.code}: ${error.message}`,
        ),
      [cdn, worker] as const,
    );
  const message = `crashed: The wasm core did not load from ${cdn}elsewhere/simd.wasm: the server answered 404`;
  expect(await failure(false)).toBe(message);
  expect(await failure(true)).toBe(message);
  quiet(/404/);
  await page.close();
});

test("a call that needs the rest of the core before it has come waits for it", async () => {
  const { page, build, quiet } = await visit({});
  expect(build).toBe("relaxed");
  expect(await norm(page)).toBe(1);
  quiet();
  await page.close();
});

test("without the rest of the core a first picture still comes, and what needs it says what is missing", async () => {
  const folder = pageFolder(script("./"));
  cpSync(dist, folder, { recursive: true, filter: (file) => !file.endsWith("-rest.wasm") });
  const home = await origin(folder);
  const { page, quiet } = await open(chromium.browser, home);
  expect(await page.evaluate(() => globalThis.ready)).toBe("relaxed");
  expect(await ask(page)).toEqual([11]);
  expect(await norm(page)).toContain(`did not load from ${home}relaxed-rest.wasm`);
  expect(await ask(page)).toEqual([11]);
  quiet(/404/);
  await page.close();
});

test("two copies of the package share one worker, until both are done", async () => {
  const { page, cdn, quiet } = await visit({});
  await page.evaluate(async (url) => {
    const copy = await globalThis.load(url);
    globalThis.second = await copy.createEtx();
  }, `${cdn}etx.js?copy`);
  expect(workers(page)).toEqual(["blob:"]);
  await page.evaluate(() => globalThis.second.dispose());
  expect(await ask(page)).toEqual([11]);
  await page.evaluate(() => globalThis.etx.dispose());
  await expect.poll(() => workers(page), { timeout: 10_000 }).toEqual([]);
  expect(await ask(page)).toMatch(/^aborted: /);
  quiet();
  await page.close();
});

test("a worker that dies rejects what is pending, and the next call starts afresh", async () => {
  const { page } = await visit({});
  const [first] = page.workers();
  // It dies of the very call that waits for it, which nothing else of the worker hears.
  await first?.evaluate(() => {
    const die = (message: Event) => {
      message.stopImmediatePropagation();
      throw new Error("boom");
    };
    addEventListener("message", die, { capture: true });
  });
  expect(await ask(page)).toMatch(/^crashed: .*boom/);
  expect(await ask(page)).toEqual([11]);
  await expect.poll(() => page.workers().length, { timeout: 10_000 }).toBe(1);
  expect(page.workers()[0]).not.toBe(first);
  await page.close();
});
