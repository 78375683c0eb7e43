import { expect, test } from "vitest";
import { Unfit } from "../../../web/gpu/backend.ts";
import { Gpu } from "../../../web/gpu/gpu.ts";

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
