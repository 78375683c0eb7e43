/** What the engine makes of a core that fails or traps. */
import { expect, test } from "vitest";
import type { Core } from "../../../web/core/door.ts";
import { engineOn } from "../../../web/core/engine.ts";
import { expectFailure } from "./support.ts";

const versions = () => ({ emscripten: "0", eigen: "0", xsimd: "0", simd: "simd" as const });
const x = { rows: 1, cols: 1, data: [1] };

test("a Failure becomes an EtxError, and the engine lives on", () => {
  let calls = 0;
  const core = {
    versions,
    expm: () =>
      calls++ === 0
        ? { error: { code: "overflow", message: "x is too big" } }
        : { errorBound: 0, value: x.data },
  } as unknown as Core;
  const engine = engineOn(core);
  expectFailure(() => engine.expm(x), "overflow", /^x is too big$/);
  expect(engine.expm(x).errorBound).toBe(0);
});

test("after a trap the core is never called again", () => {
  let calls = 0;
  const expm = () => {
    calls++;
    throw new WebAssembly.RuntimeError("memory access out of bounds");
  };
  const engine = engineOn({ versions, expm } as unknown as Core);
  expectFailure(() => engine.expm(x), "crashed", /memory access out of bounds/);
  expectFailure(() => engine.expm(x), "crashed", /memory access out of bounds/);
  expect(calls).toBe(1);
});

test("a disposed engine says so", () => {
  const engine = engineOn({ versions } as unknown as Core);
  engine.dispose();
  expectFailure(() => engine.expm(x), "aborted", /disposed/);
});
