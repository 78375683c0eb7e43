/** The worker: one engine behind a port. */
import type { Engine } from "./api.ts";
import { type StartOptions, startEngine } from "./engine.ts";
import type { Method } from "./methods.ts";
import { type Port, serve } from "./rpc.ts";

let engine: Engine | undefined;

serve(globalThis as unknown as Port, async (method, args) => {
  if (method === "start") {
    engine = await startEngine(args[0] as StartOptions);
    return engine.versions;
  }
  return (engine as unknown as Record<string, (...args: unknown[]) => unknown>)[method as Method]!(...args);
});
