// Builds the wasm modules (build/glue), then the site (site/) and the package (dist/). Only what changed.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildNative } from "./lib/native.mjs";
import { split } from "./lib/split.mjs";
import { buildEnv, isMain, main, root, run, say } from "./lib/util.mjs";
import { setup } from "./setup.mjs";

export async function build() {
  await buildWasm();
  await buildWeb();
}

export async function buildWasm() {
  // In this order: the relaxed module's types are the other's.
  await buildNative("wasm", ["glue"]);
  await split("wasm", "simd");
  await buildNative("wasm-relaxed", ["glue"]);
  await split("wasm-relaxed", "relaxed");
}

const webStamp = join(root, "build/web.stamp");

async function buildWeb() {
  const wanted = webInputs();
  const built = existsSync(join(root, "site")) && existsSync(join(root, "dist"));
  if (built && existsSync(webStamp) && readFileSync(webStamp, "utf8") === wanted) return;
  say("building the site and the package");
  await run(process.execPath, [join(root, "scripts/build-web.mjs")], { env: buildEnv() });
  writeFileSync(webStamp, wanted);
}

/** A hash over everything that the web build reads. */
function webInputs() {
  const files = ["web", "public", "build/glue"].flatMap((dir) =>
    readdirSync(join(root, dir), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  );
  const settings = readdirSync(root).filter((name) => /\.(ts|json)$/.test(name));
  files.push(...settings.map((name) => join(root, name)), join(root, "scripts/build-web.mjs"));
  const hash = createHash("sha256");
  for (const file of files.sort())
    hash.update(file.slice(root.length)).update("\0").update(readFileSync(file));
  return hash.digest("hex");
}

if (isMain(import.meta)) {
  await main(async () => {
    await setup({ tests: false });
    await build();
  });
}
