import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import site from "./vite.config.ts";

const shared = {
  environment: "node",
  pool: "forks" as const,
  setupFiles: [fileURLToPath(new URL("tests/unit/setup.ts", import.meta.url))],
  testTimeout: 20_000,
};
const door = ["tests/unit/core/door*.test.ts"];

/** Everything once; what touches the wasm also where code from strings is forbidden, and on the relaxed build. */
export default defineConfig({
  define: site.define ?? {},
  test: {
    projects: [
      { extends: true, test: { ...shared, name: "unit", include: ["tests/unit/**/*.test.ts"] } },
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
