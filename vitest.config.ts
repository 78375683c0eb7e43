import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import site from "./vite.config.ts";

const shared = {
  environment: "node",
  pool: "forks" as const,
  // A process that starts anew for each file would take longer than its tests.
  isolate: false,
  setupFiles: [fileURLToPath(new URL("tests/unit/setup.ts", import.meta.url))],
  testTimeout: 60_000,
};
const door = ["tests/unit/core/door*.test.ts"];
/** Looks at what the module itself keeps, and so must be the first to load it. */
const alone = ["tests/unit/core/client.test.ts"];

/** Everything once; what touches the wasm also where code from strings is forbidden, and on the relaxed build. */
export default defineConfig({
  define: site.define ?? {},
  test: {
    // Vitest leaves one core to itself, which of two is half; it is idle while the tests run.
    maxWorkers: availableParallelism(),
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: "unit",
          include: ["tests/unit/**/*.test.ts"],
          exclude: alone,
        },
      },
      { extends: true, test: { ...shared, name: "alone", include: alone, isolate: true } },
      {
        extends: true,
        test: {
          ...shared,
          name: "no-eval",
          include: door,
          execArgv: ["--disallow-code-generation-from-strings"],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "relaxed",
          include: door,
          execArgv: ["--experimental-wasm-relaxed-simd"],
          env: { ETX_BUILD: "relaxed" },
        },
      },
    ],
  },
});
