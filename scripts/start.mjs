// Sets up, builds, serves the built site and prints its address. PORT chooses the port.
import { join } from "node:path";
import { build } from "./build.mjs";
import { main, root, Stop, say } from "./lib/util.mjs";
import { serve } from "./serve.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  await setup({ tests: false });
  await build();
  const { url } = await serveFrom(portAsked());
  console.log(`\n  etX is at ${url}\n  Ctrl+C ends it.\n`);
});

function portAsked() {
  const { PORT = "8080" } = process.env;
  if (!/^\d+$/.test(PORT) || Number(PORT) > 65535)
    throw new Stop(`PORT must be a number from 0 to 65535, not "${PORT}".`);
  return Number(PORT);
}

/** The port asked for, or the next free one. */
async function serveFrom(port) {
  for (let next = port; next < port + 100; next++) {
    try {
      return await serve({ root: join(root, "site"), port: next });
    } catch (error) {
      if (!["EADDRINUSE", "EACCES"].includes(error.code)) throw error;
      say(
        `port ${next} is ${error.code === "EACCES" ? "not allowed" : "taken"}: trying the next one`,
      );
    }
  }
  throw new Stop(`No free port from ${port} to ${port + 99}. Choose another: PORT=9000 npm start`);
}
