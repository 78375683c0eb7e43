/** Where the wasm files lie. */

export type Build = "simd" | "relaxed";
export interface WasmParts {
  first: string;
  rest: string;
}
export type WasmUrls = Record<Build, WasmParts>;

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
  if (base !== undefined) {
    const parts = (build: Build): WasmParts => ({
      first: assetUrl(`${build}.wasm`, base),
      rest: assetUrl(`${build}-rest.wasm`, base),
    });
    return { simd: parts("simd"), relaxed: parts("relaxed") };
  }
  // Spelt out, so that bundlers find the files.
  return {
    simd: {
      first: new URL("../../build/glue/simd.wasm", import.meta.url).href,
      rest: new URL("../../build/glue/simd-rest.wasm", import.meta.url).href,
    },
    relaxed: {
      first: new URL("../../build/glue/relaxed.wasm", import.meta.url).href,
      rest: new URL("../../build/glue/relaxed-rest.wasm", import.meta.url).href,
    },
  };
}
