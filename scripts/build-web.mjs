/**
 * Builds what people load: the package's entries and one file for a CDN (dist/), under fixed names, and the site (site/),
 * under hashed ones. The worker and the wasm are files of their own beside what loads them; a copied folder works anywhere.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const configFile = `${root}vite.config.ts`;
/** Everything is made here and moved at the end: nobody ever meets a half-built folder. */
const workshop = `${root}build/web`;

const entries = {
  index: "web/index.ts",
  engine: "web/core/engine.ts",
  sweeps: "web/core/sweeps.ts",
  elements: "web/elements.ts",
};

const names = {
  entryFileNames: "[name].js",
  chunkFileNames: "[name].js",
  assetFileNames: "[name][extname]",
};

/** One pass of Vite into dist/. */
function buildLibrary({ output, ...options }, plugins = []) {
  return build({
    root,
    configFile,
    plugins,
    logLevel: "warn",
    publicDir: false,
    worker: { rolldownOptions: { output: names } },
    build: {
      outDir: `${workshop}/dist`,
      emptyOutDir: false,
      chunkSizeWarningLimit: 1000, // the file for a script tag holds everything
      rolldownOptions: {
        preserveEntrySignatures: "strict",
        output: { ...names, comments: { legal: false }, ...output },
        ...options,
      },
    },
  });
}

/** Lit and D3 stay imports, to be shared with the user's other packages; index and engine need nothing beside them. */
function buildEntries() {
  const input = Object.fromEntries(
    Object.entries(entries).map(([name, file]) => [name, root + file]),
  );
  return buildLibrary({ input, external: /^(lit|d3-)/ });
}

/** What few pages need stays outside: the fallback for pages without workers, and sweeps. Both lie beside. */
const beside = {
  name: "beside",
  enforce: "pre",
  resolveId(source, importer) {
    if (source.endsWith("/engine.ts") && importer?.endsWith("/loader.ts"))
      return { id: "./engine.js", external: true };
    if (source.endsWith("/sweeps.ts") && importer?.endsWith("/client.ts"))
      return { id: "./sweeps.js", external: true };
    return null;
  },
};

/** Lit and Vite's helper reach for these two on import; where they are missing, in Node, they find stand-ins of no use. */
const intro =
  "const HTMLElement = globalThis.HTMLElement ?? class {};" +
  "const document = globalThis.document ?? { createTreeWalker() {}, createElement: () => ({}) };";

function buildBundle() {
  const input = { etx: `${root}web/etx.ts` };
  return buildLibrary({ input, output: { codeSplitting: false, intro } }, [beside]);
}

/**
 * What the elements import at once is one file, whatever else comes later: split by who shares what, as bundlers do for lazy
 * parts, it would be many small ones, which compress worse and come one after the other.
 */
function together(file) {
  const found = new Set();
  const visit = (id, modules) => {
    if (found.has(id)) return;
    found.add(id);
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) visit(next, modules);
  };
  return (id, modules) => {
    if (found.size === 0) visit(file, modules);
    return found.has(id) ? "site" : null;
  };
}

/** What several of the lazy figures share comes with the first of them, at once: its parts would wait for each other. */
const shared = {
  name: "figures",
  test: /\/web\/(charts|elements|model)\//,
  minShareCount: 2,
};

function buildSite() {
  const first = { name: together(`${root}web/elements.ts`), priority: 1 };
  const output = { codeSplitting: { groups: [first, shared] } };
  const input = ["index.html", "experiments.html", "table.html"].map(
    (page) => `${root}web/pages/${page}`,
  );
  return build({
    configFile,
    logLevel: "warn",
    build: { outDir: `${workshop}/site`, rolldownOptions: { input, output } },
  });
}

function buildTypes() {
  return promisify(execFile)(process.execPath, [
    `${root}node_modules/typescript/bin/tsc`,
    "-p",
    `${root}tsconfig.types.json`,
    "--outDir",
    `${workshop}/dist/types`,
  ]);
}

export async function buildWeb() {
  if (!existsSync(`${root}build/glue/simd.wasm`))
    throw new Error("build/glue/ lacks the wasm core; run: npm run build");
  await rm(workshop, { recursive: true, force: true });
  await buildEntries();
  await buildBundle();
  await Promise.all([buildSite(), buildTypes()]);
  for (const folder of ["dist", "site"]) {
    await rm(root + folder, { recursive: true, force: true });
    await rename(`${workshop}/${folder}`, root + folder);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await buildWeb();
  } catch (error) {
    console.error(error.stdout || error.message);
    process.exitCode = 1;
  }
}
