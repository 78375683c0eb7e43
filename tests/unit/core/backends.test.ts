import { expect, test } from "vitest";
import { onBackend } from "../../../web/core/backends.ts";
import type { Runtime } from "../../../web/core/runtime.ts";
import { Unfit } from "../../../web/gpu/backend.ts";
import { EtxError } from "../../../web/model/error.ts";

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

test("whatever a GPU fails of, wasm answers and says so; what is wrong with the question is refused", async () => {
  const answers = async (failure: Error) => {
    const gpu = Promise.resolve({ device: () => Promise.reject(failure) });
    const wasm = { name: "wasm", compute: async () => ({ answer: 42 }) } as const;
    return onBackend(
      { part: () => ({ gpu }) } as unknown as Runtime,
      {},
      {
        method: "sweep",
        wanted: "auto",
        question: {},
        context: { signal: new AbortController().signal, progress: () => undefined },
        wins: true,
        wasm: () => wasm,
        webgpu: async () => wasm,
        finish: (answer: object) => answer,
      },
    );
  };
  expect(await answers(new DOMException("Device was destroyed.", "AbortError"))).toEqual({
    answer: 42,
    backend: "wasm",
    reason: "the GPU failed: Device was destroyed.",
  });
  expect((await answers(new Unfit("too small"))).reason).toBe("too small");
  await expect(answers(new EtxError("range", "width is 0"))).rejects.toMatchObject({
    code: "range",
  });
});
