/** One suite over both backends of sweeps and of sequences' statistics, on the built files: wasm workers, and WebGPU on Chromium's software adapter. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SequenceStatistics } from "../../web/model/statistics.ts";
import type { Matrix } from "../../web/model/types.ts";
import * as sequences from "../sequences/cases.ts";
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
  loses?: number;
  memory?: number;
  after?: number;
}
interface Answered {
  backend: string;
  reason?: string;
  code?: string;
  message?: string;
  reports: number;
  devices: number;
  refused: number;
}
type Swept = Columns & Answered;
type Attended = SequenceStatistics & Answered;
declare global {
  var architecture: () => Promise<string | null>;
  var sweep: (question: object, tricks?: Tricks) => Promise<Swept>;
  var statistics: (question: object, tricks?: Tricks) => Promise<Attended>;
}

const required = process.env.ETX_REQUIRE_GPU === "1";
const chromium = useBrowser(softwareGpu);
closeServers();

const script = readFileSync(new URL("backends.page.js", import.meta.url), "utf8");
const cors = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };

async function visit(): Promise<Page> {
  const context = await chromium.browser.newContext(); // to which a second page may come
  const package_ = await origin(dist, cors);
  const { page } = await open(
    context,
    await origin(pageFolder(script.replace(`"ETX"`, `"${package_}etx.js"`))),
  );
  await page.waitForFunction(() => "ready" in globalThis);
  return page;
}

const ask = (page: Page, question: object, tricks: Tricks = {}): Promise<Swept> =>
  page.evaluate(([asked, played]) => globalThis.sweep(asked, played), [question, tricks] as const);

const attend = (page: Page, question: object, tricks: Tricks = {}): Promise<Attended> =>
  page.evaluate(([asked, played]) => globalThis.statistics(asked, played), [
    question,
    tricks,
  ] as const);

/** As the page takes it: a megabyte of numbers is no text. */
const packed = ({ data, ...matrix }: Matrix): object => ({
  ...matrix,
  base64: Buffer.from(Float64Array.from(data).buffer).toString("base64"),
});

/** One page for all: an adapter in software compiles its shaders for seconds. */
let page: Page;
let adapter = false;
beforeAll(async () => {
  page = await visit();
  const architecture = await page.evaluate(() => globalThis.architecture());
  // A null adapter must not pass for a GPU, nor some machine's own card for the one that CI has.
  process.stderr.write(`WebGPU adapter: ${architecture}\n`);
  adapter = architecture !== null || required;
  if (adapter) expect(architecture).toBe("swiftshader");
});
afterAll(() => page.close());

/** The page with its adapter again. */
async function reload(): Promise<void> {
  await page.reload();
  await page.waitForFunction(() => "ready" in globalThis);
}

const none = "NO WEBGPU: the browser gives no adapter";

describe.each(["wasm", "webgpu"] as const)("%s", (backend) => {
  const there = (): boolean => adapter || backend === "wasm";

  test.for(cases.map((one) => [one.name, one] as const))("%s", async ([, one], { skip }) => {
    if (!there()) skip(none);
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

  test.for(sequences.cases.map((one) => [one.name, one] as const))(
    "statistics: %s",
    async ([, one], { skip }) => {
      if (!there()) skip(none);
      const { query, key } = sequences.sequenceOf(one);
      const rows = { query: packed(query), key: packed(key) };
      const answer = await attend(page, { encoding: one.encoding, ...rows, backend });
      if (one.wasmOnly && backend === "webgpu") {
        expect(answer.code).toBe("unsupported");
        expect(answer.message).toMatch(/^backend is "webgpu", but/);
        expect(answer.message).toMatch(one.wasmOnly);
        return;
      }
      expect(answer.message).toBeUndefined();
      expect(answer.backend).toBe(backend);
      expect(sequences.worst(one, answer)).toBeLessThanOrEqual(1);
    },
  );
});

describe("the GPU's manners", () => {
  /** Long enough for many chunks, and with columns of several tiles. */
  const long = {
    encoding: { kind: "rope", dimension: 128 },
    parameter: "base",
    values: [500, 1e4, 5e5, 1e7],
    lags: { start: 0, step: 1, count: 2 ** 18 },
    query: Array.from({ length: 128 }, () => 0.1),
    key: Array.from({ length: 128 }, () => 0.1),
    quantity: "weight",
    width: 64,
  };
  let calm: Swept;
  beforeAll(async () => {
    if (adapter) calm = await ask(page, { ...long, backend: "webgpu" });
  });
  afterAll(reload);

  const same = (one: Swept, other: Swept, tolerance: number): void => {
    one.mean = Array.from(one.mean);
    Array.from(other.mean).forEach((value, i) => {
      expect(Math.abs((one.mean[i] as number) - value)).toBeLessThanOrEqual(tolerance * value);
    });
  };

  test("both backends give the same picture of a long sweep, in many chunks", async ({ skip }) => {
    if (!adapter) skip(none);
    expect(calm).toMatchObject({ backend: "webgpu" });
    expect(calm.reports).toBeGreaterThan(4);
    // Σ|c| = 64·0.02: two scores' errors of 6e-7 times that.
    same(await ask(page, { ...long, backend: "wasm" }), calm, 4e-6);
  });

  test("chunks that find no memory are halved until they do", async ({ skip }) => {
    if (!adapter) skip(none);
    // The first chunk's 256 tiles of 64 lags have tables of up to 4 kB and results of 5.
    const four = [0.5, 0.5, 0.5, 0.5];
    const question = {
      ...long,
      encoding: { kind: "rope", dimension: 4 },
      query: four,
      key: four,
      values: [1e4],
      lags: { ...long.lags, count: 2 ** 20 },
      width: 2 ** 14,
      backend: "webgpu",
    };
    const plenty = await ask(page, question);
    const squeezed = await ask(page, question, { memory: 4500 });
    expect(squeezed.message).toBeUndefined();
    expect(squeezed.refused).toBe(4);
    same(squeezed, plenty, 1e-6);
  });

  test("a device that is lost in the middle loses nothing", async ({ skip }) => {
    if (!adapter) skip(none);
    const shaken = await ask(page, { ...long, backend: "webgpu" }, { destroyAt: 2 });
    expect(shaken.message).toBeUndefined();
    expect(shaken).toMatchObject({ backend: "webgpu", devices: calm.devices + 1 });
    same(shaken, calm, 1e-6);
  });

  test("one that is lost while it is tested is opened once more, and then given up", async ({
    skip,
  }) => {
    if (!adapter) skip(none);
    const once = await ask(page, { ...long, backend: "webgpu" }, { loses: 1 });
    expect(once.message).toBeUndefined();
    same(once, calm, 1e-6);
    expect(await ask(page, { ...long, backend: "webgpu" }, { loses: 2 })).toMatchObject({
      code: "unsupported",
      message: expect.stringMatching(/the GPU failed while it was tested/),
    });
  });

  test("a cancel in the middle ends it, and the next sweep runs", async ({ skip }) => {
    if (!adapter) skip(none);
    const cancelled = await ask(page, { ...long, backend: "webgpu" }, { abortAt: 2 });
    expect(cancelled).toMatchObject({ code: "aborted", reports: 2 });
    same(await ask(page, { ...long, backend: "webgpu" }), calm, 1e-6);
  });

  test("a page behind another one gets its answer", async ({ skip }) => {
    if (!adapter) skip(none);
    const running = ask(page, { ...long, backend: "webgpu" });
    const other = await page.context().newPage();
    await other.bringToFront();
    same(await running, calm, 1e-6);
    await other.close();
    await page.bringToFront();
  });

  test("an adapter that vanishes: words where the GPU was asked for, wasm with the reason where not", async ({
    skip,
  }) => {
    if (!adapter) skip(none);
    const gone = await ask(page, { ...long, backend: "webgpu" }, { vanishAt: 2 });
    expect(gone).toMatchObject({
      code: "unsupported",
      message: expect.stringMatching(/lost and did not come back: .*no WebGPU adapter/),
    });
    const automatic = await ask(page, {
      ...long,
      lags: { ...long.lags, count: 2 ** 19 }, // enough for a GPU to be worth its start
      values: [...Array(64).keys()].map((i) => 1000 + i),
    });
    expect(automatic).toMatchObject({
      backend: "wasm",
      reason: "this browser gives no WebGPU adapter",
    });
  });
});

describe("the GPU's manners with a sequence", () => {
  const long = { encoding: { kind: "rope", dimension: 64 }, length: 3000, backend: "webgpu" };
  const after = 0.1; // the rows are placed
  let calm: Attended;
  beforeAll(async () => {
    if (adapter) calm = await attend(page, long);
  });

  const same = (one: Attended, other: Attended, tolerance: number): void => {
    for (const name of ["entropy", "sink", "massByLag"] as const) {
      expect(one[name]).toHaveLength(other[name].length);
      one[name].forEach((value, i) => {
        const apart = Math.abs(value - (other[name][i] as number));
        expect(apart).toBeLessThanOrEqual(tolerance);
      });
    }
  };

  test("both backends give the same statistics of a long one, in many chunks", async ({ skip }) => {
    if (!adapter) skip(none);
    expect(calm).toMatchObject({ backend: "webgpu" });
    expect(calm.reports).toBeGreaterThan(4);
    same(await attend(page, { ...long, backend: "wasm" }), calm, 1e-5);
  });

  test("a device that is lost in the middle loses nothing", async ({ skip }) => {
    if (!adapter) skip(none);
    const shaken = await attend(page, long, { destroyAt: 2, after });
    expect(shaken.message).toBeUndefined();
    expect(shaken).toMatchObject({ backend: "webgpu", devices: calm.devices + 1 });
    // Chunks follow the clock, cells don't: only their joining in 64 bits does.
    same(shaken, calm, 1e-6);
  });

  test("a cancel in the middle ends it, and the next one runs", async ({ skip }) => {
    if (!adapter) skip(none);
    const cancelled = await attend(page, long, { abortAt: 2, after });
    expect(cancelled).toMatchObject({
      code: "aborted",
      message: "attentionStatistics was aborted",
      reports: 2,
    });
    same(await attend(page, long), calm, 1e-6);
  });

  test("a GPU in software is not chosen by itself, and the answer says so", async ({ skip }) => {
    if (!adapter) skip(none);
    // 2^30 multiply-adds and more: a GPU's own would be worth its start.
    const large = { encoding: { kind: "nope", dimension: 256 }, length: 3000, backend: "auto" };
    expect(await attend(page, large)).toMatchObject({
      backend: "wasm",
      reason: expect.stringMatching(/is a GPU in software/),
    });
  });

  test("an adapter that vanishes: words where the GPU was asked for", async ({ skip }) => {
    if (!adapter) skip(none);
    expect(await attend(page, long, { vanishAt: 2, after })).toMatchObject({
      code: "unsupported",
      message: expect.stringMatching(/lost and did not come back: .*no WebGPU adapter/),
    });
  });
});
