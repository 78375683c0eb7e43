/** Loads the wasm core: picks the build, compiles it once a URL, and gives each engine an instance of its own. */
import { relaxedSimd, simd } from "wasm-feature-detect";
import { EtxError } from "../model/error.ts";
import type { EtxOptions } from "./api.ts";
import type { Core } from "./door.ts";

export type Build = "simd" | "relaxed";
export type WasmUrls = Record<Build, string>;

interface ModuleOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ): object;
}
type Factory = (options: ModuleOptions) => Promise<Core>;

/** Here the compiler holds embind's generated declarations against the door's. */
const glue: Record<Build, () => Promise<{ default: Factory }>> = {
  simd: () => import("../../build/glue/simd.mjs"),
  relaxed: () => import("../../build/glue/relaxed.mjs"),
};

/** Longer than any network that still works; a load that hangs must end with words. */
const patience = 30_000;

/** An asset's URL under a base that may be relative to the page and may lack its last slash. */
export function assetUrl(name: string, base: string): string {
  return new URL(
    name,
    new URL(
      base.endsWith("/") ? base : `${base}/`,
      globalThis.document?.baseURI ?? import.meta.url,
    ),
  ).href;
}

export function wasmUrls(base?: string): WasmUrls {
  if (base !== undefined)
    return { simd: assetUrl("simd.wasm", base), relaxed: assetUrl("relaxed.wasm", base) };
  return {
    simd: new URL("../../build/glue/simd.wasm", import.meta.url).href,
    relaxed: new URL("../../build/glue/relaxed.wasm", import.meta.url).href,
  };
}

export async function loadCore(
  wasm: EtxOptions["wasm"] | undefined,
  urls: WasmUrls,
): Promise<Core> {
  const build = await chooseBuild(wasm);
  const [module, { default: factory }] = await Promise.all([
    compileOnce(urls[build]),
    glue[build](),
  ]);
  return new Promise((resolve, reject) => {
    const instantiateWasm: ModuleOptions["instantiateWasm"] = (imports, done) => {
      // The glue has no way to hear of a failure here, so it goes straight to the caller.
      WebAssembly.instantiate(module, imports).then(done, (error) =>
        reject(explain(error, urls[build])),
      );
      return {};
    };
    factory({ instantiateWasm }).then(resolve, reject);
  });
}

async function chooseBuild(wasm: EtxOptions["wasm"] = "auto"): Promise<Build> {
  if (typeof WebAssembly === "undefined" || !(await simd())) {
    throw new EtxError(
      "unsupported",
      "This browser has no WebAssembly with SIMD, which etX computes with",
    );
  }
  if (wasm !== "auto") return wasm;
  return (await relaxedSimd()) ? "relaxed" : "simd";
}

const compiled = new Map<string, Promise<WebAssembly.Module>>();

function compileOnce(url: string): Promise<WebAssembly.Module> {
  const known = compiled.get(url);
  if (known) return known;
  const module = compile(url).catch((error) => {
    compiled.delete(url);
    throw explain(error, url);
  });
  compiled.set(url, module);
  return module;
}

async function compile(url: string): Promise<WebAssembly.Module> {
  // Asked of the process, not imported, so that no bundler for browsers ever meets a Node module.
  if (url.startsWith("file:")) {
    return WebAssembly.compile(
      await process.getBuiltinModule("node:fs/promises").readFile(new URL(url)),
    );
  }
  const response = await fetch(url, { signal: AbortSignal.timeout(patience) });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  // Servers that don't know .wasm send another MIME type, which only the streaming compiler minds.
  return WebAssembly.compileStreaming(response.clone()).catch(async () =>
    WebAssembly.compile(await response.arrayBuffer()),
  );
}

function explain(error: unknown, url: string): EtxError {
  const reason = error instanceof Error ? error.message : String(error);
  if (/content security policy|unsafe-eval|\bCSP\b/i.test(reason)) {
    return new EtxError(
      "unsupported",
      `This page's Content-Security-Policy forbids WebAssembly (add 'wasm-unsafe-eval' to script-src); ${url} was not compiled`,
    );
  }
  return new EtxError("crashed", `The wasm core did not load from ${url}: ${reason}`);
}
