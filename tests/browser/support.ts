/** A real Chromium and servers on two origins, for tests against the built files. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AxeResults, RunOptions } from "axe-core";
import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  chromium,
  type Locator,
  type Page,
} from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { type Server, serve } from "../../scripts/serve.mjs";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const dist = join(root, "dist");
export const site = join(root, "site");

/** WebGPU on any machine: Chromium's software adapter, headless. */
export const softwareGpu = [
  "--enable-unsafe-webgpu",
  "--use-webgpu-adapter=swiftshader",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--enable-gpu",
  "--ignore-gpu-blocklist",
  "--enable-features=Vulkan",
  "--use-vulkan=swiftshader",
];

export async function launch(args: string[] = []): Promise<Browser> {
  const executablePath =
    process.env.ETX_CHROMIUM ??
    [
      "/usr/bin/chromium",
      "/usr/bin/chromium-browser",
      "/usr/bin/google-chrome-stable",
      "/usr/bin/google-chrome",
    ].find((file) => existsSync(file));
  if (!executablePath) throw new Error("No Chromium found; install one or name it in ETX_CHROMIUM");
  return chromium.launch({ executablePath, args: ["--no-sandbox", ...args] });
}

/** By their flags, for all files: a start costs as much as several tests. They end with the process. */
const browsers = new Map<string, Promise<Browser>>();

/** The browser of a file's tests, as started with these flags. */
export function useBrowser(args: string[] = []): { readonly browser: Browser } {
  let browser: Browser | undefined;
  beforeAll(async () => {
    const flags = args.join(" ");
    if (!browsers.has(flags)) browsers.set(flags, launch(args));
    browser = await browsers.get(flags);
  });
  return {
    get browser() {
      if (!browser) throw new Error("the browser is there once the tests run");
      return browser;
    },
  };
}

/** Added to every answer; a function of the path where they differ. */
export type Headers = Record<string, string> | ((path: string) => Record<string, string>);

const servers: Server[] = [];
const folders: string[] = [];

/** The address of a folder on an origin of its own, below `base`; closed when the file's tests are done. */
export async function origin(folder: string, headers: Headers = {}, base = "/"): Promise<string> {
  const server = await serve({ root: folder, headers, base });
  servers.push(server);
  return server.url;
}

/** After the file's tests: servers and pages' folders go. */
export function closeServers(): void {
  afterAll(async () => {
    for (const server of servers.splice(0)) await server.close();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });
}

/** A folder with one page: what a blog would serve. */
export function pageFolder(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), "etx-page-"));
  folders.push(folder);
  writeFileSync(
    join(folder, "index.html"),
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>page</title><link rel="icon" href="data:,"><script type="module" src="page.js"></script>',
  );
  writeFileSync(join(folder, "page.js"), script);
  return folder;
}

export interface Opened {
  page: Page;
  /** The warnings and errors of its console. */
  said: string[];
  /** Fails the test where the page said anything not expected. */
  quiet(expected?: RegExp): void;
}

/** Opens a page and collects what it says. */
export async function open(context: Browser | BrowserContext, url: string): Promise<Opened> {
  const page = await context.newPage();
  const said: string[] = [];
  page.on("console", (message: ConsoleMessage) => {
    if (["warning", "error"].includes(message.type())) said.push(message.text());
  });
  page.on("pageerror", (error) => said.push(String(error)));
  await page.goto(url);
  return {
    page,
    said,
    quiet: (expected) => expect(said.filter((line) => !expected?.test(line))).toEqual([]),
  };
}

type Axe = { run(root: Node, options: RunOptions): Promise<AxeResults> };
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong with a part of a page, a line each. */
export async function violations(part: Locator): Promise<string[]> {
  const page = part.page();
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  return part.evaluate(async (element) => {
    const result = await (globalThis as unknown as { axe: Axe }).axe.run(element, {
      resultTypes: ["violations"],
    });
    return result.violations.map(
      (one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join("; ")}`,
    );
  });
}

/** The page as it stands is no wider than the screen. */
export async function expectFit(page: Page, name: string): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    `${name} is wider than the screen`,
  ).toBe(true);
}

/** It is no wider than the screen, and axe finds nothing. */
export async function expectSound(page: Page, name: string): Promise<void> {
  await expectFit(page, name);
  expect(await violations(page.locator("html")), name).toEqual([]);
}
