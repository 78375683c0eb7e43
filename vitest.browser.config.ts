import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Node drives a real Chromium against the built files; one browser at a time, since it takes every core it finds. */
export default defineConfig({
  test: {
    name: "browser",
    environment: "node",
    include: ["tests/browser/**/*.test.ts"],
    setupFiles: [fileURLToPath(new URL("tests/unit/setup.ts", import.meta.url))],
    pool: "forks",
    fileParallelism: false,
    isolate: false, // each file has its own browser; Node's side need not start anew
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
