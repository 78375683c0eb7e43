/** Sharing, crashes and the end of a runtime, over backends that do as they are told. */
import { expect, test } from "vitest";
import type { Backend } from "../../../web/core/loader.ts";
import { createRuntime } from "../../../web/core/runtime.ts";
import { EtxError } from "../../../web/model/error.ts";

function backends() {
  const made: Backend[] = [];
  const start = async (): Promise<Backend> => {
    let failure: EtxError | undefined;
    const waiting: ((error: EtxError) => void)[] = [];
    const number = made.length;
    const backend: Backend = {
      versions: { etx: "0", emscripten: "0", eigen: "0", xsimd: "0", simd: "simd" },
      call: async (method, args) => {
        if (method === "trap") throw new EtxError("crashed", "trapped");
        if (method === "hang") return new Promise((_, reject) => waiting.push(reject));
        return [number, ...args];
      },
      get dead() {
        return failure !== undefined;
      },
      end: (error) => {
        failure ??= error;
        for (const reject of waiting) reject(failure);
      },
    };
    made.push(backend);
    return backend;
  };
  return { made, start };
}

const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "fine",
    (error: EtxError) => error.code,
  );

test("one backend serves all, and the last to close ends it", async () => {
  const { made, start } = backends();
  let ended = 0;
  const runtime = createRuntime(start, () => ended++);
  await Promise.all([runtime.open(), runtime.open()]);
  await runtime.open();
  expect(made).toHaveLength(1);
  runtime.close();
  runtime.close();
  const hanging = code(runtime.call("hang", []));
  expect([ended, made[0]!.dead]).toEqual([0, false]);
  runtime.close();
  expect([ended, made[0]!.dead]).toEqual([1, true]);
  expect(await hanging).toBe("aborted");
  expect(await code(runtime.call("m", []))).toBe("aborted");
});

test("a trap rejects what is pending, and the next call starts afresh", async () => {
  const { made, start } = backends();
  const runtime = createRuntime(start, () => {});
  await runtime.open();
  const hanging = code(runtime.call("hang", []));
  expect(await code(runtime.call("trap", []))).toBe("crashed");
  expect(await hanging).toBe("crashed");
  const input = [1];
  const next = runtime.call("m", [input]);
  input[0] = 2;
  expect(await next).toEqual([1, [1]]);
  expect(made).toHaveLength(2);
});

test("a backend that died by itself is replaced", async () => {
  const { made, start } = backends();
  const runtime = createRuntime(start, () => {});
  await runtime.open();
  made[0]!.end(new EtxError("crashed", "the browser took it"));
  expect(await Promise.all([runtime.call("m", []), runtime.call("m", [])])).toEqual([[1], [1]]);
});

test("a start that fails ends the runtime for a new try", async () => {
  let ended = 0;
  const runtime = createRuntime(
    () => Promise.reject(new EtxError("crashed", "no")),
    () => ended++,
  );
  expect(await Promise.all([code(runtime.open()), code(runtime.open())])).toEqual([
    "crashed",
    "crashed",
  ]);
  expect(ended).toBe(1);
});
