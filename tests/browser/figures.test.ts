/** The figures as hands meet them: what is dragged, stepped and taken back; what plays and what is filmed. One page for all. */
import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { storyWords } from "../../web/locales/stories/index.ts";
import type { StoryName } from "../../web/model/stories/index.ts";
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
  ({ page, quiet } = await open(context, `${home}experiments.html`));
  await page.locator("etx-experiments h1").waitFor();
});
afterAll(() => quiet());

const figure = (kind: FigureKind): Locator =>
  page.locator(`etx-experiments .figures etx-figure[figure="${kind}"]`);

/** The document of the open story, with what a hand is doing to it. */
const experiment = (): Promise<Experiment> =>
  page.evaluate(
    () =>
      (
        document.querySelector("etx-experiments") as unknown as {
          bench: { experiment: Experiment };
        }
      ).bench.experiment,
  );
const time = async (): Promise<number> => (await experiment()).time ?? 0;
const option = async (kind: FigureKind, name: string): Promise<unknown> =>
  (await experiment()).views.find((view) => view.kind === kind)?.options?.[name];

/** In the page: whether the open story shows all of its document. */
const resting = () =>
  (document.querySelector("etx-experiments") as unknown as { bench: { resting: boolean } }).bench
    .resting;

/** Opens a story afresh, by way of the gallery. */
async function turn(id: StoryName, kind: FigureKind): Promise<void> {
  await page.evaluate(() => location.assign("#"));
  await page.locator("etx-experiments ul").waitFor();
  await page.evaluate((hash) => location.assign(`#${hash}`), id);
  await page
    .locator("etx-experiments h1", { hasText: storyWords.en[id].title })
    .waitFor({ state: "attached" });
  await figure(kind).locator(".chart > svg").waitFor();
  await expect.poll(() => page.evaluate(resting)).toBe(true);
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(next))); // all of it is laid out
}

async function centre(target: Locator): Promise<{ x: number; y: number }> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error("the target is not on the page");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
/** Takes hold of it and carries it, without letting go. */
async function carry(target: Locator, dx: number, dy: number): Promise<void> {
  const { x, y } = await centre(target);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx, y + dy, { steps: 6 });
}

/** What a hand moves, in one figure of each kind of hand: which of its handles, how far, by which key, and what changes. */
const hands: {
  name: string;
  story: StoryName;
  kind: FigureKind;
  handle?: number;
  by: [dx: number, dy: number];
  key: string;
  read(): Promise<unknown>;
}[] = [
  {
    name: "a card",
    story: "shuffle",
    kind: "shuffle",
    by: [260, 0],
    key: "ArrowRight",
    read: () => option("shuffle", "order"),
  },
  {
    name: "the puck's velocity",
    story: "puck",
    kind: "puck",
    handle: 1,
    by: [60, 0],
    key: "ArrowRight",
    read: async () => (await experiment()).key,
  },
  {
    name: "the lift's slope",
    story: "lift",
    kind: "lift",
    by: [-24, 0],
    key: "ArrowLeft",
    read: async () => (await experiment()).encodings,
  },
  {
    name: "the patch that asks",
    story: "two-clocks",
    kind: "field",
    by: [70, 40],
    key: "ArrowDown",
    read: async () => [await option("field", "column"), await option("field", "row")],
  },
  {
    name: "the window on the table of scores",
    story: "invariance",
    kind: "invariance",
    by: [-80, -80],
    key: "ArrowDown",
    read: () => option("invariance", "shift"),
  },
  {
    name: "a column of M",
    story: "factors",
    kind: "factors",
    by: [20, -12],
    key: "ArrowUp",
    read: () => option("factors", "basis"),
  },
  {
    name: "the vector under its velocity",
    story: "derivative",
    kind: "tangent",
    by: [16, 16],
    key: "ArrowUp",
    read: async () => (await experiment()).key,
  },
];

test.each(hands)(
  "$name is dragged, and undo takes it back; Escape gives it back; keys move it",
  async ({ story, kind, handle = 0, by, key, read }) => {
    await turn(story, kind);
    const held = figure(kind).locator(".etx-handle").nth(handle);
    const grip = held.locator(".etx-reach");
    const before = await read();
    await carry(grip, ...by);
    await expect.poll(read).not.toEqual(before);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    expect(await read()).toEqual(before);

    await carry(grip, ...by);
    await page.mouse.up();
    const dragged = await read();
    expect(dragged).not.toEqual(before);
    await page.keyboard.press("Control+z");
    expect(await read()).toEqual(before);
    await page.keyboard.press("Control+Shift+z");
    expect(await read()).toEqual(dragged);
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await read()).toEqual(before);

    await held.focus();
    await page.keyboard.press(key);
    await expect.poll(read).not.toEqual(before);
    quiet();
  },
);

test("ticks of a clock are read by pointer and by keys", async () => {
  await turn("not-a-counter", "time");
  const reader = figure("time").getByRole("slider");
  const now = async (): Promise<number> => Number(await reader.getAttribute("aria-valuenow"));
  const { x, y } = await centre(reader);
  await page.mouse.move(x, y);
  const at = await now();
  expect(at).toBeGreaterThan(20);
  expect(await reader.getAttribute("aria-valuetext")).toMatch(/\d/);
  await page.mouse.move(0, 0);
  expect(await now()).toBe(0);
  await reader.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  expect(await now()).toBe(11);
  await page.keyboard.press("Escape");
  expect(await now()).toBe(0);
});

test("a model's config.json joins the story's bench; a bad one ends in words", async () => {
  await turn("interference", "build-up");
  const give = (text: string) =>
    page.locator("etx-bench-list input[type=file]").setInputFiles({
      name: "config.json",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
  await give(
    '{"model_type": "llama", "head_dim": 64, "num_attention_heads": 8, "hidden_size": 512}',
  );
  await expect.poll(async () => (await experiment()).encodings.length).toBe(2);
  await give("{");
  await expect
    .poll(() => page.locator("etx-experiments .notice").textContent())
    .toMatch(/JSON|line/);
  await page.keyboard.press("Control+z");
  expect((await experiment()).encodings).toHaveLength(1);
  quiet();
});

test("where a score has no parts the build-up says so, and draws the whole", async () => {
  await turn("interference", "build-up");
  await page.evaluate(() => {
    const { bench } = document.querySelector("etx-experiments") as unknown as {
      bench: { experiment: Experiment; commit(to: Experiment): void };
    };
    const encodings = [{ id: "e1", encoding: { kind: "t5", dimension: 8 } }];
    bench.commit({ ...bench.experiment, encodings });
  });
  await figure("build-up").getByText("no parts to add one by one").first().waitFor();
  await figure("build-up")
    .locator("svg path.etx-line[d^=M]")
    .first()
    .waitFor({ state: "attached" });
  expect(
    await figure("build-up")
      .getByRole("button", { name: /^Play: Pairs/ })
      .count(),
  ).toBe(0);
  quiet();
});

describe("what plays", () => {
  const play = () => figure("orbit").getByRole("button", { name: /^(Play|One step on): Time/ });
  const pause = () => figure("orbit").getByRole("button", { name: /^Pause: Time/ });
  const slide = () => figure("orbit").getByRole("slider", { name: "Time t" });
  /** Whether it stays where it is, for so long that play would have moved it. */
  async function rests(): Promise<void> {
    const at = await time();
    await page.waitForTimeout(300);
    expect(await time()).toBe(at);
  }
  beforeEach(() => turn("animations", "orbit"));

  test("rests until it is asked to move, moves, and pauses as one step of the history", async () => {
    await play().waitFor();
    expect(await time()).toBe(0);
    await rests();
    await play().click();
    await expect.poll(time).toBeGreaterThan(1);
    await pause().click();
    await rests();
    await page.keyboard.press("Control+z");
    expect(await time()).toBe(0);
  });

  test("is scrubbed, and goes on from there; faster where asked, and once where not looped", async () => {
    await slide().focus();
    await page.keyboard.press("End");
    expect(await time()).toBe(120);
    for (let i = 0; i < 8; i++) await page.keyboard.press("ArrowLeft");
    const near = await time();
    expect(near).toBeGreaterThan(110);
    await figure("orbit").getByRole("combobox", { name: "Speed" }).selectOption("4");
    await play().click();
    await expect.poll(time).toBeLessThan(near); // past the end, from the start again
    await pause().click();
    await figure("orbit")
      .getByRole("button", { name: /^Again from the start/ })
      .click();
    await slide().focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await play().click();
    await play().waitFor(); // it has stopped by itself
    expect(await time()).toBe(120);
  });

  test("stops off screen", async () => {
    await play().click();
    await expect.poll(time).toBeGreaterThan(1);
    await page.evaluate(() => {
      document.body.style.paddingBottom = "4000px";
      scrollTo(0, 3000);
    });
    await play().waitFor({ state: "attached" });
    await rests();
    await page.evaluate(() => {
      document.body.style.paddingBottom = "";
    });
  });

  test("where motion is not wanted each press is one step, and nothing moves by itself", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await turn("animations", "orbit");
    await rests();
    await figure("orbit").getByRole("button", { name: "One step on: Time t" }).click();
    await expect.poll(time).toBeGreaterThan(0);
    await rests();
    await page.emulateMedia({ reducedMotion: null });
  });
});

describe("a film", () => {
  // On a narrow screen frames are small, and quickly drawn.
  beforeAll(() => page.setViewportSize({ width: 390, height: 844 }));

  async function film(format: string): Promise<Buffer> {
    await turn("orbits", "orbit");
    await figure("orbit").getByRole("combobox", { name: "Speed" }).selectOption("4");
    await figure("orbit").getByText("Export", { exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      figure("orbit").getByRole("button", { name: format }).click(),
    ]);
    return readFileSync(await download.path());
  }

  test("as WebM is a WebM with frames in it", async () => {
    const file = await film("Film (WebM)");
    expect(file.subarray(0, 4)).toEqual(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]));
    expect(file.includes("webm")).toBe(true);
    expect(file.length).toBeGreaterThan(20_000);
    quiet();
  });

  test("as PNG frames is a zip of pictures that differ, in the reader's colours", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    const file = await film("Film (PNG frames)");
    const frames = unzip(file);
    // 120 tokens, a turn of 20π of them a second at speed 4, 25 frames a second, both ends.
    expect(frames).toHaveLength(Math.round((120 * 25) / (20 * Math.PI)) + 1);
    for (const frame of frames) expect(frame.subarray(1, 4).toString()).toBe("PNG");
    const [first, last] = [frames[0] as Buffer, frames.at(-1) as Buffer];
    expect(first.equals(last)).toBe(false);
    expect(await corner(first)).toEqual([0x16, 0x18, 0x1b, 255]); // the dark theme's paper
    await page.emulateMedia({ colorScheme: null });
    quiet();
  });
});

/** The files of a zip that stores them as they are, in the order of its directory. */
function unzip(file: Buffer): Buffer[] {
  const end = file.lastIndexOf("PK\x05\x06");
  const count = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    const [size, name, extra, comment] = [
      file.readUInt32LE(at + 24),
      file.readUInt16LE(at + 28),
      file.readUInt16LE(at + 30),
      file.readUInt16LE(at + 32),
    ];
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    at += 46 + name + extra + comment;
    return file.subarray(start, start + size);
  });
}

/** The pixel in the corner of a picture, as the browser decodes it. */
const corner = (png: Buffer): Promise<number[]> =>
  page.evaluate(
    async (bytes) => {
      const picture = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
      const pen = new OffscreenCanvas(1, 1).getContext("2d");
      pen?.drawImage(picture, 0, 0);
      return Array.from(pen?.getImageData(0, 0, 1, 1).data ?? []);
    },
    [...png],
  );
