import { afterEach, describe, expect, test, vi } from "vitest";
import { Unfit } from "../../../web/gpu/backend.ts";
import { Device } from "../../../web/gpu/device.ts";
import { type Computer, Gpu, type Work } from "../../../web/gpu/gpu.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a browser that does not answer is not waited for", async () => {
  vi.useFakeTimers();
  const never = new Promise<never>(() => undefined);
  vi.stubGlobal("navigator", { gpu: { requestAdapter: () => never } });
  const adapter = expect(Device.open()).rejects.toThrow(
    /^the browser was asked for a WebGPU adapter and does not answer$/,
  );
  await vi.advanceTimersByTimeAsync(10_000);
  await adapter;
  vi.stubGlobal("navigator", {
    gpu: { requestAdapter: async () => ({ requestDevice: () => never }) },
  });
  const device = expect(Device.open()).rejects.toThrow(/asked for a WebGPU device/);
  await vi.advanceTimersByTimeAsync(10_000);
  await device;
  expect(vi.getTimerCount()).toBe(0);
});

test("a browser that never gave a device is asked once", async () => {
  let asked = 0;
  const open = (): Promise<never> => {
    asked++;
    return Promise.reject(new Unfit("no adapter"));
  };
  const gpu = new Gpu({ open });
  await expect(gpu.device()).rejects.toThrow("no adapter");
  await expect(gpu.device()).rejects.toThrow("no adapter");
  expect(asked).toBe(1);
});

describe("chunks", () => {
  /** The sizes in which 2^16 tiles go to a device that takes so many milliseconds for so many tiles. */
  async function sizes(milliseconds: (tiles: number) => number): Promise<number[]> {
    const [all, found] = [2 ** 16, [] as number[]];
    let clock = 0;
    vi.spyOn(performance, "now").mockImplementation(() => clock);
    const device = {
      latency: 0,
      lost: false,
      run: async ({ results }: { results: number }) => {
        found.push(results);
        clock += milliseconds(results);
        return new Float32Array();
      },
    };
    const work: Work = {
      name: "test",
      tiles: all,
      next: (last, tiles) => {
        const tile = last ? last.tile + last.tiles : 0;
        return tile < all
          ? { row: 0, rows: 1, tile, tiles: Math.min(tiles, all - tile) }
          : undefined;
      },
      prepare: async ({ tiles }) => ({ results: tiles }) as never,
      absorb: ({ tiles }) => tiles,
    };
    const gpu = new Gpu({ open: async () => device as unknown as Computer });
    await gpu.run(work, { signal: new AbortController().signal, progress: () => undefined });
    expect(found.reduce((sum, size) => sum + size, 0)).toBe(all);
    return found;
  }

  test("take the time that leaves the screen its frames, on a fast device and on a slow one", async () => {
    for (const tilesEach of [2, 50, 1000]) {
      const found = await sizes((tiles) => tiles / tilesEach);
      const settled = found.slice(-Math.floor(found.length / 2), -1);
      for (const size of settled) {
        expect(size / tilesEach).toBeGreaterThanOrEqual(4); // twice that is still brief
        expect(size / tilesEach).toBeLessThanOrEqual(32);
      }
    }
  });

  test("do not dwindle where the way to the device is slow, whatever they hold", async () => {
    // Of 64 that the first one's size makes, whether the way alone is longer than a chunk should take or not.
    for (const way of [12, 30, 300]) {
      const found = await sizes((tiles) => way + tiles / 1000);
      expect(found.length).toBeLessThan(32);
    }
  });
});

test("a device that is lost between two chunks and does not come back is said to be so", async () => {
  const device = { latency: 0, lost: false, run: async () => new Float32Array() };
  let opened = 0;
  const gpu = new Gpu({
    patience: [0, 0],
    open: () => {
      opened++;
      return opened > 1
        ? Promise.reject(new Unfit("no adapter"))
        : Promise.resolve(device as unknown as Computer);
    },
  });
  const work: Work = {
    name: "test",
    tiles: 2,
    next: (last) =>
      last?.tile === 1 ? undefined : { row: 0, rows: 1, tile: last ? 1 : 0, tiles: 1 },
    prepare: async () => ({}) as never,
    absorb: () => 1,
  };
  const progress = (): void => {
    device.lost = true;
  };
  await expect(gpu.run(work, { signal: new AbortController().signal, progress })).rejects.toThrow(
    "the GPU was lost and did not come back: no adapter",
  );
  expect(opened).toBe(4);
});
