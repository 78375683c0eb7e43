import { afterEach, expect, test, vi } from "vitest";
import { Unfit } from "../../../web/gpu/backend.ts";
import { Device } from "../../../web/gpu/device.ts";
import { Gpu } from "../../../web/gpu/gpu.ts";

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
