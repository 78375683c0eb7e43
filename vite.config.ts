import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(here("package.json"), "utf8")) as { version: string };

/** What the heads of all pages share. */
const head: Plugin = {
  name: "head",
  transformIndexHtml: {
    order: "pre",
    handler: (html) =>
      html.replace("    <!-- head.html -->\n", readFileSync(here("web/pages/head.html"), "utf8")),
  },
};

/**
 * d3-scale's default way between two values can mix colours and strings too, and would bring a tenth of the first view's
 * bytes for it. Every scale here maps numbers to pixels, so that it gets the way between numbers.
 */
const numberScales: Plugin = {
  name: "number-scales",
  enforce: "pre",
  resolveId: (source, importer) =>
    source === "d3-interpolate" && importer?.includes("/d3-scale/")
      ? here("web/charts/between.ts")
      : null,
};

/** The site; scripts/build-web.mjs builds the package's entries on the same ground. */
export default defineConfig({
  root: here("web/pages"),
  publicDir: here("public"),
  // Every URL is relative to the file that names it, so that site and package work under any path.
  base: "./",
  plugins: [head, numberScales],
  define: { __ETX_VERSION__: JSON.stringify(version) },
  server: { fs: { allow: [here(".")] } },
  worker: {
    format: "es",
    // One file, so that whoever bundles the package can treat it as a plain asset.
    rolldownOptions: { output: { codeSplitting: false } },
  },
  build: {
    target: "es2022",
    outDir: here("site"),
    emptyOutDir: true,
    sourcemap: true,
    // wasm stays a file that the browser compiles while it streams; a policy without data: URLs must do.
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { checks: { bundlerTimings: false, pluginTimings: false } },
  },
});
