// clang-tidy over the C++ sources. It takes seconds a file (Eigen is large), so what passed once is remembered by the
// content of the file, of every header of ours that it includes, and of the settings.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import { pool, readToolchain, root, run, Stop, say, which } from "./util.mjs";

const passed = join(root, "build/tidy");

/** all: every file; else those that changed since the branch left main, or include something that did. */
export async function tidy({ all }) {
  const facts = readToolchain();
  const program = facts.clangTidy ?? which("clang-tidy");
  if (!program) return say("clang-tidy is not installed: left out");
  mkdirSync(passed, { recursive: true });
  const changed = all ? null : await changedFiles();
  const jobs = [...commands("native"), ...commands("wasm")]
    .map((entry) => ({ ...entry, parts: closure(entry.file) }))
    .filter(({ parts }) => !changed || parts.some((part) => changed.has(part)))
    .map((job) => ({ ...job, stamp: join(passed, fingerprint(job, program)) }))
    .filter(({ stamp }) => !existsSync(stamp));
  if (jobs.length === 0) return;

  say(`clang-tidy: ${jobs.length} files`);
  const faults = [];
  await pool(
    Math.min(2, availableParallelism()),
    jobs.map((job) => async () => {
      const args = [
        "--quiet",
        "-p",
        join(root, "build", job.preset),
        ...job.extra,
        join(root, job.file),
      ];
      const { code, output } = await run(program, args, { quiet: true, mayFail: true });
      if (code === 0) writeFileSync(job.stamp, "");
      else faults.push(output.replace(/^\d+ warnings? .*\n/gm, "").trim());
    }),
  );
  if (faults.length > 0)
    throw new Stop(
      `${faults.join("\n")}\nclang-tidy: ${faults.length} of ${jobs.length} files have faults`,
    );
}

/** Our files in a preset's compile_commands.json: the library's from native, the door's from wasm. */
function commands(preset) {
  const file = join(root, "build", preset, "compile_commands.json");
  const dir = preset === "native" ? "cpp/" : "wasm/";
  // clang-tidy does not know what em++ adds by itself.
  const { emscripten } = readToolchain();
  const extra =
    preset === "native"
      ? []
      : [
          "--extra-arg-before=--target=wasm32-unknown-emscripten",
          `--extra-arg-before=--sysroot=${emscripten}/cache/sysroot`,
        ];
  return JSON.parse(readFileSync(file, "utf8"))
    .map((entry) => ({ file: relative(root, entry.file), command: entry.command, preset, extra }))
    .filter((entry) => entry.file.startsWith(dir));
}

/** The file and every header of ours that it includes, directly or not. */
function closure(file, seen = new Set()) {
  seen.add(file);
  for (const [, name] of readFileSync(join(root, file), "utf8").matchAll(
    /^\s*#\s*include\s+"([^"]+)"/gm,
  )) {
    const found = [join("cpp", name), join(dirname(file), name)].find((path) =>
      existsSync(join(root, path)),
    );
    if (found && !seen.has(found)) closure(found, seen);
  }
  return [...seen];
}

function fingerprint({ command, parts }, program) {
  const hash = createHash("sha256")
    .update(program)
    .update(command)
    .update(readFileSync(join(root, ".clang-tidy")));
  for (const part of parts) hash.update(part).update(readFileSync(join(root, part)));
  return hash.digest("hex");
}

async function changedFiles() {
  const git = async (...args) => await run("git", args, { quiet: true, mayFail: true });
  const base = await git("merge-base", "HEAD", "origin/main");
  const since = base.code === 0 ? base.output.trim() : "HEAD~1";
  const lists = await Promise.all([
    git("diff", "--name-only", since),
    git("ls-files", "--others", "--exclude-standard"),
  ]);
  return new Set(
    lists.filter((list) => list.code === 0).flatMap((list) => list.output.split("\n")),
  );
}
