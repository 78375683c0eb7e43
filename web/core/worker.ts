/** The worker: one engine behind a port. */
import { type StartOptions, startWorkshop } from "./engine.ts";
import { invoke } from "./invoke.ts";
import { type Port, serve } from "./rpc.ts";

let workshop: ReturnType<typeof startWorkshop> | undefined;

serve(globalThis as unknown as Port, async (method, args, context) => {
  if (method === "start") {
    workshop = startWorkshop(args[0] as StartOptions);
    return (await workshop).engine.versions;
  }
  if (!workshop) throw new Error("no engine was started");
  return invoke(await workshop, method, args, context);
});
