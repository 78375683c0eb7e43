// Everything that reads the code without running it: types, lint and format, layering, clang-tidy.

import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { buildWasm } from "./build.mjs";
import { checkLayers } from "./layers.mjs";
import { configure } from "./lib/native.mjs";
import { tidy } from "./lib/tidy.mjs";
import { isMain, main, pool, readToolchain, root, run, Stop, say, which } from "./lib/util.mjs";
import { setup } from "./setup.mjs";

/** Expects the wasm modules to be built: embind's types of them are checked against the façade's. */
export async function check() {
  const bin = (name) => join(root, "node_modules/.bin", name);
  const checks = {
    types: () =>
      run(
        bin("tsc"),
        ["--noEmit", "--incremental", "--tsBuildInfoFile", "build/types.tsbuildinfo"],
        {
          quiet: true,
        },
      ),
    "lint and format": () =>
      run(bin("biome"), ["check", "--error-on-warnings", "."], { quiet: true }),
    "C++ format": clangFormat,
    layering: async () => checkLayers(),
    "clang-tidy": async () => {
      await configure("native");
      await tidy({ all: Boolean(process.env.CI) });
    },
  };
  const faults = [];
  const tasks = Object.entries(checks).map(([name, job]) => async () => {
    const start = Date.now();
    try {
      await job();
      say(`${name}: good (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      console.error(`${error.message}\n`);
      faults.push(name);
    }
  });
  await pool(availableParallelism(), tasks);
  if (faults.length > 0)
    throw new Stop(
      `check: faults in ${faults.join(", ")}. \`npx biome check --write\` mends format.`,
    );
}

async function clangFormat() {
  const program = readToolchain().clangFormat ?? which("clang-format");
  if (!program) return say("clang-format is not installed: left out");
  const files = ["cpp", "wasm", "tests/cpp"].flatMap((dir) =>
    readdirSync(join(root, dir), { recursive: true })
      .filter((name) => /\.[ch]pp$/.test(name))
      .map((name) => join(dir, name)),
  );
  await run(program, ["--dry-run", "-Werror", ...files], { quiet: true });
}

if (isMain(import.meta)) {
  await main(async () => {
    await setup();
    await buildWasm();
    await check();
  });
}
