/**
 * What the laboratory asks of the core before anyone has touched it, asked of an instrumented module: the functions it
 * meets are the module that a page loads first (scripts/lib/split.mjs); all others follow in a second one.
 *
 *   node first-view.mjs <glue.mjs> <instrumented.wasm> <where the profile goes>
 */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [glue, wasm, profile] = process.argv.slice(2);
const { default: factory } = await import(pathToFileURL(glue));
let exported;
const core = await factory({
  instantiateWasm(imports, done) {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasm)), imports);
    exported = instance.exports;
    done(instance);
    return exported;
  },
});

const list = (length, make) => Float64Array.from({ length }, (_, i) => make(i));
const dimension = 128;
const frequencies = list(dimension / 2, (i) => 10000 ** ((-2 * i) / dimension));
const rope = { kind: "rope", dimension, layout: "half", frequencies, attentionFactor: 1 };
const block = (kind, rate, frequency, size) => ({ kind, rate, frequency, size });

core.versions();
core.frequencies({
  rotaryDimension: dimension,
  base: 500000,
  ropeType: "llama3",
  factor: 8,
  lowFrequencyFactor: 1,
  highFrequencyFactor: 4,
  originalContext: 8192,
});
const shown = [
  { ...rope, rates: [0] },
  { ...rope, rates: [-0.001] },
  { ...rope, layout: "interleaved", rates: frequencies.map((frequency) => -frequency / 10) },
  { kind: "decay", dimension, rate: -0.001, bidirectional: false },
  { kind: "nope", dimension },
  {
    kind: "generator",
    generator: {
      blocks: [block("pair", -0.001, 0.1, dimension / 2 - 1), block("real", 0, 0, 2)],
    },
  },
];
const ones = list(dimension, () => 1);
for (const encoding of shown) {
  // The grids of a first picture, and one lag alone.
  const grids = [
    { start: 0, step: 1, count: 4096 },
    { start: 0, step: 0.25, count: 100 },
    Float64Array.of(0),
  ];
  const answers = [
    core.generator(encoding),
    ...grids.map((lags) => core.curve(encoding, ones, ones, lags, "double", 0)),
    core.curve(encoding, ones, ones, grids[0], "double", 256),
    core.orbit(encoding, ones, grids[1]),
  ];
  const failed = answers.find((answer) => answer?.error);
  if (failed) throw new Error(`${encoding.kind}: ${failed.error.message}`);
}

const memory = Object.values(exported).find((one) => one instanceof WebAssembly.Memory);
// Written into pages of its own.
const place = memory.grow(1) * 65536;
const length = exported.__write_profile(place, 65536);
writeFileSync(profile, new Uint8Array(memory.buffer, place, length));
