/**
 * Loads the wasm core: picks the build, compiles it once a URL, and gives each engine an instance of its own. A build is two
 * modules: what a first picture needs, and the rest, which follows (remainder.ts).
 */
import { relaxedSimd, simd } from "wasm-feature-detect";
import { EtxError } from "../model/error.ts";
import type { EtxOptions } from "./api.ts";
import { compileOnce, explain } from "./compile.ts";
import type { Core } from "./door.ts";
import { Remainder } from "./remainder.ts";
import type { Build, WasmUrls } from "./urls.ts";

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

export async function loadCore(
  wasm: EtxOptions["wasm"] | undefined,
  urls: WasmUrls,
): Promise<Core> {
  const build = await chooseBuild(wasm);
  const { first, rest } = urls[build];
  const [module, { default: factory }] = await Promise.all([compileOnce(first), glue[build]()]);
  const remainder = new Remainder(rest);
  // A worker can wait for the rest within a call, should one come first; other threads must not.
  if (!inWorker()) await remainder.load();
  else void remainder.load().catch(() => undefined); // the call that needs it tries again, and says what is wrong
  return new Promise((resolve, reject) => {
    const instantiateWasm: ModuleOptions["instantiateWasm"] = (imports, done) => {
      // The glue has no way to hear of a failure here, so it goes straight to the caller.
      WebAssembly.instantiate(module, { ...imports, placeholder: remainder.placeholders }).then(
        (instance) => {
          remainder.join(instance);
          done(instance);
        },
        (error) => reject(explain(error, first)),
      );
      return {};
    };
    factory({ instantiateWasm }).then(resolve, reject);
  });
}

const inWorker = (): boolean =>
  typeof document === "undefined" && typeof XMLHttpRequest === "function";

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
