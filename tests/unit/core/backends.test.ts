import { expect, test } from "vitest";
import { onBackend } from "../../../web/core/backends.ts";
import type { Runtime } from "../../../web/core/runtime.ts";

test("a cancel is heard while a GPU starts, and nothing begins on it afterwards", async () => {
  let start = (_: unknown): void => undefined;
  const device = new Promise((resolve) => {
    start = resolve;
  });
  const gpu = Promise.resolve({ device: () => device });
  const runtime = { part: () => ({ gpu }) } as unknown as Runtime;
  const controller = new AbortController();
  let begun = 0;
  const begin = () => {
    begun++;
    throw new Error("it was cancelled");
  };
  const running = onBackend(
    runtime,
    {},
    {
      method: "sweep",
      wanted: "auto",
      question: {},
      context: { signal: controller.signal, progress: () => undefined },
      wins: true,
      wasm: begin,
      webgpu: begin,
      finish: (answer: object) => answer,
    },
  );
  const refused = expect(running).rejects.toMatchObject({
    code: "aborted",
    message: "sweep was aborted",
  });
  await new Promise((resolve) => setTimeout(resolve, 0));
  controller.abort();
  await refused;
  start({ software: false, name: "late" });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(begun).toBe(0);
});
