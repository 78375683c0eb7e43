/** WebGPU is really there: one compute shader on the software adapter, its numbers read back. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { closeServers, open, origin, pageFolder, softwareGpu, useBrowser } from "./support.ts";

declare global {
  var computed: Promise<{ architecture: string; values: number[] } | null>;
}

const chromium = useBrowser(softwareGpu);
closeServers();

const script = readFileSync(new URL("gpu.page.js", import.meta.url), "utf8");
const required = process.env.ETX_REQUIRE_GPU === "1";

test("a compute shader's integers come back exactly", async ({ skip }) => {
  const { page } = await open(chromium.browser, await origin(pageFolder(script)));
  const result = await page.evaluate(() => globalThis.computed);
  await page.close();
  if (!result && !required) {
    process.stderr.write(
      "NO WEBGPU: the browser gives no adapter and nothing was tested (ETX_REQUIRE_GPU=1 makes this a failure)\n",
    );
    skip("no WebGPU adapter");
  }
  // A null adapter must not pass for a GPU, nor some machine's own card for the one that CI has.
  expect(result?.architecture).toBe("swiftshader");
  const expected = Array.from(
    { length: 1024 },
    (_, i) => (Math.imul(i * i, 2654435761) + 12345) >>> 0,
  );
  expect(result?.values).toEqual(expected);
});
