/** One suite over both backends of a sweep, on the built files: wasm workers, and WebGPU on Chromium's software adapter. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Columns, cases, worst } from "../sweeps/cases.ts";
import {
  closeServers,
  dist,
  open,
  origin,
  pageFolder,
  softwareGpu,
  useBrowser,
} from "./support.ts";

interface Tricks {
  destroyAt?: number;
  vanishAt?: number;
  abortAt?: number;
}
interface Swept extends Columns {
  backend: string;
  reason?: string;
  code?: string;
  message?: string;
  reports: number;
  devices: number;
}
declare global {
  var architecture: () => Promise<string | null>;
  var sweep: (question: object, tricks?: Tricks) => Promise<Swept>;
}

const required = process.env.ETX_REQUIRE_GPU === "1";
const chromium = useBrowser(softwareGpu);
closeServers();

const script = readFileSync(new URL("backends.page.js", import.meta.url), "utf8");
const cors = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };

async function visit(): Promise<Page> {
  const package_ = await origin(dist, cors);
  const { page } = await open(
    chromium.browser,
    await origin(pageFolder(script.replace(`"ETX"`, `"${package_}etx.js"`))),
  );
  await page.waitForFunction(() => "ready" in globalThis);
  return page;
}

const ask = (page: Page, question: object, tricks: Tricks = {}): Promise<Swept> =>
  page.evaluate(([asked, played]) => globalThis.sweep(asked, played), [question, tricks] as const);

describe.each(["wasm", "webgpu"] as const)("%s", (backend) => {
  let page: Page;
  let there = true;
  beforeAll(async () => {
    page = await visit();
    const architecture = await page.evaluate(() => globalThis.architecture());
    // A null adapter must not pass for a GPU, nor some machine's own card for the one that CI has.
    process.stderr.write(`WebGPU adapter: ${architecture}\n`);
    if (architecture === null && !required) there = backend === "wasm";
    else expect(architecture).toBe("swiftshader");
  });
  afterAll(() => page.close());

  test.for(cases.map((one) => [one.name, one] as const))("%s", async ([, one], { skip }) => {
    if (!there) skip("NO WEBGPU: the browser gives no adapter");
    const answer = await ask(page, { ...one.question, backend });
    if (one.wasmOnly && backend === "webgpu") {
      expect(answer).toMatchObject({
        code: "unsupported",
        message: expect.stringMatching(/^backend is "webgpu", but/),
      });
      return;
    }
    expect(answer.message).toBeUndefined();
    expect(answer.backend).toBe(backend);
    expect(worst(one, answer)).toBeLessThanOrEqual(1);
  });
});
