// Vite's development server; a change below cpp/ or wasm/ rebuilds the wasm modules and reloads the page.
import { watch } from "node:fs";
import { join } from "node:path";
import { buildWasm } from "./build.mjs";
import { main, root, Stop, say } from "./lib/util.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  await setup({ tests: false });
  await buildWasm();
  const { createServer } = await import("vite"); // not before set-up has brought it
  const server = await createServer({ configFile: join(root, "vite.config.ts") });
  await server.listen();
  server.printUrls();

  let timer;
  let running = false;
  let again = false;
  const rebuild = async () => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    try {
      say("C++ changed: rebuilding");
      await buildWasm();
      server.ws.send({ type: "full-reload" });
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      say("that did not compile; waiting for the next change"); // ninja has said why
    }
    running = false;
    if (again) {
      again = false;
      rebuild();
    }
  };
  for (const dir of ["cpp", "wasm"]) {
    watch(join(root, dir), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(rebuild, 100); // an editor writes a file in several steps
    });
  }
});
