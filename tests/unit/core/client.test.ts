/** createEtx in Node: the engine's answers as promises, in the process. */
import { expect, test } from "vitest";
import type { Etx } from "../../../web/core/api.ts";
import { createEtx } from "../../../web/core/client.ts";
import { methods } from "../../../web/core/methods.ts";
import { EtxError } from "../../../web/model/error.ts";
import { engine } from "./support.ts";

const encoding = { kind: "nope", dimension: 1 };
const options = { query: [2], key: [3], lags: [0] };
const registry = globalThis as { [key: symbol]: Map<string, unknown> | undefined };
const runtimes = (): number => registry[Symbol.for("etx.runtime.v1")]?.size ?? 0;
const using = async (work: (etx: Etx) => Promise<void>): Promise<void> => {
  const etx = await createEtx({ wasm: "simd" });
  try {
    await work(etx);
  } finally {
    await etx.dispose();
  }
};
const failure = (promise: Promise<unknown>): Promise<EtxError> =>
  promise.then(
    () => expect.unreachable(),
    (error) => error,
  );

test("has every method of the engine, and answers as it does", async () => {
  await using(async (etx) => {
    expect(Object.keys(etx).sort()).toEqual(Object.keys(engine).sort());
    expect(methods.length).toBe(Object.keys(engine).length - 2);
    expect(await etx.curve(encoding, options)).toEqual(engine.curve(encoding, options));
    expect(etx.versions).toEqual(engine.versions);
  });
});

const sweep = { ...options, encoding, parameter: "dimension", values: [1], quantity: "score" };
const sequence = { query: { rows: 0, cols: 1, data: [] }, key: { rows: 0, cols: 1, data: [] } };

test("inputs are cloned at the call", async () => {
  await using(async (etx) => {
    const query = Float64Array.of(2);
    const scores = etx.curve(encoding, { ...options, query });
    query[0] = 100;
    expect(await scores).toEqual(Float64Array.of(6));
  });
});

test("failures are EtxErrors with their code", async () => {
  await using(async (etx) => {
    const error = await failure(etx.curve(encoding, { ...options, query: [1, 2] }));
    expect(error).toBeInstanceOf(EtxError);
    expect(error).toMatchObject({ code: "shape", message: expect.stringContaining("query") });
    expect(await failure(etx.expm((() => 0) as never))).toMatchObject({ code: "parse" });
  });
});

test("a number no double is, a callback that is none and a signal that is none are refused in words", async () => {
  await using(async (etx) => {
    for (const [name, wrong, words] of [
      ["onProgress", 5, "onProgress is 5; it must be a function"],
      ["onProgress", "no", 'onProgress is "no"; it must be a function'],
      ["signal", 5, "signal is 5; it must be an AbortSignal"],
      ["signal", { aborted: false }, "signal is an object; it must be an AbortSignal"],
    ] as const) {
      const given = { [name]: wrong } as never as object;
      const calls = [
        () => etx.curve(encoding, { ...options, ...given }),
        () => etx.sweep({ ...sweep, width: 1, ...given } as never),
        () => etx.attentionStatistics(encoding, { ...sequence, ...given }),
      ];
      for (const call of calls)
        expect(await failure(call())).toMatchObject({ code: "parse", message: words });
    }
    const wrong = { ...sweep, width: 1, onCoarse: 7 } as never;
    expect((await failure(etx.sweep(wrong))).message).toBe("onCoarse is 7; it must be a function");
    const none = { signal: null, onProgress: null } as never as object;
    expect(await etx.curve(encoding, { ...options, ...none })).toEqual(Float64Array.of(6));
    const big = { kind: "nope", dimension: 1n } as never;
    const { message } = await failure(etx.curve(big, options));
    expect(message).toBe("encoding.dimension is 1n; it must be a number");
  });
});

test("a signal aborts before the call and while it waits", async () => {
  await using(async (etx) => {
    expect(
      await failure(etx.curve(encoding, { ...options, signal: AbortSignal.abort() })),
    ).toMatchObject({ code: "aborted" });
    const controller = new AbortController();
    const waiting = failure(etx.curve(encoding, { ...options, signal: controller.signal }));
    controller.abort();
    expect(await waiting).toMatchObject({ code: "aborted" });
    const heard: number[] = [];
    await etx.curve(encoding, {
      ...options,
      signal: new AbortController().signal,
      onProgress: (fraction) => heard.push(fraction),
    });
    expect(heard).toEqual([1]);
  });
});

test("calls share one runtime; the last dispose ends it", async () => {
  const before = runtimes();
  const [a, b] = await Promise.all([createEtx({ wasm: "simd" }), createEtx({ wasm: "simd" })]);
  expect(runtimes()).toBe(before + 1);
  await a!.dispose();
  await a!.dispose();
  expect(await b!.curve(encoding, options)).toEqual(Float64Array.of(6));
  expect(await failure(a!.curve(encoding, options))).toMatchObject({ code: "aborted" });
  await b!.dispose();
  expect(runtimes()).toBe(before);
});

test("dispose aborts what that handle waits for, not what another does", async () => {
  await using(async (other) => {
    const ending = await createEtx({ wasm: "simd" });
    const long = { ...sweep, width: 1 } as never;
    const lost = [
      failure(ending.sweep(long)),
      failure(ending.attentionStatistics(encoding, sequence)),
      failure(ending.curve(encoding, { ...options, signal: new AbortController().signal })),
    ];
    const kept = other.curve(encoding, options);
    await ending.dispose();
    for (const error of lost) expect(await error).toMatchObject({ code: "aborted" });
    expect(await kept).toEqual(Float64Array.of(6));
  });
});

test("a wrong assetBase says which URL failed", async () => {
  const error = await failure(createEtx({ wasm: "simd", assetBase: "file:///nowhere/at/all" }));
  expect(error).toBeInstanceOf(EtxError);
  expect(error).toMatchObject({
    code: "crashed",
    message: expect.stringContaining("file:///nowhere/at/all/simd.wasm"),
  });
});
