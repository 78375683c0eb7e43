// A private C++ toolchain in the user's cache folder: Emscripten with its LLVM, clang-format and clang-tidy, and the
// headers of Eigen, xsimd and xtl, all taken from one suite of the distribution's packages without touching the system.
//
// How: apt-get with a root of its own (own lists, own empty package database, one source: the machine's own entry with
// the suite exchanged) resolves and downloads; the packages are unpacked into the cache; and because they were linked
// for a newer libc than the machine may have, every program is told to use the loader and libraries that came along.
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { debianSource } from "./apt.mjs";
import { cacheDir, pool, run, Stop, say } from "./util.mjs";

/** Raise this when the steps below change what they make: every machine then makes its toolchain anew. */
const recipe = 1;

const home = join(cacheDir, "toolchain");
const unfinished = ".unfinished-";
const libraries = "usr/lib/x86_64-linux-gnu";
const headerPackages = ["libeigen3-dev", "libxsimd-dev"]; // xtl comes with xsimd
const toolPackages = ["clang-format", "clang-tidy", "patchelf"];

// Resolved along but not needed: the host's Node and Python run emcc, and nothing is built for the host with this.
const unneeded =
  /^(lib(asan|tsan|lsan|hwasan|ubsan|node|python|stdc\+\+-|gcc-|objc|c6-dev|crypt-dev)|linux-libc|nodejs|python3|binutils|ccache|dpkg|tar|tzdata)/;

// Left out of what is unpacked, mostly Emscripten's library variants for threads and dynamic linking (1.6 GB).
const excluded = [
  "./usr/share/doc",
  "./usr/share/man",
  "./usr/share/locale",
  "./usr/share/emscripten/test",
  "./usr/share/emscripten/docs",
  "./usr/share/emscripten/out",
  "*/wasm32-emscripten/pic",
  "*/wasm32-emscripten/lto-pic",
  "*/wasm32-emscripten/*-mt*.a",
  "*/wasm32-emscripten/*-ww*.a",
  "*/wasm32-emscripten/libwasmfs*",
  "*/wasm32-emscripten/lto/*-mt*.a",
  "*/wasm32-emscripten/lto/*-ww*.a",
  "*/wasm32-emscripten/lto/libwasmfs*",
];

/** The complete toolchain of this recipe for these settings that the cache holds already, or null. */
export function findToolchain(settings) {
  if (!existsSync(home)) return null;
  for (const name of readdirSync(home).sort().reverse()) {
    const file = join(home, name, "toolchain.json");
    if (!existsSync(file)) continue;
    const found = JSON.parse(readFileSync(file, "utf8"));
    if (
      found.recipe === recipe &&
      found.suite === settings.suite &&
      (found.emcc || !settings.emscripten)
    )
      return found;
  }
  return null;
}

/** Makes the toolchain. settings: { suite, emscripten: whether Emscripten is wanted too }. Call under the lock. */
export async function makeToolchain(settings) {
  removeUnfinished();
  const work = join(home, `${unfinished}${process.pid}`);
  mkdirSync(join(work, "root"), { recursive: true });

  const apt = privateApt(join(work, "apt"), settings.suite);
  say(`reading the package lists of ${settings.suite}`);
  await apt.update();
  const wanted = [
    ...headerPackages,
    ...toolPackages,
    ...(settings.emscripten ? ["emscripten"] : []),
  ];
  const packages = await apt.resolve(wanted);
  const key = createHash("sha256")
    .update([recipe, ...packages.sort()].join("\n"))
    .digest("hex")
    .slice(0, 12);
  const final = join(home, `${settings.suite}-${key}`);

  say(
    `downloading ${packages.length} packages (about 400 MB with Emscripten) into the cache folder`,
  );
  const files = (await apt.download(wanted)).filter((file) => !unneeded.test(basename(file)));
  say(`unpacking ${files.length} packages (a minute)`);
  const base = join(work, "root");
  await pool(
    2,
    files.map((file) => () => unpack(file, base)),
  );
  rmSync(join(work, "apt"), { recursive: true });

  say("fitting the programs to this machine");
  await adopt(base, final);
  const facts = describe(base, final, settings, packages);
  rmSync(final, { recursive: true, force: true });
  renameSync(base, final);
  removeUnfinished();
  // Written last and by renaming: a folder that has it is complete.
  writeFileSync(join(final, "toolchain.json.new"), JSON.stringify(facts, null, 2));
  renameSync(join(final, "toolchain.json.new"), join(final, "toolchain.json"));
  return facts;
}

/** What interrupted set-ups left. (A program that one of them started may still write there: then another time.) */
function removeUnfinished() {
  if (!existsSync(home)) return;
  for (const name of readdirSync(home).filter((name) => name.startsWith(unfinished))) {
    try {
      rmSync(join(home, name), { recursive: true, force: true });
    } catch {}
  }
}

/** apt-get with its own state below `dir`; keeps the machine's proxies, credentials and keys. */
function privateApt(dir, suite) {
  for (const name of ["lists/partial", "cache/archives/partial"])
    mkdirSync(join(dir, name), { recursive: true });
  writeFileSync(join(dir, "status"), "");
  const source = debianSource(suite);
  const list = join(dir, `etx.${source.kind}`);
  writeFileSync(list, source.text);
  const config = join(dir, "apt.conf");
  writeFileSync(
    config,
    `Dir::State "${dir}"; Dir::State::lists "${dir}/lists"; Dir::State::status "${dir}/status"; Dir::Cache "${dir}/cache";
Dir::Etc::sourcelist "${list}"; Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null"; Dir::Etc::preferencesparts "/dev/null";
APT::Sandbox::User "root"; Acquire::Languages "none"; Acquire::Retries "3"; APT::Keep-Downloaded-Packages "true";
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear DPkg::Post-Invoke;
`,
  );
  const get = async (...args) => {
    const { code, output } = await run("apt-get", ["-c", config, ...args], {
      quiet: true,
      mayFail: true,
    });
    if (code === 0 && !/^[EW]: .*(NO_PUBKEY|Failed to fetch)/m.test(output)) return output;
    const keys = /NO_PUBKEY|not signed/.test(output)
      ? "\nThis machine lacks the suite's signing key. Type: apt-get update && apt-get install debian-archive-keyring"
      : "\nIs the network there, and does this machine's package source hold that suite?";
    throw new Stop(`${output.trimEnd()}\nCould not get the toolchain's packages from the suite ${suite}.${keys}
Otherwise install Emscripten 3.1.69 or later yourself, so that \`emcc\` is on PATH, and start again.`);
  };
  const install = ["--yes", "--no-install-recommends", "install"];
  return {
    update: () => get("update"),
    /** File names "name_version_arch.deb" of everything that `names` need. */
    resolve: async (names) =>
      [...(await get("--print-uris", ...install, ...names)).matchAll(/^'[^']+' (\S+\.deb) /gm)].map(
        (hit) => hit[1],
      ),
    download: async (names) => {
      await get("--download-only", ...install, ...names);
      const archives = join(dir, "cache/archives");
      return readdirSync(archives)
        .filter((file) => file.endsWith(".deb"))
        .map((file) => join(archives, file));
    },
  };
}

function unpack(file, base) {
  const exclude = excluded.map((path) => `--exclude='${path}'`).join(" ");
  const pipe = `set -o pipefail; dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" ${exclude}`;
  return run("bash", ["-c", pipe, "unpack", file, base], { quiet: true });
}

/** Makes what lies unpacked in `base` run from `final`, whatever libc the machine has. */
async function adopt(base, final) {
  // More than one where a suite's Emscripten and its clang-tidy are of different LLVM versions.
  const llvms = readdirSync(join(base, "usr/lib")).filter((name) => /^llvm-\d+$/.test(name));
  const llvmWith = (program) => {
    const found = llvms.find((llvm) => existsSync(join(base, "usr/lib", llvm, "bin", program)));
    if (!found) throw new Stop(`The suite's packages hold no ${program} in usr/lib/llvm-N/bin.`);
    return `usr/lib/${found}`;
  };
  const loader = [libraries, "usr/lib64", "lib64"]
    .map((dir) => `${dir}/ld-linux-x86-64.so.2`)
    .find((path) => existsSync(join(base, path)));
  // patchelf itself is from the same suite, so it is started by the loader that came with it.
  const started = ["--library-path", join(base, libraries), join(base, "usr/bin/patchelf")];
  const patch = (...args) => run(join(base, loader), [...started, ...args], { quiet: true });
  const adapt = async (llvm, programs, shared) => {
    const rpath = [llvm, libraries]
      .filter(Boolean)
      .map((dir) => join(final, dir))
      .join(":");
    const own = ["--force-rpath", "--set-rpath", rpath];
    if (programs.length > 0)
      await patch("--set-interpreter", join(final, loader), ...own, ...programs);
    // Their own RUNPATH would hide the program's.
    if (shared.length > 0) await patch(...own, ...shared);
  };
  for (const llvm of llvms.map((name) => `usr/lib/${name}`)) {
    await adapt(`${llvm}/lib`, elfFiles(base, `${llvm}/bin`), elfFiles(base, `${llvm}/lib`));
  }
  const binaryen = elfFiles(base, "usr/bin").filter((file) => basename(file).startsWith("wasm-"));
  const shared = elfFiles(base, libraries).filter((file) => /lib(LLVM|clang)/.test(basename(file)));
  await adapt(null, binaryen, shared);

  // Headers for native builds in a folder of their own: usr/include holds a newer libc's too.
  mkdirSync(join(base, "include"));
  for (const name of ["eigen3", "xsimd", "xtl"]) {
    renameSync(join(base, "usr/include", name), join(base, "include", name));
  }
  mkdirSync(join(base, "bin"));
  for (const name of ["clang-format", "clang-tidy"]) {
    symlinkSync(`../${llvmWith(name)}/bin/${name}`, join(base, "bin", name));
  }

  const emscripten = join(base, "usr/share/emscripten");
  if (!existsSync(emscripten)) return;
  for (const name of ["emcc", "em++", "emar", "emranlib", "emsize"]) {
    const script = `#!/bin/sh\nexec "${final}/usr/share/emscripten/${name}" "$@"\n`;
    writeFileSync(join(base, "bin", name), script, { mode: 0o755 });
  }
  // emcc reads the configuration beside it when EM_CONFIG is not set. trixie brings the system libraries prebuilt; with
  // later suites emcc builds them into CACHE at first use.
  writeFileSync(
    join(emscripten, ".emscripten"),
    `LLVM_ROOT = '${final}/${llvmWith("wasm-ld")}/bin'
BINARYEN_ROOT = '${final}/usr'
NODE_JS = 'node'
CACHE = '${final}/usr/share/emscripten/cache'
`,
  );
  // Its JavaScript passes import acorn. Nothing else may lie there: tsc would take up the @types of a whole folder.
  mkdirSync(join(emscripten, "node_modules"), { recursive: true });
  symlinkSync("../../nodejs/acorn", join(emscripten, "node_modules/acorn"));
}

function elfFiles(base, dir) {
  const magic = Buffer.alloc(4);
  return readdirSync(join(base, dir))
    .map((name) => join(base, dir, name))
    .filter((file) => lstatSync(file).isFile())
    .filter((file) => {
      const handle = openSync(file, "r");
      readSync(handle, magic, 0, 4, 0);
      closeSync(handle);
      return magic.toString("latin1") === "\x7fELF";
    });
}

function describe(base, final, settings, packages) {
  // "libeigen3-dev_3.4.0-5_all.deb" -> "3.4.0"
  const version = (name) =>
    packages
      .map((file) => file.match(`^${name}_(?:\\d+%3a)?([0-9.]+)`)?.[1])
      .find(Boolean)
      ?.replace(/\.$/, "");
  const has = existsSync(join(base, "bin/emcc"));
  return {
    recipe,
    suite: settings.suite,
    root: final,
    emcc: has ? `${final}/usr/share/emscripten/emcc` : null,
    emscripten: has ? `${final}/usr/share/emscripten` : null,
    include: { eigen: `${final}/include/eigen3`, xsimd: `${final}/include` },
    clangFormat: `${final}/bin/clang-format`,
    clangTidy: `${final}/bin/clang-tidy`,
    versions: {
      emscripten: has ? version("emscripten") : null,
      llvm: version("libllvm\\d+"),
      eigen: version("libeigen3-dev"),
      xsimd: version("libxsimd-dev"),
      xtl: version("xtl-dev"),
    },
  };
}
