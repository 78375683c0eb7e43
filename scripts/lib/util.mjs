// What every script needs: where things are, how to run a program, how to stop with a clear word.
import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const toolchainFile = join(root, "build/toolchain.json");
export const cacheDir = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "etx");

/** An error whose message is for the person at the terminal: main() prints it without a stack. */
export class Stop extends Error {}

export function say(line) {
  console.log(`etx: ${line}`);
}

/** Full path of a program on PATH, or null. */
export function which(name, path = process.env.PATH ?? "") {
  for (const dir of path.split(delimiter)) {
    const file = join(dir, name);
    try {
      accessSync(file, constants.X_OK);
      if (statSync(file).isFile()) return file;
    } catch {
      // not here: look in the next one
    }
  }
  return null;
}

const children = new Set();
process.on("exit", () => {
  for (const child of children) child.kill();
});

/**
 * Runs a program. With `quiet` its output is kept back and shown only when it fails; lines that match `hide` never are.
 * Resolves to { code, output }; a non-zero code rejects unless `mayFail` is set.
 */
export function run(command, args, { quiet = false, mayFail = false, hide, ...options } = {}) {
  return new Promise((done, fail) => {
    const stdio = ["ignore", quiet || hide ? "pipe" : "inherit", quiet ? "pipe" : "inherit"];
    const child = spawn(command, args, { cwd: root, stdio, ...options });
    let output = "";
    children.add(child);
    if (hide) {
      const lines = createInterface({ input: child.stdout });
      lines.on("line", (line) => hide.test(line) || console.log(line));
    } else {
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding("utf8").on("data", (text) => {
          output += text;
        });
      }
    }
    child.on("error", fail);
    child.on("close", (code, signal) => {
      children.delete(child);
      if (code === 0 || mayFail) return done({ code: code ?? 1, output });
      const how = signal ? `was ended by ${signal}` : `failed (exit code ${code})`;
      const tail = output.trimEnd().split("\n").slice(-40).join("\n");
      fail(new Stop(`${tail ? `${tail}\n` : ""}${command} ${args.slice(0, 6).join(" ")} ${how}`));
    });
  });
}

/** Runs the tasks (functions giving a promise), at most `limit` at a time. */
export async function pool(limit, tasks) {
  const queue = [...tasks];
  const worker = async () => {
    for (let task = queue.shift(); task; task = queue.shift()) await task();
  };
  await Promise.all(Array.from({ length: limit }, worker));
}

/** The resolved facts that setup wrote, or null before setup ran. */
export function readToolchain() {
  return existsSync(toolchainFile) ? JSON.parse(readFileSync(toolchainFile, "utf8")) : null;
}

/** The environment for cmake, ninja and emcc: this Node first, and node_modules/.bin (tsc) on PATH. */
export function buildEnv() {
  const path = [dirname(process.execPath), join(root, "node_modules/.bin"), process.env.PATH];
  return { ...process.env, PATH: path.join(delimiter) };
}

/** Node 20 has relaxed SIMD behind a flag; later ones have it without. */
export function relaxedFlag(preset) {
  return preset === "wasm-relaxed" && process.versions.node.startsWith("20.")
    ? ["--experimental-wasm-relaxed-simd"]
    : [];
}

export function isMain(meta) {
  return Boolean(process.argv[1]) && resolve(process.argv[1]) === fileURLToPath(meta.url);
}

/** Runs a script's main function; a Stop ends it with its message alone, anything else with a stack. */
export async function main(job) {
  // A plain exit, so that exit handlers run: children are ended, locks given back.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));
  try {
    await job();
  } catch (error) {
    console.error(error instanceof Stop ? `\netx: ${error.message}` : error);
    process.exit(1);
  }
}
