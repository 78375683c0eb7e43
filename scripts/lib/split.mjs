// Cuts a linked wasm module in two: what the laboratory calls first, and the rest, which a page loads after it.
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { readToolchain, relaxedFlag, root, run, Stop, say, which } from "./util.mjs";

const workload = join(root, "wasm/first-view.mjs");
const glue = join(root, "build/glue");

/** What Emscripten uses of WebAssembly beyond its first version, less what a browser with SIMD might lack. */
const flags = [
  "mutable-globals",
  "sign-ext",
  "nontrapping-float-to-int",
  "bulk-memory",
  "simd",
  "relaxed-simd",
].map((feature) => `--enable-${feature}`);

/** `build/<preset>/glue/<name>.wasm` becomes `build/glue/<name>.wasm` and `<name>-rest.wasm`; only if it has changed. */
export async function split(preset, name) {
  const linked = (extension) => join(root, "build", preset, "glue", name + extension);
  const stamp = join(root, "build", preset, "glue", "split");
  const hash = createHash("sha256");
  for (const file of [linked(".wasm"), linked(".mjs"), linked(".d.mts"), workload])
    hash.update(readFileSync(file));
  const wanted = hash.digest("hex");
  const made = [`${name}.wasm`, `${name}-rest.wasm`, `${name}.mjs`, `${name}.d.mts`];
  const complete = made.every((file) => existsSync(join(glue, file)));
  if (complete && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;

  say(`splitting ${name}.wasm`);
  const program = wasmSplit();
  const temporary = (end) => `${linked("")}.${end}`;
  const [instrumented, profile] = [temporary("instrumented.wasm"), temporary("profile")];
  await run(program, [...flags, "--instrument", linked(".wasm"), "-o", instrumented], {
    quiet: true,
  });
  await run(process.execPath, [
    ...relaxedFlag(preset),
    workload,
    linked(".mjs"),
    instrumented,
    profile,
  ]);
  const [first, rest] = [temporary("first.wasm"), temporary("rest.wasm")];
  await run(
    program,
    [
      ...flags,
      linked(".wasm"),
      `--profile=${profile}`,
      "-o1",
      first,
      "-o2",
      rest,
      "--export-prefix=%",
    ],
    { quiet: true },
  );
  mkdirSync(glue, { recursive: true });
  renameSync(rest, join(glue, `${name}-rest.wasm`));
  renameSync(first, join(glue, `${name}.wasm`));
  for (const extension of [".mjs", ".d.mts"])
    copyFileSync(linked(extension), join(glue, name + extension));
  for (const file of [instrumented, profile]) rmSync(file);
  writeFileSync(stamp, wanted);
}

/** Part of Binaryen, which lies beside Emscripten. */
function wasmSplit() {
  const { root: toolchain, emscripten } = readToolchain();
  const places = [
    ...(toolchain ? [join(toolchain, "usr/bin")] : []),
    join(emscripten, "../bin"),
    process.env.PATH ?? "",
  ];
  const program = which("wasm-split", places.join(delimiter));
  if (!program) throw new Stop("wasm-split, a part of Binaryen, is not beside emcc nor on PATH");
  return program;
}
