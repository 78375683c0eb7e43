/** Both ends over a MessageChannel: what a Worker's port does, without the worker. */
import { afterEach, expect, test } from "vitest";
import { type Answer, connect, type Port, serve } from "../../../web/core/rpc.ts";
import { EtxError } from "../../../web/model/error.ts";

const channels: MessageChannel[] = [];
afterEach(() => {
  for (const { port1 } of channels.splice(0)) port1.close();
});

function pair(answer: Answer) {
  const channel = new MessageChannel();
  channels.push(channel);
  serve(channel.port2 as unknown as Port, answer);
  return connect(channel.port1 as unknown as Port);
}

const settled = <T>(promise: Promise<T>) =>
  promise.then(
    (value) => ({ value }),
    (error: EtxError) => ({ code: error.code, message: error.message }),
  );

test("results come back, each to its call", async () => {
  const { call } = pair((method, args) => `${method} ${args}`);
  expect(await Promise.all([call("a", [1]), call("b", [2, 3])])).toEqual(["a 1", "b 2,3"]);
});

test("inputs are cloned, results are transferred", async () => {
  let sent: Float64Array | undefined;
  const { call } = pair((_, [input]) => {
    sent = Float64Array.from(input as Float64Array, (x) => 2 * x);
    return { deep: [{ data: sent, same: sent }] };
  });
  const input = Float64Array.of(1, 2);
  const promise = call("double", [input]);
  input[0] = 99;
  expect(await promise).toEqual({
    deep: [{ data: Float64Array.of(2, 4), same: Float64Array.of(2, 4) }],
  });
  expect(input.length).toBe(2);
  expect(sent!.length).toBe(0);
});

test("what is to be transferred is: it arrives, and is gone here", async () => {
  const { call } = pair((_, [input]) => Array.from(input as Float64Array));
  const input = Float64Array.of(1, 2);
  expect(await call("read", [input], { transfer: [input.buffer] })).toEqual([1, 2]);
  expect(input.length).toBe(0);
});

test("errors keep their code; others are crashes", async () => {
  const { call } = pair((method) => {
    throw method === "known" ? new EtxError("shape", "x is 2×3") : new TypeError("oops");
  });
  expect(await settled(call("known", []))).toEqual({ code: "shape", message: "x is 2×3" });
  expect(await settled(call("unknown", []))).toEqual({
    code: "crashed",
    message: "unknown failed: TypeError: oops",
  });
});

test("what cannot be cloned is refused, either way", async () => {
  const { call } = pair(() => () => 0);
  expect(await settled(call("in", [() => 0]))).toMatchObject({ code: "parse" });
  expect(await settled(call("out", []))).toMatchObject({ code: "crashed" });
});

test("progress is heard until the answer", async () => {
  const heard: number[] = [];
  const { call } = pair(async (_method, _args, { progress }) => {
    progress(0.25);
    progress(0.75);
    return "done";
  });
  expect(await call("slow", [], { onProgress: (fraction) => heard.push(fraction) })).toBe("done");
  expect(heard).toEqual([0.25, 0.75]);
});

test("an aborted signal never sends; one that aborts a waiting call spares it", async () => {
  const begun: unknown[] = [];
  const { call } = pair((_, [name]) => {
    begun.push(name);
    return name;
  });
  expect(await settled(call("m", ["never"], { signal: AbortSignal.abort() }))).toEqual({
    code: "aborted",
    message: "m was aborted",
  });
  const controller = new AbortController();
  const first = call("m", ["first"]);
  const waiting = settled(call("m", ["waiting"], { signal: controller.signal }));
  controller.abort();
  expect(await waiting).toMatchObject({ code: "aborted" });
  expect(await first).toBe("first");
  expect(await call("m", ["last"])).toBe("last");
  expect(begun).toEqual(["first", "last"]);
});

test("a running call hears the abort, and its late answer is dropped", async () => {
  const controller = new AbortController();
  let heard = false;
  const { call } = pair(async (method, _args, { signal }) => {
    if (method === "next") return "next";
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    heard = true;
    return "too late";
  });
  const running = settled(call("long", [], { signal: controller.signal }));
  setTimeout(() => controller.abort(), 20);
  expect(await running).toMatchObject({ code: "aborted" });
  expect(await call("next", [])).toBe("next");
  expect(heard).toBe(true);
});

test("when the other end is gone every call is answered", async () => {
  const remote = pair(() => new Promise(() => {}));
  const pending = settled(remote.call("m", []));
  expect(remote.failed).toBe(false);
  remote.fail(new EtxError("crashed", "gone"));
  expect(await pending).toEqual({ code: "crashed", message: "gone" });
  expect(await settled(remote.call("m", []))).toEqual({ code: "crashed", message: "gone" });
  expect(remote.failed).toBe(true);
});
