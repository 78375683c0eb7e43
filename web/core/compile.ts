/** Fetches and compiles wasm files, each once. */
import { EtxError } from "../model/error.ts";

/** Longer than any network that still works; a load that hangs must end with words. */
const patience = 30_000;

const compiled = new Map<string, Promise<WebAssembly.Module>>();

export function compileOnce(url: string): Promise<WebAssembly.Module> {
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

export function explain(error: unknown, url: string): EtxError {
  const reason = error instanceof Error ? error.message : String(error);
  if (/content security policy|unsafe-eval|\bCSP\b/i.test(reason)) {
    return new EtxError(
      "unsupported",
      `This page's Content-Security-Policy forbids WebAssembly (add 'wasm-unsafe-eval' to script-src); ${url} was not compiled`,
    );
  }
  return new EtxError("crashed", `The wasm core did not load from ${url}: ${reason}`);
}
