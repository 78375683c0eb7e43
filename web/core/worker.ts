/** The worker: one engine behind a port. */
import { type StartOptions, startEngine } from "./engine.ts";
import { invoke } from "./methods.ts";
import { type Port, serve } from "./rpc.ts";

let engine: ReturnType<typeof startEngine> | undefined;

serve(globalThis as unknown as Port, async (method, args) => {
  if (method === "start") {
    engine = startEngine(args[0] as StartOptions);
    return (await engine).versions;
  }
  if (!engine) throw new Error("no engine was started");
  return invoke(await engine, method, args);
});
