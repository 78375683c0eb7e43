// Configures and builds the CMake presets; only what changed is built again.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { buildEnv, root, run, say, toolchainFile } from "./util.mjs";

/** What ninja does not watch: when it changes, the build folder is made anew. */
function settings() {
  const hash = createHash("sha256");
  for (const file of ["CMakePresets.json", "cmake/wasm.cmake"])
    hash.update(readFileSync(join(root, file)));
  return hash.update(readFileSync(toolchainFile)).digest("hex");
}

export async function configure(preset) {
  const stamp = join(root, "build", preset, "settings");
  const wanted = settings();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  say(`configuring ${preset}`);
  await run("cmake", ["--fresh", "--preset", preset], { quiet: true, env: buildEnv() });
  writeFileSync(stamp, wanted);
}

export async function buildNative(preset, targets) {
  await withLock(join(root, "build/lock"), "build", async () => {
    await configure(preset);
    await run("cmake", ["--build", "--preset", preset, "--target", ...targets], {
      env: buildEnv(),
      hide: /Re-checking globbed|no work to do/,
    });
  });
}
